"""A run that nobody carries out is not shown as running. Runs are counted, and write where they are at home."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import COMMAND, REHEARSE, Cli
from tests.support.run_project import git, made_repository, task, writes


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def playbook(renkei: Cli, *tasks: dict[str, Any]) -> str:
    whole: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": list(tasks)}
    return renkei.file("../p.yaml", yaml.safe_dump(whole))


def started(renkei: Cli) -> subprocess.Popen[str]:
    """A run whose first task is at work until somebody ends it."""
    path = playbook(renkei, task("slow", script=[{"hang": True}]))
    words = [str(COMMAND), "run", path, *REHEARSE, "--yes"]
    process = subprocess.Popen(
        words, cwd=renkei.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout
    assert "slow" in process.stdout.readline()
    return process


def test_runs_are_counted(renkei: Cli):
    renkei.ok("agent", "add", "somebody", "--role", "developer")
    path = playbook(renkei, writes("a"))
    for _ in range(2):
        renkei.ok("run", path, *REHEARSE, "--yes")
    assert [run["id"] for run in renkei.json("runs")] == ["R-2", "R-1"]


def test_after_ctrl_c_a_run_is_paused_and_can_be_gone_on_with(renkei: Cli):
    process = started(renkei)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, "renkei resume R-1" in err) == (130, True)
    [run] = renkei.json("runs")
    assert run["state"] == "paused"
    assert "interrupted by Ctrl-C" in renkei.ok("runs", "show").out


def test_a_run_whose_process_died_is_told_as_such(renkei: Cli):
    process = started(renkei)
    assert "died" not in renkei.ok("runs").out
    assert renkei.json("runs")[0]["at_work"] is True
    process.kill()
    process.communicate(timeout=60)
    [run] = renkei.json("runs")
    assert (run["state"], run["at_work"]) == ("running", False)
    for shown in (renkei.ok("runs").out, renkei.ok("runs", "show").out):
        assert "its process has died: renkei resume R-1" in shown


@pytest.mark.req("LEAD-5")
@pytest.mark.parametrize(("is_claudes", "place"), [(False, ".renkei"), (True, ".claude")])
def test_a_project_without_claude_gets_no_folder_of_its(renkei: Cli, is_claudes: bool, place: str):
    if is_claudes:
        (renkei.folder / ".claude").mkdir()
    renkei.ok("run", playbook(renkei, writes("a")), *REHEARSE, "--yes")
    assert (renkei.folder / ".claude").exists() is is_claudes
    assert len([*(renkei.folder / place / "workspaces").glob("*/claude-progress.json")]) == 1


def test_uninstall_offers_what_runs_have_left(renkei: Cli):
    renkei.ok("run", playbook(renkei, writes("a")), *REHEARSE, "--yes")
    renkei.ok("init", "--claude")
    ran = renkei.ok("uninstall")
    assert ("renkei/R-1: left by a run" in ran.out, "renkei uninstall --runs" in ran.out) == (True, True)
    assert git(renkei.folder, "branch", "--list", "renkei/*") != ""
    assert "renkei/R-1: removed" in renkei.ok("uninstall", "--runs").out
    assert git(renkei.folder, "branch", "--list", "renkei/*") == ""


@pytest.mark.req("DEC-51", refused=True)
def test_an_agent_may_not_clean_up_by_uninstalling(renkei: Cli):
    renkei.ok("agent", "add", "bob", "--role", "developer")
    token = {"RENKEI_TOKEN": renkei.ok("agent", "token", "bob").out.strip()}
    renkei.ok("run", playbook(renkei, writes("a")), *REHEARSE, "--yes")
    assert renkei("uninstall", "--runs", env=token).code == 4
    assert git(renkei.folder, "branch", "--list", "renkei/*") != ""
