"""Claude Code as a person uses it: on a terminal, offline, in a folder that is trusted."""

import contextlib
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from renkei.testing.claude import find_claude, offline_env
from renkei.testing.fakemodel import FakeModel

_QUESTIONS = {b"\x1b[c": b"\x1b[?62c", b"\x1b[6n": b"\x1b[1;1R"}
"""What the client asks a terminal, and what one answers."""
_LINES, _COLUMNS = 200, 200
"""High enough that nothing scrolls away unseen."""


class Screen:
    """The client at work on one prompt, until the end of the block."""

    def __init__(
        self, prompt: str, *, cwd: Path, home: Path, model: FakeModel, env: Mapping[str, str] | None = None
    ) -> None:
        home.mkdir(exist_ok=True)
        (home / ".claude.json").write_text(json.dumps(_known_person(cwd)), "utf-8")
        program = str(find_claude())
        self._command = [program, "--permission-mode", "acceptEdits", "--allowedTools", "Agent,Read", "--", prompt]
        self._env = {**offline_env(home=home, url=model.url), "TERM": "xterm-256color", **(env or {})}
        self._cwd = cwd
        self._screen = pyte.Screen(_COLUMNS, _LINES)
        self._stream = pyte.ByteStream(self._screen)
        self._pictures = [""]

    def __enter__(self) -> Self:
        self._terminal, own = pty.openpty()
        fcntl.ioctl(own, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, _COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            self._command, cwd=self._cwd, env=self._env, stdin=own, stdout=own, stderr=own, start_new_session=True
        )
        os.close(own)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._terminal)

    def shows(self, text: str) -> bool:
        """Waits until it was on the screen, now or before. Blanks do not count: the client wraps lines."""
        wanted = "".join(text.split())
        return self.until(lambda: any(wanted in picture for picture in self._pictures), text)

    def until(self, holds: Callable[[], bool], what: str, *, seconds: float = 90) -> bool:
        """Waits until something is so while the client is at work."""
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end or not self._read():
                raise AssertionError(f"it did not come to {what!r}, but to: {self._pictures[-1][-3000:]}")
        return True

    def _read(self) -> bool:
        """What comes within a second; False at the end."""
        if not select.select([self._terminal], [], [], 1)[0]:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            return False
        self._stream.feed(data)
        picture = "".join("".join(line.split()) for line in self._screen.display)
        if picture != self._pictures[-1]:
            self._pictures.append(picture)
        for question, answer in _QUESTIONS.items():
            if question in data:
                os.write(self._terminal, answer)
        return True


def _known_person(project: Path) -> dict[str, object]:
    """What the client remembers of somebody who has answered all that it asks at first."""
    trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
    return {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": ["offline"], "rejected": []},
        "projects": {str(project): trusted},
    }
