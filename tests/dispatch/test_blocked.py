"""EVT-2 and EVT-9: a blocker is added, the one who can end it is told; and blocks that an agent ends itself."""

import pytest

from renkei.commands.board import SetFields
from tests.support.dispatch_team import (
    Entry,
    ask,
    decide,
    entry,
    from_system,
    hand_over,
    open_blockers,
    texts,
    update,
    wait,
)
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


@pytest.mark.req("EVT-2", "EVT-8")
def test_the_source_is_told_and_a_blocker_is_added(team: Team):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    [told] = from_system(team, "bob")
    assert (told.type, told.priority) == ("KNOWLEDGE_SHARE", "high")
    assert told.payload["content"] == f"alice is blocked, waiting for your task:{task}."
    assert open_blockers(team) == [(f"task:{task}", ["alice"])]
    assert from_system(team, "carol") == []


@pytest.mark.req("EVT-2")
@pytest.mark.parametrize("order", [("status", "blocked_by"), ("blocked_by", "status")])
@pytest.mark.parametrize("together", [True, False])
def test_status_and_cause_may_come_in_any_order_and_are_told_once(team: Team, order: tuple[str, str], together: bool):
    values = {"status": "blocked", "blocked_by": "agent:bob"}
    if together:
        team.write("alice", **{name: values[name] for name in order})
    elif order[0] == "blocked_by":
        for name in order:
            team.write("alice", **{name: values[name]})
    else:
        team.write("alice", blocked_by="agent:bob")
        team.write("alice", status="blocked")
        team.write("alice", status="blocked")
    assert (len(from_system(team, "bob")), open_blockers(team)) == (1, [("agent:bob", ["alice"])])


@pytest.mark.req("EVT-2")
@pytest.mark.parametrize(
    ("reason", "reader", "text"),
    [
        ("agent:bob", "bob", "alice is blocked, waiting for your task:the login."),
        ("bob", "bob", "alice is blocked, waiting for your task:the login."),
        ("task:the login", "bob", "alice is blocked, waiting for your task:the login."),
        ("agent:dave", "dave", "alice is blocked, waiting for your work."),
        ("decision:D-1", "dave", "alice is blocked, waiting for your decision:D-1."),
        ("D-1", "dave", "alice is blocked, waiting for your decision:D-1."),
        ("task:T-99", "carol", "alice is blocked by a cause outside the team: task:T-99, which nobody on the team has"),
        ("no network", "carol", "alice is blocked by a cause outside the team: no network"),
        (None, "carol", "alice is blocked by a cause outside the team: alice is blocked and has given no cause"),
    ],
)
def test_the_one_who_can_end_it_is_told_and_the_lead_where_nobody_can(team: Team, reason: str, reader: str, text: str):
    team.write("bob", current_task="the login")
    ask(team, "D-1", by="alice", to="dave")
    wait(team, "alice", reason)
    assert {name: texts(team, name) for name in ("bob", "carol", "dave")} == {
        **{name: [] for name in ("bob", "carol", "dave")},
        reader: [text],
    }


@pytest.mark.req("EVT-9")
def test_an_external_cause_from_a_message_adds_the_blocker_and_tells_the_lead(team: Team):
    update(team, "alice", "blocked", blockers=["no access to the database"])
    assert open_blockers(team) == [("no access to the database", ["alice"])]
    assert texts(team, "carol") == ["alice is blocked by a cause outside the team: no access to the database"]


@pytest.mark.req("EVT-2")
def test_a_blocker_reported_while_working_blocks_nobody(team: Team):
    update(team, "alice", "working", blockers=["no access"])
    assert (entry(team, "alice"), from_system(team, "carol")) == (Entry("working", None), [])
    assert open_blockers(team) == [("no access", ["alice"])]


@pytest.mark.req("EVT-2")
@pytest.mark.parametrize("status", ["idle", "working", "completed", "error"])
def test_another_status_adds_no_blocker(team: Team, status: str):
    team.write("alice", blocked_by="agent:bob", status=status)
    assert (open_blockers(team), from_system(team, "bob")) == ([], [])


@pytest.mark.req("EVT-2")
@pytest.mark.parametrize(("partially", "status"), [(False, "blocked"), (True, "idle")])
def test_a_blocked_task_blocks_its_sender_unless_a_part_can_go_on(team: Team, partially: bool, status: str):
    task = hand_over(team, to="alice")
    payload = {**PAYLOADS["TASK_BLOCKED"], "original_task_ref": task, "blocked_by": "agent:bob"}
    team.post("TASK_BLOCKED", {**payload, "can_continue_partially": partially}, by="alice", to="carol")
    assert entry(team, "alice").status == status
    assert open_blockers(team) == [("agent:bob", ["alice"])]
    assert len(from_system(team, "bob")) == (not partially)
    assert team.debts() == []


@pytest.mark.req("EVT-9")
@pytest.mark.parametrize("status", ["working", "idle", "completed", "error"])
def test_an_agent_that_goes_on_by_itself_is_blocked_no_more(team: Team, status: str):
    wait(team, "alice", "agent:bob")
    team.do(SetFields(fields={"status": status}, why="it can be done without"), by="alice")
    assert (entry(team, "alice"), open_blockers(team)) == (Entry(status, None), [])


@pytest.mark.req("EVT-9")
def test_one_who_is_still_blocked_ends_nothing_by_clearing_the_cause(team: Team):
    wait(team, "alice", "agent:bob")
    team.write("alice", blocked_by=None)
    assert open_blockers(team) == [("agent:bob", ["alice"])]
    team.write("bob", status="completed")
    assert (entry(team, "alice"), open_blockers(team)) == (Entry("idle", None), [])


@pytest.mark.req("EVT-9")
def test_a_decision_frees_the_one_who_waits_for_it(team: Team):
    ask(team, "D-1")
    wait(team, "dave", "D-1")
    decide(team, "D-1")
    assert (entry(team, "dave"), open_blockers(team)) == (Entry("idle", None), [])
