"""Processes in a session of their own: ended as one, or left alone on purpose. It imports next to nothing, for every
call of git passes here."""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final


def run_session(
    command: Sequence[str],
    *,
    seconds: float,
    env: Mapping[str, str] | None = None,
    folder: Path | None = None,
    input: bytes = b"",  # noqa: A002 - as subprocess calls it
) -> subprocess.CompletedProcess[bytes]:
    """A program to its end. Whatever happens here, it is ended with all that it started.

    Raises:
        FileNotFoundError: there is no such program, or no such folder.
        TimeoutExpired: it did not end in time, and was ended.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=folder, start_new_session=True
    ) as process:
        _running.add(process.pid)
        try:
            out, err = process.communicate(input, timeout=seconds)
        finally:
            if process.returncode is None:
                end_session(process.pid)
            _running.discard(process.pid)
        return subprocess.CompletedProcess(command, process.wait(), out, err)


_running: Final[set[int]] = set()


@atexit.register
def _end_all() -> None:
    """What threads are still waiting for when the process ends."""
    for leader in list(_running):
        end_session(leader)


def end_session(leader: int) -> None:
    """Ends every process of a session at once; one that has ended already is no matter."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def start_detached(command: Sequence[str], folder: Path) -> None:
    """A command that is nobody's child and outlives whoever starts it; it reads and says nothing.

    Raises:
        CalledProcessError: it could not be started.
    """
    subprocess.run(  # noqa: S603
        [sys.executable, "-I", "-S", "-c", _START_AND_END, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


_START_AND_END: Final = """
import os, subprocess, sys
subprocess.Popen(sys.argv[1:], start_new_session=True)
os._exit(0)
"""


def is_alive(pid: int) -> bool:
    """Whether there is a process of this number. Windows would send it a signal; there nothing is known of it."""
    if os.name == "nt":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def kill_parent() -> None:
    """A fault on request: whoever started this process is gone."""
    os.kill(os.getppid(), signal.SIGKILL)
