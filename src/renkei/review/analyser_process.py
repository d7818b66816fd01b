"""Runs an analyser: a limit of time and of memory, and nothing of it left behind."""

import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Final

from renkei.processes.supervised import Head, SupervisedProcess
from renkei.values import value

_DROPPED: Final = ("PYTHON", "GIT_", "RUFF_", "MYPY", "PYTEST_", "COVERAGE_", "RENKEI_", "NODE_OPTIONS", "HYPOTHESIS")
"""What would make an analyser find something else on one machine than on another."""

_MOST_OUTPUT: Final = 256 * 1024 * 1024
"""What is said after that is dropped."""

_LONGEST_LINE: Final = 256 * 1024
"""Bytes of the names on one command line: systems allow a megabyte and more, with the environment."""

_running: Final[set[SupervisedProcess]] = set()


@value
class Limits:
    """What one analyser may take."""

    seconds: float = 120
    megabytes: int = 4096
    """Of memory that is written to: address space alone, which some reserve by the terabyte, is free."""
    kilobytes: int = 1024
    """Of one file of code: a larger one is looked at by nobody."""


@value
class ProcessResult:
    """How it ended: its exit code and what it printed."""

    code: int
    out: str
    err: str


class AnalyserTimeout(Exception):
    """It was stopped at the limit of time."""


def command_lines(names: Iterable[str]) -> Iterator[list[str]]:
    """Names in as few parts as command lines take."""
    part: list[str] = []
    room = _LONGEST_LINE
    for name in names:
        size = len(os.fsencode(name)) + 1
        if part and size > room:
            yield part
            part, room = [], _LONGEST_LINE
        part.append(name)
        room -= size
    if part:
        yield part


def run_command(
    command: Sequence[str | Path],
    folder: Path,
    limits: Limits,
    *,
    env: Mapping[str, str] | None = None,
) -> ProcessResult:
    """Runs a command as its words stand. Each of its processes has the limit of memory, all together that of time.

    Raises:
        OutOfTime: it took longer than it may.
        OSError: it cannot be started.
    """
    out, err = Head(_MOST_OUTPUT), Head(_MOST_OUTPUT)
    around = _clean_environment() | dict(env or {})
    process = SupervisedProcess(command, folder, env=around, stdout=out, stderr=err, megabytes=limits.megabytes)
    _running.add(process)
    try:
        code = process.wait(limits.seconds)
    finally:
        process.end()
        _running.discard(process)
    if code is None:
        raise AnalyserTimeout
    return ProcessResult(code=code, out=out.text, err=err.text)


def end_all() -> None:
    """Ends what is running, when nobody waits for it any more."""
    for process in list(_running):
        process.end()


def python_command(*words: str) -> list[str]:
    """This Python on a module, with nothing of the current folder taken for a module."""
    return [sys.executable, "-P", *words]


def find_program(name: str) -> str | None:
    """A program that was installed beside this Python, or is on the path."""
    beside = Path(sysconfig.get_path("scripts")) / name
    return str(beside) if beside.is_file() else which(name)


def _clean_environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
    return {**kept, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
