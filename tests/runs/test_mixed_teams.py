"""A team of several kinds of agents: a role names another one, and each task is done by its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.acp_program import MARK
from tests.support.agent_kinds import ACP_COMMAND
from tests.support.cli_run import Cli
from tests.support.run_project import git, made_repository

REPORT = "## Task Complete: {task}\n```yaml\nstatus: ok\nartifacts: [{files}]\n```"


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    folder = made_repository(tmp_path / "project", {"README.md": "# Project\n"})
    (folder / ".renkei").mkdir()
    words = json.dumps(list(ACP_COMMAND))
    (folder / ".renkei" / "config.toml").write_text(f"[workspace]\nacp = {words}\n", "utf-8")
    return Cli(folder, monkeypatch, capsys)


def playbook(cli: Cli, **roles: Any) -> str:
    steps = [{"write": "a.md"}, {"say": REPORT.format(task="a", files="a.md")}]
    tasks = [
        {"id": "a", "role": "writer", "outputs": ["a.md"], "prompt": f"Do it. {MARK}{json.dumps(steps)}"},
        {"id": "b", "role": "documents", "blackboard_keys": ["decisions.documents"], "blockedBy": ["a"]},
    ]
    document: dict[str, Any] = {
        "name": "p",
        "agents": "acp",
        "roles": {"writer": {}, "documents": {}, **roles},
        "tasks": tasks,
    }
    return cli.file("../p.json", json.dumps(document))


def test_each_role_is_done_by_the_kind_that_the_playbook_names(cli: Cli):
    ran = cli("run", playbook(cli, documents={"agents": "tools"}), "--yes")
    assert ran.code == 0, ran.out + ran.err
    assert git(cli.folder, "show", "main:a.md") == "x"
    said = [line["data"] for line in cli.log() if line["type"] == "TaskCompleted"]
    assert [each["task"] for each in said] == ["a", "b"]


@pytest.mark.req("DEC-33")
def test_a_rehearsal_starts_nobody_else_whatever_roles_name(cli: Cli):
    ran = cli("run", playbook(cli, documents={"agents": "claude"}), "--yes", "--agents", "scripted")
    assert ran.code == 0, ran.out + ran.err
    [started] = [line["data"] for line in cli.log() if line["type"] == "RunStarted"]
    assert started["agents"] == "scripted"
    assert "REHEARSAL" in ran.out


@pytest.mark.req("DEC-33", refused=True)
def test_a_client_that_is_not_there_is_named_with_what_to_do_and_nothing_begins(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    ran = cli("run", playbook(cli, documents={"agents": "gemini"}), "--yes")
    assert ran.code == 5
    assert "gemini" in ran.err
    assert "--agents scripted" in ran.err
    assert not cli.store.exists()


@pytest.mark.req("DEC-33", refused=True)
def test_no_playbook_names_agents_that_follow_a_script(cli: Cli):
    ran = cli("run", playbook(cli, documents={"agents": "scripted"}), "--yes")
    assert ran.code == 2
    assert "roles.documents.agents" in ran.err
