"""`renkei rules`: the rules in force, and whether a file of rules is right."""

import json

import pytest

from renkei.protocol.rules import OCCASIONS
from tests.support.cli_run import Cli

OWN = """\
# ours
rules:
  - name: qa-looks
    on: task_completed
    when: {agent: [alice, bob]}
    do:
      - message: {to: [lead], template: "{agent} is done with {completed_task}"}
      - when: {actor: person}
        set_status: {agent: alice, status: idle}
"""


@pytest.mark.req("DEC-35", "EVT-6")
def test_lists_what_ships_and_what_is_the_teams_with_its_place(team: Cli):
    shipped = team.json("rules")
    assert [(rule["name"], rule["on"], rule["from"], rule["in_force"]) for rule in shipped["rules"]] == [
        (name, name, "shipped", True) for name in OCCASIONS
    ]
    assert "a_decision_request_opens_a_decision" in shipped["in_code"]
    (team.folder / "renkei").mkdir()
    team.file("renkei/rules.yaml", OWN)
    listed = team.json("rules")
    own = listed["rules"][-1]
    assert (own["from"], own["line"], own["when"]) == ("team", 3, {"agent": ["alice", "bob"]})
    assert own["do"][0]["message"]["to"] == ["lead"]
    assert listed["digest"] != shipped["digest"]
    text = team.ok("rules").out
    assert "task_completed  shipped\n  on task_completed\n    STATUS_UPDATE (blocking) to {waiting_agents}\n" in text
    assert (
        "qa-looks  renkei/rules.yaml:3\n  on task_completed, when agent = alice | bob\n"
        "    KNOWLEDGE_SHARE (normal) to lead\n    sets alice to idle, when actor = person\n"
    ) in text
    team.ok("board", "set", "status=completed", "--as", "bob")
    assert team.json("inbox", "lead")[0]["payload"]["content"] == "bob is done with bob"


@pytest.mark.req("DEC-35", "TURN-3")
def test_says_what_the_layers_leave_out(team: Cli):
    (team.folder / ".renkei" / "config.toml").write_text("layers = 4\n", "utf-8")
    assert [rule["in_force"] for rule in team.json("rules")["rules"]] == [True, False, False, False, False]
    assert "task_blocked  shipped, not in force" in team.ok("rules").out
    assert "task_blocked  標準（無効" in team.ok("--lang", "ja", "rules").out


@pytest.mark.req("DEC-35", "EVT-6")
def test_checks_a_file_and_puts_it_not_in_force(team: Cli):
    team.file("mine.yaml", OWN)
    assert team.ok("rules", "--check", "mine.yaml").out == "mine.yaml holds: 1 rules.\n"
    assert team.json("rules", "--check", "mine.yaml") == {"valid": True, "rules": ["qa-looks"]}
    assert len(team.json("rules")["rules"]) == len(OCCASIONS)
    team.file("mine.yaml", OWN.replace("{completed_task}", "{colour}"))
    ran = team("rules", "--check", "mine.yaml")
    assert ran.code == 2
    assert "mine.yaml is not valid" in ran.err
    assert "rules[0].do (line 6): task_completed has no field colour (do[0].message.template)" in ran.err
    assert team("rules", "--check", "nowhere.yaml").code == 3


@pytest.mark.req("DEC-35", "EVT-6", refused=True)
def test_a_wrong_file_in_force_is_named(team: Cli):
    (team.folder / "renkei").mkdir()
    team.file("renkei/rules.yaml", json.dumps({"rules": [{"name": "a", "on": "task_done", "do": []}]}))
    assert team("rules").code == 2
