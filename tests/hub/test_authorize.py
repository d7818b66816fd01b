"""Deciding a command without doing it: what `do` would refuse is refused, and nothing else is changed."""

import pytest

from renkei.commands import load_commands
from renkei.commands.base import Command, Request
from renkei.commands.board import SetFields
from renkei.commands.external_acts import ExternalAct
from renkei.commands.team import AddAgent, RemoveAgent
from renkei.errors import NotFound, Refused, Stale
from renkei.protocol.actors import PERSON, SYSTEM, Actor
from tests.support.hub_team import Team

ACTS = [tag for tag in load_commands() if issubclass(load_commands()[tag], ExternalAct)]
ALICE = Actor(name="alice", via="token")


def ask(team: Team, command: Command, actor: Actor = PERSON, **options: object) -> None:
    team.hub.authorize(Request(command=command, actor=actor, **options))  # pyright: ignore[reportArgumentType]


@pytest.mark.req("DEC-31")
def test_what_may_be_done_is_not_done_yet(team: Team):
    before = team.events()
    ask(team, AddAgent(name="zoe", role="tester"))
    assert team.events() == before


@pytest.mark.req("DEC-31", refused=True)
def test_what_is_refused_is_recorded_and_nothing_else(team: Team):
    before = team.events()
    with pytest.raises(Refused) as caught:
        ask(team, RemoveAgent(name="bob"), ALICE)
    assert caught.value.rule == "ACTOR-2"
    [refusal] = team.events()[len(before) :]
    assert (refusal.type, refusal.actor, refusal.document()["action"]) == ("RuleRefused", "alice", "RemoveAgent")


def test_what_the_content_forbids_is_refused_too(team: Team):
    with pytest.raises(Refused) as caught:
        ask(team, SetFields(fields={"goal": "mine"}), ALICE)
    assert caught.value.rule == "BOARD-4"


def test_what_is_not_there_is_not_found_and_leaves_no_record(team: Team):
    before = team.events()
    with pytest.raises(NotFound):
        ask(team, RemoveAgent(name="nobody"))
    assert team.events() == before


def test_what_was_done_under_the_same_key_may_be_repeated(team: Team):
    command = RemoveAgent(name="bob")
    team.hub.do(Request(command=command, actor=PERSON, key="k"))
    ask(team, command, key="k")
    with pytest.raises(NotFound):
        ask(team, command)


def test_a_log_that_has_moved_is_no_refusal_to_record(team: Team):
    before = team.events()
    with pytest.raises(Stale):
        ask(team, RemoveAgent(name="bob"), expected_seq=0)
    assert team.events() == before


@pytest.mark.req("DEC-31", refused=True)
@pytest.mark.parametrize("name", ACTS)
def test_no_act_outside_the_store_is_a_mere_agents(team: Team, name: str):
    with pytest.raises(Refused):
        ask(team, load_commands()[name](), ALICE)
    assert team.events()[-1].document()["action"] == name
    ask(team, load_commands()[name](), PERSON)


@pytest.mark.parametrize("name", ACTS)
def test_renkei_itself_asks_for_no_act(team: Team, name: str):
    with pytest.raises(Refused):
        ask(team, load_commands()[name](), SYSTEM)
