"""Files that somebody else may have put where ours should be: pipes and devices are not waited for, huge ones not read.

Standard library only: hooks read them at every tool call.
"""

import os
import stat
from pathlib import Path

MOST_BYTES = 64 * 1024 * 1024


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """What is in a regular file. Raises: OSError, also if it is something else or longer."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY), "rb") as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode):
            raise OSError(f"{path} is no regular file")
        if told.st_size > most:
            raise OSError(f"{path} is longer than {most} bytes")
        return file.read(most)
