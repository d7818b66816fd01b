"""Starts a process that does all it can to outlive whoever started it, and comes back when that is up.

Run as a script: `KIND PATH`. The daemon writes its process id to PATH. It is a fault on request, for what has to end
such processes; left alone it ends after ten minutes.
"""

import os
import signal
import sys
import time
from pathlib import Path

KINDS = ("session", "daemon", "bare")
"""In a session of its own; forked twice too, with every file closed; and that with no environment either."""

_LIFE = 600


def main(kind: str, path: str) -> None:
    if kind == "stay":
        _stay_alive(Path(path))
    elif starter := os.fork():
        _wait_until_up(Path(path))
        if kind != "session":
            os.waitpid(starter, 0)
    else:
        _become_daemon(kind, path)


def _become_daemon(kind: str, path: str) -> None:
    os.setsid()
    if kind != "session":
        if os.fork():
            os._exit(0)
        os.chdir("/")
        os.closerange(0, 256)
    if kind == "bare":
        os.execve(sys.executable, [sys.executable, "-I", "-S", __file__, "stay", path], {})  # noqa: S606
    _stay_alive(Path(path))


def _stay_alive(path: Path) -> None:
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    new = path.with_name(f"{path.name}.new")
    new.write_text(str(os.getpid()), encoding="ascii")
    new.rename(path)
    time.sleep(_LIFE)
    os._exit(0)


def _wait_until_up(path: Path) -> None:
    while not path.exists():
        time.sleep(0.005)


if __name__ == "__main__":
    main(*sys.argv[1:])
