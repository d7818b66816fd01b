"""Runs one git process to its end: within a time limit, and ended with all that it started.

What git reads may never end: a named pipe in the place of a settings file, a file system whose server is gone. Nobody
is helped by a run that waits for it.
"""

import atexit
import os
import subprocess
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from renkei.errors import BadInput, Unreachable
from renkei.processes.sessions import end_session, start_session

LIMIT: Final = "RENKEI_GIT_TIMEOUT"
"""In the environment: seconds that replace those of the table below."""

_READING: Final = 300.0
_WRITING: Final = 1800.0
"""Whatever checks files out or takes them in, with filters, in a large repository on a slow disk."""
_WRITES: Final = frozenset(
    {"add", "checkout", "cherry-pick", "clean", "commit", "merge", "read-tree", "reset", "revert", "worktree"}
)


class GitFailed(Unreachable):
    """Git could not do what was asked of it."""


class GitStuck(GitFailed):
    """Git did not end in time: another try would take as long."""


def run(
    command: Sequence[str],
    name: str,
    env: Mapping[str, str],
    input: bytes = b"",  # noqa: A002 - as subprocess calls it
) -> subprocess.CompletedProcess[bytes]:
    """
    Args:
        name: the command of git's, such as `status`, which says how long it may take.

    Raises:
        FileNotFoundError: git is not installed, or the folder is gone.
        GitStuck: it did not end in time, and was ended.
    """
    seconds = _time_limit(name)
    with _run_in_session(command, env) as process:
        try:
            out, err = process.communicate(input, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise GitStuck(
                "git {name} did not end within {seconds:g} s and was ended. Something that it reads or runs does not "
                "end, such as a named pipe (find . -type p), a filter (git config --get-regexp ^filter) or a disk that "
                "is gone; in a very large repository, set {limit} to more seconds",
                name=name,
                seconds=seconds,
                limit=LIMIT,
            ) from None
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def _time_limit(name: str) -> float:
    given = os.environ.get(LIMIT)
    if not given:
        return _WRITING if name in _WRITES else _READING
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < threading.TIMEOUT_MAX:
        raise BadInput("{limit}: expected a number of seconds, not {given!r}.", limit=LIMIT, given=given)
    return seconds


_running: Final[set[int]] = set()


@contextmanager
def _run_in_session(command: Sequence[str], env: Mapping[str, str]) -> Generator[subprocess.Popen[bytes]]:
    """In a session of its own, so that all of it can be ended; and that is done whatever happens here."""
    with start_session(command, env) as process:
        _running.add(process.pid)
        try:
            yield process
        finally:
            if process.returncode is None:
                end_session(process.pid)
            _running.discard(process.pid)


@atexit.register
def _end_all() -> None:
    """What threads are still waiting for when the process ends."""
    for leader in list(_running):
        end_session(leader)
