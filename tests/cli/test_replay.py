"""`renkei replay`: the recorded past under other budgets and rules; read-only, and a test of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cli_run import Cli


def talk(team: Cli) -> None:
    for number in range(40):
        team.ok("chat", "general", f"@bob look at point {number}: " + "words " * 60)
    team.ok("turn", "start", "bob")


def test_a_smaller_budget_would_have_left_messages_out_and_a_test_plays_it_again(team: Cli, tmp_path: Path):
    talk(team)
    found = team.json("replay", "--budget", "800")
    [turn] = found["findings"]
    assert (turn["kind"], turn["subject"], found["judged"]) == ("turn", "bob", {"turn": 1})
    assert turn["numbers"]["omitted_then"] > turn["numbers"]["omitted"]
    spent = found["totals"]["turn"]
    assert (spent["tokens"], spent["tokens_then"]) == (turn["numbers"]["tokens"], turn["numbers"]["tokens_then"])
    assert (
        f"turn contexts: {spent['tokens']:,} tokens; otherwise {spent['tokens_then']:,}"
        in team.ok("replay", "--budget", "800").out
    )
    file = tmp_path / "test_incident.py"
    team.ok("replay", "--budget", "800", "--save-test", str(file))
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    run = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 0, run.stdout
    assert team("replay", "--budget", "800", "--save-test", str(file)).code == 2
    nowhere = team("replay", "--budget", "800", "--save-test", str(tmp_path / "none" / "test_incident.py"))
    assert (nowhere.code, "cannot be written" in nowhere.err) == (2, True)


@pytest.mark.req("DEC-51", refused=True)
def test_an_agent_copies_no_log_into_a_test(team: Cli, token: dict[str, str], tmp_path: Path):
    talk(team)
    file = tmp_path / "test_incident.py"
    assert team("replay", "--budget", "800", "--save-test", str(file), env=token).code == 4
    assert not file.exists()


def test_bad_words_are_told(team: Cli):
    assert team("replay").code == 2
    assert team("replay", "--budget", "3").code == 2
    assert team("replay", "--cap-tokens", "0").code == 2
    assert team("replay", "--breaker", "timeout").code == 2
    assert team("replay", "--breaker", "patience=3").code == 2
    assert team("replay", "--rules", "nowhere.yaml").code == 2
    assert "--since: expected 0 or more, not -4" in team("replay", "--budget", "4000", "--since", "-4").err


def test_it_says_what_it_looked_at_and_no_more(team: Cli):
    assert team.ok("replay", "--cap-tokens", "5").out.startswith("There was nothing to look at.\nruns looked at: 0\n")
    team.ok("turn", "start", "alice")
    assert team.ok("replay", "--budget", "500").out.startswith("Nothing would have been otherwise.\n")
    later = team.ok("replay", "--budget", "500", "--since", "900").out.splitlines()
    assert later[:3] == [
        "Nothing would have been otherwise after event 900.",
        "The numbers are of the whole log, what came before event 900 included:",
        "turns looked at: 1",
    ]


RULES = """\
rules:
  - name: tell-the-lead
    on: MessagePosted
    do:
      - message: {to: [lead], template: "somebody said something"}
"""


def test_other_rules_would_have_told_somebody(team: Cli):
    team.ok("chat", "general", "hello", "--as", "alice")
    team.file("other.yaml", RULES)
    found = team.json("replay", "--rules", "other.yaml")
    assert [(each["subject"], each["happened"], each["numbers"]["new"]) for each in found["findings"]] == [
        ("MessagePosted", "nothing", 1)
    ]
    assert team.json("replay", "--rules", "other.yaml", "--since", str(found["findings"][0]["seq"]))["findings"] == []


OTHER_POLICY = """\
roles:
  qa-engineer: {tools: [Read], commands: null, writes: []}
  code-explorer: {tools: [Read, Bash], commands: null, writes: []}
"""


def called(team: Cli, event: str, agent: str, tool: str, **given: str) -> None:
    who = {"session_id": "s", "agent_id": f"{agent}-1", "agent_type": agent, "cwd": str(team.folder)}
    response = {"tool_response": {"stdout": ""}} if event == "PostToolUse" else {}
    sent = {**who, "hook_event_name": event, "tool_name": tool, "tool_input": given, **response}
    team.ok("hook", stdin=json.dumps(sent).encode())


class TestAnotherPolicy:
    @pytest.fixture
    def guarded(self, team: Cli) -> Cli:
        team.ok("init", "--claude", "--mode", "enforce")
        team.file("other.yaml", OTHER_POLICY)
        called(team, "PostToolUse", "qa-engineer", "Bash", command="pytest -q")
        called(team, "PostToolUse", "qa-engineer", "Read", file_path="a.py")
        called(team, "PreToolUse", "code-explorer", "Bash", command="ls -l")
        return team

    def test_would_have_refused_what_was_done_and_let_pass_what_was_refused(self, guarded: Cli):
        found = guarded.json("replay", "--policy", "other.yaml")
        assert found["judged"] == {"policy": 3}
        judged = {(each["kind"], each["subject"], each["would"]) for each in found["findings"]}
        assert judged == {
            ("policy", "qa-engineer: Bash pytest -q", "it would be refused [ORCH-2]"),
            ("policy", "code-explorer: Bash ls -l", "it would pass"),
        }
        assert found["totals"] == {"policy": {"refused_then": 1, "let_pass_then": 1}}

    def test_of_the_same_words_makes_no_difference(self, guarded: Cli):
        guarded.file("same.yaml", "{}\n")
        found = guarded.json("replay", "--policy", "same.yaml")
        assert (found["findings"], found["judged"]) == ([], {"policy": 3})

    def test_is_told_where_it_is_wrong_or_no_test_can_be_made(self, guarded: Cli):
        guarded.file("wrong.yaml", "roles: 7\n")
        assert guarded("replay", "--policy", "wrong.yaml").code == 2
        assert guarded("replay", "--policy", "nowhere.yaml").code == 2
        assert guarded("replay", "--policy", "other.yaml", "--save-test", "t.py").code == 2
