"""A lock that dies with its process, whatever ends it: the operating system's own."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from renkei.eventlog.private_files import make_folder
from renkei.files import open_flags
from renkei.processes.posix import lock_file


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
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | open_flags("O_CLOEXEC"), 0o600)
        try:
            lock_file(file, wait=self._wait)
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
