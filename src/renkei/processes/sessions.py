"""Processes in a session of their own: ended as one, or left alone on purpose. It imports next to nothing, for every
call of git passes here."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final


def start_session(command: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A program that is written to and read from; `end_session` ends it with all that it started.

    Raises:
        FileNotFoundError: there is no such program.
    """
    pipe = subprocess.PIPE
    return subprocess.Popen(  # noqa: S603
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, start_new_session=True
    )


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
