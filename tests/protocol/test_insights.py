"""Insights are found in what agents write: markers at the beginning of a line, to the end of their paragraph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.protocol.insights import CATEGORIES, LONGEST, MOST, SHORTEST, find_insights

MARKED = (
    ("LEARNED: the cache is never cleared", [("learned", "the cache is never cleared")]),
    (
        "- PATTERN: adapters are made in one place\n- and this is another entry",
        [("pattern", "adapters are made in one place")],
    ),
    ("**INSIGHT**: two workers share one lock", [("insight", "two workers share one lock")]),
    ("**ANTIPATTERN:** a global that tests reset", [("antipattern", "a global that tests reset")]),
    ("DECISION：依存関係は一か所で組み立てることにした", [("decision", "依存関係は一か所で組み立てることにした")]),
    ("  1. LEARNED: first line of it\n     and the second", [("learned", "first line of it and the second")]),
    ("PATTERN: one thing here\nLEARNED: another thing", [("pattern", "one thing here"), ("learned", "another thing")]),
    ("LEARNED: the end of it\n\nTrailing prose is not part.", [("learned", "the end of it")]),
    ("LEARNED: the end of it\n## Next", [("learned", "the end of it")]),
    ("LEARNED: said twice here\n\nLEARNED: Said twice here", [("learned", "said twice here")]),
)
NOT_MARKED = (
    "The PATTERN: of it stands in a sentence",
    "Pattern: an ordinary word of prose",
    "LEARNED: short",
    "```\nLEARNED: an example in a block of code\n```",
    "~~~\n```\nLEARNED: still within the block\n~~~",
    "PATTERNS: not one of the markers",
    "",
)


@pytest.mark.req("ORCH-3")
@pytest.mark.parametrize(("text", "found"), MARKED)
def test_what_is_marked_is_found(text: str, found: list[tuple[str, str]]):
    assert [tuple(each) for each in find_insights(text)] == found


@pytest.mark.req("ORCH-3", refused=True)
@pytest.mark.parametrize("text", NOT_MARKED)
def test_nothing_else_is(text: str):
    assert find_insights(text) == []


def test_a_long_one_is_cut_and_a_flood_has_an_end():
    (long,) = find_insights("LEARNED: " + "x" * (LONGEST + 1))
    assert len(long.content) == LONGEST
    assert long.content.endswith("[truncated]")
    flood = "\n".join(f"LEARNED: number {number} of a flood" for number in range(MOST + 50))
    assert len(find_insights(flood)) == MOST


@given(
    st.lists(
        st.sampled_from(["LEARNED: ", "PATTERN:", "- ", "```", "\n", "text of it", "　", "#", " ", "~~~"]), max_size=40
    )
)
def test_whatever_stands_there_comes_out_whole_and_of_some_length(parts: list[str]):
    for each in find_insights("".join(parts)):
        assert each.category in CATEGORIES
        assert SHORTEST <= len(each.content) <= LONGEST
        assert "\n" not in each.content
