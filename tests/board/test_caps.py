"""How much may be used, on every kind of store: who sets it, when it is told, and what it holds back."""

from typing import Any

import pytest

from renkei.board.caps import CapState, list_caps
from renkei.commands.base import Request
from renkei.commands.caps import SetCap
from renkei.commands.spend import RecordSpend
from renkei.commands.turns import StartTurn
from renkei.errors import NotFound, Refused
from renkei.eventlog.records import utc_now
from renkei.protocol.actors import Actor
from renkei.protocol.spend import Spend
from tests.support.hub_team import Team


def spend(team: Team, agent: str, tokens: int, micros: int | None = None) -> None:
    team.do(RecordSpend(agent=agent, spent=[Spend(other=tokens, micros=micros)]))


def told(team: Team) -> list[tuple[Any, ...]]:
    with team.hub.read() as view:
        found = [record.document() for record in view.events() if record.type == "CapReached"]
    return [(each["scope"], each["agent"], each["unit"], each["level"], each["used"]) for each in found]


def caps(team: Team) -> list[CapState]:
    with team.hub.read() as view:
        return list_caps(view, utc_now()[:10])


@pytest.mark.req("DEC-51")
def test_a_limit_is_told_when_it_is_near_and_when_it_is_reached_once_each(team: Team):
    team.do(SetCap(agent="alice", tokens=100))
    for tokens in (79, 1, 5, 15, 50):
        spend(team, "alice", tokens)
    spend(team, "bob", 1000)
    assert told(team) == [("agent", "alice", "tokens", "warning", 80), ("agent", "alice", "tokens", "stop", 100)]
    [state] = caps(team)
    assert (state.used, state.limit, state.level) == (150, 100, "stop")


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize("via", ["token", "hook", "system"])
def test_nobody_but_a_person_sets_a_limit(team: Team, via: Any):
    team.do(SetCap(agent="alice", tokens=100))
    for actor in (Actor(name="alice", via=via), Actor(name="bob", via=via)):
        with pytest.raises(Refused, match="may not set how much"):
            team.hub.do(Request(command=SetCap(agent="alice", tokens=1000), actor=actor))
    assert [state.limit for state in caps(team)] == [100]


@pytest.mark.req("DEC-51", refused=True)
def test_an_agent_over_its_limit_begins_no_turn_until_a_person_raises_it(team: Team):
    team.do(SetCap(agent="alice", tokens=100))
    team.do(StartTurn(), by="bob")
    spend(team, "alice", 100)
    with pytest.raises(Refused, match="begins no turn"):
        team.do(StartTurn(), by="alice")
    team.do(SetCap(agent="alice", tokens=200))
    team.do(StartTurn(), by="alice")
    spend(team, "alice", 60)
    assert told(team)[-1] == ("agent", "alice", "tokens", "warning", 160)


def test_a_limit_of_all_holds_everybody(team: Team):
    team.do(SetCap(micros=1_000_000))
    spend(team, "alice", 10, 600_000)
    spend(team, "bob", 10, 500_000)
    assert told(team) == [("day", None, "micros", "stop", 1_100_000)]
    for agent in ("alice", "bob"):
        with pytest.raises(Refused):
            team.do(StartTurn(), by=agent)
    team.do(SetCap())
    team.do(StartTurn(), by="alice")
    assert caps(team) == []


def test_a_limit_of_money_says_that_it_does_not_see_what_has_no_price(team: Team):
    team.do(SetCap(micros=1_000_000))
    spend(team, "alice", 10_000)
    [state] = caps(team)
    assert (state.used, state.unpriced, state.level) == (0, 10_000, "ok")


def test_what_is_limited_has_to_be_there(team: Team):
    for command in (SetCap(agent="nobody", tokens=1), SetCap(run="R-9", tokens=1)):
        with pytest.raises(NotFound):
            team.do(command)


def test_limits_stand_in_the_changelog(team: Team):
    team.do(SetCap(agent="alice", tokens=10))
    spend(team, "alice", 10)
    changes = [(each.action, each.diff_summary) for each in team.board().changelog][-2:]
    assert changes[1][1] == "caps.agent.alice: (nothing) -> 10 tokens / 10 tokens"
