"""What a process that was killed leaves behind goes; what a run that goes on needs, stays."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.eventlog.records import Record
from renkei.git.places import MERGED_REFS
from renkei.runs.leftovers import Cleaner, Leftovers
from renkei.runs.view import branch_of
from renkei.workspace import worktrees
from renkei.workspace.worktrees import Preparation
from tests.support.hub_team import open_log
from tests.support.run_kills import killed_after_git
from tests.support.run_project import Project, made_repository, opened, task, writes


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened(open_log("sqlite", tmp_path), made_repository(tmp_path / "project"))


def cleaned(project: Project, *runs: str, remove: bool = True) -> Leftovers:
    rows = {run: project.row(run) for run in runs}
    return Cleaner(project.repository, project.folder.parent / "records", rows).find_leftovers(remove=remove)


def refs(project: Project) -> list[str]:
    return project.git("for-each-ref", "--format=%(refname)").splitlines()


def test_nothing_is_left_of_a_run_that_has_ended(project: Project):
    run = project.run({"tasks": [writes("a")]}).id
    assert branch_of(run) in cleaned(project, run, remove=False).branches
    found = cleaned(project, run)
    assert (found.branches, len(found.refs), len(found.locks)) == ((branch_of(run),), 1, 1)
    assert refs(project) == ["refs/heads/main"]
    assert not (project.folder / ".git" / "renkei" / "worktrees").exists()
    assert cleaned(project, run) == Leftovers()


def test_a_killed_process_leaves_nothing_that_stays_and_the_run_goes_on(project: Project):
    run = project.start({"tasks": [writes("a")]})
    assert killed_after_git(project, run, "worktree add ") == -signal.SIGKILL
    assert len(project.git("worktree", "list").splitlines()) == 2
    found = cleaned(project, run)
    assert (len(found.worktrees), found.branches, found.locks) == (1, (), ())
    assert len(project.git("worktree", "list").splitlines()) == 1
    assert project.carry_out(run).state == "completed"


def test_a_run_that_goes_on_forgets_work_trees_whose_folders_were_gone_when_it_was_killed(project: Project):
    """The process died between a folder and what git knows of it."""
    assert project.repository
    run = project.start({"tasks": [writes("a")]})
    others = worktrees.add(project.repository, "R-9/a-1", project.repository.head_commit(), Preparation())
    assert killed_after_git(project, run, "worktree add ") == -signal.SIGKILL
    for attempt in (project.repository.own_folder / worktrees.FOLDER / run).iterdir():
        shutil.rmtree(attempt)
    assert "prunable" in project.git("worktree", "list")
    assert project.carry_out(run).state == "completed"
    listed = project.git("worktree", "list")
    assert ("prunable" in listed, str(others.path) in listed) == (False, True)
    assert len(listed.splitlines()) == 2


def test_work_trees_of_a_run_that_is_carried_out_stay(project: Project):
    run = project.start({"tasks": [writes("a")]})
    seen: list[Leftovers] = []

    def look(record: Record) -> None:
        seen.append(cleaned(project, run))

    assert project.carry_out(run, watch=look).state == "completed"
    assert seen
    assert all(each == Leftovers() for each in seen)


def test_what_git_knows_of_a_folder_that_is_gone_goes_and_a_persons_work_tree_stays(project: Project, tmp_path: Path):
    assert project.repository
    project.git("worktree", "add", "-q", str(tmp_path / "mine"))
    ours = worktrees.add(project.repository, "R-9/a-1", project.repository.head_commit(), Preparation())
    shutil.rmtree(ours.path)
    shutil.rmtree(tmp_path / "mine")
    assert cleaned(project).worktrees == (ours.path,)
    listed = project.git("worktree", "list")
    assert (str(tmp_path / "mine") in listed, str(ours.path) in listed) == (True, False)


def test_a_branch_with_work_that_is_nowhere_else_stays(project: Project):
    left = project.run({"tasks": [writes("a")], "merge": "none"}).id
    looked = project.run({"tasks": [task("look", script=[])]}).id
    assert cleaned(project, left, looked).branches == (branch_of(looked),)
    project.git("switch", "-q", branch_of(left))
    project.git("branch", "-f", "main", branch_of(left))
    assert cleaned(project, left).branches == ()  # it is checked out
    project.git("switch", "-q", "main")
    assert cleaned(project, left).branches == (branch_of(left),)
    assert [ref for ref in refs(project) if ref.startswith(MERGED_REFS)] == []
