"""Who acts: a person with `--as`, or the agent whose token stands in the environment."""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from renkei.app.project import open_project
from renkei.commands.base import Request
from renkei.commands.team import IssueToken
from renkei.protocol.actors import PERSON
from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli


def test_a_token_makes_the_caller_that_agent(team: Cli, token: dict[str, str]):
    ran = team.ok("send", "-", stdin=json.dumps(freeform(to="lead")).encode(), env=token)
    assert team.json("message", ran.out.strip())["from"] == "bob"


def test_the_agent_may_say_its_own_name(team: Cli, token: dict[str, str]):
    team.ok("board", "set", "status=working", "--as", "bob", env=token)
    assert team.json("board")["project_state"]["agents"][2]["status"] == "working"


@pytest.mark.parametrize(
    "words",
    [
        ["board", "set", "goal=g", "--as", "lead"],
        ["chat", "general", "hello", "--as", "alice"],
        ["chat", "general", "hello", "--as", "person"],
        ["turn", "start", "alice"],
        ["board", "set", "goal=g", "--as", "zoe"],
    ],
)
def test_with_a_token_another_as_is_refused(team: Cli, token: dict[str, str], words: list[str]):
    before = team.log()
    ran = team(*words, env=token)
    assert (ran.code, ran.out) == (4, "")
    assert "[DEC-16]" in ran.err
    assert "bob may not act as" in ran.err
    assert team.log() == before


def test_send_as_another_is_refused(team: Cli, token: dict[str, str]):
    ran = team("send", "--as", "lead", "-", stdin=json.dumps(freeform()).encode(), env=token)
    assert (ran.code, ran.out) == (4, "")


def test_a_token_that_was_replaced_is_dead(team: Cli, token: dict[str, str]):
    team.ok("agent", "token", "bob")
    ran = team("chat", "general", "hello", env=token)
    assert ran.code == 4
    assert "renkei agent token NAME" in ran.err


def test_a_token_of_one_who_left_is_dead(team: Cli, token: dict[str, str]):
    team.ok("agent", "remove", "bob")
    assert team("chat", "general", "hello", env=token).code == 4
    team.ok("agent", "add", "bob", "--role", "builder")
    assert team("chat", "general", "hello", env=token).code == 4


def test_an_invented_token_is_refused(team: Cli):
    assert team("chat", "general", "hello", env={"RENKEI_TOKEN": "rnk_guess"}).code == 4


def test_a_token_does_not_hold_in_another_project(renkei: Cli):
    ran = renkei("chat", "general", "hello", env={"RENKEI_TOKEN": "rnk_elsewhere"})
    assert ran.code == 4
    assert not renkei.store.exists()


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (["agent", "add", "zoe", "--role", "tester"], "ACTOR-2"),
        (["agent", "add", "bob", "--role", "lead"], "ACTOR-2"),
        (["agent", "remove", "alice"], "ACTOR-2"),
        (["agent", "token", "lead"], "ACTOR-3"),
        (["agent", "token", "bob"], "ACTOR-3"),
        (["redact", "E-1"], "ACTOR-3"),
        (["inbox", "alice", "--handled"], "ACTOR-4"),
    ],
)
def test_what_an_agent_may_not_do_is_refused_naming_the_rule_and_who_may(
    team: Cli, token: dict[str, str], words: list[str], rule: str
):
    members = team.json("agent", "list")
    ran = team(*words, env=token)
    assert (ran.code, ran.out) == (4, "")
    assert f"[{rule}]" in ran.err
    assert "person may" in ran.err.lower() or "person or" in ran.err.lower()
    assert team.json("agent", "list") == members
    refusal = team.log()[-1]
    assert (refusal["type"], refusal["data"]["rule"], refusal["actor"]) == ("RuleRefused", rule, "bob")


def test_the_lead_may_add_agents_and_not_mint_tokens(team: Cli):
    lead = {"RENKEI_TOKEN": team.ok("agent", "token", "lead").out.strip()}
    team.ok("agent", "add", "zoe", "--role", "tester", env=lead)
    assert team.log()[-1]["actor"] == "lead"
    assert team("agent", "token", "zoe", env=lead).code == 4


def test_an_agent_handles_its_own_inbox(team: Cli, token: dict[str, str]):
    team.send(freeform())
    team.ok("inbox", "bob", "--handled", env=token)
    assert team.json("inbox", "bob") == []


