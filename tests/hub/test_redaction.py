"""Forgetting what was said: gone everywhere, while ids, inboxes and the chain stay."""

from pathlib import Path

import pytest

from renkei.commands.messages import RedactBody
from renkei.errors import NotFound, Refused
from renkei.eventlog.transfer import export_lines
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team, open_log

SECRET = "hunter2"


def everything(team: Team) -> str:
    with team.hub.read() as view:
        return "\n".join([*export_lines(view), repr(team.board()), repr(team.inbox("bob"))])


def test_a_message_is_forgotten_and_still_stands_in_the_inbox(team: Team):
    message = team.post("FREEFORM", {"body": SECRET, "intent_hint": SECRET}, by="alice", to="bob").id
    assert message is not None
    assert SECRET in everything(team)
    team.do(RedactBody(target=message))
    assert SECRET not in everything(team)
    [found] = team.inbox("bob")
    assert (found.id, found.sender, found.redacted) == (message, "alice", True)
    assert (found.context_summary, found.payload, found.related_state_refs) == ("[redacted]", {}, [])


def test_what_a_message_caused_is_forgotten_with_it(team: Team):
    request = {"decision_id": "D-1", "question": SECRET, "options": [{"label": SECRET, "analysis": SECRET}]}
    message = team.post("DECISION_REQUEST", request, by="alice", to="bob").id
    assert message is not None
    team.do(RedactBody(target=message))
    assert SECRET not in everything(team)
    [decision] = team.board().pending_decisions
    assert (decision.id, decision.question, decision.options, decision.owner) == ("D-1", "[redacted]", [], "bob")
    assert team.debts() == [(message, "bob")]


def test_an_answer_and_a_blocker_are_forgotten_too(team: Team):
    team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="alice", to="bob")
    answer = {"decision_id": "D-012", "chosen_option": SECRET, "rationale": SECRET}
    update = {"new_status": "blocked", "progress_summary": SECRET, "blockers": [SECRET]}
    result = {"original_task_ref": "T", "status": "failed", "summary": SECRET, "output_artifacts": ["a.md"]}
    posted = [
        team.post("DECISION_RESULT", answer, to="bob"),
        team.post("STATUS_UPDATE", update, by="alice", to="bob"),
        team.post("TASK_RESULT", result, by="alice", to="bob"),
    ]
    for done in posted:
        assert done.id is not None
        team.do(RedactBody(target=done.id))
    board = team.board()
    assert SECRET not in everything(team)
    assert (board.pending_decisions[0].status, board.pending_decisions[0].resolution) == ("resolved", "[redacted]")
    assert (board.agents[0].status, board.agents[0].artifacts[0].version) == ("error", 1)


def test_a_field_is_forgotten_by_its_events_id_with_the_diff_that_told_it(team: Team):
    done = team.write(goal=SECRET)
    team.write(goal="win")
    assert done.id is not None
    team.do(RedactBody(target=done.id))
    assert SECRET not in everything(team)
    assert team.board().goal == "win"


def test_the_file_itself_holds_nothing_of_it(tmp_path: Path):
    log = open_log("sqlite", tmp_path)
    team = Team(log).join("alice", "bob")
    message = team.say(SECRET, by="alice", to="bob").id
    assert message is not None
    team.do(RedactBody(target=message))
    log.close()
    assert all(SECRET.encode() not in path.read_bytes() for path in tmp_path.iterdir())


def test_forgetting_twice_changes_nothing_the_second_time(team: Team):
    message = team.say(SECRET, by="alice", to="bob").id
    assert message is not None
    team.do(RedactBody(target=message))
    before = team.seq
    team.do(RedactBody(target=message))
    assert team.seq == before


@pytest.mark.parametrize("by", ["alice", "carol"])
def test_only_a_person_may_make_others_forget(team: Team, by: str):
    message = team.say(SECRET, by="alice", to="bob").id
    assert message is not None
    with pytest.raises(Refused) as caught:
        team.do(RedactBody(target=message), by=by)
    assert caught.value.rule == "ACTOR-3"
    assert SECRET in everything(team)


@pytest.mark.parametrize("target", ["MSG-0", "E-0", "E-999", f"E-{'9' * 40}", "E-", "E--1", "x"])
def test_what_does_not_exist_cannot_be_forgotten(team: Team, target: str):
    with pytest.raises(NotFound, match="There is no message or event"):
        team.do(RedactBody(target=target))
