"""Tells when other processes have ended: they hold a named pipe open, and the last to let go closes it."""

import os
import select
from pathlib import Path
from types import TracebackType
from typing import Self


class Alive:
    """The pipe, made and read here; whoever is watched opens it for writing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        os.mkfifo(self._path)
        self._reader = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        os.close(self._reader)

    def until_the_end(self, timeout: float = 10.0) -> str:
        """What they wrote; they have to be gone in time."""
        said = b""
        while select.select([self._reader], [], [], timeout)[0]:
            if not (data := os.read(self._reader, 1000)):
                return said.decode()
            said += data
        raise TimeoutError(f"{self._path} is still held; so far: {said!r}")
