"""Several requests in one commit: each sees what those before it led to, and one that is not taken undoes no other."""

import pytest

from renkei.board.tables import AgentRow
from renkei.commands.base import Request
from renkei.commands.board import SetFields
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.errors import NotFound, Refused
from renkei.protocol.actors import PERSON, Actor
from tests.support.hub_team import Team


def adding(name: str) -> Request:
    return Request(command=AddAgent(name=name, role="developer"), actor=PERSON)


def together(team: Team, *requests: Request, breaking_off: bool = False) -> None:
    with team.hub.batch() as commit:
        for request in requests:
            commit.do(request)
        if breaking_off:
            raise KeyboardInterrupt


def test_each_sees_what_those_before_it_led_to_and_nobody_else_sees_half_of_it(team: Team):
    before = team.seq
    with team.hub.batch() as commit:
        first = commit.do(adding("zoe"))
        assert commit.view.get(AgentRow, "zoe") is not None
        second = commit.do(adding("yan"))
        assert (first.seq, second.seq) == (before + 1, before + 2)
    assert [record.type for record in team.events()[before:]] == ["AgentAdded", "AgentAdded"]
    assert [written.record.seq for written in (*first.written, *second.written)] == [before + 1, before + 2]


def test_those_before_one_that_is_refused_stand_and_so_does_the_refusal(team: Team):
    goal = Request(command=SetFields(fields={"goal": "mine"}), actor=Actor(name="alice", via="terminal"))
    with pytest.raises(Refused):
        together(team, adding("zoe"), goal, adding("yan"))
    assert [record.type for record in team.events()[-2:]] == ["AgentAdded", "RuleRefused"]


def test_a_mistake_in_the_middle_leaves_nothing_of_itself(team: Team):
    before = team.seq
    with pytest.raises(NotFound):
        together(team, adding("zoe"), Request(command=RemoveAgent(name="nobody"), actor=PERSON), adding("yan"))
    assert [record.document()["agent"] for record in team.events()[before:]] == ["zoe"]


def test_whoever_breaks_off_changes_nothing(team: Team):
    before = team.seq
    with pytest.raises(KeyboardInterrupt):
        together(team, adding("zoe"), breaking_off=True)
    assert team.seq == before
    with team.hub.read() as view:
        assert view.get(AgentRow, "zoe") is None
