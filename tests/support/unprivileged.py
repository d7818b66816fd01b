"""Commands as a user to whom permissions apply: for root they do not, so it becomes another user first.

Everything that the commands load is loaded before that, by giving them once to a project nearby: another user may not
be able to read Python itself.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from renkei.entrypoints.cli import main
from tests.support.cli_run import Ran

NOBODY = 65534


def run_unprivileged(folder: Path, warm: Path, *commands: Sequence[str], mounted: bool = False) -> list[Ran]:
    """How each command ended; `warm` is a project that they may change. With `mounted`, a mount locks the folder."""
    child = [sys.executable, "-m", "tests.support.unprivileged", str(folder), str(warm), json.dumps(commands)]
    if mounted:
        mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
        child = ["unshare", "-rm", "sh", "-c", mount, str(folder), *child, "as-is"]
    root = Path(__file__).parents[2]
    done = subprocess.run(child, cwd=root, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return [Ran(**found) for found in json.loads(done.stdout)]


def can_mount() -> bool:
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode == 0


def _give(project: str, words: Sequence[str]) -> dict[str, Any]:
    printed, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(printed, "utf-8")  # closes what it wraps once nobody holds it
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["--project", project, *words])
    return {"code": code, "out": printed.getvalue().decode(), "err": err.getvalue()}


if __name__ == "__main__":
    given: list[list[str]] = json.loads(sys.argv[3])
    for each in given:
        _give(sys.argv[2], each)
    if os.geteuid() == 0 and "as-is" not in sys.argv:
        os.chdir("/")  # where everybody may look
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    print(json.dumps([_give(sys.argv[1], each) for each in given]))
