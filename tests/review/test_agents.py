"""`renkei review --agents`: inspectors with a model beside the analysers. Scripted agents play the model here."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.marks import first_quick
from tests.support.review_project import Project

SHIPPED = Path(__file__).parents[2] / "src/renkei/kit/playbooks/review-agents.yaml"
CODE = """
import sqlite3


def find(db: sqlite3.Connection, name: str):
    query = "select * from users where name = '" + name + "'"
    return db.execute(query).fetchall()


def half(items: list[int]):
    return items[: len(items) // 2 + 1]
"""
SIX = {"correctness", "security", "tests", "dead-code", "complexity", "documents"}
LABELS = [f"scripted/{name}" for name in ("correctness", "security", "tests", "dead-code", "complexity", "documents")]
REHEARSE = ("--agents", "scripted", "--no-exec")


def issue(text: str, place: str, *, severity: str = "important", confidence: int = 90, category: str = "") -> str:
    about = f" | Category: {category}" if category else ""
    return f"- {text}, `{place}` | Severity: {severity} | Confidence: {confidence}{about}"


def result(agent: str, *issues: str, place: str = "app.py:4", status: str = "SUCCESS") -> str:
    listed = "\n\n### Issues\n\n" + "\n".join(issues) if issues else ""
    blocked = "" if status == "SUCCESS" else "\n\n### Blockers\n\n- no time | Resolution: more of it"
    return (
        f"## {agent}-inspector Result\n\n### Status\n\n{status}\n\n### Summary\n\nIt was read.\n\n### Findings\n\n"
        f"- `{place}` was read\n\n### Key References\n\n| Item | Location | Relevance |\n|---|---|---|\n"
        f"| code | `{place}` | read |\n\n### Confidence\n\n70 - read once{listed}{blocked}\n"
    )


def reports(agent: str, *issues: str, path: str = "app.py", place: str = "app.py:4") -> dict[str, Any]:
    """A task whose agent opens a file and hands this back."""
    return {"script": [{"read": path}, {"report": result(agent, *issues, place=place)}]}


@pytest.fixture
def team(project: Project) -> Project:
    """A project in git whose inspectors say what a test has them say; all have read and found nothing, else."""
    few = 'disable = ["ty", "bandit", "vulture", "deptry", "detect-secrets", "tree-sitter", "text", "imports"]'
    project.write({"app.py": CODE, "README.md": "# Users\n\nWho they are.\n", "renkei/review.toml": few})
    project.commit()
    return project


def direct(project: Project, **tasks: dict[str, Any]) -> None:
    """What the inspectors do, by task."""
    playbook: dict[str, Any] = yaml.safe_load(SHIPPED.read_text("utf-8"))
    playbook["breaker"] = {"timeout": 30, "cap": 60}
    for task in playbook["tasks"]:
        name = task["id"]
        usual = reports(name, path="README.md", place="README.md:1") if name == "documents" else reports(name)
        task.update(tasks.get(name.replace("-", "_"), usual))
    project.write({"renkei/playbooks/review-agents.yaml": json.dumps(playbook)})
    project.commit("what they do")


def rows(document: Any) -> dict[str, Any]:
    return {each["name"]: each for each in document["inspectors"] if each["name"].startswith("scripted/")}


def by(document: Any, name: str) -> list[Any]:
    return [each for each in document["findings"] if name in each["inspectors"]]


@pytest.mark.req("DEC-47")
def test_what_they_find_joins_the_one_list_and_each_has_its_row(team: Project):
    direct(team, correctness=reports("correctness", issue("Half of three is two", "app.py:10", category="correctness")))
    document = team.document(*REHEARSE)
    assert list(rows(document)) == LABELS
    assert {each["state"] for each in rows(document).values()} == {"done", "partial"}
    [found] = by(document, "scripted/correctness")
    assert (found["path"], found["line"], found["severity"]) == ("app.py", 10, "important")
    assert (found["rule"], found["confidence"], found["verified"]) == ("scripted/correctness", 90, True)
    assert found["message"].startswith("Half of three is two")
    assert document["verdict"] == "GO"
    assert document["reason"].startswith("REHEARSAL: ")


@pytest.mark.slow
def test_what_an_analyser_and_an_agent_say_of_one_line_is_one_finding(team: Project):
    alone = team.document("--no-exec")
    [query] = [each for each in alone["findings"] if each["category"] == "security" and each["line"] == 5]
    direct(team, security=reports("security", issue("The name reaches the query", "app.py:5", category="security")))
    [found] = by(team.document(*REHEARSE), "scripted/security")
    assert set(found["inspectors"]) == {*query["inspectors"], "scripted/security"}
    assert found["confidence"] > query["confidence"]


@pytest.mark.slow
def test_a_critical_finding_of_an_agent_decides(team: Project):
    direct(team, security=reports("security", issue("Anybody reads all users", "app.py:5", severity="critical")))
    ran = team.review(*REHEARSE)
    assert ran.code == 1
    assert "NO-GO: REHEARSAL: " in ran.out


@pytest.mark.slow
def test_what_is_not_sure_is_not_shown_and_decides_nothing(team: Project):
    direct(team, security=reports("security", issue("Perhaps", "app.py:5", severity="critical", confidence=60)))
    ran = team.review(*REHEARSE)
    assert ran.code == 0
    assert "Perhaps" not in ran.out


@pytest.mark.slow
def test_that_a_test_fails_only_who_ran_it_can_say(team: Project):
    said = issue("This test fails", "app.py:5", severity="minor", category="test-failure")
    direct(team, tests=reports("tests", said))
    document = team.document(*REHEARSE)
    assert [each["category"] for each in by(document, "scripted/tests")] == ["tests"]
    assert document["verdict"] == "GO"


@pytest.mark.req("DEC-47", refused=True)
def test_one_that_cites_what_is_not_there_is_refused_and_its_second_result_counts(team: Project):
    lie = result("security", issue("Worse", "app.py:99", severity="critical"), place="app.py:99")
    truth = result("security", issue("The name reaches the query", "app.py:5"))
    steps = [
        {"read": "app.py"},
        {"report": lie, "attempt": 1},
        {"report": truth, "attempt": 2},
    ]
    direct(team, security={"script": steps})
    document = team.document(*REHEARSE)
    [found] = by(document, "scripted/security")
    assert found["line"] == 5
    assert document["verdict"] == "GO"


FAULTS = {
    "lies": {"script": [{"read": "app.py"}, {"report": result("security", place="app.py:99")}]},
    "crashes": {"script": [{"crash": "gone"}]},
    "hangs": {"script": [{"hang": True}], "timeout": 0.5},
    "gives up": {"script": [{"read": "app.py"}, {"report": result("security", status="FAILED")}]},
    "opens nothing": {"script": [{"report": result("security")}]},
}


@pytest.mark.req("DEC-47", refused=True)
@pytest.mark.parametrize("fault", first_quick(FAULTS))
def test_one_without_a_result_is_a_gap_and_never_a_go(team: Project, fault: str):
    direct(team, security=FAULTS[fault])
    ran = team.cli("review", "--json", *REHEARSE)
    row = rows(ran.document)["scripted/security"]
    assert (ran.code, ran.document["verdict"], row["state"]) == (5, "INCOMPLETE", "failed")
    assert row["analysers"][0]["reason"]
    assert "scripted/security (failed)" in ran.document["reason"]
    assert rows(ran.document)["scripted/correctness"]["state"] == "done"


@pytest.mark.req("DEC-47", refused=True)
def test_a_client_that_is_not_installed_is_missing_and_the_analysers_look_all_the_same(
    team: Project, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    ran = team.cli("review", "--json", "--agents", "gemini", "--no-exec")
    assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
    states = {each["name"]: each["state"] for each in ran.document["inspectors"]}
    assert {states[f"gemini/{name}"] for name in SIX} == {"missing"}
    assert states["complexity"] == "done"
    assert not (team.folder / ".renkei/runs").exists()


def test_a_question_of_an_agent_holds_nobody_up_and_the_answer_is_taken_next_time(team: Project):
    asks = {"script": [{"read": "app.py"}, {"ask": "Who calls it?"}, {"report": result("security")}]}
    direct(team, security=asks)
    ran = team.cli("review", "--json", *REHEARSE)
    assert ran.code == 5
    reason = rows(ran.document)["scripted/security"]["analysers"][0]["reason"]
    [decision] = team.cli("--json", "decide").document["decisions"]
    assert f"renkei decide {decision['id']}" in reason
    assert team.cli("review", "--json", *REHEARSE).code == 5, "nobody has answered yet"
    assert team.cli("decide", decision["id"], "Nobody").code == 0
    ran = team.cli("review", "--json", *REHEARSE)
    assert (ran.code, rows(ran.document)["scripted/security"]["state"]) == (0, "done")
    assert len(team.cli("--json", "runs").document) == 1


@pytest.mark.slow
def test_the_same_files_are_looked_at_once(team: Project):
    direct(team, correctness=reports("correctness", issue("Half of three is two", "app.py:10")))
    first = team.document(*REHEARSE)
    ran = team.cli("review", "--json", *REHEARSE)
    assert ran.document["findings"] == first["findings"]
    assert "R-1 was asked the same of the same files" in ran.err
    team.write({"app.py": CODE + "\n\ndef more():\n    return 1\n"})
    team.document(*REHEARSE)
    team.document("--no-cache", *REHEARSE)
    assert [each["id"] for each in team.cli("--json", "runs").document] == ["R-3", "R-2", "R-1"]


@pytest.mark.slow
def test_they_see_what_is_not_committed_and_leave_the_work_tree_alone(team: Project):
    direct(team, correctness=reports("correctness", issue("One is not two", "app.py:14"), place="app.py:14"))
    team.write({"app.py": CODE + "\n\ndef two():\n    return 1\n"})
    document = team.document(*REHEARSE)
    assert [each["line"] for each in by(document, "scripted/correctness")] == [14]


@pytest.mark.slow
def test_of_a_change_only_lines_that_it_touched_are_theirs(team: Project):
    before = [issue("Half of three is two", "app.py:10"), issue("One is not two", "app.py:14")]
    direct(team, correctness=reports("correctness", *before))
    team.write({"app.py": CODE + "\n\ndef two():\n    return 1\n"})
    document = team.document("--base", "HEAD", *REHEARSE)
    assert [each["line"] for each in by(document, "scripted/correctness")] == [14]
    reason = rows(document)["scripted/correctness"]["analysers"][0]["reason"]
    assert reason.startswith("1 findings that cite no place of what is reviewed")
    assert rows(document)["scripted/documents"]["state"] == "nothing"
    [job] = [
        each
        for each in team.cli("--json", "runs", "trace", "R-1", "correctness").document["signals"]
        if each["signal"] == "Job"
    ]
    assert "- app.py: 11-14" in job["prompt"]


@pytest.mark.slow
def test_a_finding_of_an_agent_is_suppressed_and_accepted_like_any_other(team: Project):
    direct(team, correctness=reports("correctness", issue("Half of three is two", "app.py:10")))
    assert team.review("--write-baseline", *REHEARSE).code == 0
    assert by(team.document(*REHEARSE), "scripted/correctness") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--agents", "tools"), "tools are the analysers"),
        (("--agents", "nobody"), "Known: "),
        (("--cap-tokens", "5"), "add --agents"),
        (("--agents", "scripted", "--cap-tokens", "-1"), "expected a number above 0"),
    ],
)
def test_what_cannot_be_asked_is_said(team: Project, words: tuple[str, ...], said: str):
    ran = team.review("--no-exec", *words)
    assert ran.code == 2
    assert said in ran.err


def test_a_limit_ends_them_and_the_review_is_incomplete(team: Project):
    used = {"script": [{"read": "app.py"}, {"usage": {"tokens": 500}}, {"hang": True}]}
    direct(team, security=used)
    ran = team.cli("review", "--json", "--cap-tokens", "100", *REHEARSE)
    assert (ran.code, ran.document["verdict"]) == (5, "INCOMPLETE")
    assert rows(ran.document)["scripted/security"]["state"] == "failed"
    assert "limits: 100 tokens" in ran.err
