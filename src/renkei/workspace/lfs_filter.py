"""The filter of Git LFS: what git calls for files that are kept elsewhere, and whether that is installed."""

import shlex
import shutil
from typing import Final

from renkei.git import Recorded

_FILTER: Final = "filter.lfs."
NO_DOWNLOADS: Final = {"GIT_LFS_SKIP_SMUDGE": "1"}


def has_lfs(recorded: Recorded) -> bool:
    """Whether the program that git is configured to call is installed."""
    commands = [recorded.get(f"{_FILTER}{word}", "") for word in ("process", "clean")]
    return any(shutil.which(_first_word(command)) for command in commands if command.strip())


def without_lfs(recorded: Recorded) -> Recorded:
    """A filter that is configured and not installed would keep git from checking anything out."""
    return {key: value for key, value in recorded.items() if not key.startswith(_FILTER)}


def _first_word(command: str) -> str:
    """The first word, as a shell would have it."""
    try:
        return next(iter(shlex.split(command)), "")
    except ValueError:
        return ""
