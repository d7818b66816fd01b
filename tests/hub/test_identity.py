"""Who acts: a token makes the caller that agent and nobody else; without one it is a person's terminal."""

import pytest

from renkei.commands.team import AddAgent, IssueToken, RemoveAgent
from renkei.errors import BadInput, NotFound, Refused
from renkei.policy.identity import Surroundings
from renkei.protocol.actors import PERSON, Actor
from tests.support.hub_team import Team


def token_of(team: Team, name: str) -> str:
    secret = team.do(IssueToken(name=name)).secret
    assert secret is not None
    return secret


@pytest.mark.parametrize(
    ("as_name", "actor"),
    [
        (None, PERSON),
        ("person", PERSON),
        ("alice", Actor(name="alice", via="terminal")),
    ],
)
def test_a_terminal_is_a_person_who_may_act_as_an_agent(team: Team, as_name: str | None, actor: Actor):
    assert team.hub.identify(as_name=as_name) == actor


def test_an_empty_name_is_nobody_and_no_person(team: Team):
    with pytest.raises(BadInput, match="the name is empty"):
        team.hub.identify(as_name="")


def test_nobody_acts_as_the_system(team: Team):
    with pytest.raises(Refused) as caught:
        team.hub.identify(as_name="system")
    assert caught.value.rule == "ACTOR-1"


@pytest.mark.parametrize("as_name", ["dave", "Alice", "a b", "\ud800", "\x00"])
def test_one_who_is_not_on_the_team_is_not_found(team: Team, as_name: str):
    with pytest.raises(NotFound):
        team.hub.identify(as_name=as_name)


@pytest.mark.parametrize("as_name", [None, "alice"])
def test_a_token_is_its_agent(team: Team, as_name: str | None):
    assert team.hub.identify(as_name=as_name, around=Surroundings(token=token_of(team, "alice"))) == Actor(
        name="alice", via="token"
    )


@pytest.mark.parametrize("as_name", ["bob", "person", "system", "dave"])
def test_the_holder_of_a_token_may_not_act_as_another(team: Team, as_name: str):
    with pytest.raises(Refused) as caught:
        team.hub.identify(as_name=as_name, around=Surroundings(token=token_of(team, "alice")))
    assert caught.value.rule == "DEC-16"


@pytest.mark.parametrize("token", ["rnk_guess", "", "\udcff", "x" * 10_000])
def test_an_unknown_token_is_refused(team: Team, token: str):
    with pytest.raises(Refused, match="not valid here"):
        team.hub.identify(around=Surroundings(token=token))


def test_a_newer_token_ends_the_older_one(team: Team):
    old, new = token_of(team, "alice"), token_of(team, "alice")
    assert team.hub.identify(around=Surroundings(token=new)).name == "alice"
    with pytest.raises(Refused):
        team.hub.identify(around=Surroundings(token=old))


def test_the_token_of_an_agent_that_left_is_dead_also_when_it_comes_back(team: Team):
    token = token_of(team, "alice")
    team.do(RemoveAgent(name="alice"))
    with pytest.raises(Refused):
        team.hub.identify(around=Surroundings(token=token))
    team.do(AddAgent(name="alice", role="developer"))
    with pytest.raises(Refused):
        team.hub.identify(around=Surroundings(token=token))


def test_the_log_never_holds_a_token(team: Team):
    token = token_of(team, "alice")
    assert all(token not in record.data for record in team.events())
