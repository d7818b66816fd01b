"""Runs a command in a work tree: in its own process group, within a time limit, with the end of its output kept.

Not here: whether it may be run. Who calls this has found out that a person or the project allows it, word for word.
"""

import hashlib
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from renkei.protocol.base import CONTROL

KEPT: Final = 16 * 1024
"""How many bytes of an output are kept: its end, where test runners say what came out."""

_GRACE: Final = 2.0
"""How long what is left of a process group may take to close its output."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """How a command ended."""

    exit_code: int | None
    """None when it was stopped at the time limit or could not be started."""
    seconds: float
    output: str
    digest: str


def run(command: str, folder: Path, *, timeout: float) -> Finished:
    """Runs a command line of the shell, without input."""
    started = time.monotonic()
    kept = _Output()
    # The words were allowed as they stand, so the shell may take them as they stand.
    process = subprocess.Popen(  # noqa: S602
        command,
        shell=True,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    reader = threading.Thread(target=kept.take, args=(process.stdout,), daemon=True)
    reader.start()
    try:
        code = process.wait(timeout)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        _end_group(process)  # also what a command that ended has left running
        process.wait()
        reader.join(_GRACE)
        process.stdout.close()
    return Finished(exit_code=code, seconds=round(time.monotonic() - started, 3), output=kept.text, digest=kept.digest)


class _Output:
    """The end of an output, and the digest of all of it."""

    def __init__(self) -> None:
        self._end = b""
        self._digest = hashlib.sha256()

    def take(self, pipe: IO[bytes]) -> None:
        while chunk := os.read(pipe.fileno(), 65536):
            self._digest.update(chunk)
            self._end = (self._end + chunk)[-KEPT:]

    @property
    def text(self) -> str:
        """What a terminal would obey is written out."""
        lines = self._end.decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
        return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