@pytest.mark.parametrize(
    "words", [["board"], ["inbox", "alice"], ["log"], ["chat", "general"], ["agent", "list"], ["export"]]
)
def test_an_agent_may_look(team: Cli, token: dict[str, str], words: list[str]):
    team.ok(*words, env=token)


def test_nobody_acts_as_the_system(team: Cli):
    ran = team("chat", "general", "hello", "--as", "system")
    assert ran.code == 4
    assert "[ACTOR-1]" in ran.err


def test_a_person_may_say_so(team: Cli):
    sent = team.ok("chat", "general", "hello", "--as", "person").out.strip()
    assert team.json("message", sent)["from"] == "person"


def test_an_agent_may_not_bring_a_log_in(team: Cli, token: dict[str, str]):
    exported = team.ok("export").out.encode()
    ran = team("import", "-", stdin=exported, env=token)
    assert (ran.code, ran.out) == (4, "")
    assert "[ACTOR-3]" in ran.err


# Tokens end


def listed(team: Cli, agent: str) -> Any:
    return next(each["token"] for each in team.json("agent", "list") if each["name"] == agent)


@pytest.mark.req("DEC-51")
@pytest.mark.parametrize(("words", "days"), [([], 30), (["--expires", "8h"], 8 / 24), (["--expires", "90m"], 1 / 16)])
def test_a_token_works_for_a_while_and_the_list_says_until_when(team: Cli, words: list[str], days: float):
    minted = team.ok("agent", "token", "bob", *words, "--json").document
    ends = datetime.fromisoformat(minted["until"])
    assert abs(ends - datetime.now(UTC) - timedelta(days=days)) < timedelta(minutes=1)
    assert listed(team, "bob") == {"live": True, "until": minted["until"]}
    assert f"until {minted['until']}" in team.ok("agent", "list").out
    assert minted["token"] not in team.ok("agent", "list", "--json").out
    team.ok("chat", "general", "hello", env={"RENKEI_TOKEN": minted["token"]})


@pytest.mark.req("DEC-51", refused=True)
def test_a_token_whose_time_is_over_is_nobodys(team: Cli):
    with open_project(team.folder) as project:
        request = Request(command=IssueToken(name="bob", expires=int(time.time()) - 1), actor=PERSON)
        secret = project.hub.do(request).secret or ""
    assert listed(team, "bob")["live"] is False
    assert "expired" in team.ok("agent", "list").out
    ran = team("chat", "general", "hello", env={"RENKEI_TOKEN": secret})
    assert (ran.code, "too old" in ran.err) == (4, True)


def test_a_token_may_be_made_not_to_end(team: Cli):
    team.ok("agent", "token", "bob", "--expires", "never")
    assert listed(team, "bob") == {"live": True, "until": None}
    assert "until it is taken back" in team.ok("agent", "list").out


@pytest.mark.parametrize("life", ["", "8", "0h", "-1d", "8 h", "forever", "1e3d", "99999999d", "\u0661d"])
def test_what_is_no_time_mints_nothing(team: Cli, life: str):
    before = team.log()
    ran = team("agent", "token", "bob", f"--expires={life}")
    assert (ran.code, ran.out) == (2, "")
    assert team.log() == before


@pytest.mark.req("DEC-51", refused=True)
def test_a_token_that_was_taken_back_is_dead(team: Cli, token: dict[str, str]):
    assert team.ok("agent", "token", "bob", "--revoke").out == "bob's token no longer works.\n"
    assert team("chat", "general", "hello", env=token).code == 4
    assert listed(team, "bob") is None
    assert team.json("agent", "token", "bob", "--revoke") == {"agent": "bob", "revoked": False}
    assert team("agent", "token", "zoe", "--revoke").code == 3


@pytest.mark.req("DEC-51", refused=True)
def test_an_agent_takes_no_token_back(team: Cli, token: dict[str, str]):
    lead = {"RENKEI_TOKEN": team.ok("agent", "token", "lead").out.strip()}
    for env in (token, lead):
        assert team("agent", "token", "bob", "--revoke", env=env).code == 4
    team.ok("chat", "general", "hello", env=token)


@pytest.mark.req("DEC-51", refused=True)
def test_an_empty_name_is_nobody_and_not_the_person(team: Cli):
    """As a script gives it whose variable is not set."""
    team.file("m.json", json.dumps(freeform(to="bob")))
    before = team.ok("log").out
    for words in (["send", "m.json"], ["board", "set", "status=working"], ["chat", "general", "hello"]):
        ran = team(*words, "--as", "")
        assert (ran.code, "--as: expected a value" in ran.err) == (2, True)
    assert team.ok("log").out == before
