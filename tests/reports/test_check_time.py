"""What a check costs: so much for each character, whatever a text was written for (DEC-44)."""

import time

import pytest

from bench.scaling import FILES, shapes_of
from renkei.reports.check import check_report
from renkei.reports.references import find_references
from renkei.reports.tree import MemoryTree

SHAPES = shapes_of(60_000)
FIXED = "quotes of equal lines"
"""Its file costs more than its text."""


@pytest.mark.req("DEC-44")
@pytest.mark.parametrize("before", ["", "See `src/a.py:1`. ", "\n", "("])
def test_no_more_than_some_words_before_a_place_are_looked_up(before: str):
    asked: list[str] = []
    find_references(before + "src/gone.py:1 " * 2000, lambda path: bool(asked.append(path)))
    assert max(map(len, asked)) < 400


@pytest.mark.req("DEC-44")
@pytest.mark.parametrize("before", ["", "\u200b"])
def test_a_list_of_many_lines_is_a_place_for_each_line_and_keeps_a_part_of_its_text(before: str):
    numbers = [*range(1, 3000), 7, 7]
    found = find_references(f"{before}src/a.py:{','.join(map(str, numbers))}")
    assert [each.line for each in found] == list(range(1, 3000))
    assert all(each.text.startswith("src/a.py:1,2,3") and len(each.text) < 300 for each in found)


@pytest.mark.req("DEC-44")
def test_a_place_far_into_a_long_line_is_compared_with_what_it_is_said_to_read():
    text = "word " * 3000 + "`src/a.py:1` reads `y = compute(other)`."
    assert [each.state for each in check_report(text, MemoryTree(FILES)).references] == ["mismatch"]


@pytest.mark.slow
@pytest.mark.req("DEC-44")
@pytest.mark.parametrize("shape", [name for name in SHAPES if name != FIXED])
def test_twice_the_text_takes_twice_as_long_and_no_text_takes_minutes(shape: str):
    short, long = (min(_seconds(SHAPES[shape](halves)) for _ in range(2)) for halves in (1, 2))
    assert long < 3 * short + 0.1
    assert long < 40e-6 * len(SHAPES[shape](2)) + 0.1


def _seconds(text: str) -> float:
    tree = MemoryTree(FILES)
    started = time.process_time()
    check_report(text, tree)
    return time.process_time() - started
