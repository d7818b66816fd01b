"""`renkei run` with real clients that speak the Agent Client Protocol: Gemini CLI, opencode, Codex, where they are.

No requirement is named here: what may be skipped shows none.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel, Step, script
from tests.clients.test_run_claude import reports
from tests.support.acp_clients import ACP_CLIENTS, AcpClient
from tests.support.cli_run import Ran, real
from tests.support.run_project import git, made_repository

pytestmark = [pytest.mark.clients, pytest.mark.slow]

_PASSED_ON = """\
[workspace]
env = ["GEMINI_CLI_TRUST_WORKSPACE", "OPENCODE_DISABLE_MODELS_FETCH"]
"""


class Team:
    """A project whose playbook is carried out by clients of several kinds, each task with the script of its model."""

    def __init__(self, folder: Path, model: FakeModel, *kinds: str) -> None:
        programs = [ACP_CLIENTS[kind].find() for kind in kinds]
        files = {"src/app.py": "one\ntwo\nthree\n", "AGENTS.md": "Sing.\n", ".renkei/config.toml": _PASSED_ON}
        self.folder = made_repository(folder / "project", files)
        self.model = model
        (home := folder / "home").mkdir()
        self.env = offline_env(home=home, url=model.url)
        for kind in kinds:
            self.env |= ACP_CLIENTS[kind].configure(home, model.url)
        self.env["PATH"] = os.pathsep.join([*(str(each.parent) for each in programs), self.env["PATH"]])

    def run(self, kinds: Mapping[str, str], *tasks: dict[str, Any], **playbook: Any) -> Ran:
        roles = {role: {"agents": kind} for role, kind in kinds.items()}
        document = {"name": "p", "roles": roles, "tasks": list(tasks), **playbook}
        (self.folder.parent / "p.json").write_text(json.dumps(document), "utf-8")
        return real("run", "../p.json", "--yes", folder=self.folder, env=self.env, timeout=240)

    def log(self, kind: str) -> list[dict[str, Any]]:
        lines = real("log", "--json", folder=self.folder).lines
        return [line["data"] for line in lines if line["type"] == kind]

    def results(self) -> str:
        """What the tools of all agents gave back."""
        return "\n".join(result for request in self.model.requests for result in request.results)


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with FakeModel() as found:
        yield found


def task(name: str, *steps: Step, **given: Any) -> dict[str, Any]:
    return {"id": name, "role": name, "prompt": f"Do it. {script(steps)}", **given}


def writes(client: AcpClient, name: str) -> dict[str, Any]:
    path = f"docs/{name}.md"
    steps = (client.read("src/app.py"), client.write(path, "hello\n"), reports(name, path))
    return task(name, *steps, outputs=[path])


@pytest.mark.parametrize("kind", ACP_CLIENTS)
def test_a_client_does_the_work_and_it_is_merged(kind: str, tmp_path: Path, model: FakeModel):
    team = Team(tmp_path, model, kind)
    ran = team.run({"a": kind}, writes(ACP_CLIENTS[kind], "a"))
    assert ran.code == 0, ran.out + ran.err
    assert git(team.folder, "show", "main:docs/a.md") == "hello"
    used = [each["usage"] for type_ in ("TaskNoted", "TaskCompleted") for each in team.log(type_)]
    assert sum(each["steps"] for each in used) == 2
    asked = [len(json.dumps(each.body, separators=(",", ":"))) // 5 for each in model.requests if each.results]
    assert len(asked) >= 2
    assert sum(each["tokens"] for each in used) > sum(asked[-2:]), "every request counts, and not the last alone"
    assert "Sing." in str(model.requests[-1].body)


def test_two_clients_of_different_makers_are_one_team_and_write_to_each_other(tmp_path: Path, model: FakeModel):
    gemini, opencode = ACP_CLIENTS["gemini"], ACP_CLIENTS["opencode"]
    team = Team(tmp_path, model, "gemini", "opencode")
    told = {"new_status": "working", "progress_summary": "The word is tea."}
    post = gemini.ask_us("post", type="STATUS_UPDATE", to=["b"], payload=told)
    first = task("a", post, gemini.write("docs/a.md", "tea\n"), reports("a", "docs/a.md"), outputs=["docs/a.md"])
    steps = (opencode.ask_us("inbox"), opencode.read("docs/a.md"), opencode.write("docs/b.md", "more\n"))
    second = task("b", *steps, reports("b", "docs/b.md"), inputs=["docs/a.md"], outputs=["docs/b.md"], blockedBy=["a"])
    ran = team.run({"a": "gemini", "b": "opencode"}, first, second)
    assert ran.code == 0, ran.out + ran.err
    assert [git(team.folder, "show", f"main:docs/{name}.md") for name in "ab"] == ["tea", "more"]
    by_opencode = [each for each in model.requests if each.path == "/v1/chat/completions"]
    assert "The word is tea." in str([each.results for each in by_opencode])


@pytest.mark.parametrize("kind", ACP_CLIENTS)
def test_a_command_that_nobody_allowed_is_not_run_and_the_work_goes_on(kind: str, tmp_path: Path, model: FakeModel):
    client = ACP_CLIENTS[kind]
    team = Team(tmp_path, model, kind)
    steps = (client.run("touch ran"), client.write("docs/a.md", "hello\n"), reports("a", "docs/a.md"))
    ran = team.run({"a": kind}, task("a", *steps, outputs=["docs/a.md"]))
    assert ran.code == 0, ran.out + ran.err
    assert re.search("rejected|cancell?ed|Read-only file system", team.results())
    assert "write ran" not in [each["action"] for each in team.log("RuleRefused")]
