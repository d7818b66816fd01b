"""`renkei run design-docs`: what the aggregator numbers, the views beside it, and what a person is told."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.cli_run import Cli
from tests.support.run_project import made_repository, task


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


def state_file(renkei: Cli, name: str) -> dict[str, Any]:
    [path] = (renkei.folder / ".renkei" / "workspaces").glob(f"*/{name}")
    return json.loads(path.read_text("utf-8"))


@pytest.mark.req("TEAM-1", "TEAM-10", "TEAM-13", "DEC-10", "ORCH-4", "ORCH-10", "LEAD-16")
def test_the_documents_the_blackboard_and_the_views_of_a_whole_run(renkei: Cli):
    ran = renkei.ok(
        "run", "design-docs", "--agents", "scripted", "--goal", "tea", "--var", "slip=none", "--yes", "--merge"
    )
    assert "Team: design-docs" in ran.err
    assert "Running in agent team mode." in ran.err
    assert "not looked up" not in ran.out, "the stories are those that the aggregator has numbered"
    board = yaml.safe_load((renkei.folder / "docs" / "project-context.yaml").read_text("utf-8"))
    assert board["traceability"]["us_to_fr"] == {"US-001": ["FR-001"]}
    assert board["traceability"]["fr_to_ent"] == {"FR-001": ["ENT-1"]}
    assert board["traceability"]["api_to_sc"] == {"API-1": ["SC-1"]}
    assert board["id_registry"]["fr"] == {"allocated": ["FR-001"], "next": 2}
    assert (board["metadata"]["schema_version"], board["metadata"]["task"]) == ("3.0", "design-detail")
    shown = renkei.json("runs", "show")
    progress, features = state_file(renkei, "claude-progress.json"), state_file(renkei, "feature-list.json")
    assert progress["teamContext"] == {"mode": "agent-team", "startedAt": shown["started"]}
    assert [(each["id"], each["name"], each["status"]) for each in features["features"]] == [
        ("F001", "FR-001", "pending")
    ]
    assert progress["seq"] == features["seq"]
    assert {each["details"].split(" ")[0] for each in progress["log"]} == {each["task"] for each in shown["dag"]}
    stories, context = "### docs/requirements/user-stories.md", "### docs/project-context.yaml"
    first = prompt_of(renkei, "database")
    assert f"## To read\n{stories}" in first
    assert context not in first
    second = prompt_of(renkei, "api")
    assert f"## To read\n{stories}" in second
    assert context in second
    assert "US-001: [FR-001]" in second or "US-001:\n  - FR-001" in second
    third = prompt_of(renkei, "design-detail")
    assert f"## To read\n{context}" in third
    for path in (
        "04_data_structure/data_structure.md",
        "05_api_design/api_design.md",
        "06_screen_design/screen_list.md",
    ):
        assert f"\n- docs/{path}\n" in third, "what earlier waves wrote is referred to"
    assert f"## To read\n{context}" in prompt_of(renkei, "implementation")


def prompt_of(renkei: Cli, task: str) -> str:
    signals = renkei.json("runs", "trace", "R-1", task)["signals"]
    return next(each["prompt"] for each in signals if "prompt" in each)


@pytest.mark.req("ORCH-4", "ORCH-10", refused=True)
def test_outside_of_a_team_there_is_no_team_context_and_no_agent_writes_the_file(renkei: Cli):
    script = [{"write": {"path": ".renkei/workspaces/x/claude-progress.json", "text": "{}"}}]
    alone: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [task("a", script=script)]}
    renkei.ok("run", renkei.file("../p.json", json.dumps(alone)), "--agents", "scripted", "--yes")
    assert "teamContext" not in state_file(renkei, "claude-progress.json")
    assert renkei.json("runs", "show")["report"]["refused"] != [] or not list(renkei.folder.glob("**/workspaces/x/*"))


def asked(renkei: Cli, tmp_path: Path, command: str) -> tuple[str, Path]:
    """A run that waits for a person, with a command of theirs that is to tell them."""
    heard = tmp_path / "heard"
    os.mkfifo(heard)
    script = tmp_path / "tell.sh"
    script.write_text(f'#!/bin/sh\necho "$@" > {heard}\n', "utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    tasks = [task("a", kind="approve", title="Go on?")]
    approve: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": tasks}
    path = renkei.file("../p.json", json.dumps(approve))
    return renkei("run", path, "--agents", "scripted", env={"RENKEI_NOTIFY": command.format(script)}).err, heard


@pytest.mark.req("DEC-52")
def test_a_person_is_told_by_the_command_of_their_environment(renkei: Cli, tmp_path: Path):
    _, heard = asked(renkei, tmp_path, "{} --title")
    assert heard.read_text("utf-8") == "--title renkei R-1 a waits for approval: Go on?\n"


@pytest.mark.req("DEC-52", refused=True)
def test_what_a_file_of_the_project_names_is_never_run(renkei: Cli):
    renkei.file("pyproject.toml", '[tool.renkei]\nnotify = "touch ran"\n')
    ran = renkei("runs")
    assert (ran.code, "notify" in ran.err) == (2, True)
    assert not (renkei.folder / "ran").exists()


def implements(renkei: Cli, **features: list[str]) -> str:
    """A playbook whose task writes one file and says what it is for."""
    said = [
        {"key": "traceability.fr_to_code", "value": {key.replace("_", "-"): paths for key, paths in features.items()}}
    ]
    script = [{"write": {"path": "src/tea.py", "text": "x = 1\n"}}, {"report": {"contract_outputs": said}}]
    build = task("build", outputs=["src/tea.py"], blackboard_keys=["traceability.fr_to_code"], script=script)
    playbook: dict[str, Any] = {"name": "build", "roles": {"writer": {}}, "tasks": [build]}
    return renkei.file("../build.json", json.dumps(playbook))


def number_stories(renkei: Cli) -> None:
    said = [{"key": "traceability.us_to_fr", "value": {"US-001": ["FR-001"], "US-002": ["FR-002"]}}]
    plan = task("plan", blackboard_keys=["traceability.us_to_fr"], script=[{"report": {"contract_outputs": said}}])
    playbook: dict[str, Any] = {"name": "plan", "roles": {"writer": {}}, "tasks": [plan]}
    renkei.ok("run", renkei.file("../plan.json", json.dumps(playbook)), "--agents", "scripted", "--yes")


@pytest.mark.req("ORCH-4")
def test_a_feature_is_done_when_a_run_has_written_the_files_that_it_reports_for_it(renkei: Cli):
    number_stories(renkei)
    assert [each["status"] for each in state_file(renkei, "feature-list.json")["features"]] == ["pending", "pending"]
    renkei.ok("run", implements(renkei, FR_001=["src/tea.py"]), "--agents", "scripted", "--yes", "--merge")
    features = state_file(renkei, "feature-list.json")
    assert [(each["name"], each["status"], each["files"]) for each in features["features"]] == [
        ("FR-001", "completed", ["src/tea.py"]),
        ("FR-002", "pending", []),
    ]
    assert features["completed"] == 1
    assert features["features"][0]["completedAt"]


@pytest.mark.req("ORCH-4", refused=True)
def test_a_word_without_a_file_of_its_own_or_a_rehearsal_that_is_not_merged_completes_no_feature(renkei: Cli):
    number_stories(renkei)
    renkei.ok("run", implements(renkei, FR_002=["src/tea.py"]), "--agents", "scripted", "--yes")
    assert {each["status"] for each in state_file(renkei, "feature-list.json")["features"]} == {"pending"}
    others = implements(renkei, FR_001=["README.md", "src/none.py"])
    renkei.ok("run", others, "--agents", "scripted", "--yes", "--merge")
    assert {each["status"] for each in state_file(renkei, "feature-list.json")["features"]} == {"pending"}
