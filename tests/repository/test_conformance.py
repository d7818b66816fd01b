"""The conformance page says what the tests' marks say, and no mark is lost."""

from pathlib import Path

import pytest

from scripts import conformance
from scripts.conformance import Area, BadMark, Mark

AREAS = [Area(name="X", title="an area", requirements={"X-1": "one | thing", "X-2": "two " * 100, "X-3": "three"})]


def marks_of(source: str, folder: Path) -> list[Mark]:
    tests = folder / "tests"
    tests.mkdir(exist_ok=True)
    (tests / "test_x.py").write_text(source)
    return conformance.marks(folder)


def test_page_is_up_to_date():
    text = conformance.render(
        conformance.areas(conformance.ROOT), conformance.gaps(conformance.ROOT), conformance.marks(conformance.ROOT)
    )
    assert (conformance.ROOT / "docs" / "conformance.md").read_text("utf-8") == text, "run `make conformance`"


def test_marks_of_module_class_and_test_all_count(tmp_path: Path):
    source = """
import pytest
pytestmark = [pytest.mark.req("X-1")]
@pytest.mark.req("X-2")
class TestIt:
    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.req("X-3"))])
    async def test_a(self): ...
@pytest.mark.req("X-2", "X-3")
def test_b(): ...
"""
    assert marks_of(source, tmp_path) == [
        *(Mark(req=req, test="tests/test_x.py::TestIt::test_a") for req in ("X-1", "X-2", "X-3")),
        *(Mark(req=req, test="tests/test_x.py::test_b") for req in ("X-1", "X-2", "X-3")),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "req = pytest.mark.req",
        "cases = [pytest.param(1, marks=pytest.mark.req('X-1'))]",
        "@pytest.mark.req('X-1')\ndef helper(): ...",
        "@pytest.mark.req(ID)\ndef test_a(): ...",
        "@pytest.mark.req\ndef test_a(): ...",
    ],
)
def test_mark_that_would_be_lost_is_an_error(source: str, tmp_path: Path):
    with pytest.raises(BadMark, match=r"tests/test_x\.py:"):
        marks_of(source, tmp_path)


def test_page_states_what_is_shown_in_part_and_not_yet():
    page = conformance.render(AREAS, {"X-2": "no faults"}, [Mark(req="X-1", test="b"), Mark(req="X-2", test="a")])
    assert page.splitlines()[2] == "1 of 3 requirements are shown by tests, 1 in part, 1 not yet."
    assert page.splitlines()[-3:] == [
        "| X-1 | one \\| thing | `b` | shown |",
        f"| X-2 | {'two ' * 27}… | `a` | in part: no faults |",
        "| X-3 | three |  | not yet |",
    ]


def test_unknown_requirement_is_an_error():
    with pytest.raises(BadMark, match="'X-9' is not in"):
        conformance.render(AREAS, {}, [Mark(req="X-9", test="a")])


def test_gap_without_a_test_is_an_error():
    with pytest.raises(BadMark, match="'X-1' is unknown or has no test"):
        conformance.render(AREAS, {"X-1": "all of it"}, [])
