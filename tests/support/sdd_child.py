"""A process that carries a command out and kills itself, by the signal that nobody can catch, right before an act of
its own: a file put in its place, or a program started."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from renkei.entrypoints.cli import main

ROOT = Path(__file__).parents[2]
ACTS = ("os.rename", "subprocess.Popen", "os.posix_spawn")


def run_killed(folder: Path, said: str, number: int, *words: str) -> int:
    """The command in a process that dies before its act of this number whose words hold the text; how it ended."""
    command = [sys.executable, "-m", "tests.support.sdd_child", str(folder), said, str(number), *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False).returncode


def kill_before(said: str, number: int) -> None:
    """At the act of this number whose words hold the text."""
    left = number

    def see(event: str, args: tuple[Any, ...]) -> None:
        nonlocal left
        if event in ACTS and said in describe(event, args):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(see)


def describe(event: str, args: tuple[Any, ...]) -> str:
    """Where a file comes to lie, or the words of a command."""
    return str(args[1]) if event == "os.rename" else " ".join(str(each) for each in args[1])


if __name__ == "__main__":
    folder, text, nth, *given = sys.argv[1:]
    os.chdir(folder)
    os.environ["PWD"] = folder
    kill_before(text, int(nth))
    sys.exit(main(given))
