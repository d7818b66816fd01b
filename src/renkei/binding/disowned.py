"""The commits that no person stands behind: they came while an agent was at work in a client, and change what binds.

A list in the user's state folder, and not refs: a command of git can take refs away that it does not name.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from renkei.binding.record import make_folder, state_file, state_files
from renkei.files import read_regular, write_whole

ENDING: Final = ".disowned"
_LAST: Final = ".last"
_MOST: Final = 8 * 1024 * 1024


def disown(project: Path, found: Iterable[str]) -> None:
    """Adds commits to the list, beside every record that is there. Raises: OSError."""
    data = "".join(f"{each}\n" for each in found).encode()
    known = [path.with_suffix(ENDING) for path in state_files(project, os.environ, ".json") if path.exists()]
    for path in dict.fromkeys(known or [state_file(project, os.environ, ENDING)]):
        make_folder(path.parent)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, data)
        finally:
            os.close(handle)


def read_disowned(project: Path) -> frozenset[str]:
    """All of them, whatever the environment says. Raises: OSError, ValueError, if a list cannot be read."""
    found: set[str] = set()
    for path in state_files(project, os.environ, ENDING):
        try:
            found.update(read_regular(path, _MOST).decode().split())
        except (FileNotFoundError, NotADirectoryError):
            continue
    return frozenset(found)


def note_last_head(project: Path, commit: str) -> None:
    """The commit that was checked out when a client's session last looked. Raises: OSError."""
    path = state_file(project, os.environ, _LAST)
    make_folder(path.parent)
    write_whole(path, commit.encode(), mode=0o600, is_durable=False)


def read_last_head(project: Path) -> str:
    """Empty where no session has looked before."""
    try:
        return read_regular(state_file(project, os.environ, _LAST), _MOST).decode().strip()
    except (OSError, ValueError):
        return ""
