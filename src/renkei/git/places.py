"""Where a repository is, found as git finds it but without asking its settings: `core.worktree` leads nowhere."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MERGED_REFS: Final = "refs/renkei/merged/"
"""Refs to the merges that runs made, so that none is made twice; `renkei gc` takes them away."""


@dataclass(frozen=True, slots=True)
class Place:
    """A git folder with its work tree. Remembered, it is what git works on, whatever is changed in the folder."""

    git_dir: Path
    common: Path
    """The git folder that all work trees of a repository share."""
    work_tree: Path | None

    def to_variables(self) -> dict[str, str]:
        """The environment that keeps git to it."""
        found = {"GIT_DIR": str(self.git_dir), "GIT_COMMON_DIR": str(self.common)}
        return found | ({"GIT_WORK_TREE": str(self.work_tree)} if self.work_tree else {})


def find_place(folder: Path | str) -> Place | None:
    """The repository around a folder; None where none is, or where git would say that it is damaged."""
    real = Path(os.path.realpath(folder))
    for each in (real, *real.parents):
        if git_dir := _git_dir_in(each):
            return Place(git_dir, _common_of(git_dir), each)
        if _is_git_dir(each):
            return Place(each, _common_of(each), None)
    return None


def _git_dir_in(folder: Path) -> Path | None:
    entry = folder / ".git"
    try:
        if entry.is_dir():
            return _real_path(entry) if _is_git_dir(entry) else None
        text = _read_text(entry)
    except OSError:
        return None
    named = text.removeprefix("gitdir: ").rstrip("\r\n")
    return _real_path(folder / named) if text.startswith("gitdir: ") and _is_git_dir(folder / named) else None


def _is_git_dir(folder: Path) -> bool:
    head = folder / "HEAD"
    if not (head.is_file() or head.is_symlink()):
        return False  # most folders on the way up: nothing else is looked at
    common = _common_of(folder)
    return (common / "objects").is_dir() and (common / "refs").is_dir()


def _common_of(git_dir: Path) -> Path:
    try:
        named = _read_text(git_dir / "commondir")
    except OSError:
        return _real_path(git_dir)
    return _real_path(git_dir / named.rstrip("\r\n"))


def _read_text(path: Path) -> str:
    """Of a file alone: to open a pipe is to wait for whoever writes to it."""
    if not path.is_file():
        raise FileNotFoundError(path)
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def _real_path(path: Path) -> Path:
    return Path(os.path.realpath(path))
