"""A turn that goes on from the one before is told what is new; one that starts anew is told everything."""

import pytest

from renkei.commands.contracts import OfferContract
from renkei.commands.turns import StartTurn
from renkei.context.render import TurnContext
from renkei.protocol.contracts import TaskContract
from renkei.tokenizers import find_tokenizer
from tests.support.hub_team import Team

CONTRACT = {
    "id": "TC-1",
    "assignee": "alice",
    "inputs": {"description": "Build the login endpoint"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "works", "verification_method": "look"}],
}


def context(team: Team, *, delta: bool = True) -> TurnContext:
    return team.hub.context_for("alice", delta=delta)


def next_turn(team: Team) -> None:
    team.do(StartTurn(), by="alice")
    team.post("STATUS_UPDATE", {"new_status": "working", "progress_summary": "on it"}, by="alice", to="#log")


@pytest.fixture
def asked(team: Team) -> str:
    """alice has begun a turn with a contract, a question that she has not answered, and some chat."""
    team.do(OfferContract(contract=TaskContract.model_validate(CONTRACT)), by="carol")
    question = team.say("which port?", by="bob", to="alice", priority="blocking").id
    team.say("lunch", by="bob")
    next_turn(team)
    team.do(StartTurn(), by="alice")
    return str(question)


@pytest.mark.req("BUD-6")
def test_what_was_told_stands_in_one_line_and_what_is_new_whole(team: Team, asked: str):
    new = team.say("which host?", by="bob", to="alice", priority="blocking").id
    text = context(team).text
    assert f"[{asked}] FREEFORM bob: which port? (whole: renkei message {asked})" in text
    assert f"[{new}] FREEFORM\n  from: bob" in text
    assert "task_contract: TC-1 offered: Build the login endpoint (whole: renkei contract show TC-1)" in text
    assert "over the budget" not in text


@pytest.mark.req("BUD-6")
def test_of_the_board_only_changes_are_told(team: Team, asked: str):
    team.write("bob", current_task="the parser")
    found, whole = context(team), context(team, delta=False)
    assert "bob: set current_task" in found.text
    assert "\nagents:" not in found.text
    assert "\nagents:" in whole.text
    assert "All else is as it was in your last turn. Whole: renkei context alice" in found.text
    assert find_tokenizer(None).count(found.text) < find_tokenizer(None).count(whole.text)


@pytest.mark.req("BUD-6")
def test_the_five_parts_are_there(team: Team, asked: str):
    assert len([line for line in context(team).text.split("\n") if line.startswith("===")]) == 5


def test_a_first_turn_is_told_everything(team: Team):
    team.say("which port?", by="bob", to="alice", priority="blocking")
    assert context(team).text == context(team, delta=False).text


def test_more_changes_than_are_shown_bring_the_whole_board(team: Team, asked: str):
    for number in range(60):
        team.write("bob", current_task=f"step {number}")
    assert context(team).text == context(team, delta=False).text


@pytest.mark.req("BUD-6")
def test_without_it_everything_is_told_again_as_after_compaction(team: Team, asked: str):
    text = context(team, delta=False).text
    assert f"[{asked}] FREEFORM\n  from: bob" in text
    assert "task_contract:\n  id: TC-1" in text


def test_what_did_not_change_is_the_same_text_again(team: Team, asked: str):
    """A prompt cache holds what stands in front: the newest stands last in each part."""
    before = context(team, delta=False).text
    team.say("which host?", by="bob", to="alice", priority="blocking")
    after = context(team, delta=False).text
    first, second = (text.split("\n\n===") for text in (before, after))
    assert first[0] == second[0]
    assert second[1].startswith(first[1])
    assert first[2:4] == second[2:4]
