"""What is longer than the screen is shown by a pager: the person's own ($PAGER), else less."""

import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import Final

_OF_LESS: Final = "FRX"
"""End at once what fits, keep colours, leave the text on the screen."""


class _Screen(io.StringIO):
    """Stands in for the terminal until it is known how much there is to show."""

    def isatty(self) -> bool:
        return True


@contextmanager
def page_output() -> Generator[None]:
    """At a terminal, what the block prints is shown when it is over, through a pager if it is long."""
    words = _pager_command() if sys.stdin.isatty() and sys.stdout.isatty() else []
    if not words:
        yield
        return
    screen = _Screen()
    try:
        with redirect_stdout(screen):
            yield
    except BaseException:
        words = []  # what went wrong is seen at once
        raise
    finally:
        _show_text(screen.getvalue(), words)


def _show_text(text: str, words: list[str]) -> None:
    if not words or _screen_lines(text) < shutil.get_terminal_size().lines:
        print(text, end="", flush=True)
        return
    env = {"LESS": _OF_LESS, **os.environ}
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's
    try:
        subprocess.run(words, input=text.encode(errors="backslashreplace"), env=env, check=False)  # noqa: S603
    finally:
        signal.signal(signal.SIGINT, before)


def _screen_lines(text: str) -> int:
    """How many lines of the screen it takes at least."""
    width = shutil.get_terminal_size().columns
    return sum(max(1, -(-len(line) // width)) for line in text.splitlines())


def _pager_command() -> list[str]:
    """None where the person wants none, or there is none."""
    try:
        words = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return []
    return words if words and words != ["cat"] and shutil.which(words[0]) else []
