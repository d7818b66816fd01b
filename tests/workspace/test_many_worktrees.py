"""Work trees that are added and removed by many at once, beside somebody who keeps the machine busy."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from renkei.workspace import worktrees
from renkei.workspace.repository import Repository
from renkei.workspace.worktrees import Preparation
from tests.support.busy import busy


def add_and_remove(root: Path, numbers: range) -> int:
    """Each of a run of its own, so that the folder around it comes and goes."""
    repository = Repository(root)
    base = repository.head_commit()
    for number in numbers:
        made = worktrees.add(repository, f"R-{number}/a-1", base, Preparation())
        assert (made.path / "README.md").read_text("utf-8") == "# Project\n"
        worktrees.remove(made)
    return len(numbers)


def shares(count: int, by: int) -> list[range]:
    return [range(each, count, by) for each in range(by)]


def added_by_threads(root: Path, count: int) -> int:
    with busy(), ThreadPoolExecutor(8) as pool:
        return sum(pool.map(add_and_remove, [root] * 8, shares(count, 8)))


def test_work_trees_of_many_threads_do_not_hinder_each_other(repository: Repository):
    assert added_by_threads(repository.root, 40) == 40
    assert not (repository.own_folder / worktrees.FOLDER).exists()


@pytest.mark.slow
def test_work_trees_of_several_processes_do_not_hinder_each_other(repository: Repository):
    context = multiprocessing.get_context("spawn")
    with busy(), ProcessPoolExecutor(3, mp_context=context) as pool:
        assert sum(pool.map(add_and_remove, [repository.root] * 3, shares(15, 3))) == 15


@pytest.mark.req("DEC-32")
@pytest.mark.slow
def test_two_thousand_work_trees_of_eight_threads(repository: Repository):
    assert added_by_threads(repository.root, 2000) == 2000
