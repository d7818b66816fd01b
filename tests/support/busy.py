"""Somebody who keeps a core of the machine busy."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def busy() -> Generator[None]:
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()
