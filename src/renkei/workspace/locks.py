"""A lock that dies with its process, whatever ends it: the operating system's own."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from renkei.eventlog.private_files import make_folder


class LockHeld(Exception):
    """Another process holds it."""


class ProcessLock:
    """Held from `with` to its end, or to the end of the process. With `wait` it is waited for."""

    def __init__(self, path: Path, *, wait: bool = False) -> None:
        self._path = path
        self._wait = wait
        self._file: int | None = None

    def __enter__(self) -> Self:
        make_folder(self._path.parent)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _lock_file(file, wait=self._wait)
        except OSError:
            os.close(file)
            raise LockHeld from None
        self._file = file
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)  # lets go of the lock, too
            self._file = None


if os.name == "nt":  # pragma: no cover

    def _lock_file(file: int, *, wait: bool) -> None:
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # pyright: ignore

else:

    def _lock_file(file: int, *, wait: bool) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
