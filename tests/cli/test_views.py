"""Every view that is kept as a file is what a fold of the log to its `seq` comes to: each is made anew."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from renkei.app.consent import Permission
from renkei.app.insight_files import write_insights
from renkei.app.log import LogEvent
from renkei.app.project import Project, open_project
from renkei.app.run_plans import RunRequest, plan_run, start_run
from renkei.app.runs import attach
from renkei.board.fold import event_of, fold_event, stamp_of
from renkei.board.read import project_state
from renkei.board.tables import SCHEMA
from renkei.eventlog.memory import MemoryLog
from renkei.runs.progress import build_features, build_progress
from renkei.runs.project_context import Stamp, shape_context
from renkei.runs.reduce import reduce_outputs
from renkei.runs.state import load_run
from renkei.runs.view import find_run
from renkei.runs.work import build_work
from tests.support.cli_run import Cli
from tests.support.run_project import git, made_repository

BOARD = "docs/project-context.yaml"
STORIES = "docs/requirements/user-stories.md"
NUMBERED = "traceability.us_to_fr"


def folded(project: Project, seq: int) -> MemoryLog:
    """The log to this event, folded anew: nothing but its records is taken."""
    fresh = MemoryLog(SCHEMA)
    with project.hub.read() as view, fresh.write() as writer:
        for record in view.events(limit=100_000):
            if record.seq <= seq:
                writer.restore([record])
                writer.apply(fold_event(writer, event_of(record), stamp_of(record)))
    return fresh


def carry_out(project: Project, playbook: str, see: Callable[[LogEvent], None], **variables: str) -> str:
    request = RunRequest(
        playbook=playbook, goal="tea", agents="scripted", variables=variables, yes=True, merge=True,
        permission=Permission(forbid=True),
    )  # fmt: skip
    name = start_run(project, plan_run(project, request))
    attach(project, name, watch=see)
    return name


class Written:
    """Every version of a run's files that stood there when something happened."""

    def __init__(self, project: Project) -> None:
        self._place = project.settings.project / ".renkei" / "workspaces"
        self.found: dict[tuple[str, int], tuple[str, dict[str, Any]]] = {}

    def look(self, event: LogEvent | None = None) -> None:
        for path in self._place.glob("*/*.json"):
            document = json.loads(path.read_text("utf-8"))
            self.found[path.name, document["seq"]] = (path.parent.name, document)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return made_repository(tmp_path / "project")


@pytest.mark.slow
@pytest.mark.req("TEAM-2", "ORCH-4", "ORCH-10", "DEC-11")
@pytest.mark.req("VIEW-1")
def test_blackboard_progress_and_features_of_a_whole_run_follow_from_the_log(folder: Path):
    with open_project(folder) as project:
        written = Written(project)
        name = carry_out(project, "design-docs", written.look)
        written.look()
        versions = git(folder, "log", "--format=%H", "main", "--", BOARD).split()
        documents = [yaml.safe_load(git(folder, "show", f"{commit}:{BOARD}")) for commit in versions]
        assert len({each["metadata"]["seq"] for each in documents}) == 4, "each wave is brought together"
        for document in documents:
            assert rebuilt_board(project, name, document["metadata"]) == document
        assert len(written.found) > 6
        for (kind, seq), (workspace, document) in written.found.items():
            build = build_progress if kind == "claude-progress.json" else build_features
            with folded(project, seq).read() as view:
                assert build(view, find_run(view, name), workspace, folder.name) == document


def rebuilt_board(project: Project, name: str, stamp: dict[str, Any]) -> dict[str, Any]:
    """The blackboard as the log to its `seq` has it, the report that came of that attempt, and the files that were
    there."""
    with folded(project, stamp["seq"]).read() as view:
        state = load_run(view, name)
    row = state.tasks[stamp["task"]]
    assert row.token == stamp["seq"]
    work = build_work(state, row, {})
    reports, texts = [*work.before], list[str]()
    if work.task.kind != "reduce":
        ended = report_of(project, row.task, row.token)
        reports.append((row.task, {key: said for key, said in ended["outputs"].items() if key != NUMBERED}))
        texts = [git(project.settings.project, "show", f"{ended['commit']}:{STORIES}")] * (STORIES in work.task.outputs)
    there = git(project.settings.project, "ls-tree", "--name-only", row.base or "", "--", BOARD)
    before: dict[str, Any] = (
        yaml.safe_load(git(project.settings.project, "show", f"{row.base}:{BOARD}")) if there else {}
    )
    document = reduce_outputs(before, reports, work.chosen).document
    at = Stamp(run=name, task=row.task, seq=row.token, at=row.started or "")
    return shape_context(document, before, name=project.settings.project.name, texts=texts, stamp=at)


def report_of(project: Project, task: str, token: int) -> dict[str, Any]:
    with project.hub.read() as view:
        records = [each.document() for each in view.events(limit=100_000) if each.type == "TaskCompleted"]
    return next(each for each in records if (each["task"], each["token"]) == (task, token))


ASKS: dict[str, Any] = {
    "name": "p",
    "roles": {"writer": {}},
    "tasks": [{"id": "a", "kind": "approve", "role": "writer", "title": "Go on?"}],
}


@pytest.mark.req("ORCH-4", "ORCH-10")
def test_the_progress_of_a_run_that_waits_is_that_of_its_seq_whatever_came_before(team: Cli):
    """Others write to the log meanwhile: the file says of which event it is, not of the last one of its run."""
    assert team("run", team.file("p.json", json.dumps(ASKS)), "--agents", "scripted").code == 1
    with open_project(team.folder) as project:
        written = Written(project)
        written.look()
        [(workspace, document)] = written.found.values()
        assert document["resumptionContext"]["blockers"] != []
        with folded(project, document["seq"]).read() as view:
            assert build_progress(view, find_run(view, "R-1"), workspace, team.folder.name) == document


@pytest.mark.req("ORCH-3", "BOARD-1")
@pytest.mark.req("VIEW-1")
def test_insights_and_the_board_follow_from_the_log_alone(team: Cli, tmp_path: Path):
    for text in (
        "LEARNED: the cache is never cleared",
        "PATTERN: adapters are made in one place",
        "INSIGHT: most of the time is spent in loading",
    ):
        team.ok("chat", "general", text, "--as", "bob")
    first, second, _ = (each["id"] for each in team.json("insights", "list")["insights"])
    team.ok("insights", "accept", first)
    team.ok("insights", "reject", second)
    team.ok("board", "set", "goal=tea")
    with open_project(team.folder) as project, project.hub.read() as now:
        with folded(project, now.head.seq).read() as view:
            write_insights(view, tmp_path / "again")
            assert project_state(view) == project_state(now)
        files = insight_files(team.folder)
        assert sorted(Path(name).parent.name for name in files) == ["applied", "pending", "rejected"]
        assert insight_files(tmp_path / "again") == files


def insight_files(folder: Path) -> dict[str, Any]:
    """By folder and name; the name of the workspace is the folder's own."""
    found = {path: json.loads(path.read_text("utf-8")) for path in folder.glob("*/workspaces/*/insights/*/INS-*.json")}
    return {f"{path.parent.name}/{path.name}": {**each, "workspaceId": ""} for path, each in found.items()}
