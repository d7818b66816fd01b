"""Programs of clients on this machine: whether they are there, and which version they say they are."""

import shutil
from functools import cache
from subprocess import TimeoutExpired
from typing import Final

from renkei.processes.sessions import run_session

_SECONDS: Final = 20.0


def is_installed(program: str) -> bool:
    return shutil.which(program) is not None


@cache
def read_output(program: str, *words: str) -> str | None:
    """What a program answers; None if it does not start, fails, or takes too long."""
    try:
        done = run_session([program, *words], seconds=_SECONDS)
    except (OSError, ValueError, TimeoutExpired):
        return None
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else None
