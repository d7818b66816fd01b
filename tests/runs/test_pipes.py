"""A named pipe where git reads a file: git opens it and waits for ever. No run does."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from renkei.adapters.base import Job
from renkei.board.run_tables import RunWarningRow
from renkei.commands.runs import MoveRun
from renkei.git import GitStuck
from renkei.workspace.repository import Repository
from tests.support.process_ends import is_gone, read_pid
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, git, made_repository, task, writes

pytestmark = pytest.mark.req("DEC-32")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("RENKEI_GIT_TIMEOUT", "20")


def pipe(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def played(project: Project, deed: Callable[[Path, Job], object]) -> str:
    """A run whose agent does this; what the run says of it."""

    def play(job: Job) -> "list[object]":
        deed(project.folder, job)
        return [OK]

    project.adapter = Played(play)  # pyright: ignore[reportArgumentType]
    run = project.run({"tasks": [task("a", outputs=["README.md"])]})
    assert run.state == "completed", run.note
    with project.hub.read() as view:
        told = [row.text for row in view.select(RunWarningRow, order="seq")]
    return "\n".join([*told, *(note for event in project.told("TaskCompleted") for note in event["notes"])])


@pytest.mark.req("DEC-53")
@pytest.mark.parametrize("name", ["info/exclude", "info/attributes", "config.worktree", "config", "hooks/pre-commit"])
def test_a_pipe_that_an_agent_puts_into_the_git_folder_is_taken_away_and_told(project: Project, name: str):
    before = (project.folder / ".git" / "config").read_bytes()
    said = played(project, lambda root, job: pipe(root / ".git" / name))
    assert f".git/{name} was no file any more" in said
    assert not (project.folder / ".git" / name).is_fifo()
    assert (project.folder / ".git" / "config").read_bytes() == before


@pytest.mark.req("DEC-53")
def test_a_link_to_a_pipe_is_one_too(project: Project):
    def link(root: Path, job: Job) -> None:
        pipe(root / ".git" / "quiet")
        (root / ".git" / "config.worktree").symlink_to("quiet")

    assert ".git/config.worktree was no file any more" in played(project, link)


@pytest.mark.req("DEC-53")
def test_settings_that_include_a_pipe_are_put_back(project: Project):
    def include(root: Path, job: Job) -> None:
        pipe(root / ".git" / "quiet")
        git(root, "config", "user.nick", "x")
        with (root / ".git" / "config").open("a", encoding="utf-8") as file:
            file.write("[include]\n\tpath = quiet\n")

    said = played(project, include)
    assert ".git/config as it was; it was put back" in said
    assert "include" not in (project.folder / ".git" / "config").read_text("utf-8")


@pytest.mark.parametrize("name", [".gitattributes", ".gitignore", "deep/.gitattributes"])
def test_a_pipe_in_an_agents_own_tree_is_removed_and_told(project: Project, name: str):
    def deed(root: Path, job: Job) -> None:
        (job.folder / "README.md").write_text("new\n", "utf-8")
        pipe(job.folder / name)

    assert f"{name} was a named pipe" in played(project, deed)
    assert project.git("show", "main:README.md") == "new"


def test_a_pipe_that_was_there_before_is_told_at_once_and_the_run_stops(project: Project):
    run = project.start({"tasks": [writes("a")]})
    executor = project.executor(run)
    exclude = project.folder / ".git" / "info" / "exclude"
    pipe(exclude)
    began = time.monotonic()
    ended = executor.carry_out()
    assert time.monotonic() - began < 15
    assert ended.state == "paused"
    assert f"{exclude} is a named pipe" in ended.note
    row = project.task(run, "a")
    assert (row.kind, row.attempt) == ("workspace", 0)
    exclude.unlink()
    project.do(MoveRun(run=run, step="resume"))
    assert project.carry_out(run).state == "waiting"
    assert project.answer(run, "retry").state == "completed"


STUCK = """#!/bin/sh
case "$*" in *" {words}"*) echo $$ >> "{tried}"; sleep 600 & echo $! > "{pid}.new"; mv "{pid}.new" "{pid}"; wait;; esac
PATH="{real}" exec git "$@"
"""


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Path, Path]]:
    """From now on git, asked for this, does not end, and neither does what it starts."""

    def stick(words: str) -> tuple[Path, Path]:
        tried, pid, folder = tmp_path / "tried", tmp_path / "pid", tmp_path / "bin"
        folder.mkdir()
        (folder / "git").write_text(STUCK.format(words=words, tried=tried, pid=pid, real=os.environ["PATH"]), "utf-8")
        (folder / "git").chmod(0o755)
        monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
        monkeypatch.setenv("RENKEI_GIT_TIMEOUT", "1")
        return tried, pid

    return stick


def test_git_that_does_not_end_is_ended_with_all_that_it_started(
    tmp_path: Path, stuck: Callable[[str], tuple[Path, Path]]
):
    repository = Repository(made_repository(tmp_path / "here"))
    _, pid = stuck("status")
    with pytest.raises(GitStuck, match="git status did not end within 1 s"):
        repository.list_changed_files()
    assert is_gone(read_pid(pid))


@pytest.mark.req("DEC-53", "DEC-32")
@pytest.mark.parametrize("kind", ["clean", "process"])
def test_a_recorded_filter_that_does_not_end_holds_no_landing_up(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
):
    pid, filters = tmp_path / "pid", tmp_path / "filter"
    filters.write_text(f"#!/bin/sh\necho $$ > '{pid}'\nexec sleep 1000\n", "utf-8")
    filters.chmod(0o755)
    (project.folder / ".gitattributes").write_text("docs/** filter=slow\n", "utf-8")
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "attributes")
    project.git("config", f"filter.slow.{kind}", str(filters))
    project.git("config", "filter.slow.required", "true")
    monkeypatch.setenv("RENKEI_GIT_TIMEOUT", "3")
    before = project.git("rev-parse", "main")
    run = project.run({"tasks": [writes("a")]}, yes=True)
    row = project.task(run.id, "a")
    assert (run.state, row.kind, project.git("rev-parse", "main")) == ("waiting", "workspace", before)
    assert "git add did not end within 3 s" in row.note
    assert is_gone(read_pid(pid))


def test_it_is_tried_once_and_told_as_what_it_is_and_the_run_waits(
    project: Project, stuck: Callable[[str], tuple[Path, Path]], monkeypatch: pytest.MonkeyPatch
):
    path = os.environ["PATH"]
    tried, pid = stuck("worktree add")
    run = project.run({"tasks": [writes("a")]}, yes=True)
    row = project.task(run.id, "a")
    assert (run.state, row.kind, row.attempt) == ("waiting", "workspace", 0)
    assert "git worktree did not end within 1 s" in row.note
    assert len(tried.read_text("utf-8").split()) == 1
    assert is_gone(read_pid(pid))
    monkeypatch.setenv("PATH", path)
    monkeypatch.delenv("RENKEI_GIT_TIMEOUT")
    assert project.answer(run.id, "retry").state == "completed"


@pytest.mark.parametrize("given", ["soon", "0", "-1", "inf", "nan"])
def test_a_time_limit_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str):
    folder = made_repository(tmp_path / "here")
    monkeypatch.setenv("RENKEI_GIT_TIMEOUT", given)
    with pytest.raises(Exception, match="RENKEI_GIT_TIMEOUT: expected a number of seconds"):
        Repository(folder)


def test_a_pipe_that_is_called_git_leads_to_no_repository(tmp_path: Path):
    folder = made_repository(tmp_path / "here")
    (folder / "inner").mkdir()
    pipe(folder / "inner" / ".git")
    assert Repository(folder / "inner").root == folder
