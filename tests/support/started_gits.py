"""Which processes of git were started, and which of them are still there: running, or ended and not waited for."""

import os
import shutil
from pathlib import Path


class StartedGits:
    """Stands before git on PATH: `folder` holds a `git` that notes its process and becomes the real one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._noted = folder / "noted"
        folder.mkdir()
        (folder / "git").write_text(f'#!/bin/sh\necho $$ >>"{self._noted}"\nexec "{shutil.which("git")}" "$@"\n')
        (folder / "git").chmod(0o755)

    def left(self) -> list[int]:
        noted = self._noted.read_text().split() if self._noted.exists() else []
        assert noted, "git was not started at all"
        return [process for process in map(int, noted) if _is_there(process)]


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
