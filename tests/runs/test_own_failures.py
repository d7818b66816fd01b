"""What Renkei could not do itself: git, disk, process start. No agent is blamed for it, and no attempt spent on it."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from renkei.adapters.base import Agent, Job
from renkei.adapters.scripted import Scripted
from renkei.board.run_tables import RunWarningRow
from renkei.commands.runs import MoveRun
from tests.support.marks import first_quick
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, says, task, writes

pytestmark = pytest.mark.req("DEC-32")

FailGit = Callable[[str, int], None]


@pytest.fixture
def fail_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FailGit:
    """From now on git says no, so many times, to commands with these words."""
    real = os.environ["PATH"]

    def fail(words: str, times: int) -> None:
        left = tmp_path / "left"
        left.write_text("x" * times, "utf-8")
        git = tmp_path / "bin" / "git"
        git.parent.mkdir(exist_ok=True)
        git.write_text(
            f"""#!/bin/sh
case "$*" in *"{words}"*) if [ -s "{left}" ]; then
    PATH="{real}" truncate -s -1 "{left}"; echo "fatal: the disk is on fire" >&2; exit 128
fi;; esac
PATH="{real}" exec git "$@"
""",
            "utf-8",
        )
        git.chmod(0o755)
        monkeypatch.setenv("PATH", f"{git.parent}{os.pathsep}{real}")

    return fail


def warnings(project: Project) -> list[str]:
    with project.hub.read() as view:
        return [row.text for row in view.select(RunWarningRow, order="seq")]


def test_git_that_fails_now_and_then_costs_no_attempt(project: Project, fail_git: FailGit):
    fail_git("worktree add", 4)
    run = project.run({"tasks": [writes("a")]})
    assert (run.state, project.task(run.id, "a").attempt, warnings(project)) == ("completed", 1, [])
    assert [event["attempt"] for event in project.told("TaskStarted")] == [1]


@pytest.mark.parametrize("critical", [True, False])
def test_git_that_fails_for_good_lets_the_run_wait_and_blames_nobody(
    project: Project, fail_git: FailGit, critical: bool
):
    """Also with --yes, and also where the playbook would go on without the task."""
    fail_git("worktree add", 1_000)
    run = project.run({"tasks": [writes("a", critical=critical)]}, yes=True)
    row = project.task(run.id, "a")
    assert (run.state, row.state, row.kind, row.attempt, row.failures) == ("waiting", "failed", "workspace", 0, 0)
    [said] = warnings(project)
    assert "the disk is on fire" in said
    assert not said.startswith("Agent")
    [asked] = project.told("DecisionRequested")
    assert "Renkei could not carry out a" in asked["question"]
    assert "the disk is on fire" in asked["question"]
    assert project.git("branch", "--list", "--format=%(refname:short)").split() == ["main", f"renkei/{run.id}"]


def test_when_git_works_again_a_person_has_it_tried_again_as_the_first_attempt(project: Project, fail_git: FailGit):
    fail_git("worktree add", 1_000)
    run = project.run({"tasks": [writes("a")]})
    fail_git("worktree add", 0)
    ended = project.answer(run.id, "retry")
    assert (ended.state, project.task(run.id, "a").attempt) == ("completed", 1)


def test_an_agent_that_cannot_be_started_is_tried_five_times_and_then_the_run_waits(project: Project):
    project.adapter = adapter = Played(lambda job: ["refuse"])
    run = project.run({"tasks": [task("a")]}, yes=True)
    row = project.task(run.id, "a")
    assert (run.state, row.kind, row.attempt, adapter.attempts("a")) == ("waiting", "spawn", 0, [1] * 5)
    assert "no room for it" in warnings(project)[0]


def test_a_program_that_is_not_there_is_not_tried_again_and_the_run_waits(project: Project):
    """It will not appear in a second; no attempt is spent, and nobody is blamed."""
    project.adapter = adapter = Played(lambda job: ["missing"])
    run = project.run({"tasks": [task("a")]}, yes=True)
    row = project.task(run.id, "a")
    assert (run.state, row.kind, row.attempt, adapter.attempts("a")) == ("waiting", "spawn", 0, [1])
    assert "nobody at home" in warnings(project)[0]
    project.adapter = Played()
    assert project.answer(run.id, "retry").state == "completed"


def test_an_agent_that_could_be_started_at_the_fifth_try_has_lost_nothing(project: Project):
    refusals = iter(range(4))
    project.adapter = Played(lambda job: ["refuse"] if next(refusals, None) is not None else [OK])
    run = project.run({"tasks": [task("a")]}, yes=True)
    assert (run.state, project.task(run.id, "a").attempt, warnings(project)) == ("completed", 1, [])


def test_a_run_that_waits_for_git_can_be_stopped(project: Project, fail_git: FailGit):
    fail_git("worktree add", 1_000)
    run = project.run({"tasks": [writes("a")]})
    project.do(MoveRun(run=run.id, step="stop"))
    assert project.row(run.id).state == "stopped"


def test_an_input_that_is_missing_is_no_failure_of_git(project: Project):
    run = project.run({"tasks": [task("a", inputs=["nothing.md"])]})
    row = project.task(run.id, "a")
    assert (row.kind, row.failures > 0) == ("input", True)


@pytest.mark.parametrize("words", first_quick(["add --all", "commit-tree ", "rev-parse HEAD"]))
def test_git_that_fails_when_work_is_taken_keeps_the_work_and_lets_the_run_wait(
    project: Project, fail_git: FailGit, words: str
):
    fail_git(words, 1_000)
    run = project.run({"tasks": [writes("a")]}, yes=True)
    row = project.task(run.id, "a")
    assert (run.state, row.kind, row.attempt) == ("waiting", "workspace", 0)
    assert "the disk is on fire" in row.note


@pytest.mark.parametrize("words", first_quick(["add --all", "commit-tree ", "reset --quiet --hard"]))
def test_git_that_fails_now_and_then_when_work_is_taken_costs_nothing(project: Project, fail_git: FailGit, words: str):
    fail_git(words, 3)
    run = project.run({"tasks": [writes("a")]}, yes=True)
    assert (run.state, project.task(run.id, "a").attempt, warnings(project)) == ("completed", 1, [])
    assert (project.folder / "docs" / "a.md").read_text("utf-8") == "done\n"


class Guarded(Scripted):
    """Agents whose supervisor somebody kills as soon as they have started, so many times."""

    def __init__(self, noted: Path, *, times: int) -> None:
        super().__init__()
        self._noted = noted
        self._times = times

    def start(self, job: Job) -> Agent:
        killed = self._noted.read_text("utf-8") if self._noted.exists() else ""
        if len(killed) < self._times:
            self._noted.write_text(f"{killed}x", "utf-8")
            job = replace(job, brief=replace(job.brief, script=({"kill_guard": True},)))
        return super().start(job)


def test_an_agent_whose_supervisor_is_killed_is_begun_anew_and_not_blamed(project: Project):
    """The first time only: as if somebody else had killed it."""
    gone = project.folder.parent / "killed"
    project.adapter = Guarded(gone, times=1)
    run = project.run({"tasks": [writes("a")]})
    row = project.task(run.id, "a")
    assert (run.state, row.attempt, row.failures, warnings(project)) == ("completed", 1, 0, [])
    [done] = project.told("TaskCompleted")
    assert any("its supervisor was killed" in note for note in done["notes"])
    assert project.git("show", "main:docs/a.md") == "done"


@pytest.mark.req("DEC-32", refused=True)
def test_one_whose_supervisor_is_killed_each_time_lets_the_run_wait(project: Project):
    project.adapter = Guarded(project.folder.parent / "killed", times=100)
    run = project.run({"tasks": [writes("a")]})
    row = project.task(run.id, "a")
    assert (run.state, row.kind, row.attempt, row.failures) == ("waiting", "spawn", 0, 0)
    [said] = warnings(project)
    assert said == "Renkei could not carry out a, which is not its agent's failure: its supervisor was killed"
    assert (project.folder.parent / "killed").read_text("utf-8") == "x" * 5


def killed_check(noted: Path, *, times: int) -> str:
    """A check command whose supervisor somebody kills while it is at work, so many times."""
    return f"test $(wc -c < {noted}) -ge {times} || {{ printf x >> {noted}; kill -9 $PPID; sleep 600; }}"


def test_a_check_whose_supervisor_is_killed_is_run_again_and_not_blamed_on_the_work(project: Project):
    noted = project.folder.parent / "killed"
    noted.touch()
    run = project.run({"tasks": [writes("a", check=killed_check(noted, times=2))]}, execute=True)
    row = project.task(run.id, "a")
    assert (run.state, row.attempt, row.failures, warnings(project)) == ("completed", 1, 0, [])
    assert noted.read_text("utf-8") == "xx"


@pytest.mark.req("DEC-32", refused=True)
def test_a_check_whose_supervisor_is_killed_each_time_lets_the_run_wait_and_is_no_failed_check(project: Project):
    noted = project.folder.parent / "killed"
    noted.touch()
    run = project.run({"tasks": [writes("a", check=killed_check(noted, times=100))]}, execute=True)
    row = project.task(run.id, "a")
    assert (run.state, row.kind, row.attempt, row.failures) == ("waiting", "workspace", 0, 0)
    assert "its supervisor was killed" in row.note
    assert noted.read_text("utf-8") == "x" * 5


@pytest.mark.req("DEC-32", refused=True)
def test_a_reduce_that_fails_names_no_agent(project: Project):
    (project.folder / "docs").mkdir()
    (project.folder / "docs" / "project-context.yaml").write_text("- a list\n", "utf-8")
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "list")
    tasks = [says("a", ("decisions.x", 1)), task("join", "a", kind="reduce", owner="agg", on_failure={"retries": 0})]
    run = project.run({"tasks": tasks}, yes=False)
    assert run.state == "waiting"
    [said] = warnings(project)
    assert said.startswith("join failed, which no agent does: ")
    [asked] = project.told("DecisionRequested")
    assert asked["question"].startswith("join, which no agent does, failed: ")
