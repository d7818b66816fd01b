"""The corpus measures what it says: each template makes results whose truth is known (`make corpus` checks them)."""

import re
import shutil
from pathlib import Path

import pytest

from bench.corpus import FALSE, Outcome, judge
from bench.planting import KEPT_OUT, Pick, World, read_texts, write_beside
from bench.releases import RELEASES
from bench.templates import CLASSES, Case, make_cases, read_templates
from bench.written import ORIGINS, is_right, read_written

SOURCE = Path(__file__).parents[2] / "src" / "renkei"
GHOST = Pick(path="src/ghost.py", line=3, states=frozenset({"missing_file"}))
THERE = Pick(path="src/a.py", line=1, states=frozenset({"verified"}))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    for folder in ("protocol", "contracts", "kit"):
        shutil.copytree(SOURCE / folder, root / "src" / folder)
    shutil.copytree(SOURCE.parents[1] / "docs", root / "docs")
    for page in sorted((root / "docs").rglob("*.md")):
        page.rename(page.with_suffix(".rst"))
    write_beside(root)
    (root / KEPT_OUT).parent.mkdir(parents=True)
    (root / KEPT_OUT).write_text("ENTRY = 1\n" * 40, "utf-8")
    return root


@pytest.fixture(scope="module")
def cases(tree: Path) -> list[Case]:
    return make_cases([World("pytest", tree, read_texts(tree))], seed=1, times=1)


def test_every_template_makes_a_result(cases: list[Case]):
    made = {case.id.removeprefix("pytest/") for case in cases}
    templates = [each for each in read_templates() if not each.kind.startswith("phrase-")]
    assert [each.name for each in templates if not any(name.startswith(f"{each.name}-") for name in made)] == []
    assert {case.kind for case in cases} == set(CLASSES)
    assert [case.id for case in cases if re.search(r"<<\w|\{\{.*\|.*\}\}", case.text)] == []


def test_false_results_and_no_others_have_a_planted_falsehood(cases: list[Case]):
    lies = {case.id for case in cases if any(place.states <= FALSE for place in case.places)}
    assert lies == {case.id for case in cases if case.kind == "false"}


def test_what_was_planted_is_so(tree: Path, cases: list[Case]):
    wrong = [(case.id, place) for case in cases for place in case.places if not is_so(tree, place)]
    assert wrong == []


def is_so(tree: Path, place: Pick) -> bool:
    """Whether a place is as its planted state says, looked up in the plainest way."""
    path = tree / place.path
    lines = path.read_text("utf-8").splitlines() if path.is_file() else None
    match sorted(place.states):
        case ["verified"] if lines is None:
            return len([each for each in tree.rglob(path.name) if each.as_posix().endswith(f"/{place.path}")]) == 1
        case ["verified"]:
            return place.line is None or place.text in (lines or [])[place.line - 1]
        case ["missing_line"]:
            return lines is not None and max(place.line or 0, place.end or 0) > len(lines)
        case ["mismatch"]:
            quoted = {line.strip() for line in (place.block or place.text).splitlines()}
            return lines is not None and bool(quoted - {line.strip() for line in lines})
        case ["missing_name"]:
            return lines is not None and place.symbol.rsplit("::")[-1] not in "\n".join(lines)
        case ["moved"]:
            return (
                lines is not None and place.text in "\n".join(lines) and place.text not in lines[(place.line or 1) - 1]
            )
        case _:
            return lines is None or not path.is_relative_to(tree)


def test_template_names_are_each_used_once():
    names = [each.name for each in read_templates()]
    classes = [(each.kind, each.name) for each in read_templates()]
    assert len(set(classes)) == len(classes)
    assert len(names) >= 150


@pytest.mark.parametrize(
    ("kind", "states", "valid", "is_missed"),
    [
        ("true", {"src/a.py": "verified"}, True, False),
        ("true", {"src/a.py": "missing_line"}, False, True),
        ("true", {}, False, True),
        ("false", {"src/a.py": "verified", "src/ghost.py": "missing_file"}, False, False),
        ("false", {"src/a.py": "missing_line", "src/ghost.py": "missing_file"}, False, True),
        ("false", {"src/a.py": "verified"}, False, True),
        ("false", {"src/ghost.py": "unverified"}, True, True),
        ("no-reference", {"org/app": "unverified"}, True, False),
        ("no-reference", {"org/app": "missing_file"}, False, True),
        ("doubtful", {"src/a.py": "mismatch"}, True, True),
    ],
)
def test_an_outcome_is_judged_by_its_class(kind: str, states: dict[str, str], valid: bool, is_missed: bool):
    assert bool(judged(kind, states, valid=valid).misses) is is_missed


def judged(kind: str, states: dict[str, str], *, valid: bool) -> Outcome:
    lines = {"src/a.py": 1, "src/ghost.py": 3}
    references = [
        {"text": path, "path": path, "line": lines.get(path, 9), "end_line": None, "state": state}
        for path, state in states.items()
    ]
    places = (THERE, GHOST) if kind == "false" else (THERE,)
    case = Case(id="one", kind=kind, world="pytest", text="", places=places)
    return judge(case, {"valid": valid, "references": references, "violations": []})


def test_the_written_half_has_texts_of_every_class_over_known_releases():
    texts = list(read_written(CLASSES))
    assert {each.kind for each in texts} == set(CLASSES)
    assert {each.world for each in texts} == set(ORIGINS) <= set(RELEASES)
    assert len({each.name for each in texts}) == len(texts) == 1514
    assert sum(bool(each.disputed) for each in texts) == 26


def test_a_written_text_is_right_when_what_is_called_false_fits_its_class():
    false, true = [{"state": "missing_file"}], [{"state": "unverified"}]
    assert is_right("false", false, FALSE)
    assert not is_right("false", true, FALSE)
    assert is_right("doubtful", true, FALSE)
    assert not is_right("doubtful", false, FALSE)
