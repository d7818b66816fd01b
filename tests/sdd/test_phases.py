"""The phase gate: tables, and the words of its refusals."""

from itertools import product
from typing import Any

import pytest

from renkei.errors import Refused
from renkei.sdd.phases import PHASES, REQUIREMENTS, TRANSITIONS, block, move_phase, require_phase, unblock
from renkei.sdd.spec import Spec, new_spec

AT = "2026-01-01T00:00:00Z"
ALL_FILES = ("design.md", "tasks.yaml", "spec.yaml")


def spec(phase: str = "initialized", **fields: Any) -> Spec:
    return new_spec("auth", at=AT, language="en").model_copy(update={"phase": phase, **fields})


def blocked(**info: Any) -> Spec:
    return block(spec(), "db", at=AT).model_copy(update=info)


@pytest.mark.req("SDD-5", refused=True)
@pytest.mark.parametrize("operation", REQUIREMENTS)
def test_blocked_feature_is_refused_with_the_words_of_the_seed(operation: Any):
    with pytest.raises(Refused) as refused:
        require_phase(blocked(), operation, ALL_FILES)
    assert (str(refused.value), refused.value.rule) == ("auth is blocked by db", "SDD-5")


@pytest.mark.req("SDD-5", refused=True)
@pytest.mark.parametrize("operation", REQUIREMENTS)
def test_unknown_phase_is_refused_with_the_words_of_the_seed(operation: Any):
    with pytest.raises(Refused) as refused:
        require_phase(spec("half-done"), operation, ALL_FILES)
    assert str(refused.value) == "Unknown phase 'half-done'"


@pytest.mark.req("SDD-5")
@pytest.mark.parametrize(
    ("operation", "phases"),
    [
        ("design", {"initialized", "design-generated"}),
        ("impl", {"design-generated", "implementation-complete"}),
        ("design-review", {"initialized", "design-generated", "implementation-complete"}),
        ("impl-review", {"implementation-complete"}),
        ("revise", {"implementation-complete"}),
    ],
)
def test_each_operation_has_its_phases(operation: Any, phases: set[str]):
    passed: set[str] = set()
    for phase in ("initialized", "design-generated", "implementation-complete"):
        try:
            require_phase(spec(phase), operation, ALL_FILES)
            passed.add(phase)
        except Refused:
            continue
    assert passed == phases


@pytest.mark.req("SDD-5", refused=True)
@pytest.mark.parametrize(
    ("operation", "phase", "files"),
    [
        ("impl", "design-generated", ()),
        ("design-review", "initialized", ()),
        ("impl-review", "implementation-complete", ("design.md",)),
    ],
)
def test_operation_without_its_files_is_refused(operation: Any, phase: str, files: tuple[str, ...]):
    with pytest.raises(Refused, match="renkei sdd"):
        require_phase(spec(phase), operation, files)


@pytest.mark.req("SDD-19")
def test_the_table_is_every_change_of_phase_there_is():
    allowed = {
        ("initialized", "design-generated"),
        ("design-generated", "implementation-complete"),
        ("implementation-complete", "design-generated"),
        ("initialized", "blocked"),
        ("design-generated", "blocked"),
        ("blocked", "initialized"),
        ("blocked", "design-generated"),
    }
    assert {pair for pair in TRANSITIONS if pair[0] != pair[1]} == allowed


@pytest.mark.req("SDD-19", refused=True)
@pytest.mark.parametrize(
    ("phase", "to"), [pair for pair in product(PHASES, PHASES) if pair not in TRANSITIONS and pair[0] != pair[1]]
)
def test_any_other_change_of_phase_is_refused(phase: str, to: Any):
    for cause in ("design", "implementation", "revision", "spec-update", "upstream-failure", "unblock"):
        with pytest.raises(Refused) as refused:
            move_phase(spec(phase), to, cause, at=AT, action="x")
        assert refused.value.rule == "SDD-19"


@pytest.mark.req("SDD-19", refused=True)
def test_a_right_change_for_the_wrong_cause_is_refused():
    with pytest.raises(Refused):
        move_phase(spec("implementation-complete"), "design-generated", "design", at=AT, action="x")


@pytest.mark.req("SDD-5")
@pytest.mark.parametrize("phase", ["initialized", "design-generated"])
def test_blocking_keeps_where_it_stood_and_unblocking_goes_back_there(phase: str):
    stopped = block(spec(phase), "db", at=AT)
    assert stopped.blocked_info is not None
    assert stopped.blocked_info.model_dump() == {
        "blocked_by": "db",
        "reason": "upstream_failure",
        "blocked_at_phase": phase,
    }
    back = unblock(stopped, "fix", at=AT)
    assert (back.phase, back.blocked_info) == (phase, None)
    assert [each.action for each in back.changelog[1:]] == ["blocked by db", "unblocked (fix)"]


@pytest.mark.req("SDD-5", refused=True)
def test_what_is_not_blocked_is_not_unblocked_and_a_finished_feature_is_not_blocked():
    with pytest.raises(Refused):
        unblock(spec(), "skip", at=AT)
    with pytest.raises(Refused):
        block(spec("implementation-complete"), "db", at=AT)
