"""An answer in time from work that may hang, in C code too, or die: a child process works, its parent answers.

The kernel ends the child when its time is over, whatever it is at, and the parent gives the answer that the child had
left for that case. A handler or a thread in one process would be late: Python calls a handler between two instructions,
and many instructions hold its lock. Imports next to nothing, for it is loaded before every tool.
"""

import io
import marshal
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # `signal` itself makes enumerations of it, which take half as long as Python's start


class Answer(NamedTuple):
    """What a process says at its end."""

    code: int
    out: str = ""
    err: str = ""
    refusal: str = ""
    """The reason, where `out` refuses something: what cannot be written there is said in another way."""


Standby = Callable[[Answer, float], None]
"""Told what is to be answered if the work has come to no end after so many seconds since the watch began."""


def no_watch(late: Answer, seconds: float) -> None:
    """The standby of work that nobody watches."""


def answer_within(seconds: float, late: Answer, work: Callable[[Standby], Answer]) -> Answer:
    """What `work` answers. If its time is over, or it fails or dies: what it left as a standby, at first `late`.

    For a process that has one thread. Where the system cannot fork, the client's own time-out is all there is.
    """
    if sys.platform == "win32":  # pragma: no cover
        return work(no_watch)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _watchers.append(os.getppid())
        work_within(seconds, work, writer)
    os.close(writer)
    answer = read_answer(seconds, late, reader, lambda: os.kill(child, signal.SIGKILL))
    os.close(reader)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return answer._replace(err=f"{answer.err}{_describe_end(os.WTERMSIG(status))}")
    return answer


def read_answer(seconds: float, late: Answer, reader: int, give_up: Callable[[], None]) -> Answer:
    """What the process at the other end of `reader` answers in time by `work_within`, else its standby, else `late`."""
    return _last_answer(_read_within(seconds, reader, give_up)) or late


def _read_within(seconds: float, reader: int, give_up: Callable[[], None]) -> bytes:
    """What the child says until its end. One that was stopped, or heeds no signal, is given up: its time was over."""
    heard, began = b"", time.monotonic()
    while True:
        left = _last_limit(heard, seconds) + _GRACE - (time.monotonic() - began)
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            give_up()
            return heard
        data = os.read(reader, 65536)
        if not data:
            return heard
        heard += data


_GRACE: Final = 1.0
"""What the kernel's own timer has beyond its time, before the parent ends the child."""


def called_process() -> int:
    """The process that was called: the one that watches this one, else this one."""
    return _watchers[0] if _watchers else os.getpid()


_watchers: Final[list[int]] = []


def work_within(seconds: float, work: Callable[[Standby], Answer], writer: int) -> NoReturn:
    """In a process that was forked: it works, says what came of it, and ends. Nothing of it may return to what its
    parent was at."""
    began = time.monotonic()

    def stand_by(late: Answer, seconds: float) -> None:
        _write(writer, marshal.dumps((seconds, tuple(late))))
        _end_after(max(seconds - (time.monotonic() - began), _AT_ONCE))

    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        _end_after(seconds)
        answer = work(stand_by)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _write(writer, marshal.dumps((time.monotonic() - began + _TO_END, tuple(answer))))
        os.close(writer)  # who reads waits for no end of this process
    except BaseException as error:  # whatever it was, the parent answers
        with suppress(BaseException):
            _write(2, f"renkei hook: {type(error).__name__}: {error}\n".encode(errors="backslashreplace"))
        os._exit(1)
    os._exit(0)


_TO_END: Final = 10.0
"""What a process that has answered may take to its end, on a busy machine."""

_AT_ONCE: Final = 1e-6
"""Zero would switch the timer off."""


def _end_after(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _AT_ONCE))


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def _last_answer(heard: bytes) -> Answer | None:
    found = _last_said(heard)
    return Answer(*found[1]) if found else None


def _last_limit(heard: bytes, seconds: float) -> float:
    """How long the child has said it may take, from the beginning of the watch on."""
    found = _last_said(heard)
    return found[0] if found else seconds


def _last_said(heard: bytes) -> tuple[float, tuple[Any, ...]] | None:
    """The last that is whole."""
    file, found = io.BytesIO(heard), None
    with suppress(EOFError, ValueError, TypeError):
        while True:
            found = marshal.load(file)  # noqa: S302 - our own process wrote it
    return found


def _describe_end(number: int) -> str:
    how = "its time was over" if number == signal.SIGALRM else f"its process was ended by signal {number}"
    return f"renkei hook: no answer, {how}\n"
