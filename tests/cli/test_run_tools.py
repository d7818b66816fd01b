"""`renkei run --agents tools`: the inspectors of a review as the agents of a run."""

import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import Cli
from tests.support.run_project import git, made_repository

SHELL = "import subprocess\n\n\ndef go(words):\n    return subprocess.run(words, shell=True)\n"


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Commands in a repository with a program in it."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.delenv("CI", raising=False)
    files = {"README.md": "# Project\n\nSee [more](more.md).\n", "app.py": SHELL}
    return Cli(made_repository(tmp_path / "project", files), monkeypatch, capsys)


def test_the_playbook_review_comes_to_the_auditors_gate(renkei: Cli):
    ran = renkei.ok("--json", "run", "review", "--agents", "tools", "--yes")
    assert "Inspectors use no model: this costs nothing." in ran.err
    dag = {each["task"]: each for each in ran.document["dag"]}
    assert ran.document["state"] == "completed"
    assert ran.document["tokens"] == 0
    assert dag["security"]["steps"] == 4
    assert dag["security"]["note"] == "done: P0 0, P1 1, P2 0"
    gate = dag["audit"]["gate"]
    assert (gate["overall"], gate["p0_count"], gate["p1_count"], gate["p2_count"]) == ("PASS", 0, 1, 1)
    traced = renkei.json("runs", "trace", ran.document["id"], "documents")
    assert "README.md:3:1: note:" in traced["signals"][-1]["text"]
    assert git(renkei.folder, "status", "--porcelain") == ""


def test_what_the_gate_does_not_let_pass_waits_for_a_person(renkei: Cli):
    whole: dict[str, Any] = {
        "name": "p",
        "cycles": 0,
        "roles": {"security": {}, "auditor": {}},
        "tasks": [
            {"id": "look", "role": "security", "blackboard_keys": ["decisions.review.security"]},
            {"id": "audit", "role": "auditor", "kind": "gate", "blockedBy": ["look"]},
        ],
    }
    (renkei.folder / "more.py").write_text(SHELL, "utf-8")
    git(renkei.folder, "add", "-A")
    git(renkei.folder, "commit", "-q", "-m", "more")
    ran = renkei("run", renkei.file("../p.yaml", yaml.safe_dump(whole)), "--agents", "tools", "--yes")
    assert ran.code == 1
    assert "The gate audit still says ROLLBACK_P1 after 0 repairs (P0 0, P1 2)." in ran.out
    [run] = renkei.json("runs")
    [waiting] = run["waiting_for"]
    renkei.ok("decide", waiting, "accept")
    renkei.ok("resume")
    assert renkei.json("runs")[0]["state"] == "completed"


def test_without_the_analysers_nothing_is_started(renkei: Cli, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "bandit", None)
    ran = renkei("run", "review", "--agents", "tools", "--yes")
    assert ran.code == 5
    assert "Type: uv tool install 'renkei[review]'" in ran.err
    assert not renkei.store.exists()
