"""`renkei spend`: the ledger, adding to it, and the prices."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import Cli, files_in


def test_an_empty_ledger_says_how_it_fills_and_makes_no_store(renkei: Cli):
    assert "renkei spend add" in renkei.ok("spend").out
    assert renkei.json("spend")["spend"] == []
    assert files_in(renkei.folder) == []


def test_document_has_the_shape_that_scripts_rely_on(team: Cli):
    team.ok("spend", "add", "alice", "--model", "claude-opus-5-5", "--input", "1000000", "--cache-read", "10")
    team.ok("spend", "add", "bob", "--tokens", "5")
    found = team.json("spend", "--by", "agent,model")
    assert found["by"] == ["agent", "model"]
    counts = {"output": 0, "cache_write": 0}
    assert found["spend"] == [
        {"agent": "alice", "model": "claude-opus-5-5", "input": 1000000, "cache_read": 10, "other": 0, **counts,
         "tokens": 1000010, "cost": 4.000002, "unpriced": 0},
        {"agent": "bob", "model": "", "input": 0, "cache_read": 0, "other": 5, **counts,
         "tokens": 5, "cost": None, "unpriced": 5},
    ]  # fmt: skip
    assert (found["total"]["tokens"], found["total"]["cost"]) == (1000015, 4.000002)


def test_what_has_no_price_is_never_shown_as_free(team: Cli):
    team.ok("spend", "add", "bob", "--tokens", "5")
    shown = team.ok("spend").out
    assert shown.splitlines()[1].split()[-2:] == ["no", "price"]
    assert "5 of these tokens have no price" in shown
    assert "価格なし" in team.ok("--lang", "ja", "spend").out


@pytest.mark.req("DEC-51", refused=True)
def test_an_agent_adds_its_own_and_nobody_elses(team: Cli, token: dict[str, str]):
    team.ok("spend", "add", "bob", "--tokens", "5", env=token)
    refused = team("spend", "add", "alice", "--tokens", "5", env=token)
    assert (refused.code, "may not say what another has used" in refused.err) == (4, True)
    assert [(row["agent"], row["tokens"]) for row in team.json("spend")["spend"]] == [("bob", 5)]


def test_bad_words_are_told(team: Cli):
    ran = team("spend", "--by", "mood")
    assert (ran.code, "'mood'. Known: agent, task, run, model, day, tier." in ran.err) == (2, True)
    assert team("spend", "add", "alice", "--input", "-1").code == 2
    assert [team("spend", "add", "alice", "--input", "1", "--cost", each).code for each in ("nan", "inf", "-1")] == [
        2,
        2,
        2,
    ]
    assert (
        "expected a number above 0 and below 1000000000, not 1e+300" in team("spend", "cap", "--cap-cost", "1e300").err
    )
    assert team("spend", "add", "nobody", "--input", "1").code == 3
    assert team("spend", "add", "alice", "--input", "1", "--task", "MSG-9").code == 3


def test_a_teams_own_prices_beat_those_that_ship(team: Cli):
    (team.folder / "renkei").mkdir()
    prices = team.folder / "renkei/prices.yaml"
    prices.write_text("as_of: '2026-11-01'\nmodels:\n  mine: {input: 2, output: 3}\n  claude-opus-5-5: plan\n", "utf-8")
    team.ok("spend", "add", "alice", "--model", "mine", "--input", "1000000")
    team.ok("spend", "add", "alice", "--model", "claude-opus-5-5", "--input", "1000000")
    costs = {row["model"]: row["cost"] for row in team.json("spend", "--by", "model")["spend"]}
    assert costs == {"mine": 2.0, "claude-opus-5-5": None}
    assert "by subscription" in team.ok("spend", "prices").out
    assert team.json("spend", "prices")["prices"]["mine"]["output"] == 3
    prices.write_text("as_of: '2026-11-01'\nmodels:\n  mine: {input: free}\n", "utf-8")
    broken = team("spend", "add", "alice", "--model", "mine", "--input", "1")
    assert (broken.code, "prices.yaml" in broken.err) == (2, True)


@pytest.mark.req("DEC-51", refused=True)
def test_a_limit_is_a_persons_and_is_shown(team: Cli, token: dict[str, str]):
    assert "Nothing limits" in team.ok("spend", "caps").out
    team.ok("spend", "cap", "--agent", "bob", "--cap-tokens", "10", "--cap-cost", "1.5")
    assert team("spend", "cap", "--agent", "bob", "--cap-tokens", "99", env=token).code == 4
    assert team("spend", "cap", "--agent", "bob").code == 2
    team.ok("spend", "add", "bob", "--tokens", "9")
    assert [(each["unit"], each["used"], each["level"]) for each in team.json("spend", "caps")] == [
        ("tokens", 9, "warning"),
        ("micros", 0, "ok"),
    ]
    assert "near" in team.ok("spend", "caps").out
    assert [each["name"] for each in team.json("status")["caps"]] == ["bob"]
    assert "bob" in team.ok("status").out
    team.ok("spend", "add", "bob", "--tokens", "9")
    assert team("turn", "start", "bob").code == 4
    team.ok("spend", "cap", "--agent", "bob", "--none")
    team.ok("turn", "start", "bob")


@pytest.mark.req("BUD-1")
def test_what_turn_contexts_took_is_told_by_tier(team: Cli):
    team.ok("chat", "general", "@bob the cache is full", "--as", "alice")
    team.ok("chat", "general", "lunch is at noon", "--as", "alice")
    team.ok("turn", "start", "bob")
    found = team.json("spend", "--by", "tier")
    rows = {each["tier"]: each for each in found["spend"]}
    assert (found["turns"], [*rows]) == (1, ["critical", "relevant", "background", "rest"])
    assert (rows["critical"]["messages"], rows["background"]["messages"]) == (1, 1)
    assert rows["critical"]["tokens"] > rows["background"]["tokens"] > 0
    assert found["tokens"] == sum(each["tokens"] for each in found["spend"])
    assert "critical" in team.ok("spend", "--by", "tier").out
    assert team("spend", "--by", "tier,agent").code == 2


def test_an_addition_of_nothing_is_refused_and_adds_nothing(team: Cli):
    before = team.json("spend")
    refused = team("spend", "add", "bob", "--model", "m", "--tokens", "0")
    assert (refused.code, refused.err) == (
        2,
        "renkei: Say how much was used: --input N, --output N, --tokens N or --cost USD.\n",
    )
    assert team.json("spend") == before


_REPORT = "status: ok\nseverity: null\nartifacts: []\ncontract_outputs: []\nopen_questions: []\nblockers: []\n"


def _client(folder: Path, model: str) -> Path:
    """The folder of a program in the place of Claude Code: one answer of a model, and it reports."""
    said: list[dict[str, Any]] = [
        {"type": "control_response", "response": {"subtype": "success", "response": {}}},
        {
            "type": "assistant",
            "message": {"id": "m", "model": model, "content": [], "usage": {"input_tokens": 100_000}},
        },
        {"type": "result", "subtype": "success", "is_error": False, "result": _REPORT},
    ]
    program = folder / "bin" / "claude"
    program.parent.mkdir()
    lines = "\n".join(map(json.dumps, said))
    flags = "--input-format --replay-user-messages --setting-sources --strict-mcp-config --allowedTools"
    text = f"import sys\nif '--help' in sys.argv:\n    sys.exit(print({flags!r}))\nsys.stdin.readline()\n"
    text += f"print({lines!r}, flush=True)\nsys.stdin.read()\n"
    program.write_text(f"#!{sys.executable}\n{text}", "utf-8")
    program.chmod(0o755)
    return program.parent


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("claude-opus-5-5", "$0.40 to $0.40."),
        ("nobodys-own", "$0.00 to $0.00 and more: not all of these tokens have a price."),
    ],
)
def test_what_a_run_may_cost_is_what_such_runs_have_cost_and_no_price_is_not_free(
    renkei: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, told: str
):
    monkeypatch.setenv("PATH", f"{_client(tmp_path, model)}:/usr/bin:/bin")
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [{"id": "a", "role": "writer"}]}
    run = ("run", renkei.file("../p.json", json.dumps(whole)), "--agents", "claude", "--yes")
    assert "What it may cost is not known" in renkei.ok(*run).err
    assert f"1 runs of it that completed used 100000 to 100000 tokens, {told}" in renkei.ok(*run).err
