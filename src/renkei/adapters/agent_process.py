"""An agent that is a process: lines in and out, and nothing of it left when it is over."""

import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, Final, cast

from renkei.adapters.base import Broken, CannotStart, StartFailed
from renkei.adapters.environment import list_withheld, select_environment
from renkei.agent_trees import forget_attempt, note_attempt
from renkei.policy.identity import token_digest
from renkei.processes.posix import has_more
from renkei.processes.supervised import PIPE, NotExecutable, StartRefused, SupervisedProcess, Tail

MOST_OUTPUT: Final = 64 * 1024 * 1024
"""How many bytes an agent may say. Who says more is flooding, and is ended."""

_MOST_UNHEARD: Final = 1000
"""How many lines wait for an agent that does not read."""

_MOST_ERRORS: Final = 4096
"""How much of its standard error is kept: the end."""

_MOST_NAMES: Final = 20
"""How many names a report lists; `renkei doctor` lists all."""


class Flooded(Exception):
    """It said more than anybody could read."""


class LineWriter:
    """Lines to a process that reads them when it likes, or never: whoever says something does not wait for that."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_UNHEARD)
        threading.Thread(target=self._write_lines, daemon=True).start()

    def write(self, line: str) -> None:
        with suppress(queue.Full):
            self._lines.put_nowait(line)

    def close(self) -> None:
        """When it has read what was said so far."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)

    def _write_lines(self) -> None:
        with suppress(OSError, ValueError), self._pipe:  # closed, by either side
            while (line := self._lines.get()) is not None:
                self._pipe.write(f"{line}\n".encode())
                self._pipe.flush()


class AgentProcess:
    """A command with a pipe in and lines out, in a listed environment (DEC-54)."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        """
        Args:
            env: what it has beside the listed part of ours.

        Raises:
            CannotStart: there is no such command, or no such folder.
            StartFailed: the operating system has no room for it.
        """
        self._errors = Tail(_MOST_ERRORS)
        self._env = env
        given = {**select_environment(os.environ), **env}
        try:
            self._process = SupervisedProcess(command, folder, env=given, stdin=PIPE, stderr=self._errors)
        except NotExecutable as error:
            raise CannotStart(f"{error}{self.withheld}") from None
        except StartRefused as error:
            raise StartFailed(str(error)) from None
        assert self._process.stdin is not None
        try:
            self._input = LineWriter(self._process.stdin)
        except RuntimeError as error:  # no thread to be had
            self._process.end()
            raise StartFailed(str(error)) from None
        if self._project and (token := env.get("RENKEI_TOKEN")):
            note_attempt(self._project, self._process.root_pid, token_digest(token))

    @property
    def _project(self) -> Path | None:
        named = self._env.get("RENKEI_PROJECT")
        return Path(named) if named else None

    @property
    def withheld(self) -> str:
        """For the report of one that did not start: what it did not get of our environment."""
        names = list_withheld(os.environ, tuple(self._env))
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        said = ", ".join(names[:_MOST_NAMES]) + more
        return f" (withheld from its environment: {said}; [workspace] env passes names on)" if names else ""

    @property
    def pid(self) -> int:
        return self._process.pid

    def read_lines(self) -> Iterator[bytes]:
        """Its standard output, line by line.

        Raises:
            Flooded: it does not stop talking.
        """
        return self._read_while(lambda: True)

    def read_waiting_lines(self) -> Iterator[bytes]:
        """Of its standard output, what it has said already and nobody has read.

        Raises:
            Flooded: it does not stop talking.
        """
        return self._read_while(self._has_more)

    def _read_while(self, goes_on: Callable[[], bool]) -> Iterator[bytes]:
        taken = 0
        while goes_on() and (line := self._read_line()):
            taken += len(line)
            if taken >= MOST_OUTPUT:
                raise Flooded
            yield line

    def _has_more(self) -> bool:
        """Whether something waits to be read. A line that it has begun is waited for."""
        try:
            return has_more(cast(BufferedReader, self._process.stdout))
        except (ValueError, OSError):  # of a closed file
            return False

    def _read_line(self) -> bytes:
        """The next line; nothing when it has ended, or was ended by another thread."""
        assert self._process.stdout is not None
        try:
            return self._process.stdout.readline(MOST_OUTPUT)
        except ValueError:  # of a closed file
            return b""

    def write_line(self, line: str) -> None:
        """A line to its standard input; one that has ended, or does not listen, does not hear it."""
        self._input.write(line)

    def close_input(self) -> None:
        """It has nothing more to read."""
        self._input.close()

    def wait(self, seconds: float) -> int | None:
        """Its exit code, or None when it has not ended by then."""
        return self._process.wait(seconds)

    def terminate(self) -> None:
        """Asks the process itself to end, by the signal for that."""
        self._process.terminate()

    def describe_end(self) -> Broken:
        """Why it says nothing more: it has ended, and without a result."""
        code = self.wait(5)
        if self.is_lost:
            return Broken(kind="lost", reason="its supervisor was killed")
        end = "it has closed its output and goes on" if code is None else f"exit code {code}"
        return Broken(kind="crash", reason=self.errors.splitlines()[-1] if self.errors else end)

    @property
    def is_lost(self) -> bool:
        """Whether it was ended because its supervisor was killed."""
        return self._process.is_lost

    def kill(self) -> None:
        """Ends it with all that it has started."""
        self._process.end()
        self._input.close()
        if self._project:
            forget_attempt(self._project, self._process.root_pid)

    @property
    def errors(self) -> str:
        """The end of what it said on standard error."""
        return self._errors.data.decode(errors="replace").strip()
