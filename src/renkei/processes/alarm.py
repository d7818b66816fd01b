"""A last answer for a process that takes too long. Imports next to nothing, for hooks arm it before every tool."""

import os
import signal
import sys


def answer_late(seconds: float, data: bytes) -> None:
    """When the time is over, this is written to standard output and the process ends with 0, whatever it is at.

    Where the system has no such clock, the client's own time-out is all there is.
    """
    if sys.platform == "win32":
        return

    def give_up(signal_number: int, frame: object) -> None:
        os.write(1, data)
        os._exit(0)

    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def disarm() -> None:
    """The answer was given in time."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, 0)
