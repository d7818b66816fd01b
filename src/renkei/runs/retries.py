"""Git, disk and process start are Renkei's to get right, and they fail now and then for reasons that pass: a lock that
somebody holds, a full table of processes. So they are tried again, and no attempt of an agent is spent on it (DEC-32).
What did not end in time is not: it would not end the next time either, and a person waits for all of it.
"""

from collections.abc import Callable
from threading import Event
from typing import Final, TypeVar

from renkei.git import GitFailed, GitStuck

ValueT = TypeVar("ValueT")

GIT_OR_DISK: Final = (GitFailed, OSError)

PAUSES: Final = (0.1, 0.2, 0.4, 0.8)
"""Seconds between the five tries."""


def with_retries(act: Callable[[], ValueT], *, on: tuple[type[Exception], ...], stop: Event) -> ValueT:
    """Does it at the first try that succeeds; `stop` ends the waiting.

    Raises:
        One of `on`: at the last try too, when it was stopped, or when git did not end in time.
    """
    for pause in PAUSES:
        try:
            return act()
        except on as error:
            if isinstance(error, GitStuck) or stop.wait(pause):
                raise
    return act()
