"""spec.yaml, tasks.yaml, design.md and the roadmap: strict readers that name line and remedy."""

from typing import Any

import pytest
import yaml

from renkei.errors import BadInput, Refused
from renkei.sdd.design import compare_designs, read_design
from renkei.sdd.roadmap import downstream_of, plan_waves, render_roadmap
from renkei.sdd.spec import Place, Spec, new_spec, read_spec, write_spec
from renkei.sdd.tasks import differs_in_structure, group_dependencies, mark_done, pending_groups, read_tasks

AT = "2026-01-01T00:00:00Z"


def spec(name: str = "auth", after: tuple[str, ...] = (), **fields: Any) -> Spec:
    made = new_spec(name, at=AT, language="en", dependencies=after)
    return made.model_copy(update=fields)


def tasks(**fields: Any) -> bytes:
    whole: dict[str, Any] = {
        "tasks": [
            {
                "id": "1",
                "summary": "Store",
                "subtasks": [
                    {"id": "1.1", "summary": "a", "p": True, "specs": [1]},
                    {"id": "1.2", "summary": "b", "p": True, "specs": [1]},
                ],
            },
            {
                "id": "2",
                "summary": "Join",
                "subtasks": [{"id": "2.1", "summary": "c", "specs": [2], "depends": ["1.1"]}],
            },
        ],
        "execution": [
            {
                "wave": 1,
                "groups": [
                    {"id": "A", "tasks": ["1.1"], "files": ["a.py"]},
                    {"id": "B", "tasks": ["1.2"], "files": ["b.py"]},
                ],
            },
            {"wave": 2, "groups": [{"id": "C", "tasks": ["2"], "files": ["c.py"]}]},
        ],
        **fields,
    }
    return yaml.safe_dump(whole, sort_keys=False).encode()


def problems(data: bytes, **options: Any) -> list[tuple[int | None, str]]:
    with pytest.raises(BadInput) as bad:
        read_tasks(data, "tasks.yaml", **options)
    return [(each.line, str(each.expected)) for each in bad.value.problems]


@pytest.mark.req("SDD-3")
def test_spec_is_read_back_as_it_was_written():
    one = spec(tracked=["H|x"], description="Log in: yes | no\nand more")
    assert read_spec(write_spec(one), "spec.yaml") == one


@pytest.mark.req("SDD-3", refused=True)
def test_wrong_spec_names_every_place_with_its_line():
    text = write_spec(spec()).decode().replace("retry_count: 0", "retry_count: many") + "owner: me\n"
    with pytest.raises(BadInput) as bad:
        read_spec(text.encode(), "spec.yaml")
    found = {each.path: each.line for each in bad.value.problems}
    assert found.keys() == {"orchestration.retry_count", "owner"}
    assert all(found.values())


@pytest.mark.req("SDD-27")
def test_tasks_have_groups_files_and_what_comes_before():
    read = read_tasks(tasks(), "tasks.yaml", specs=[1, 2])
    assert group_dependencies(read) == {"A": [], "B": [], "C": ["A"]}
    assert [group.id for _, group in pending_groups(mark_done(read, ["1.1", "1.2"]))] == ["C"]
    assert mark_done(read, ["1.1", "1.2"]).tasks[0].status == "done"


@pytest.mark.req("SDD-4")
def test_marking_done_is_no_change_of_structure():
    read = read_tasks(tasks(), "tasks.yaml")
    assert not differs_in_structure(read, mark_done(read, ["1.1"]))
    other = read_tasks(tasks().replace(b"summary: c", b"summary: d"), "tasks.yaml")
    assert differs_in_structure(read, other)


@pytest.mark.req("SDD-27", refused=True)
def test_tasks_that_do_not_fit_together_are_refused_with_their_lines():
    shared = tasks().replace(b"- b.py", b"- a.py")
    [(line, said)] = problems(shared)
    assert line
    assert "a.py is A's" in said
    assert "there is no 9.9" in problems(tasks().replace(b"depends:\n    - '1.1'", b"depends:\n    - '9.9'"))[0][1]
    assert "expected a task for Spec 3" in problems(tasks(), specs=[1, 2, 3])[0][1]
    assert "it has no Spec 2" in problems(tasks(), specs=[1])[0][1]
    assert "rise" in problems(tasks().replace(b"id: '2'", b"id: '1'"))[0][1]
    assert "builds 1.2" in problems(tasks().replace(b"- '1.2'", b"- '1.1'"))[-1][1]


DESIGN = """# D
## Specifications
### Introduction
1. not a criterion
### Spec 1: Sessions
**Acceptance Criteria:**
1. a [contract]
2. b [behavior]
### Spec 2: Tokens
1. c
### Non-Goals
1. none
## Components and Interfaces
| Component | Files |
|---|---|
| Store | `src/a.py`, `tests/test_a.py` |
| Other | src/b.py |
## Data Models
| x | Files |
"""


def test_design_tells_specs_criteria_and_files():
    read = read_design(DESIGN)
    assert read.specs == {1: "Sessions", 2: "Tokens"}
    assert [each.id for each in read.criteria] == ["S1.AC1", "S1.AC2", "S2.AC1"]
    assert read.files == ("src/a.py", "tests/test_a.py", "src/b.py")


def test_a_changed_criterion_has_the_impact_of_its_tag():
    changed = DESIGN.replace("1. a ", "1. aa ").replace("2. b", "2. bb").replace("1. c", "1. cc\n2. new")
    assert compare_designs(read_design(DESIGN), read_design(changed)) == {
        "S1.AC1": "INTERFACE",
        "S1.AC2": "COMPATIBLE",
        "S2.AC1": "UNKNOWN",
        "S2.AC2": "COMPATIBLE",
    }


@pytest.mark.req("SDD-18")
def test_waves_follow_from_dependencies():
    specs = {"api": spec("api", ("auth", "db")), "auth": spec("auth", ("db",)), "db": spec("db"), "ui": spec("ui")}
    assert plan_waves(specs) == {"db": 1, "ui": 1, "auth": 2, "api": 3}
    assert downstream_of(specs, "db") == {"api": 1, "auth": 1}
    assert "- Waves: 3" in render_roadmap(specs, created=AT)
    later = {**specs, "ui": spec("ui", roadmap=Place(wave=2))}
    assert plan_waves(later)["ui"] == 2


@pytest.mark.req("SDD-18", refused=True)
def test_features_that_wait_for_each_other_are_refused_with_the_way_around():
    specs = {"a": spec("a", ("b",)), "b": spec("b", ("c",)), "c": spec("c", ("a",))}
    with pytest.raises(Refused) as refused:
        plan_waves(specs)
    way = str(refused.value)
    assert "a -> b -> c -> a" in way or "b -> c -> a -> b" in way or "c -> a -> b -> c" in way
    with pytest.raises(BadInput, match="renkei sdd init x"):
        plan_waves({"a": spec("a", ("x",))})


@pytest.mark.req("SDD-21", refused=True)
@pytest.mark.parametrize("version", ["2", "1.0", "v1.0.0", "1.0.0\n", "1.0.²", "1.0.0-rc1", f"1.0.{'9' * 5000}"])
def test_a_version_that_cannot_be_counted_up_is_refused(version: str):
    """It would never be due again: what a review sends back would be reviewed anew, and not mended."""
    document = yaml.safe_load(write_spec(spec()))
    with pytest.raises(BadInput) as caught:
        read_spec(yaml.safe_dump({**document, "version": version}).encode(), "spec.yaml")
    assert [each.path for each in caught.value.problems] == ["version"]
