"""Submodules: filled from what the main work tree has, and never changed by an agent."""

import shutil
import subprocess
from pathlib import Path

import pytest

from renkei.workspace import submodules, worktrees
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation
from tests.support.landing import landed
from tests.support.run_project import git, made_repository


def add_submodule(to: Path, source: Path, name: str) -> None:
    git(to, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(source), name)
    git(to, "commit", "-q", "-m", f"add {name}")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """`libs/日本 lib` is a submodule, and `inner` one inside it; where they came from is gone."""
    inner = made_repository(tmp_path / "inner", {"deep.txt": "deep\n"})
    lib = made_repository(tmp_path / "lib", {"lib.py": "x = 1\n", ".gitignore": "*.pyc\n"})
    add_submodule(lib, inner, "inner")
    project = made_repository(tmp_path / "project")
    add_submodule(project, lib, "libs/日本 lib")
    git(project, "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init", "--recursive")
    inner.rename(tmp_path / "gone-inner")
    lib.rename(tmp_path / "gone-lib")
    return Repository(project)


def tree_of(repository: Repository) -> Worktree:
    return worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())


LIB = "libs/日本 lib"


def test_they_are_filled_without_asking_anybody_also_one_inside_another(repository: Repository):
    tree = tree_of(repository)
    assert (tree.path / LIB / "lib.py").read_text("utf-8") == "x = 1\n"
    assert (tree.path / LIB / "inner" / "deep.txt").read_text("utf-8") == "deep\n"
    assert git(tree.path / LIB, "log", "-1", "--format=%s") == "add inner"
    assert git(tree.path, "status", "--porcelain") == ""
    assert landed(tree).refused == ()


def test_a_commit_that_no_branch_has_is_filled_too(repository: Repository):
    lib = repository.root / LIB
    git(lib, "switch", "-q", "--detach")
    (lib / "lib.py").write_text("x = 2\n", "utf-8")
    git(lib, "commit", "-q", "-a", "-m", "mine alone")
    git(repository.root, "commit", "-q", "-a", "-m", "newer lib")
    assert (tree_of(repository).path / LIB / "lib.py").read_text("utf-8") == "x = 2\n"


def test_what_an_agent_changes_inside_is_refused_and_kept_as_a_patch(repository: Repository):
    tree = tree_of(repository)
    (tree.path / LIB / "lib.py").write_text("x = 3\n", "utf-8")
    (tree.path / LIB / "inner" / "new.txt").write_text("new\n", "utf-8")
    (tree.path / "mine.md").write_text("mine\n", "utf-8")
    landing = landed(tree, check="grep -q 'x = 1' 'libs/日本 lib/lib.py' && ! test -e 'libs/日本 lib/inner/new.txt'")
    assert (landing.failure, landing.files) == (None, ("mine.md",))
    assert {(each.path, each.rule) for each in landing.refused} == {(LIB, "RUN-4"), (f"{LIB}/inner", "RUN-4")}
    assert "is a submodule" in str(landing.refused[0].reason)
    assert landing.aside
    git(repository.root, "apply", str(landing.aside))
    assert (repository.root / LIB / "lib.py").read_text("utf-8") == "x = 3\n"
    assert (repository.root / LIB / "inner" / "new.txt").read_text("utf-8") == "new\n"


def test_a_submodule_that_is_moved_to_another_commit_is_refused(repository: Repository):
    tree = tree_of(repository)
    (tree.path / LIB / "lib.py").write_text("x = 4\n", "utf-8")
    git(tree.path / LIB, "commit", "-q", "-a", "-m", "in the submodule")
    git(tree.path, "commit", "-q", "-a", "-m", "the gitlink")
    landing = landed(tree)
    assert (landing.commit, [each.path for each in landing.refused]) == (None, [LIB])
    assert landing.aside
    assert "+x = 4" in landing.aside.read_text("utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        git(repository.root / LIB, "cat-file", "-e", git(tree.path / LIB, "rev-parse", "HEAD"))


@pytest.mark.parametrize("removed", [".", ".git"])
def test_a_submodule_that_is_taken_apart_is_put_back(repository: Repository, removed: str):
    tree = tree_of(repository)
    path = tree.path / LIB / removed
    path.unlink() if path.is_file() else shutil.rmtree(path)
    (tree.path / "mine.md").write_text("mine\n", "utf-8")
    landing = landed(tree, check=f"test -f '{LIB}/lib.py'")
    assert landing.failure is None
    assert landing.files == ("mine.md",)
    assert {each.path for each in landing.refused} == ({LIB, f"{LIB}/inner"} if removed == "." else set())
    tree_id = repository.run("ls-tree", landing.commit or "", LIB, "-z")
    assert tree_id.startswith("160000 commit")


def test_one_that_is_not_filled_here_stays_empty_and_that_is_said(tmp_path: Path, repository: Repository):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(repository.root), str(clone))
    bare = Repository(clone)
    assert submodules.list_empty(bare) == [LIB]
    assert submodules.list_empty(repository) == []
    tree = tree_of(bare)
    assert list((tree.path / LIB).iterdir()) == []
    (tree.path / LIB / "stray.txt").write_text("stray\n", "utf-8")
    landing = landed(tree)
    assert [each.path for each in landing.refused] == [LIB]
    assert landing.aside
    assert "+stray" in landing.aside.read_text("utf-8")


def test_a_repository_that_an_agent_makes_inside_is_kept_whole(repository: Repository):
    tree = tree_of(repository)
    made_repository(tree.path / "own", {"a.txt": "all of it\n"})
    landing = landed(tree, check="! test -e own")
    assert [each.path for each in landing.refused] == ["own"]
    assert landing.aside
    git(repository.root, "apply", str(landing.aside))
    assert (repository.root / "own" / "a.txt").read_text("utf-8") == "all of it\n"


def test_nothing_is_left_of_them(repository: Repository):
    tree = tree_of(repository)
    worktrees.remove(tree)
    assert not tree.path.exists()
    assert not tree.admin.exists()
    assert git(repository.root, "status", "--porcelain") == ""
    assert git(repository.root / LIB, "worktree", "list").count("\n") == 0
