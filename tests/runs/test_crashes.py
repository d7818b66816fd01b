"""Whatever kills the process that carries a run out, at whatever moment: nothing is lost and nothing is done twice."""

import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from renkei.commands.decisions import Decide
from renkei.commands.run_base import TaskEnd, TaskStart
from renkei.commands.run_results import FinishTasks
from renkei.commands.run_steps import LeaseRun, StartTasks
from renkei.commands.runs import AllowRunChecks
from renkei.errors import Refused
from renkei.protocol.actors import SYSTEM
from tests.support.hub_team import open_log
from tests.support.marks import first_quick
from tests.support.run_project import Project, made_repository, opened, says, task, writes

ROOT = Path(__file__).parents[2]

PLAYBOOK: dict[str, Any] = {
    "parallel": 2,
    "tasks": [
        writes("a"),
        writes("b"),
        task("join", "a", "b", kind="reduce"),
        writes("c", "join", inputs=["docs/a.md"]),
    ],
}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened(open_log("sqlite", tmp_path), made_repository(tmp_path / "project"))


def killed_at(project: Project, run: str, event: int) -> int:
    """Another process carries the run out and dies at its event of this number; how it ended."""
    words = [sys.executable, "-m", "tests.support.run_child", *_place(project), run, str(event)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, timeout=120, check=False).returncode


def test_a_run_that_has_ended_has_all_its_work_on_its_branch_whenever_it_was_killed(project: Project):
    for event in count(1):
        run = project.start({"merge": "none", "tasks": [writes("a", text=f"{event}\n")]})
        returned = killed_at(project, run, event)
        row = project.row(run)
        if row.state == "completed":
            assert project.git("rev-parse", f"renkei/{run}") == row.head
        if returned == 0:
            break


def outcome(project: Project, run: str) -> dict[str, Any]:
    """What must not depend on who died when."""
    files = project.git("ls-tree", "-r", "--name-only", "main").splitlines()
    completed = Counter(document["task"] for document in project.told("TaskCompleted"))
    return {
        "state": project.row(run).state,
        "tasks": project.tasks(run),
        "files": files,
        "completed": completed,
        "commits": Counter(project.git("log", "--format=%s", f"renkei/{run}").splitlines()),
        "merges": project.git("log", "--merges", "--format=%s", "main").splitlines(),
    }


EXPECTED = {
    "state": "completed",
    "tasks": dict.fromkeys(("a", "b", "join", "c"), "completed"),
    "files": ["README.md", "docs/a.md", "docs/b.md", "docs/c.md", "docs/project-context.yaml"],
    "completed": Counter(dict.fromkeys(("a", "b", "join", "c"), 1)),
    "commits": Counter(["start", "a", "b", "join", "c"]),
    "merges": ["test: go"],
}


@pytest.mark.parametrize("event", first_quick([6, 1, 3, 8]))
def test_a_run_that_was_killed_is_resumed_to_the_same_end(project: Project, event: int):
    run = project.start(PLAYBOOK, goal="go")
    assert killed_at(project, run, event) == -signal.SIGKILL
    assert project.row(run).state == "running"
    project.carry_out(run)
    assert outcome(project, run) == EXPECTED


@pytest.mark.slow
@pytest.mark.parametrize("event", range(1, 11))
def test_it_does_not_matter_at_which_event_it_was_killed(project: Project, event: int):
    run = project.start(PLAYBOOK, goal="go")
    assert killed_at(project, run, event) == -signal.SIGKILL
    project.carry_out(run)
    assert outcome(project, run) == EXPECTED


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again_comes_to_the_same_end(project: Project):
    """Each process lives one event longer than the one before it."""
    run = project.start(PLAYBOOK, goal="go")
    lives = next(event for event in count(1) if killed_at(project, run, event) == 0)
    assert lives > 5
    assert outcome(project, run) == EXPECTED


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_it_does_not_matter_at_which_moment_it_was_killed(project: Project, seed: int):
    """Between events, too: while a work tree is made, an agent works, a commit is made, the branch moved."""
    run = project.start(PLAYBOOK, goal="go")
    chance = random.Random(seed)  # noqa: S311
    while (code := killed_after(project, run, chance.uniform(0.3, 3.0))) != 0:
        assert code == -signal.SIGKILL
    assert outcome(project, run) == EXPECTED


