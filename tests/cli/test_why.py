"""`renkei why`: who refused or decided what, by which rule, on what evidence, when."""

import json
import re
from pathlib import Path

import pytest

from renkei.policy.rule_texts import RULE_TEXTS
from tests.support.cli_run import REHEARSE, Cli
from tests.support.run_project import made_repository

SOURCE = Path(__file__).parents[2] / "src/renkei"
RULE = re.compile(r'(?:rule=|AccessRule\(\s*)"([A-Z]+-\d+)"')


def refusal(team: Cli) -> int:
    """Bob is refused to resolve a blocker; the refusal's place in the log."""
    team.ok("board", "set", "status=blocked", "blocked_by=network", "--as", "alice")
    blocker = next(each["data"]["id"] for each in team.log() if each["type"] == "BlockerAdded")
    assert team("board", "resolve", blocker, "--why", "x", "--as", "bob").code == 4
    return next(each["seq"] for each in team.log() if each["type"] == "RuleRefused")


@pytest.mark.req("DEC-22")
def test_a_refusal_names_who_what_when_and_the_text_of_its_rule(team: Cli):
    seq = refusal(team)
    found = team.json("why", str(seq))
    assert (found["kind"], found["rules"]) == ("event", [{"id": "DEC-27", "text": RULE_TEXTS["DEC-27"]}])
    (step,) = [each for each in found["steps"] if each["relation"] == "this"]
    assert (step["type"], step["evidence"]["actor"], step["evidence"]["action"]) == (
        "RuleRefused",
        "bob",
        "ResolveBlocker",
    )
    assert step["at"].startswith("20")
    text = team.ok("why", f"E-{seq}").out
    assert "bob" in text
    assert "Blockers are resolved by the lead or a person, each once." in text


def test_what_followed_is_told_with_what_led_to_it(team: Cli):
    team.ok("board", "set", "status=blocked", "blocked_by=network", "--as", "alice")
    added = next(each for each in team.log() if each["type"] == "BlockerAdded")
    found = team.json("why", str(added["seq"]))
    assert [(each["relation"], each["type"]) for each in found["steps"]][:2] == [
        ("cause", "FieldSet"),
        ("this", "BlockerAdded"),
    ]
    caused = team.json("why", str(found["steps"][0]["seq"]))
    assert ("effect", "BlockerAdded") in [(each["relation"], each["type"]) for each in caused["steps"]]
    assert team.json("why", added["data"]["id"])["kind"] == "blocker"


def test_a_decision_is_told_from_its_request_to_its_answer(team: Cli):
    request = {
        "type": "DECISION_REQUEST",
        "to": ["person"],
        "priority": "high",
        "context_summary": "which",
        "payload": {
            "decision_id": "D-1",
            "question": "A or B?",
            "options": [{"label": "A", "analysis": "a"}, {"label": "B", "analysis": "b"}],
        },
    }
    team.send(request, "--as", "alice")
    team.ok("decide", "D-1", "A", "--why", "it is simpler")
    found = team.json("why", "D-1")
    assert found["kind"] == "decision"
    assert [each["type"] for each in found["steps"]][-1] == "DecisionResolved"
    assert "it is simpler" in team.ok("why", "D-1").out


def test_a_rule_is_told_with_its_newest_refusals(team: Cli):
    assert team.json("why", "DEC-27")["steps"] == []
    seq = refusal(team)
    found = team.json("why", "DEC-27")
    assert ([each["seq"] for each in found["steps"]], found["kind"]) == ([seq], "rule")
    assert RULE_TEXTS["DEC-27"] not in team.ok("--lang", "ja", "why", "DEC-27").out


@pytest.mark.parametrize("name", ["9999", "E-9999", "MSG-1x", "nothing", "RUN:TASK", "99999999999999999999999"])
def test_what_is_not_there_is_not_found(team: Cli, name: str):
    ran = team("--json", "why", name)
    assert (ran.code, ran.document["error"]["exit_code"]) == (3, 3)


def test_every_rule_that_refuses_has_a_text():
    named = {rule for path in SOURCE.rglob("*.py") for rule in RULE.findall(path.read_text("utf-8"))}
    assert len(named) > 20
    assert named - RULE_TEXTS.keys() == set()


def test_a_run_is_told_by_what_was_decided_in_it_and_a_task_by_all_that_became_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    renkei = Cli(made_repository(tmp_path / "runs"), monkeypatch, capsys)
    step = {"write": {"path": "notes.md", "text": "hello\n"}}
    task = {"id": "write", "role": "writer", "outputs": ["notes.md"], "script": [step]}
    renkei.file("small.json", json.dumps({"name": "small", "roles": {"writer": {}}, "tasks": [task]}))
    renkei("run", "small.json", *REHEARSE, "--yes", "--no-exec")
    (run,) = renkei.json("runs")
    found = renkei.json("why", run["id"])
    types = [each["type"] for each in found["steps"]]
    assert (found["kind"], types[0], types[-1]) == ("run", "RunStarted", "RunEnded")
    task_steps = renkei.json("why", f"{run['id']}:write")
    assert (task_steps["kind"], {each["evidence"]["task"] for each in task_steps["steps"]}) == ("task", {"write"})
    assert renkei("why", f"{run['id']}:nothing").code == 3
