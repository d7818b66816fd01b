"""`renkei context`: what an agent's turn begins with; a look, unless it starts the turn."""

import json
from typing import Any

import pytest

from renkei.tokenizers import find_tokenizer
from tests.support.cli_messages import freeform, handoff, status_update
from tests.support.cli_run import Cli

CONTRACT = {
    "id": "TC-1",
    "assignee": "bob",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "works", "verification_method": "look at it"}],
}


def question(priority: str = "normal") -> dict[str, Any]:
    payload = {"decision_id": "D-1", "question": "JWT?", "options": [{"label": "yes", "analysis": "a"}]}
    return {"type": "DECISION_REQUEST", "to": "bob", "priority": priority, "payload": payload}


@pytest.mark.req("BUD-1", "BUD-7")
def test_the_document_for_scripts(team: Cli):
    asked = team.send(question(), "--as", "lead")
    team.send(handoff(), "--as", "lead")
    chatted = [team.send(freeform(f"news {number}", "all"), "--as", "alice") for number in range(21)]
    document = team.json("context", "bob")
    assert list(document) == ["agent", "text", "tokens", "budget", "tiers", "omitted", "omitted_more", "as_of"]
    assert (document["agent"], document["budget"]) == ("bob", 10_000)
    assert document["as_of"] == team.log()[-1]["seq"]
    counts = {tier: share["messages"] for tier, share in document["tiers"].items()}
    assert counts == {"critical": 1, "relevant": 1, "background": 20}
    assert all(set(share) == {"messages", "tokens"} for share in document["tiers"].values())
    assert document["omitted"] == [{"id": chatted[0], "tier": "background", "reason": "older than the last 20"}]
    assert f"[{asked}] DECISION_REQUEST" in document["text"]
    assert document["tokens"] > sum(share["tokens"] for share in document["tiers"].values())


def test_at_most_a_hundred_left_out_are_named(team: Cli):
    lines = "\n".join(json.dumps(freeform(f"news {number}", "all")) for number in range(123))
    team.ok("send", "-", "--lines", "--as", "alice", stdin=lines.encode())
    document = team.json("context", "bob")
    assert len(document["omitted"]) == 100
    assert document["omitted_more"] == {"background": 3}


@pytest.mark.req("BUD-7")
def test_a_person_and_an_agent_read_the_text(team: Cli):
    text = team.ok("--lang", "ja", "context", "bob").out
    assert text.startswith("=== あなたの現在の状態 ===\nid: bob\n")
    assert team.json("--lang", "ja", "context", "bob")["text"] + "\n" == text


@pytest.mark.req("BUD-6")
def test_a_look_leaves_everything_as_it_is(team: Cli):
    team.send(question(), "--as", "lead")
    before = (team.log(), team.json("inbox", "bob"))
    team.ok("context", "bob")
    assert (team.log(), team.json("inbox", "bob")) == before


@pytest.mark.req("TURN-1")
def test_turn_starts_the_turn_and_the_next_one_does_not_repeat_the_chat(team: Cli):
    team.send(freeform("lunch", "all"), "--as", "alice")
    first = team.json("context", "bob", "--turn")
    assert team.log()[-1]["type"] == "TurnStarted"
    assert first["as_of"] == team.log()[-1]["seq"]
    team.send(status_update(), "--as", "bob")
    team.ok("turn", "end", "bob")
    second = team.json("context", "bob", "--turn")
    shown = [document["tiers"]["background"]["messages"] for document in (first, second)]
    assert shown == [1, 0]


@pytest.mark.req("TURN-1", "TURN-2")
def test_a_turn_by_the_command_line_in_five_steps(team: Cli):
    team.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(CONTRACT).encode())
    team.ok("contract", "accept", "TC-1", "--as", "bob")
    team.ok("board", "set", "status=blocked", "blocked_by=agent:bob", "--as", "alice")
    team.send(question("blocking"), "--as", "lead")
    text = team.ok("context", "bob", "--turn").out
    assert "id: TC-1" in text
    assert "question: JWT?" in text
    result = json.dumps({"status": "completed", "output_artifacts": ["login.py"], "summary": "works"}).encode()
    ran = team("contract", "deliver", "TC-1", "-", "--as", "bob", stdin=result)
    assert (ran.code, "[TURN-2]" in ran.err) == (4, True)
    answer = {"decision_id": "D-1", "chosen_option": "yes", "rationale": "simple"}
    team.send({"type": "DECISION_RESULT", "to": "lead", "payload": answer}, "--as", "bob")
    team.ok("contract", "deliver", "TC-1", "-", "--as", "bob", stdin=result)
    team.ok("turn", "end", "bob")
    team.ok("contract", "verify", "TC-1", "--met", "1", "--as", "lead")
    agents = {agent["id"]: agent for agent in team.json("board")["project_state"]["agents"]}
    assert (agents["bob"]["status"], agents["alice"]["status"]) == ("completed", "idle")
    assert team.json("context", "alice")["tiers"]["critical"]["messages"] == 1


