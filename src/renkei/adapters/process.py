"""An agent that is a process: its own process group, lines in and out, and nothing of it left when it is over."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from renkei.adapters import guard
from renkei.adapters.base import CannotStart

MOST_OUTPUT: Final = 64 * 1024 * 1024
"""How many bytes an agent may say. Who says more is flooding, and is ended."""

_KEPT: Final = 4096
"""How much of its standard error is kept: the end."""


class Flooded(Exception):
    """It said more than anybody could read."""


class AgentProcess:
    """A command with a pipe in, lines out, and a guard that kills all of it if we die."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        """
        Raises:
            CannotStart: there is no such command, or no such folder.
        """
        ours, theirs = _pipe()
        try:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-S", str(guard.__file__), str(theirs), *command],
                cwd=folder,
                env={**os.environ, **env},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                pass_fds=(theirs,),
            )
        except OSError as error:
            os.close(ours)
            raise CannotStart(str(error)) from None
        finally:
            os.close(theirs)
        self._lifeline = ours
        self._errors = b""
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def lines(self) -> Iterator[bytes]:
        """Its standard output, line by line.

        Raises:
            Flooded: it does not stop talking.
        """
        assert self._process.stdout is not None
        taken = 0
        while line := self._process.stdout.readline(MOST_OUTPUT):
            taken += len(line)
            if taken >= MOST_OUTPUT:
                raise Flooded
            yield line

    def write(self, line: str) -> None:
        """A line to its standard input; one that has ended does not hear it."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()

    def wait(self, seconds: float) -> int | None:
        """Its exit code, or None when it has not ended by then."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """Ends it and all that it has started, in its group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(1)
        with suppress(OSError):
            os.close(self._lifeline)
            self._lifeline = -1
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                if pipe:
                    pipe.close()

    @property
    def errors(self) -> str:
        """The end of what it said on standard error."""
        return self._errors.decode(errors="replace").strip()

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with suppress(OSError, ValueError):
            while chunk := os.read(self._process.stderr.fileno(), 65536):
                self._errors = (self._errors + chunk)[-_KEPT:]


def _pipe() -> tuple[int, int]:
    """(our end, which is only ever closed; the guard's end, on which that shows)."""
    theirs, ours = os.pipe()
    return ours, theirs
