"""Runs one git process to its end: within a time limit, and ended with all that it started.

What git reads may never end: a named pipe in the place of a settings file, a file system whose server is gone. Nobody
is helped by a run that waits for it.
"""

import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import Final

from renkei.errors import BadInput, Unreachable
from renkei.processes.sessions import run_session

LIMIT: Final = "RENKEI_GIT_TIMEOUT"
"""In the environment: seconds that replace those of the table below."""

_READING: Final = 300.0
_WRITING: Final = 1800.0
"""Whatever checks files out or takes them in, with filters, in a large repository on a slow disk."""
_WRITES: Final = frozenset(
    {"add", "checkout", "cherry-pick", "clean", "commit", "merge", "push", "read-tree", "reset", "revert", "worktree"}
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
    seconds = time_limit(name)
    try:
        return run_session(command, seconds=seconds, env=env, input=input)
    except subprocess.TimeoutExpired:
        raise GitStuck(
            "git {name} did not end within {seconds:g} s and was ended. Something that it reads or runs does not "
            "end, such as a named pipe (find . -type p), a filter (git config --get-regexp ^filter) or a disk that "
            "is gone; in a very large repository, set {limit} to more seconds",
            name=name,
            seconds=seconds,
            limit=LIMIT,
        ) from None


def time_limit(name: str) -> float:
    """Seconds that a command of git's may take. Raises: BadInput."""
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
