"""Commands that came over a wire, given by those who may and by those who may not: nothing is granted by asking."""

from typing import Any

import pytest

from renkei.board.run_tables import RunRow
from renkei.commands import parse_command
from renkei.commands.base import Request
from renkei.commands.contracts import AllowExecution
from renkei.errors import Refused
from renkei.protocol.actors import PERSON, Actor
from tests.support.hub_team import Team

LEAD = Actor(name="carol", via="token")
START: dict[str, Any] = {
    "type": "StartRun",
    "agents": "scripted",
    "playbook": {
        "name": "p",
        "variables": {"place": "here"},
        "roles": {"dev": {}},
        "tasks": [{"id": "a", "role": "dev", "check": "make test"}],
    },
}


def start(team: Team, actor: Actor, **changes: Any) -> RunRow:
    team.hub.do(Request(command=parse_command({**START, **changes}), actor=actor))
    [run] = team.rows(RunRow)
    return run


@pytest.mark.req("DEC-30", refused=True)
def test_a_lead_cannot_grant_itself_that_code_is_run(team: Team):
    with pytest.raises(Refused) as caught:
        start(team, LEAD, execute=True)
    assert caught.value.rule == "CON-2"
    assert team.rows(RunRow) == []


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize("grant", ["yes", "merge"])
def test_a_lead_cannot_grant_what_is_a_persons_to_grant(team: Team, grant: str):
    with pytest.raises(Refused) as caught:
        start(team, LEAD, **{grant: True})
    assert caught.value.rule == "ACTOR-6"
    assert team.rows(RunRow) == []


@pytest.mark.req("DEC-30")
def test_a_lead_starts_a_run_that_runs_code_where_a_person_has_allowed_it(team: Team):
    team.do(AllowExecution())
    assert start(team, LEAD, execute=True).execute


@pytest.mark.req("DEC-30")
@pytest.mark.parametrize("actor", [PERSON, Actor(name="carol", via="terminal")])
def test_a_person_starts_a_run_that_runs_code_also_as_the_lead(team: Team, actor: Actor):
    assert start(team, actor, execute=True).execute


def test_a_run_has_the_values_of_its_playbook_where_none_is_given(team: Team):
    start(team, LEAD)
    [started] = [record for record in team.events() if record.type == "RunStarted"]
    assert started.document()["variables"] == {"place": "here"}
