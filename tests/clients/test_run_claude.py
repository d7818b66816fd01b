"""`renkei run` with the real Claude Code: what it did is checked, landed and merged."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support.cli_run import Ran, real
from tests.support.run_project import git, made_repository

pytestmark = pytest.mark.clients

REPORT = """\
## Task Complete: {task}
```yaml
status: ok
severity: null
artifacts: [{files}]
contract_outputs: []
open_questions: []
blockers: []
```"""


def read(path: str) -> Step:
    return {"tool": "Read", "input": {"file_path": path}}


def write(path: str, text: str = "hello\n") -> Step:
    return {"tool": "Write", "input": {"file_path": path, "content": text}}


def reports(task: str, *files: str) -> Step:
    return {"text": REPORT.format(task=task, files=", ".join(files))}


class Team:
    """A project whose playbook is carried out by Claude Code, each task with the script of its model."""

    def __init__(self, folder: Path, model: FakeModel) -> None:
        self.folder = made_repository(folder / "project", {"src/app.py": "one\ntwo\nthree\n", "CLAUDE.md": "Sing.\n"})
        self.model = model
        (home := folder / "home").mkdir()
        self.env = offline_env(home=home, url=model.url)

    def task(self, name: str, *steps: Step, **given: Any) -> dict[str, Any]:
        return {"id": name, "role": "writer", "prompt": f"Do it. {script(steps)}", **given}

    def run(self, tasks: Sequence[dict[str, Any]], *words: str, **playbook: Any) -> Ran:
        document: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks), **playbook}
        (self.folder.parent / "p.json").write_text(json.dumps(document), "utf-8")
        return real("run", "../p.json", "--yes", *words, folder=self.folder, env=self.env)

    def log(self, kind: str) -> list[dict[str, Any]]:
        lines = real("log", "--json", folder=self.folder).lines
        return [line["data"] for line in lines if line["type"] == kind]


@pytest.fixture
def team(tmp_path: Path, model: FakeModel) -> Team:
    return Team(tmp_path, model)


@pytest.fixture
def model():
    with FakeModel() as found:
        yield found


@pytest.mark.req("DEC-33", "LEAD-6", "RES-12")
def test_the_client_that_is_found_does_the_work_and_it_is_merged(team: Team):
    task = team.task("a", read("src/app.py"), write("docs/b.md"), reports("a", "docs/b.md"), outputs=["docs/b.md"])
    ran = team.run([task], roles={"writer": {"model": "haiku"}})
    assert ran.code == 0, ran.out + ran.err
    assert git(team.folder, "show", "main:docs/b.md") == "hello"
    used = [each["usage"] for kind in ("TaskNoted", "TaskCompleted") for each in team.log(kind)]
    assert sum(each["steps"] for each in used) == 2
    assert sum(each["tokens"] for each in used) > 1000
    assert sum(each["micros"] for each in used) > 0
    asked = [request for request in team.model.requests if request.conversation and request.conversation.tools]
    assert {request.conversation.model for request in asked if request.conversation} == {"claude-haiku-5-5"}
    assert "Sing." in str(asked[0].body)


@pytest.mark.slow
@pytest.mark.req("ORCH-2", refused=True)
def test_a_role_uses_no_tool_that_is_not_its_own(team: Team):
    task = team.task("a", write("docs/b.md"), read("src/app.py"), reports("a", "src/app.py"))
    task["role"] = "system-architect"
    team.run([task], roles={"system-architect": {}})
    [refused, *_] = team.log("RuleRefused")
    assert (refused["rule"], refused["actor"], refused["action"]) == ("ORCH-2", "system-architect", "Write docs/b.md")
    assert not (team.folder / "docs").exists()


@pytest.mark.slow
@pytest.mark.req("TEAM-2", refused=True)
def test_a_file_that_is_not_among_its_outputs_is_refused_and_the_rest_is_taken(team: Team):
    steps = [write("docs/b.md"), write("src/app.py", "mine\n"), reports("a", "docs/b.md")]
    ran = team.run([team.task("a", *steps, outputs=["docs/b.md"])])
    assert ran.code == 0, ran.out + ran.err
    assert git(team.folder, "show", "main:src/app.py") == "one\ntwo\nthree"
    assert [each["action"] for each in team.log("RuleRefused")] == ["write src/app.py"]


@pytest.mark.slow
@pytest.mark.req("TEAM-11", "DEC-51")
def test_agents_write_to_each_other_over_their_own_pipes_and_are_who_they_are(team: Team):
    told = {"new_status": "working", "progress_summary": "The word is tea."}
    post: Step = {"tool": "mcp__renkei__post", "input": {"type": "STATUS_UPDATE", "to": ["b"], "payload": told}}
    inbox: Step = {"tool": "mcp__renkei__inbox", "input": {}}
    first = team.task("a", post, write("docs/a.md"), reports("a", "docs/a.md"), outputs=["docs/a.md"])
    second = team.task("b", inbox, write("docs/b.md"), reports("b", "docs/b.md"), outputs=["docs/b.md"])
    tasks = [{**first, "role": "a"}, {**second, "role": "b", "blockedBy": ["a"]}]
    ran = team.run(tasks, roles={"a": {}, "b": {}})
    assert ran.code == 0, ran.out + ran.err
    [received] = [each for request in team.model.requests for each in request.results if "messages" in each]
    [message] = json.loads(received)["messages"]
    assert message["from"] == "a"
    assert "The word is tea." in received


@pytest.mark.slow
def test_the_check_of_a_report_goes_by_the_work_tree_of_who_asks(team: Team):
    text = "## Status\nSUCCESS\n\n## Summary\nDone.\n\n## Key References\n- docs/b.md:1\n"
    check: Step = {"tool": "mcp__renkei__check", "input": {"text": text}}
    ran = team.run([team.task("a", write("docs/b.md"), check, reports("a", "docs/b.md"), outputs=["docs/b.md"])])
    assert ran.code == 0, ran.out + ran.err
    [checked] = [each for request in team.model.requests for each in request.results if '"verified"' in each]
    assert (json.loads(checked)["verified"], json.loads(checked)["references"]) == (1, [])
