"""Who owes an answer, and what settles it."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from renkei.board.tables import DebtRow
from renkei.errors import BadInput, Refused
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import StoreKind, Team, open_log


def hand_over(team: Team, *, by: str = "alice", to: str | list[str] = "bob", **header: Any) -> str:
    done = team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by=by, to=to, **header)
    assert done.id is not None
    return done.id


def ask(team: Team, kind: Any, *, by: str = "alice", to: str | list[str] = "bob", **payload: Any) -> str:
    done = team.post(kind, {**PAYLOADS[kind], **payload}, by=by, to=to)
    assert done.id is not None
    return done.id


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("TASK_RESULT", {"status": "completed", "summary": "done", "output_artifacts": []}),
        ("TASK_BLOCKED", {"blocked_by": "x", "needed": "y", "can_continue_partially": False}),
    ],
)
def test_any_one_of_the_expected_types_settles_a_hand_over(team: Team, kind: str, payload: dict[str, Any]):
    task, other = hand_over(team), hand_over(team)
    assert team.debts() == [(task, "bob"), (other, "bob")]
    answer = team.post(kind, {"original_task_ref": task, **payload}, by="bob", to="alice")
    assert team.debts() == [(other, "bob")]
    [settled] = team.rows(DebtRow, settled=True)
    assert (settled.message, settled.creditor, settled.settled_by) == (task, "alice", answer.id)
    assert team.waiting("bob") == [other]


@pytest.mark.req("MSG-9")
def test_a_type_that_was_not_expected_settles_nothing(team: Team):
    task = hand_over(team)
    team.say("done", by="bob", to="alice", in_reply_to=task)
    team.post("STATUS_UPDATE", {"new_status": "completed", "progress_summary": "p"}, by="bob", to="alice")
    assert team.debts() == [(task, "bob")]


@pytest.mark.req("DEC-24")
def test_what_was_handed_to_several_is_answered_by_the_one_whose_it_is(team: Team):
    task = hand_over(team, to=["bob", "carol"])
    result: dict[str, Any] = {
        "original_task_ref": task,
        "status": "completed",
        "summary": "done",
        "output_artifacts": [],
    }
    team.post("TASK_RESULT", result, by="carol", to="alice")
    assert team.debts() == []
    with pytest.raises(Refused, match="carol or a person may"):
        team.post("TASK_RESULT", result, by="bob", to="alice")


@pytest.mark.req("MSG-9")
def test_the_sender_may_narrow_what_it_expects(team: Team):
    task = hand_over(team, expected_response_type="TASK_BLOCKED")
    assert team.message(task).expected_response_type == ["TASK_BLOCKED"]
    team.post(
        "TASK_RESULT",
        {"original_task_ref": task, "status": "completed", "summary": "done", "output_artifacts": []},
        by="bob",
        to="alice",
    )
    assert team.debts() == [(task, "bob")]


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (
            "TASK_HANDOFF",
            ["TASK_RESULT", "FREEFORM"],
            "a TASK_HANDOFF can expect TASK_RESULT | TASK_BLOCKED, not TASK_RESULT | FREEFORM.",
        ),
        ("TASK_HANDOFF", [], "a TASK_HANDOFF can expect TASK_RESULT | TASK_BLOCKED, not -."),
        ("KNOWLEDGE_SHARE", ["FREEFORM"], "a KNOWLEDGE_SHARE can expect -, not FREEFORM."),
    ],
)
def test_the_sender_may_not_widen_what_it_expects(team: Team, kind: Any, given: list[str], message: str):
    with pytest.raises(BadInput) as caught:
        team.post(kind, PAYLOADS[kind], by="alice", to="bob", expected_response_type=given)
    assert str(caught.value) == f"expected_response_type: {message}"


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize("by", ["bob", "person"])
@pytest.mark.parametrize("names_the_request", [False, True])
def test_a_decision_made_frees_everybody_who_was_asked_for_it(team: Team, by: str, names_the_request: bool):
    first = ask(team, "DECISION_REQUEST", to=["bob", "carol"])
    second = ask(team, "DECISION_REQUEST", to="carol")
    assert team.debts() == [(first, "bob"), (first, "carol"), (second, "carol")]
    reply = first if names_the_request else None
    team.post("DECISION_RESULT", PAYLOADS["DECISION_RESULT"], by=by, to="alice", in_reply_to=reply)
    assert team.debts() == []


@pytest.mark.req("MSG-7", refused=True)
def test_one_who_is_no_owner_owes_no_answer_to_an_open_decision(team: Team):
    first = ask(team, "DECISION_REQUEST", to="bob")
    with pytest.raises(Refused, match="another question"):
        ask(team, "DECISION_REQUEST", to="carol")
    assert team.debts() == [(first, "bob")]


@pytest.mark.req("MSG-9")
def test_a_review_is_settled_by_its_artifact(team: Team):
    wanted, other = ask(team, "REVIEW_REQUEST"), ask(team, "REVIEW_REQUEST", artifact_ref="src/other.ts")
    assert team.debts() == [(wanted, "bob"), (other, "bob")]
    team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="bob", to="alice")
    assert team.debts() == [(other, "bob")]


@pytest.mark.req("MSG-9")
def test_what_a_message_replies_to_goes_before_everything_else(team: Team):
    first, second = ask(team, "REVIEW_REQUEST"), ask(team, "REVIEW_REQUEST")
    team.post("REVIEW_RESULT", PAYLOADS["REVIEW_RESULT"], by="bob", to="alice", in_reply_to=second)
    assert team.debts() == [(first, "bob")]


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize("answer", ["TASK_HANDOFF", "DECISION_RESULT"])
def test_either_expected_type_settles_the_conflict_that_it_names(team: Team, answer: Any):
    first = ask(team, "CONFLICT_REPORT", conflicting_decisions=[])
    second = ask(team, "CONFLICT_REPORT", conflicting_decisions=[])
    team.post(answer, PAYLOADS[answer], by="bob", to="alice")
    assert [debt for debt in team.debts() if debt[1] == "bob"] == [(first, "bob"), (second, "bob")]
    done = team.post(answer, PAYLOADS[answer], by="bob", to="alice", in_reply_to=second)
    assert [debt for debt in team.debts() if debt[1] == "bob"] == [(first, "bob")]
    assert [row.settled_by for row in team.rows(DebtRow, settled=True)] == [done.id]


def test_a_conflict_reported_by_another_is_not_settled(team: Team):
    conflict = ask(team, "CONFLICT_REPORT", by="carol")
    team.post("TASK_HANDOFF", PAYLOADS["TASK_HANDOFF"], by="bob", to="alice")
    assert (conflict, "bob") in team.debts()


def test_a_freeform_that_requires_a_response_takes_any_type(team: Team):
    asked = team.post("FREEFORM", {"body": "well?", "requires_response": True}, by="alice", to="bob").id
    assert team.debts() == [(asked, "bob")]
    team.say("yes", by="bob", to="alice")
    assert team.debts() == []


def test_a_message_that_asks_for_nothing_makes_no_debt(team: Team):
    team.say("hello", by="alice", to="all")
    team.post("KNOWLEDGE_SHARE", PAYLOADS["KNOWLEDGE_SHARE"], by="alice", to="all")
    assert team.rows(DebtRow) == []


def test_an_answer_to_the_whole_channel_pays_a_debt_to_one_who_reads_it(team: Team):
    asked = team.post("FREEFORM", {"body": "ready?", "requires_response": True}, by="alice", to="bob").id
    assert team.debts() == [(asked, "bob")]
    team.say("yes", by="bob", to="#general")
    assert team.debts() == []


@pytest.mark.req("DEC-26", refused=True)
def test_what_a_person_says_to_a_channel_answers_no_question_that_it_does_not_name(team: Team):
    asked = team.post("FREEFORM", {"body": "may it go?", "requires_response": True}, by="alice", to="person").id
    team.say("a remark about something else", by="person", to="#general")
    assert team.debts() == [(asked, "person")]


@pytest.mark.req("DEC-26", refused=True)
@pytest.mark.parametrize("to", ["#general", "all"])
def test_nor_does_it_where_who_asked_is_the_only_one_who_reads_it(store: StoreKind, tmp_path: Path, to: str):
    with closing(open_log(store, tmp_path)) as log:
        team = Team(log).join("alice")
        asked = team.post("FREEFORM", {"body": "may it go?", "requires_response": True}, by="alice", to="person").id
        team.say("a remark about something else", by="person", to=to)
        assert team.debts() == [(asked, "person")]
        team.say("yes", by="person", to="alice")
        assert team.debts() == []


@pytest.mark.req("DEC-26")
@pytest.mark.parametrize("names_it", [True, False])
def test_a_person_answers_by_naming_the_question_or_to_who_asked_alone(team: Team, names_it: bool):
    asked = team.post("FREEFORM", {"body": "may it go?", "requires_response": True}, by="alice", to="person").id
    if names_it:
        team.say("yes", by="person", to="#general", in_reply_to=asked)
    else:
        team.say("yes", by="person", to="alice")
    assert team.debts() == []
