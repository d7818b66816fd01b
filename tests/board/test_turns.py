"""Read on entry, write on exit: an agent's turn cannot end without its update."""

from typing import Any

import pytest

from renkei.board.tables import TurnRow
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import BadInput, Refused
from renkei.hub import Hub
from renkei.policy.access import BOARD
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team


def start(team: Team, by: str = "alice") -> None:
    team.do(StartTurn(), by=by)


def end(team: Team, by: str = "alice") -> None:
    team.do(EndTurn(), by=by)


def turn(team: Team) -> TurnRow:
    [row] = team.rows(TurnRow, order="agent", agent="alice")
    return row


@pytest.mark.req("BOARD-2", "BOARD-5")
@pytest.mark.parametrize("status", ["idle", "working", "blocked", "completed", "error"])
def test_where_the_board_is_all_there_is_a_turn_ends_after_the_agent_updated_its_entry(team: Team, status: str):
    team.hub = Hub(team.hub.log, layers=BOARD)
    start(team)
    with pytest.raises(Refused) as caught:
        end(team)
    assert caught.value.rule == "BOARD-2"
    team.write("alice", status=status)
    end(team)
    assert not turn(team).open


@pytest.mark.req("TURN-2")
def test_where_there_are_messages_a_turn_ends_with_a_report_too(team: Team):
    start(team)
    team.write("alice", status="working")
    with pytest.raises(Refused, match="alice has not reported in this turn") as caught:
        end(team)
    assert caught.value.rule == "TURN-2"
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    end(team)
    assert not turn(team).open


@pytest.mark.req("TURN-2", refused=True)
def test_a_report_before_the_turn_does_not_count_for_it(team: Team):
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    start(team)
    team.write("alice", status="working")
    with pytest.raises(Refused):
        end(team)


@pytest.mark.req("TURN-2", refused=True)
def test_a_turn_does_not_end_while_a_blocking_message_waits(team: Team):
    asked = team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="bob", to="alice", priority="blocking").id
    start(team)
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    with pytest.raises(Refused, match=f"come first: {asked}") as caught:
        end(team)
    assert caught.value.rule == "TURN-2"
    with pytest.raises(Refused, match="not answered yet"):
        team.handle("alice", str(asked))
    team.post("DECISION_RESULT", PAYLOADS["DECISION_RESULT"], by="alice", to="bob")
    end(team)
    assert not turn(team).open


@pytest.mark.req("TURN-2")
def test_a_blocking_message_that_asks_for_nothing_holds_the_turn_until_it_is_handled(team: Team):
    told = team.say("stop", by="bob", to="alice", priority="blocking").id
    start(team)
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    with pytest.raises(Refused, match=f"come first: {told}"):
        end(team)
    team.handle("alice", str(told))
    end(team)


@pytest.mark.req("TURN-2")
@pytest.mark.parametrize(
    ("to", "priority", "text"),
    [("bob", "blocking", "-"), ("all", "blocking", "-"), ("alice", "high", "-"), ("bob", "blocking", "@alice")],
)
def test_only_a_blocking_message_to_the_agent_itself_holds_its_turn(team: Team, to: str, priority: str, text: str):
    team.say(text, by="carol", to=to, priority=priority)
    start(team)
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    end(team)
    assert not turn(team).open


@pytest.mark.req("BOARD-2", "TURN-2")
@pytest.mark.parametrize("kind", ["STATUS_UPDATE", "TASK_RESULT"])
def test_a_report_is_an_update(team: Team, kind: Any):
    start(team)
    team.post(kind, PAYLOADS[kind], by="alice", to="bob")
    end(team)
    assert not turn(team).open


@pytest.mark.req("BOARD-2", refused=True)
def test_a_turn_without_an_update_cannot_end(team: Team):
    start(team)
    team.say("just talking", by="alice", to="bob")
    team.write("bob", status="working")
    before = team.seq
    with pytest.raises(Refused) as caught:
        end(team)
    assert caught.value.rule == "BOARD-2"
    assert team.told(before) == [("RuleRefused", "alice")]
    assert turn(team).open


@pytest.mark.req("BOARD-2", refused=True)
def test_an_update_before_the_turn_does_not_count_for_it(team: Team):
    team.write("alice", status="working")
    start(team)
    with pytest.raises(Refused):
        end(team)


@pytest.mark.req("BOARD-2", refused=True)
def test_the_projects_fields_are_not_the_agents_entry(team: Team):
    start(team, "carol")
    team.write("carol", goal="win")
    with pytest.raises(Refused):
        end(team, "carol")


@pytest.mark.req("BOARD-2", refused=True)
def test_a_turn_that_never_began_cannot_end(team: Team):
    with pytest.raises(Refused, match="alice has no open turn"):
        end(team)
    start(team)
    team.post("STATUS_UPDATE", PAYLOADS["STATUS_UPDATE"], by="alice", to="bob")
    end(team)
    with pytest.raises(Refused, match="alice has no open turn"):
        end(team)


@pytest.mark.req("BOARD-2")
def test_an_agent_that_was_restarted_goes_on_with_the_same_turn(team: Team):
    start(team)
    first, before = turn(team), team.seq
    start(team)
    assert (turn(team), team.seq) == (first, before)


@pytest.mark.req("BOARD-2", "BOARD-3")
def test_a_new_turn_remembers_where_the_one_before_began(team: Team):
    start(team)
    first = turn(team)
    team.write("alice", status="working")
    start(team)
    second = turn(team)
    assert (second.previous, second.updated, second.open) == (first.started, False, True)
    assert second.started > first.started


def test_only_an_agent_has_turns(team: Team):
    for command in (StartTurn(), EndTurn()):
        with pytest.raises(BadInput, match="Only an agent has turns"):
            team.do(command)