def killed_after(project: Project, run: str, seconds: float) -> int:
    """The same by the clock; 0 when the run was faster."""
    words = [sys.executable, "-m", "tests.support.run_child", *_place(project), run, "-1"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _place(project: Project) -> list[str]:
    return [str(project.folder.parent / "store.db"), str(project.folder)]


HELD_BACK: dict[str, Any] = {
    "tasks": [
        writes("a", check="test -f docs/a.md"),
        says("b", ("decisions.x", 1)),
        says("c", ("decisions.x", 2)),
        task("join", "a", "b", "c", kind="reduce"),
        writes("d", "join"),
    ],
}


@pytest.mark.req("DEC-30")
@pytest.mark.parametrize("event", first_quick([3, 1, 2, 4, *range(5, 11)]))
def test_what_was_held_back_comes_to_the_same_end_though_its_process_is_killed(project: Project, event: int):
    """The check is run and the other side of a conflict is taken; the process dies at an event of that."""
    run = project.run(HELD_BACK).id
    assert project.row(run).state == "waiting"
    agents = len(project.told("TaskStarted"))
    project.do(AllowRunChecks(run=run))
    [asked] = project.told("RunAsked")
    project.do(Decide(id=asked["decision"], option="c"))
    assert killed_at(project, run, event) == -signal.SIGKILL
    project.carry_out(run)
    assert project.row(run).state == "completed"
    assert "x: 2" in project.git("show", "main:docs/project-context.yaml")
    later = [each for each in project.told("TaskStarted")[agents:] if not each["recheck"]]
    assert {each["task"] for each in later} == {"join", "d"}
    assert [each["task"] for each in project.told("TaskVerified")] == ["a"]
    assert len(project.told("TasksReset")) == 1


def test_a_second_process_cannot_carry_out_the_same_run(project: Project):
    run = project.start(PLAYBOOK)
    first, second = project.executor(run), project.executor(run)
    held: list[Refused] = []

    def try_too(record: object) -> None:
        if not held:
            with pytest.raises(Refused) as refused:
                second.carry_out()
            held.append(refused.value)

    first._watch = try_too  # pyright: ignore[reportPrivateUsage]
    assert first.carry_out().state == "completed"
    assert held[0].rule == "RUN-1"


def test_a_result_counts_only_under_the_token_of_its_start(project: Project):
    run = project.start({"tasks": [task("a", script=[])]})
    lease = _leased(project, run)
    old = _started(project, run, lease)
    newer = _leased(project, run)
    with pytest.raises(Refused) as refused:
        _finish(project, run, lease, old)
    assert refused.value.rule == "RUN-1"
    token = _started(project, run, newer)
    with pytest.raises(Refused):
        _finish(project, run, newer, old)
    _finish(project, run, newer, token)
    with pytest.raises(Refused):
        _finish(project, run, newer, token)
    assert [document["token"] for document in project.told("TaskCompleted")] == [token]


def _leased(project: Project, run: str) -> int:
    project.do(LeaseRun(run=run, holder="test"), actor=SYSTEM)
    return project.row(run).lease


def _started(project: Project, run: str, lease: int) -> int:
    seen = project.row(run).last
    taken = [TaskStart(task="a", agent="a")]
    project.do(StartTasks(run=run, lease=lease, seen=seen, tasks=taken), actor=SYSTEM)
    return project.task(run, "a").token


def _finish(project: Project, run: str, lease: int, token: int) -> None:
    project.do(FinishTasks(run=run, lease=lease, results=[TaskEnd(task="a", token=token)]), actor=SYSTEM)
