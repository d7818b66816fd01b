"""Files that are there whole or not at all. Standard library only: hooks load this, too."""

import errno
import glob
import os
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_MODE: Final = 0o666
"""What the umask leaves of it, as for any file."""

_DRAFT: Final = ".new"


@contextmanager
def whole_file(path: Path, *, replace: bool = True, mode: int = _MODE, is_durable: bool = True) -> Generator[Path]:
    """A draft to be filled, which takes its place at the end of the block: whole, or not at all.

    Args:
        is_durable: it is on disk before the block is left. Who can make the file again need not wait for that.

    Raises:
        FileExistsError: something is there already and is not to be replaced.
        OSError: it cannot be written, or a device stands there (`/dev/full`), which is nobody's to replace.
    """
    if _is_device(path):
        raise OSError(errno.EINVAL, "a device stands there", str(path))
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}{_DRAFT}")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        yield draft
        if is_durable:
            _sync(draft, os.O_RDWR)
        _place(draft, path)[replace]()
        if is_durable:
            _sync_folder(path.parent)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _is_device(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)


def remove_drafts(path: Path) -> None:
    """Of a file that nobody else writes: what a process that was killed in the middle has left beside it."""
    with suppress(OSError):
        for draft in path.parent.glob(f".{glob.escape(path.name)}.{'[0-9a-f]' * 16}{_DRAFT}"):
            draft.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes, *, mode: int = _MODE, is_durable: bool = True) -> None:
    """Writes a file, or puts it in the place of the one that is there. Raises: OSError."""
    with whole_file(path, mode=mode, is_durable=is_durable) as draft:
        draft.write_bytes(data)


def _place(draft: Path, path: Path) -> dict[bool, Callable[[], object]]:
    """By whether something may be replaced: unlike a rename, a link never does. Windows' rename does not either."""
    only_new = (lambda: draft.rename(path)) if sys.platform == "win32" else (lambda: os.link(draft, path))
    return {True: lambda: draft.replace(path), False: only_new}


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# Files that somebody else may have put where ours should be: pipes and devices are not waited for, huge ones not
# read.
# Standard library only: hooks read them at every tool call.


MOST_BYTES = 64 * 1024 * 1024


def open_flags(*names: str) -> int:
    """Flags of `os.open`, as far as this system has them."""
    flags = 0
    for name in names:
        flags |= getattr(os, name, 0)
    return flags


WITHOUT_WAITING = open_flags("O_NONBLOCK", "O_NOCTTY")
"""A pipe or a terminal of that name must neither block us nor become ours."""


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """What is in a regular file. Raises: OSError, also if it is something else or longer."""
    with os.fdopen(os.open(path, os.O_RDONLY | WITHOUT_WAITING), "rb") as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if told.st_size > most:
            raise OSError(errno.EFBIG, f"it is longer than {most} bytes", str(path))
        return file.read(most)


def has_git(folder: Path) -> bool:
    """Whether a folder says that it is a repository, sound or damaged. An empty `.git` says so only where Renkei is at
    work: sandboxes of clients leave one behind."""
    git = folder / ".git"
    try:
        return git.is_file() or any(git.iterdir()) or (folder / ".renkei").is_dir()
    except OSError:
        return git.exists()
