"""What POSIX alone has and others need, besides processes: a function each, where Windows has its own way."""

import os
import sys
from io import BufferedReader
from typing import TYPE_CHECKING

from renkei.lazy import lazy

if TYPE_CHECKING:
    import fcntl
    import msvcrt
    import pwd
    import resource
    import select
else:  # each where it is: no system has all of them, and a hook needs one at most
    fcntl, msvcrt, pwd, resource, select = map(lazy, ("fcntl", "msvcrt", "pwd", "resource", "select"))


def lock_file(file: int, *, wait: bool) -> None:
    """Locks a file that is open until it is closed, or its process ends.

    Raises:
        OSError: another process has it, and nobody waits.
    """
    if sys.platform == "win32":  # pragma: no cover
        msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def owns(user: int) -> bool:
    """Whether a file of that user is ours; where files have no such owner, none is."""
    return sys.platform != "win32" and user == os.geteuid()


def wait_for_input(file: int, seconds: float) -> bool:
    """Whether there is something to read, a pipe's end included, within that time."""
    return bool(select.select([file], [], [], seconds)[0])


def has_more(pipe: BufferedReader) -> bool:
    """Whether something can be read from it at once, what it holds already included."""
    os.set_blocking(pipe.fileno(), False)
    try:
        return bool(pipe.peek(1))
    finally:
        os.set_blocking(pipe.fileno(), True)


def most_memory() -> float:
    """The megabytes that this process had at the most; 0 where nobody counts."""
    if sys.platform == "win32":  # pragma: no cover
        return 0.0
    counted = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return counted / (1024 * 1024 if sys.platform == "darwin" else 1024)


def home_of_account() -> str | None:
    """The home folder of the user who we are, whatever the environment says of it; None where nobody knows."""
    if sys.platform == "win32":  # pragma: no cover
        return os.path.expanduser("~")  # noqa: PTH111
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return None