@pytest.mark.parametrize("words", [["zoe"], ["person"], ["zoe", "--turn"], ["person", "--turn"]])
def test_somebody_who_is_not_on_the_team_is_not_found(team: Cli, words: list[str]):
    before = team.log()
    assert team("context", *words).code == 3
    assert team.log() == before


def test_a_project_without_a_store_stays_as_it_is(renkei: Cli):
    assert renkei("context", "bob").code == 3
    assert not (renkei.folder / ".renkei").exists()


@pytest.mark.req("BUD-2")
def test_a_budget_holds_and_says_what_it_leaves_out(team: Cli):
    body = "The parser was changed in three places, and each of them has a test of its own now. " * 10
    lines = "\n".join(json.dumps({**freeform(body, "bob"), "priority": "blocking"}) for _ in range(20))
    sent = team.ok("send", "-", "--lines", "--as", "alice", stdin=lines.encode()).out.split()
    document = team.json("context", "bob", "--budget", "1000")
    assert (document["budget"], find_tokenizer(None).count(document["text"]) <= 1000) == (1000, True)
    shown = document["tiers"]["critical"]["messages"]
    assert [each["id"] for each in document["omitted"]] == sent[shown:]
    assert {each["reason"] for each in document["omitted"]} == {"over the budget of 1000 tokens"}
    assert "over the budget of 1000 tokens" in team.ok("context", "bob", "--budget", "1000").out
    assert team.ok("message", sent[-1]).out.count("The parser was changed") >= 10


@pytest.mark.req("BUD-2")
def test_settings_say_the_budget_of_an_agent_and_a_model(team: Cli):
    team.file(
        ".renkei/config.toml", "[context]\nbudget = 2000\n[context.agents]\nbob = 900\n[context.models]\nm = 800\n"
    )
    team.ok("agent", "add", "zoe", "--role", "builder", "--model", "m-large")
    budgets = {name: team.json("context", name)["budget"] for name in ("alice", "bob", "zoe")}
    assert budgets == {"alice": 2000, "bob": 900, "zoe": 800}
    assert team.json("context", "bob", "--budget", "700")["budget"] == 700


@pytest.mark.req("BUD-2", refused=True)
@pytest.mark.parametrize("budget", ["499", "0", "-1", "many"])
def test_a_budget_too_small_for_any_context_starts_no_turn(team: Cli, budget: str):
    before = team.log()
    assert team("context", "bob", "--turn", "--budget", budget).code == 2
    assert team.log() == before


@pytest.mark.req("BUD-2", refused=True)
@pytest.mark.parametrize("config", ["budget = 10", "budget = true", "agents = 3", "models = {m = 1}", "other = 1000"])
def test_settings_with_a_wrong_budget_are_refused(team: Cli, config: str):
    team.file(".renkei/config.toml", f"[context]\n{config}\n")
    refused = team("context", "bob")
    assert refused.code == 2
    assert "expected a table of budget (tokens, a whole number of 500 or more)" in refused.err


@pytest.mark.req("BUD-1")
def test_explain_says_why_each_message_has_its_tier(team: Cli):
    asked = team.send(question(), "--as", "lead")
    chatted = team.send(freeform("lunch", "all"), "--as", "alice")
    shown = team.ok("context", "bob", "--explain").out.splitlines()
    assert shown[0].startswith(f"{asked} critical: it asks you for a decision [whole, ")
    assert shown[1].startswith(
        f"{chatted} background: to a group, with nothing in common with your task [in one line, "
    )
    assert shown[2].endswith("of 10000 tokens, counted by o200k_base.")
    document = team.json("--lang", "ja", "context", "bob", "--explain")
    assert [(each["id"], each["reason"], each["shown"]) for each in document["messages"]] == [
        (asked, "あなたに決定を求めている", "whole"),
        (chatted, "グループ宛てであなたのタスクとの関連は薄い", "line"),
    ]
    assert document["tokenizer"] == "o200k_base"


@pytest.mark.req("TURN-3")
def test_a_layer_that_is_off_is_refused_in_words(team: Cli):
    team.file(".renkei/config.toml", "layers = 2\n")
    for words in (["context", "bob"], ["context", "bob", "--turn"]):
        ran = team(*words)
        assert ran.code == 4
        assert "context is not switched on: it needs layers = 5, and this project has layers = 2." in ran.err
        assert "[TURN-3]" in ran.err
    assert "TurnStarted" not in [event["type"] for event in team.log()]


def test_another_agents_token_cannot_start_the_turn(team: Cli, token: dict[str, str]):
    assert team("context", "alice", "--turn", env=token).code == 4
    assert team("context", "bob", "--turn", env=token).code == 0
