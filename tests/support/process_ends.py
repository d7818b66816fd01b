"""Whether a process is still there: one that wrote its id to a file, or one whose id is known."""

import os
import select
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from renkei.processes import daemon as daemon_program

DAEMONS = daemon_program.KINDS if sys.platform == "linux" else daemon_program.KINDS[:2]
"""Where there is no subreaper, what clears its environment is not found: docs/why/processes.md."""

SECONDS = 30.0


def daemon_command(kind: str, path: Path) -> str:
    """A line of the shell that starts such a daemon and comes back when it is up."""
    return f"'{sys.executable}' -I -S '{daemon_program.__file__}' {kind} '{path}'"


def read_pid(path: Path) -> int:
    """The process id that stands in a file, as soon as that is there."""
    assert soon(path.exists), f"nobody wrote {path}"
    return int(path.read_text("ascii"))


def is_gone(pid: int) -> bool:
    """Whether a process ends, or has ended."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    except AttributeError:
        return soon(lambda: not _is_there(pid))
    try:
        return bool(select.select([handle], [], [], SECONDS)[0])
    finally:
        os.close(handle)


def is_at_work(pid: int) -> bool:
    """Whether a process is there now and has not ended."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    except AttributeError:
        return _is_there(pid)
    try:
        return not select.select([handle], [], [], 0)[0]
    finally:
        os.close(handle)


def soon(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold in time."""
    pause = threading.Event()
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            return False
        pause.wait(0.01)
    return True


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
