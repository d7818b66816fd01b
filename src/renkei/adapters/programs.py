"""Programs of clients on this machine: whether they are there, and which version they say they are."""

import shutil
import subprocess
from functools import cache
from typing import Final

_SECONDS: Final = 20.0


def is_installed(program: str) -> bool:
    return shutil.which(program) is not None


@cache
def read_output(program: str, *words: str) -> str | None:
    """What a program answers; None if it does not start, fails, or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603
            [program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
