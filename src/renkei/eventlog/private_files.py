"""Files that are their owner's alone: a store holds what people and agents said to each other."""

import os
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_GROUP_WRITES: Final = stat.S_IWGRP
_ANYBODY: Final = stat.S_IRWXO


def make_folder(folder: Path) -> None:
    """A folder of ours; one that is there stays as it is."""
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)


def keep_out_of_git(folder: Path) -> None:
    """A folder of ours is none of the repository's; an ignore file that a full disk has left empty is none."""
    ignore = folder / ".gitignore"
    if not ignore.exists() or ignore.stat().st_size == 0:
        with whole_file(ignore, replace=True) as draft:
            draft.write_text("*\n", encoding="utf-8")


def private_opener(path: str, flags: int) -> int:
    """For `open`: a file that it makes is its owner's alone."""
    return os.open(path, flags, FILE_MODE)


def tighten(path: Path) -> None:
    """Takes away what everybody may do with a file or folder of ours, and the group's part with it.

    A group that may write was given it by somebody: then only everybody else is shut out. What is open to a group and
    not to everybody was chosen, and stays.
    """
    if sys.platform == "win32":
        return
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    mode = stat.S_IMODE(found.st_mode)
    if mode & _ANYBODY and found.st_uid == os.geteuid():
        with suppress(OSError):  # on a read-only mount it stays as it is, and so does the store
            path.chmod(mode & ~(_ANYBODY if mode & _GROUP_WRITES else _ANYBODY | stat.S_IRWXG))


@contextmanager
def whole_file(path: Path, *, replace: bool) -> Generator[Path]:
    """A draft to be filled, which takes its place at the end of the block: whole and on disk, or not at all.

    Raises:
        FileExistsError: something is there already and is not to be replaced.
    """
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}.new")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
        yield draft
        _sync(draft, os.O_RDWR)
        _place(draft, path)[replace]()
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _place(draft: Path, path: Path) -> dict[bool, Callable[[], object]]:
    """By whether something may be replaced: unlike a rename, a link never does. Windows' rename does not either."""
    only_new = (lambda: draft.rename(path)) if sys.platform == "win32" else (lambda: os.link(draft, path))
    return {True: lambda: draft.replace(path), False: only_new}


def sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
