"""Whatever kills the process that carries a run out, at whatever moment: nothing is lost and nothing is done twice."""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from renkei.errors import Refused
from renkei.protocol.commands import SYSTEM
from renkei.protocol.run_commands import FinishTasks, LeaseRun, StartTasks, TaskEnd, TaskTaken
from tests.support.hub_team import open_log
from tests.support.run_project import Project, made_repository, opened, task, writes

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
    store = project.folder.parent / "store.db"
    words = [sys.executable, "-m", "tests.support.run_child", str(store), str(project.folder), run, str(event)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, timeout=120, check=False).returncode


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
    "files": ["README.md", "docs/a.md", "docs/b.md", "docs/c.md"],
    "completed": Counter(dict.fromkeys(("a", "b", "join", "c"), 1)),
    "commits": Counter(["start", "a", "b", "c"]),
    "merges": ["test: go"],
}


@pytest.mark.parametrize("event", [1, 3, 6, 8])
def test_a_run_that_was_killed_is_resumed_to_the_same_end(project: Project, event: int):
    run = project.start(PLAYBOOK, goal="go")
    assert killed_at(project, run, event) == -signal.SIGKILL
    assert project.row(run).state == "running"
    project.carry_out(run)
    assert outcome(project, run) == EXPECTED


@pytest.mark.slow
def test_a_run_that_is_killed_at_every_event_comes_to_the_same_end(project: Project):
    """Each process sees one more event than the one before it had left to it, and dies there."""
    run = project.start(PLAYBOOK, goal="go")
    lives = 0
    while killed_at(project, run, 3) == -signal.SIGKILL:
        lives += 1
        assert lives < 30
    assert outcome(project, run) == EXPECTED


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
    taken = [TaskTaken(task="a", agent="a")]
    project.do(StartTasks(run=run, lease=lease, seen=seen, tasks=taken), actor=SYSTEM)
    return project.task(run, "a").token


def _finish(project: Project, run: str, lease: int, token: int) -> None:
    project.do(FinishTasks(run=run, lease=lease, results=[TaskEnd(task="a", token=token)]), actor=SYSTEM)
