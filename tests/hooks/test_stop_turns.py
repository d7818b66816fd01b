"""At a stop: an agent that began a turn does not end before its update of the board (BOARD-2, TURN-2)."""

from typing import Any

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, stop


def ends(client: Client, agent: str, text: str = "All is well.") -> Any:
    return client.answer(stop(client.folder, text, agent_id=f"id-{agent}", agent_type=agent))


def begin_turn(client: Client, agent: str, role: str) -> None:
    client.renkei.ok("agent", "add", "boss", "--role", "lead")
    client.renkei.ok("agent", "add", agent, "--role", role)
    client.renkei.ok("turn", "start", agent)


def turns(client: Client) -> list[str]:
    return [each["type"] for each in client.renkei.log() if each["type"] in ("TurnStarted", "TurnEnded")]


@pytest.mark.req("BOARD-2", refused=True)
@pytest.mark.req("TURN-2", refused=True)
def test_a_stop_without_an_update_is_held(client: Client):
    begin_turn(client, "ann", "developer")
    answer = ends(client, "ann")
    assert answer["decision"] == "block"
    assert answer["reason"].endswith("[BOARD-2]")
    refused = [each["data"] for each in client.renkei.log() if each["type"] == "RuleRefused"]
    assert [(each["rule"], each["actor"], each["mode"]) for each in refused] == [("BOARD-2", "ann", "enforce")]
    client.renkei.ok("board", "set", "agents.ann.status=working", "--as", "ann")
    assert ends(client, "ann")["reason"].endswith("[TURN-2]")


@pytest.mark.req("BOARD-2")
@pytest.mark.req("TURN-2")
def test_a_stop_after_the_update_ends_the_turn(client: Client):
    begin_turn(client, "ann", "developer")
    update = {"type": "STATUS_UPDATE", "to": "boss", "payload": {"new_status": "completed", "progress_summary": "done"}}
    client.renkei.send(update, "--as", "ann")
    assert ends(client, "ann") is None
    assert turns(client) == ["TurnStarted", "TurnEnded"]


def test_an_agent_is_not_held_for_ever(client: Client):
    begin_turn(client, "ann", "developer")
    answers = [ends(client, "ann") for _ in range(3)]
    assert [bool(each) for each in answers] == [True, True, False]


def by_contract(client: Client, text: str) -> list[tuple[str, int]]:
    """How each check of an agent came out that owes its update, and hands in the same until it is let go."""
    begin_turn(client, "code-explorer", "developer")
    while ends(client, "code-explorer", text):
        pass
    checks = [each["data"] for each in client.renkei.log() if each["type"] == "ClaimChecked"]
    return [(each["outcome"], each["attempt"]) for each in checks]


@pytest.mark.req("RES-7", refused=True)
def test_an_agent_that_is_held_for_its_update_is_sent_back_with_its_result_no_more_than_twice(client: Client):
    assert by_contract(client, LIE) == [("refused", 1), ("refused", 2), ("failed", 3)]


@pytest.mark.req("BOARD-2")
def test_a_result_that_is_handed_in_again_after_the_update_counts_once(client: Client):
    assert by_contract(client, HONEST) == [("accepted", 1)]


def test_who_is_held_is_told_to_hand_its_result_in_again(client: Client):
    begin_turn(client, "ann", "developer")
    assert "hand the whole result in again" in ends(client, "ann")["reason"]


def test_an_agent_that_began_no_turn_owes_nothing(client: Client):
    client.renkei.ok("agent", "add", "ann", "--role", "developer")
    assert ends(client, "ann") is None


@pytest.mark.req("BOARD-2")
def test_the_result_of_one_that_cannot_call_renkei_is_its_update(client: Client):
    begin_turn(client, "ann", "system-architect")
    assert ends(client, "ann", "Summary: the parts are well cut.\n\nThere are three of them.") is None
    assert turns(client) == ["TurnStarted", "TurnEnded"]
    (message,) = client.renkei.json("inbox", "boss")
    assert (message["type"], message["from"]) == ("STATUS_UPDATE", "ann")
    assert "the parts are well cut" in message["payload"]["progress_summary"]


def test_observe_mode_holds_nobody(renkei: Cli):
    renkei.ok("init", "--claude")
    client = Client(renkei)
    begin_turn(client, "ann", "developer")
    assert ends(client, "ann") is None
    refused = [each["data"] for each in client.renkei.log() if each["type"] == "RuleRefused"]
    assert [(each["rule"], each["mode"]) for each in refused] == [("BOARD-2", "observe")]
