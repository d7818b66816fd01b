"""Telling a person who is not looking that a run needs them: by a command of their own choice.

The command is in `RENKEI_NOTIFY` of the person's environment and nowhere else: no file of a project names a program
that is run unasked (DEC-52). It is no shell's: its words are taken as they are, title and text come behind them.
"""

import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from renkei.processes.sessions import start_detached

VARIABLE: Final = "RENKEI_NOTIFY"


def notify_person(env: Mapping[str, str], folder: Path, title: str, text: str) -> str | None:
    """Starts the person's command, if there is one; why that was not possible."""
    try:
        words = shlex.split(env.get(VARIABLE, ""))
        if words:
            start_detached([*words, title, text], folder)
    except (ValueError, OSError, subprocess.CalledProcessError) as error:
        return str(error)
    return None
