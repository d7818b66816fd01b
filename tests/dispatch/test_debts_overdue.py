"""MSG-3: who owes an answer to whom, since when, and which are overdue."""

from pathlib import Path

import pytest

from renkei.board.debts import OwedAnswer, list_overdue, list_owed
from renkei.commands.team import RemoveAgent
from tests.support.dispatch_team import ask, decide, hand_over, report
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import NOON, StoreKind, Team, open_log

LATER = "2026-05-01T12:29:59.000000Z"
TOO_LATE = "2026-05-01T12:30:00.000000Z"


@pytest.fixture
def team(store: StoreKind, tmp_path: Path) -> Team:
    """A team at noon."""
    return Team(open_log(store, tmp_path, clock=lambda: NOON)).join("alice", "bob").join("carol", role="lead")


def late(team: Team, now: str = LATER) -> list[tuple[str, str]]:
    with team.hub.read() as view:
        return [(each.message, each.debtor) for each in list_overdue(view, now=now, within=30).items]


@pytest.mark.req("MSG-3")
def test_who_owes_what_to_whom_since_when(team: Team):
    task = hand_over(team)
    with team.hub.read() as view:
        assert list_owed(view, now=NOON, within=30).items == [
            OwedAnswer(
                message=task,
                type="TASK_HANDOFF",
                summary="ユーザー認証APIを実装する",
                debtor="bob",
                creditor="carol",
                expects=["TASK_RESULT", "TASK_BLOCKED"],
                since=NOON,
                steps=0,
                deadline_steps=None,
                overdue=False,
            )
        ]
        assert list_owed(view, now=NOON, within=30, debtor="alice").items == []


@pytest.mark.req("MSG-3")
def test_an_answer_is_overdue_when_the_time_is_up_and_not_before(team: Team):
    task = hand_over(team)
    assert (late(team, LATER), late(team, TOO_LATE)) == ([], [(task, "bob")])
    report(team, task)
    assert late(team, TOO_LATE) == []


@pytest.mark.req("MSG-3")
def test_an_answer_is_overdue_after_as_many_steps_of_its_debtor_as_were_given(team: Team):
    team.write("bob", current_task="before")
    asked = ask(team, to=["bob", "carol"], deadline_steps=2)
    team.write("bob", current_task="one", status="working")
    for number in range(3):
        team.write("alice", current_task=f"{number}")
    assert late(team) == []
    team.say("two", by="bob", to="alice")
    assert late(team) == [(asked, "bob")]
    decide(team, by="carol")
    assert late(team) == []


@pytest.mark.req("MSG-3")
def test_one_who_left_owes_nothing_and_a_person_owes_by_the_clock(team: Team):
    hand_over(team)
    team.do(RemoveAgent(name="bob"))
    asked = ask(team, to="person", deadline_steps=1)
    team.write(goal="g")
    assert (late(team, LATER), late(team, TOO_LATE)) == ([], [(asked, "person")])


@pytest.mark.req("MSG-7")
def test_a_result_closes_the_hand_off_it_names_whatever_else_it_replies_to(team: Team):
    task = hand_over(team)
    note = team.say("how is it?", by="alice", to="bob").id
    result = {**PAYLOADS["TASK_RESULT"], "original_task_ref": task}
    team.post("TASK_RESULT", result, by="bob", to="carol", in_reply_to=note)
    assert team.debts() == []


@pytest.mark.req("MSG-7")
@pytest.mark.parametrize(("status", "becomes"), [("completed", "completed"), ("partial", "idle"), ("failed", "error")])
def test_a_result_registers_artifacts_and_sets_the_status(team: Team, status: str, becomes: str):
    task = hand_over(team)
    report(team, task, status, output_artifacts=["a.md", "b.md"])
    entry = team.board().agents[1]
    assert (entry.status, [each.ref for each in entry.artifacts], team.debts()) == (becomes, ["a.md", "b.md"], [])


@pytest.mark.req("MSG-7")
def test_all_who_are_asked_own_the_decision_and_one_of_them_makes_it(team: Team):
    ask(team, to=["bob", "carol"])
    assert team.board().pending_decisions[0].owner == ["bob", "carol"]
    decide(team, by="bob", to="alice")
    assert (team.board().pending_decisions[0].status, team.debts()) == ("resolved", [])
