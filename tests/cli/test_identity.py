"""Who acts: a person with `--as`, or the agent whose token stands in the environment."""

import json

import pytest

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
    assert "[ACTOR-1]" in ran.err
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
