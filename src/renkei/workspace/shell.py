"""Runs a command in a work tree: within a time limit, with the end of its output kept, and nothing of it left behind.

Not here: whether it may be run. Who calls this has found out that a person or the project allows it, word for word.
"""

import os
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from renkei import lazy_re as re
from renkei.processes import supervised
from renkei.protocol.terms import CONTROL
from renkei.sentence import Sentence
from renkei.values import value

TAIL_BYTES: Final = 16 * 1024
"""How many bytes of an output are kept: its end, where test runners say what came out."""

_PLAIN_NAME: Final = re.compile(r"[\w.+-]+")
_PYTHON: Final = re.compile(r"python[0-9.]*")
_OPTION: Final = re.compile(r"-[bBdEIOPqsSuvx]+|-[WX].+")
_NO_MODULE: Final = 3
_HAS_MODULE: Final = (
    "import sys; sys.path = [each for each in sys.path if each]; from importlib.util import find_spec; "
    f"sys.exit(0 if find_spec(sys.argv[1]) else {_NO_MODULE})"
)
"""Looks where Python itself looks, and not where it stands: what lies there would be run."""
_LONGEST_LOOK: Final = 30
SHOWN: Final = "SHOWN "
"""How a line begins by which a check command tells what it has shown."""


@value
class CommandResult:
    """How a command ended."""

    exit_code: int | None
    """None when it was ended: at the time limit, or because nobody waits for it any more."""
    seconds: float
    output: str
    digest: str


def run(command: str, folder: Path, *, timeout: float, stop: threading.Event | None = None) -> CommandResult:
    """Runs a command line of the shell, without input; `stop` ends it with all that it has started.

    Raises:
        OSError: it could not be started, or how it would have ended is not known.
    """
    started = time.monotonic()
    output = supervised.Tail(TAIL_BYTES)
    # The words were allowed as they stand, so the shell may take them as they stand.
    words = ["/bin/sh", "-c", command]
    code = supervised.run(words, folder, seconds=timeout, env=os.environ, stdout=output, stop=stop)
    seconds = round(time.monotonic() - started, 3)
    return CommandResult(exit_code=code, seconds=seconds, output=_make_legible(output.data), digest=output.digest)


def has_program(word: str) -> bool:
    """Whether the shell knows the first word of a command line. A word that is no plain name (`A=1`, `(`) may be
    anything."""
    if not _PLAIN_NAME.fullmatch(word):
        return True
    asked = ("/bin/sh", "-c", 'command -v -- "$1"', "sh", word)
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0  # noqa: S603


def find_missing_module(command: str, folder: Path) -> str | None:
    """The module that a command line has Python run (`python3 -m pytest`) and that is neither that Python's nor the
    folder's; None also where that cannot be told. No code of the folder is run for it."""
    found = _find_module(command)
    if found is None:
        return None
    program, options, name = found
    places = (folder / place / each for place in (".", "src") for each in (name, f"{name}.py"))
    if any(place.exists() for place in places):
        return None
    words = [str(folder / program) if "/" in program else program, *options, "-c", _HAS_MODULE, name]
    try:
        asked = subprocess.run(words, cwd=folder, capture_output=True, check=False, timeout=_LONGEST_LOOK)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return name if asked.returncode == _NO_MODULE else None


def _find_module(command: str) -> tuple[str, list[str], str] | None:
    """Of `python -m`: the interpreter, its options, and the first part of the module's name."""
    with suppress(ValueError):
        program, *words = shlex.split(command)
        if not _PYTHON.fullmatch(program.rpartition("/")[2]) or "-m" not in words:
            return None
        options, name = words[: words.index("-m")], words[words.index("-m") + 1 :][:1]
        top = "".join(name).partition(".")[0]
        if all(_OPTION.fullmatch(each) for each in options) and top.isidentifier():
            return program, options, top
    return None


def describe_failure(command: str, exit_code: int | None, output: str) -> Sentence | None:
    """How a command that the work has to pass failed; None where it passed."""
    if exit_code == 0:
        return None
    said = output.strip()[-2000:]
    return Sentence("{check!r} fails with it ({code}): {said}", check=command, code=exit_code, said=said)


def list_shown(output: str) -> list[str]:
    """What a check command says that it has shown."""
    return [line.removeprefix(SHOWN) for line in output.splitlines() if line.startswith(SHOWN)]


def _make_legible(data: bytes) -> str:
    """What a terminal would obey is written out."""
    lines = data.decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)
