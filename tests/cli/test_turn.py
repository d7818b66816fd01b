"""`renkei turn`: read the board on entry, write it on exit."""

import pytest

from tests.support.cli_messages import status_update
from tests.support.cli_run import Cli


@pytest.mark.req("BOARD-2")
def test_a_turn_starts_from_the_board(team: Cli):
    document = team.json("turn", "start", "bob")
    assert set(document) == {"project_state", "seq", "since", "changes"}
    assert document["project_state"] == team.json("board")["project_state"]


@pytest.mark.req("BOARD-2", refused=True)
def test_a_turn_cannot_end_without_an_update(team: Cli):
    team.ok("turn", "start", "bob")
    ran = team("turn", "end", "bob")
    assert (ran.code, ran.out) == (4, "")
    assert "[BOARD-2]" in ran.err


@pytest.mark.req("BOARD-2")
def test_where_the_board_is_all_there_is_a_turn_ends_after_a_board_write(team: Cli):
    team.file(".renkei/config.toml", "layers = 1\n")
    team.ok("turn", "start", "bob")
    team.ok("board", "set", "status=working", "--as", "bob")
    assert team.ok("turn", "end", "bob").out == "bob's turn has ended.\n"


@pytest.mark.req("TURN-2")
def test_where_there_are_messages_a_board_write_does_not_end_a_turn(team: Cli):
    team.ok("turn", "start", "bob")
    team.ok("board", "set", "status=working", "--as", "bob")
    ran = team("turn", "end", "bob")
    assert ran.code == 4
    assert "[TURN-2]" in ran.err


@pytest.mark.req("BOARD-2")
def test_a_turn_ends_after_a_status_update(team: Cli):
    team.ok("turn", "start", "bob")
    team.send(status_update(), "--as", "bob")
    assert team.json("turn", "end", "bob") == {"agent": "bob", "seq": 8}


@pytest.mark.req("BOARD-3")
def test_the_next_turn_shows_what_changed_since_the_last(team: Cli):
    team.ok("turn", "start", "bob")
    team.send(status_update(), "--as", "bob")
    team.ok("turn", "end", "bob")
    team.ok("board", "set", "goal=g")
    changes = team.json("turn", "start", "bob")["changes"]
    assert "goal: (nothing) -> g" in [change["diff_summary"] for change in changes]
    assert "agents.bob: (nothing) -> builder" not in [change["diff_summary"] for change in changes]


def test_a_person_reads_board_and_changes(team: Cli):
    out = team.ok("turn", "start", "bob").out
    assert "Since the last turn of bob:" in out
    assert "agents.alice: (nothing) -> designer" in out


def test_starting_twice_is_one_turn(team: Cli):
    team.ok("turn", "start", "bob")
    team.ok("turn", "start", "bob")
    assert team.log()[-1]["seq"] == 5


def test_a_turn_that_was_not_started_cannot_end(team: Cli):
    ran = team("turn", "end", "bob")
    assert ran.code == 4
    assert "renkei turn start bob" in ran.err


@pytest.mark.parametrize("verb", ["start", "end"])
def test_an_unknown_agent_is_not_found(team: Cli, verb: str):
    assert team("turn", verb, "zoe").code == 3


def test_only_an_agent_has_turns(team: Cli):
    assert team("turn", "start", "person").code == 2


@pytest.mark.parametrize("words", [[], ["start"], ["pause", "bob"]])
def test_a_turn_needs_a_verb_and_a_name(team: Cli, words: list[str]):
    assert team("turn", *words).code == 2
