"""Repositories that are made once and copied for each test, which takes a fifth of the time of three calls of git."""

import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

Files = tuple[tuple[str, str], ...]

FOLDER = tempfile.mkdtemp(prefix="renkei-templates-")  # now: a test may look at what is left in the temporary folder
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def copy_of(make: Callable[[Path, Files], None], files: Files, folder: Path) -> Path:
    """What `make` makes of these files; where something is in the folder already, it is made there."""
    if folder.exists() and any(folder.iterdir()):
        make(folder, files)
    else:
        shutil.copytree(_template(make, files), folder, symlinks=True, dirs_exist_ok=True)
    return folder


@cache
def _template(make: Callable[[Path, Files], None], files: Files) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="renkei-template-", dir=FOLDER))
    make(folder, files)
    return folder


def write_files(folder: Path, files: Files) -> None:
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
