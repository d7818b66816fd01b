"""Whether a process that somebody else started still runs."""

import os
import subprocess
import sys
import time
from pathlib import Path


def is_gone(process: int, *, within: float = 10) -> bool:
    """Whether it has ended by then. Nobody may have collected it yet; dead is dead."""
    deadline = time.monotonic() + within
    while _state(process) not in ("", "Z"):
        if time.monotonic() > deadline:
            return False
        os.sched_yield()
    return True


def _state(process: int) -> str:
    """The letter that the system gives it; nothing if there is none of that number."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return ""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return told.stdout.strip()[:1]
