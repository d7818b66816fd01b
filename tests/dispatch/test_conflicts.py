"""EVT-4: a conflict reaches the owners of the artifacts; a critical one holds them until it is answered."""

from typing import Any

import pytest

from renkei.errors import Refused
from tests.support.dispatch_team import Entry, entry, from_system, hand_over, name_of, open_blockers, report
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


@pytest.fixture
def team(team: Team) -> Team:
    """alice owns spec.md, bob src/auth.ts."""
    report(team, hand_over(team, to="alice"), by="alice", output_artifacts=["spec.md"])
    report(team, hand_over(team), output_artifacts=["src/auth.ts"])
    for name in ("alice", "bob"):
        team.write(name, status="working")
    return team


def conflict(team: Team, severity: str = "warning", *, by: str = "dave", to: str = "carol", **header: Any) -> str:
    payload = {**PAYLOADS["CONFLICT_REPORT"], "severity": severity}
    return name_of(team.post("CONFLICT_REPORT", payload, by=by, to=to, **header))


@pytest.mark.req("EVT-4", "EVT-8", "MSG-7")
def test_the_report_is_forwarded_unchanged_to_the_owners_with_high_priority(team: Team):
    name = conflict(team)
    report_ = team.message(name)
    [told] = from_system(team, "alice")
    assert from_system(team, "bob") == [told]
    assert (told.type, told.sender, told.to, told.priority) == ("CONFLICT_REPORT", "system", ["alice", "bob"], "high")
    assert (told.payload, told.context_summary, told.in_reply_to) == (report_.payload, report_.context_summary, name)
    assert team.debts() == [(name, "carol")]


@pytest.mark.req("EVT-4")
def test_the_reporter_and_those_who_have_it_so_already_do_not_get_it_twice(team: Team):
    conflict(team, by="alice", to="bob", priority="high")
    assert [from_system(team, name) for name in ("alice", "bob")] == [[], []]
    conflict(team, by="alice", to="bob", priority="normal")
    assert [len(from_system(team, name)) for name in ("alice", "bob")] == [0, 1]


@pytest.mark.req("EVT-4")
@pytest.mark.parametrize("severity", ["warning", "info"])
def test_one_that_is_not_critical_blocks_nobody(team: Team, severity: str):
    conflict(team, severity)
    assert [entry(team, name).status for name in ("alice", "bob")] == ["working", "working"]


@pytest.mark.req("EVT-4")
def test_a_critical_one_blocks_the_owners_and_nobody_else(team: Team):
    name = conflict(team, "critical")
    assert [entry(team, each) for each in ("alice", "bob")] == [Entry("blocked", f"conflict:{name}")] * 2
    assert [entry(team, each) for each in ("carol", "dave")] == [Entry("idle", None)] * 2
    assert open_blockers(team) == [("two token lifetimes", ["alice", "bob"])]
    assert len(from_system(team, "alice")) == 1


@pytest.mark.req("EVT-4", "DEC-25")
def test_a_critical_one_blocks_who_is_to_yield_an_artifact_that_is_not_there_yet(team: Team):
    expected = {"format": "code", "deliverables": ["src/new.ts"], "success_criteria": ["it runs"]}
    hand_over(team, to="bob", expected_output=expected)
    payload = {**PAYLOADS["CONFLICT_REPORT"], "severity": "critical", "conflicting_artifacts": ["src/new.ts"]}
    name = name_of(team.post("CONFLICT_REPORT", payload, by="dave", to="carol"))
    assert [entry(team, each).blocked_by for each in ("alice", "bob")] == [None, f"conflict:{name}"]


@pytest.mark.req("EVT-4", "EVT-9")
@pytest.mark.parametrize("kind", ["DECISION_RESULT", "TASK_HANDOFF"])
@pytest.mark.parametrize("by", ["carol", "person"])
def test_the_answer_ends_the_block(team: Team, kind: Any, by: str):
    name = conflict(team, "critical")
    team.post(kind, PAYLOADS[kind], by=by, to="dave", in_reply_to=name)
    assert [entry(team, each) for each in ("alice", "bob")] == [Entry("idle", None)] * 2
    assert open_blockers(team) == []
    assert from_system(team, "bob")[-1].payload["topic"] == f"The conflict {name} is settled"
    assert (name, "carol") not in team.debts()


@pytest.mark.req("EVT-9", "DEC-26", refused=True)
def test_an_owner_whom_it_blocks_does_not_answer_it(team: Team):
    name = conflict(team, "critical")
    [forwarded] = from_system(team, "bob")
    with pytest.raises(Refused, match="carol or a person may"):
        team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="bob", to="alice", in_reply_to=forwarded.id)
    assert entry(team, "bob") == Entry("blocked", f"conflict:{name}")


@pytest.mark.req("EVT-9")
@pytest.mark.parametrize("by", ["carol", "bob"])
def test_what_is_no_answer_ends_nothing(team: Team, by: str):
    name = conflict(team, "critical")
    team.say("understood", by=by, to="dave", in_reply_to=name)
    team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="alice", to="dave")
    assert [entry(team, each) for each in ("alice", "bob")] == [Entry("blocked", f"conflict:{name}")] * 2


@pytest.mark.req("EVT-9")
def test_an_owner_does_not_end_a_conflict_by_going_on(team: Team):
    conflict(team, "critical")
    with pytest.raises(Refused):
        team.write("alice", status="working")
    assert len(open_blockers(team)) == 1


@pytest.mark.req("EVT-9")
def test_one_that_waits_for_something_else_too_stays_blocked(team: Team):
    team.write("alice", status="blocked", blocked_by="agent:dave")
    name = conflict(team, "critical")
    team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="carol", to="dave", in_reply_to=name)
    assert (entry(team, "alice"), entry(team, "bob").status) == (Entry("blocked", "agent:dave"), "idle")
