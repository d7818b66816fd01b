"""Files that are their owner's alone: a store holds what people and agents said to each other."""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from renkei.files import write_whole
from renkei.processes.posix import owns

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
        write_whole(ignore, b"*\n", mode=FILE_MODE)


def private_opener(path: str, flags: int) -> int:
    """For `open`: a file that it makes is its owner's alone."""
    return os.open(path, flags, FILE_MODE)


def restrict_access(path: Path) -> None:
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
    if mode & _ANYBODY and owns(found.st_uid):
        with suppress(OSError):  # on a read-only mount it stays as it is, and so does the store
            path.chmod(mode & ~(_ANYBODY if mode & _GROUP_WRITES else _ANYBODY | stat.S_IRWXG))
