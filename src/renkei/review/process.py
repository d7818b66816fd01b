"""Runs an analyser: a process group of its own, a limit of time and of memory, and nothing of it left behind."""

import os
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Final

_LIMITED: Final = 'ulimit -d "$0" 2>/dev/null; exec "$@"'
"""`$0` is the limit in kB, of memory that is written to: address space alone, which some reserve by the terabyte, is
free. Where the system knows no such limit, that of time has to do."""

_DROPPED: Final = ("PYTHON", "GIT_", "RUFF_", "MYPY", "PYTEST_", "COVERAGE_", "RENKEI_", "NODE_OPTIONS", "HYPOTHESIS")
"""What would make an analyser find something else on one machine than on another."""


_running: Final[set[subprocess.Popen[bytes]]] = set()
_together: Final = threading.Event()


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What one analyser may take."""

    seconds: float = 120
    megabytes: int = 4096


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """How it ended: its exit code and what it printed."""

    code: int
    out: str
    err: str


class OutOfTime(Exception):
    """It was stopped at the limit of time."""


def run(
    command: Sequence[str | Path],
    folder: Path,
    limits: Limits,
    *,
    env: Mapping[str, str] | None = None,
) -> Ended:
    """Runs a command as its words stand. Each of its processes has the limit of memory, all together that of time.

    Raises:
        OutOfTime: it took longer than it may.
        OSError: it cannot be started.
    """
    words = [str(word) for word in command]
    if os.name == "posix":
        words = ["/bin/sh", "-c", _LIMITED, str(limits.megabytes * 1024), *words]
    with subprocess.Popen(  # noqa: S603 - analysers that we name
        words,
        cwd=folder,
        env=_environment() | dict(env or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=not _together.is_set(),
    ) as process:
        _running.add(process)
        try:
            out, err = process.communicate(timeout=limits.seconds)
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        finally:
            _end_group(process)
            _running.discard(process)
    return Ended(code=process.returncode, out=out.decode(errors="replace"), err=err.decode(errors="replace"))


def end_all() -> None:
    """Ends what is running, when nobody waits for it any more."""
    for process in list(_running):
        _end_group(process)


def keep_together() -> None:
    """From now on analysers stay in the process group of this process: whoever ends that, ends all of them."""
    _together.set()


def python(*words: str) -> list[str]:
    """This Python on a module, with nothing of the current folder taken for a module."""
    return [sys.executable, "-P", *words]


def program(name: str) -> str | None:
    """A program that was installed beside this Python, or is on the path."""
    beside = Path(sysconfig.get_path("scripts")) / name
    return str(beside) if beside.is_file() else which(name)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
    return {**kept, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Also what an analyser that ended has left running; that goes with us where the group is ours."""
    if _together.is_set():
        process.kill()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
