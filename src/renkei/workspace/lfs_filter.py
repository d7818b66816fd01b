"""The filter of Git LFS: what git calls for files that are kept elsewhere, and whether that is installed."""

import shlex
import shutil
from typing import Final

COMMANDS: Final = r"^filter\.lfs\.(process|clean)$"
SWITCHED_OFF: Final = (
    "-c", "filter.lfs.process=", "-c", "filter.lfs.clean=", "-c", "filter.lfs.smudge=",
    "-c", "filter.lfs.required=false",
)  # fmt: skip
NO_DOWNLOADS: Final = {"GIT_LFS_SKIP_SMUDGE": "1"}


def is_there(configured: str) -> bool:
    """Whether the program that git is configured to call is installed; `configured` is what git's settings say."""
    commands = [line.partition(" ")[2] for line in configured.splitlines()]
    return any(shutil.which(_program(command)) for command in commands if command.strip())


def _program(command: str) -> str:
    """The first word, as a shell would have it."""
    try:
        return next(iter(shlex.split(command)), "")
    except ValueError:
        return ""
