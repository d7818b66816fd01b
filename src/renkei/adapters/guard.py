"""Runs a command and stays beside it: when the one that started it dies, all of its process group is killed.

Run as a script, by itself: it imports nothing of Renkei, so that it starts in a moment. The first argument is the end
of a pipe whose other end the starter holds and never writes to; the rest is the command.
"""

import os
import signal
import subprocess
import sys
import threading


def main() -> int:
    lifeline = int(sys.argv[1])
    threading.Thread(target=_watch, args=(lifeline,), daemon=True).start()
    child = subprocess.Popen(sys.argv[2:])  # noqa: S603
    code = child.wait()
    return code if code >= 0 else 128 - code


def _watch(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
