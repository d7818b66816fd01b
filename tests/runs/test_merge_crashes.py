"""A process that dies around the merge: nothing is merged twice, and no half of a merge stays in a person's files."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub_team import open_log
from tests.support.run_kills import killed_after_git
from tests.support.run_project import Project, made_repository, opened, writes


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened(open_log("sqlite", tmp_path), made_repository(tmp_path / "project"))


@pytest.mark.parametrize(
    ("how", "words"),
    [("merge", "update-ref refs/renkei/"), ("merge", "merge --ff-only "), ("squash", "merge --ff-only ")],
)
def test_a_merge_is_made_once_whatever_dies_when(project: Project, how: str, words: str):
    run = project.start({"tasks": [writes("a")], "merge": how}, goal="go")
    assert killed_after_git(project, run, words) == -signal.SIGKILL
    assert project.row(run).state == "running"
    assert project.git("status", "--porcelain") == ""
    ended = project.carry_out(run)
    assert (ended.state, ended.merged) == ("completed", project.git("rev-parse", "main"))
    assert project.git("log", "--first-parent", "--format=%s", "main").splitlines() == ["test: go", "start"]
    assert project.git("status", "--porcelain") == ""
    assert len(project.git("worktree", "list").splitlines()) == 1


@pytest.mark.slow
def test_half_a_squash_is_no_persons_change(project: Project):
    """Killed between git's two steps of a squash: the work tree that it was made in is swept away."""
    run = project.start({"tasks": [writes("a")], "merge": "squash"}, goal="go")
    assert killed_after_git(project, run, "merge --squash ") == -signal.SIGKILL
    assert project.git("status", "--porcelain") == ""
    assert project.carry_out(run).state == "completed"
    assert project.git("log", "--format=%s", "main").splitlines() == ["test: go", "start"]
