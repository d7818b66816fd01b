"""Programs of clients on this machine: whether they are there, and which version they say they are."""

import json
import shutil
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any, Final, cast

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


def converse(
    words: Sequence[str], folder: Path, asked: Sequence[Mapping[str, Any]], *, answer: int, seconds: float
) -> Any:
    """What a program that speaks JSON, a message a line, answers to the request of this number; None if it does not.
    It is ended then."""
    with subprocess.Popen(  # noqa: S603
        words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdin
        assert server.stdout
        late = threading.Timer(seconds, server.kill)
        late.start()
        try:
            server.stdin.writelines(f"{json.dumps(each)}\n".encode() for each in asked)
            server.stdin.flush()
            said = (cast("object", json.loads(line)) for line in server.stdout)
            spoken = (cast("dict[str, Any]", each) for each in said if isinstance(each, dict))
            return next((each for each in spoken if each.get("id") == answer), None)
        except (OSError, ValueError):
            return None
        finally:
            late.cancel()
            server.kill()
            with suppress(OSError):  # what one did not read that has ended
                server.stdin.close()
