"""A time after which work is given up: the clock is our own and runs out before the client's (DEC-44)."""

import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import NoReturn


class OutOfTime(BaseException):
    """Not an Exception: nothing on the way may take it for a failure of its own and go on."""


@contextmanager
def deadline(seconds: float) -> Generator[None]:
    """Ends the block with `OutOfTime`, in the main thread, wherever it is then."""

    def give_up(*_: object) -> NoReturn:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
