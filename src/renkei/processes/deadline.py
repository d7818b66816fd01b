"""A time after which work is given up: the clock is our own and runs out before the client's (DEC-44)."""

import os
import pickle
import signal
import warnings
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


class OutOfTime(Exception):
    """It took longer than it may."""


class WorkFailed(Exception):
    """It raised, or its process died; the text says how."""


def run_within(seconds: float, work: Callable[[], T]) -> T:
    """What `work` returns, from a child process that the kernel ends when its time is over.

    A handler in this process would be late: Python calls one between two instructions, and a regular expression is one
    instruction. For a process that has one thread; `work` leaves open stores alone.

    Raises: OutOfTime, WorkFailed.
    """
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it is said of processes that have threads
        child = os.fork()
    if child == 0:
        _answer(seconds, work, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        data = file.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        raise OutOfTime
    if os.waitstatus_to_exitcode(status) != 0:
        raise WorkFailed(f"the check's process ended with {os.waitstatus_to_exitcode(status)}")
    answer: tuple[T, str] = pickle.loads(data)  # noqa: S301 - our own process wrote it
    result, problem = answer
    if problem:
        raise WorkFailed(problem)
    return result


def _answer(seconds: float, work: Callable[[], object], writer: int) -> NoReturn:
    """In the child: nothing of it may return to what the parent was at."""
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        with os.fdopen(writer, "wb") as file:
            file.write(_attempt(work))
    except BaseException:  # whatever it was, the parent is told by the code
        os._exit(1)
    os._exit(0)


def _attempt(work: Callable[[], object]) -> bytes:
    answer: tuple[Any, str]
    try:
        answer = work(), ""
        return pickle.dumps(answer)
    except Exception as error:  # the boundary: the parent says it
        return pickle.dumps((None, f"{type(error).__name__}: {error}"))
