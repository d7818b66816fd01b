"""The command line as a test gives it: in this process, or the real command in one of its own."""

import ctypes
import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from renkei.entrypoints.cli import main

REHEARSE = ("--agents", "scripted", "--merge")
"""Agents that follow a script, and their work is merged."""

COMMAND = Path(sys.executable).with_name("renkei")


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


class Cli:
    """Runs command lines in this process, in one folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self.enter(folder)

    @property
    def store(self) -> Path:
        return self.folder / ".renkei" / "renkei.db"

    def enter(self, folder: Path) -> None:
        """The commands that follow are given in this folder."""
        self._monkeypatch.chdir(folder)
        self._monkeypatch.setenv("PWD", str(folder))

    def __call__(self, *words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            self._capsys.readouterr()
            code = _exit_code(words)
        printed = self._capsys.readouterr()
        return Ran(code=code, out=printed.out, err=printed.err)

    def ok(self, *words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
        """The same for a command that has to succeed."""
        ran = self(*words, stdin=stdin, env=env)
        assert ran.code == 0, ran.err
        return ran

    def json(self, *words: str) -> Any:
        """The document that a succeeding command prints for a script."""
        return self.ok("--json", *words).document

    def send(self, message: Mapping[str, Any], *words: str) -> str:
        """Posts a message; its id."""
        return self.ok("send", "-", *words, stdin=json.dumps(message).encode()).out.strip()

    def log(self) -> list[Any]:
        return self.ok("log", "--json").lines

    def file(self, name: str, content: str | bytes) -> str:
        """A file in the folder; its name."""
        data = content.encode() if isinstance(content, str) else content
        (self.folder / name).write_bytes(data)
        return name


def _exit_code(words: Sequence[str]) -> int:
    """What the process would end with; argparse leaves by an exception after --help."""
    try:
        return main(words)
    except SystemExit as leaving:
        return int(leaving.code or 0)


def real(
    *words: str, folder: Path, stdin: bytes = b"", env: Mapping[str, str] | None = None, timeout: float = 60
) -> Ran:
    """Runs the installed command in a process of its own."""
    done = subprocess.run(
        [COMMAND, *words],
        cwd=folder,
        input=stdin,
        env={**os.environ, **(env or {})},
        capture_output=True,
        timeout=timeout,
        check=False,
    )
    return Ran(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


def start(*words: str, folder: Path) -> subprocess.Popen[str]:
    """Starts the installed command and leaves it running; the test reads and ends it."""
    return subprocess.Popen(
        [COMMAND, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


def files_in(folder: Path) -> list[str]:
    """Every file and folder below, hidden ones included."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def on_a_terminal(*words: str, folder: Path, env: Mapping[str, str] | None = None, typed: bytes | None = None) -> Ran:
    """Runs the installed command with a terminal for its standard output; `out` is all that it showed there. With
    `typed`, a person types that, and reads standard error there, too."""
    master, slave = pty.openpty()
    if typed is not None:
        os.write(master, typed)
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **(env or {})}
    with subprocess.Popen(
        [COMMAND, *words],
        cwd=folder,
        stdin=slave,
        stdout=slave,
        stderr=subprocess.PIPE if typed is None else slave,
        env=settings,
    ) as process:
        os.close(slave)
        shown = b"".join(iter(lambda: _read_terminal(master), b""))
        os.close(master)
        err = process.stderr.read() if process.stderr else b""
        return Ran(code=process.wait(timeout=60), out=shown.decode(), err=err.decode())


def _read_terminal(master: int) -> bytes:
    """What came next; Linux reports the end of a terminal as an error."""
    try:
        return os.read(master, 65536)
    except OSError:
        return b""


def without_privileges(*words: str, folder: Path) -> Ran:
    """Runs the installed command bound by permissions, also when the tests run as root.

    Another user could not do it: the interpreter may stand in a folder that is closed to others.
    """
    done = subprocess.run(
        [COMMAND, *words],
        cwd=folder,
        capture_output=True,
        preexec_fn=_drop_the_right_to_ignore_permissions if os.geteuid() == 0 else None,
        timeout=60,
    )
    return Ran(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


def _drop_the_right_to_ignore_permissions() -> None:
    """Takes CAP_DAC_OVERRIDE (1) and CAP_DAC_READ_SEARCH (2) out of what the command may get (PR_CAPBSET_DROP)."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (1, 2):
        if libc.prctl(24, capability, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "PR_CAPBSET_DROP")
