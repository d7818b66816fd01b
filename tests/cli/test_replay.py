"""`renkei replay`: the recorded past under other budgets and rules; read-only, and a test of it."""

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
    file = tmp_path / "test_incident.py"
    team.ok("replay", "--budget", "800", "--save-test", str(file))
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    run = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 0, run.stdout
    assert team("replay", "--budget", "800", "--save-test", str(file)).code == 2


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
