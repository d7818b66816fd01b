"""Git LFS: pointers and contents in work trees, with git-lfs and without it."""

import hashlib
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.workspace import worktrees
from renkei.workspace.lfs import parse_pointer
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation
from tests.support.landing import land, landed
from tests.support.run_project import git, made_repository

CONTENT = "a large picture\n"


def pointer(content: str) -> str:
    data = content.encode()
    oid = hashlib.sha256(data).hexdigest()
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(data)}\n"


FILTER = f"""#!{sys.executable}
# Does to contents what git-lfs does, with the same store.
import hashlib, os, pathlib, subprocess, sys
common = subprocess.check_output(["git", "rev-parse", "--git-common-dir"], text=True).strip()
store = pathlib.Path(common, "lfs", "objects")
data = sys.stdin.buffer.read()
is_pointer = data.startswith(b"version https://git-lfs")
if sys.argv[1] == "clean" and not is_pointer:
    oid = hashlib.sha256(data).hexdigest()
    place = store / oid[:2] / oid[2:4] / oid
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    data = f"version https://git-lfs.github.com/spec/v1\\noid sha256:{{oid}}\\nsize {{len(data)}}\\n".encode()
elif sys.argv[1] == "smudge" and is_pointer and not os.environ.get("GIT_LFS_SKIP_SMUDGE"):
    oid = data.split(b"sha256:")[1][:64].decode()
    data = (store / oid[:2] / oid[2:4] / oid).read_bytes()
sys.stdout.buffer.write(data)
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Pointers, and settings that name a git-lfs that is not installed, as after a clone on another machine."""
    files = {".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "a.bin": pointer(CONTENT)}
    root = made_repository(tmp_path / "project", files)
    for name in ("clean", "smudge", "process"):
        git(root, "config", f"filter.lfs.{name}", f"git-lfs-that-is-not-there {name}")
    git(root, "config", "filter.lfs.required", "true")
    return Repository(root)


@pytest.fixture
def installed(tmp_path: Path, repository: Repository) -> Repository:
    """The same where a program does what git-lfs does, and the main work tree has the contents."""
    program = tmp_path / "lfs-stand-in"
    program.write_text(FILTER, "utf-8")
    program.chmod(0o755)
    git(repository.root, "config", "--unset", "filter.lfs.process")
    for name in ("clean", "smudge"):
        git(repository.root, "config", f"filter.lfs.{name}", f"'{program}' {name}")
    (repository.root / "a.bin").write_text(CONTENT, "utf-8")
    git(repository.root, "add", "a.bin")
    return Repository(repository.root)


def tree_of(repository: Repository) -> Worktree:
    return worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())


def test_without_git_lfs_an_agent_gets_the_pointers(repository: Repository):
    assert repository.lfs is False
    tree = tree_of(repository)
    assert (tree.path / "a.bin").read_text("utf-8") == pointer(CONTENT)
    (tree.path / "a.bin").write_text(pointer(CONTENT), "utf-8")
    (tree.path / "b.md").write_text("b\n", "utf-8")
    landing = landed(tree)
    assert (landing.files, landing.refused) == (("b.md",), ())


def test_without_git_lfs_a_change_is_refused_and_kept_aside(repository: Repository):
    tree = tree_of(repository)
    (tree.path / "a.bin").write_text("changed\n", "utf-8")
    (tree.path / "new.bin").write_bytes(b"\0\1\2")
    (tree.path / "forged.bin").write_text(pointer("nobody has this"), "utf-8")
    (tree.path / "b.md").write_text("b\n", "utf-8")
    landing = landed(tree)
    assert landing.files == ("b.md",)
    assert {(each.path, each.rule) for each in landing.refused} == {
        ("a.bin", "RUN-4"),
        ("new.bin", "RUN-4"),
        ("forged.bin", "RUN-4"),
    }
    assert "Git LFS" in str(landing.refused[0].reason)
    assert landing.aside
    assert "+changed" in landing.aside.read_text("utf-8")
    assert repository.run("show", f"{landing.commit}:a.bin") + "\n" == pointer(CONTENT)


def test_without_git_lfs_a_pointer_can_be_moved_and_deleted(repository: Repository):
    tree = tree_of(repository)
    (tree.path / "a.bin").rename(tree.path / "moved.bin")
    landing = landed(tree)
    assert (sorted(landing.files), landing.refused) == (["a.bin", "moved.bin"], ())


@pytest.mark.parametrize("place", ["a.bin", ".git/lfs/objects"])
def test_contents_that_are_here_already_are_there_for_the_agent(repository: Repository, place: str):
    oid = hashlib.sha256(CONTENT.encode()).hexdigest()
    path = repository.root / place
    stored = path / oid[:2] / oid[2:4] / oid if place.startswith(".git/") else path
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_text(CONTENT, "utf-8")
    tree = tree_of(repository)
    assert (tree.path / "a.bin").read_text("utf-8") == CONTENT
    (tree.path / "b.md").write_text("b\n", "utf-8")
    landing = landed(tree, check=f"grep -q '{CONTENT.strip()}' a.bin")
    assert (landing.failure, landing.files, landing.refused) == (None, ("b.md",), ())
    (tree.path / "a.bin").write_text("changed\n", "utf-8")
    assert [each.path for each in landed(tree).refused] == ["a.bin"]


def test_attributes_that_were_refused_do_not_count(repository: Repository):
    """An agent that may not write `.gitattributes` cannot take a file out of LFS with it."""
    from renkei.sentence import Sentence
    from renkei.workspace.landing import Change, Refusal

    def not_attributes(change: Change) -> Refusal | None:
        named = change.path == ".gitattributes"
        return Refusal(path=change.path, rule="TEAM-9", reason=Sentence("no")) if named else None

    tree = tree_of(repository)
    (tree.path / ".gitattributes").write_text("", "utf-8")
    (tree.path / "a.bin").write_text("changed\n", "utf-8")
    landing = land(tree, not_attributes, aside=tree.repository.own_folder / "a.patch")
    assert {each.path for each in landing.refused} == {".gitattributes", "a.bin"}


def test_with_git_lfs_a_change_becomes_a_pointer(installed: Repository):
    assert installed.lfs is True
    tree = tree_of(installed)
    assert (tree.path / "a.bin").read_text("utf-8") == CONTENT
    (tree.path / "a.bin").write_text("changed\n", "utf-8")
    (tree.path / "new.bin").write_text("new\n", "utf-8")
    landing = landed(tree)
    assert (sorted(landing.files), landing.refused) == (["a.bin", "new.bin"], ())
    assert installed.run("show", f"{landing.commit}:a.bin") + "\n" == pointer("changed\n")
    assert installed.run("show", f"{landing.commit}:new.bin") + "\n" == pointer("new\n")


def test_with_git_lfs_contents_that_nobody_touched_are_no_change(installed: Repository):
    tree = tree_of(installed)
    (tree.path / "a.bin").write_text(CONTENT, "utf-8")
    assert landed(tree).files == ()


@given(st.text(max_size=200))
def test_a_pointer_says_which_content_it_stands_for(text: str):
    assert parse_pointer(pointer(text).encode()) == hashlib.sha256(text.encode()).hexdigest()
    assert parse_pointer(text.encode()) is None
