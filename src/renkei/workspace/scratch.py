"""Folders for a while: gone when they are closed, and known to be left over when their process died before that."""

import shutil
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from renkei.workspace.locks import LockHeld, ProcessLock

_PREFIX: Final = "renkei-scratch-"
_FRESH: Final = 60
"""In its first seconds a folder may not be held yet."""


class ScratchFolder:
    """A folder that is held by this process as long as it is used."""

    def __init__(self) -> None:
        self._whole = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
        self._lock = ProcessLock(_lock_path(self._whole))
        self._lock.__enter__()
        self.folder = self._whole / "work"
        self.folder.mkdir()

    def close(self) -> None:
        self._lock.__exit__(None, None, None)
        shutil.rmtree(self._whole, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def find_leftovers() -> list[Path]:
    """Such folders whose process is no more."""
    found = Path(tempfile.gettempdir()).glob(f"{_PREFIX}*")
    return sorted(path for path in found if path.is_dir() and _is_leftover(path))


def _is_leftover(folder: Path) -> bool:
    try:
        if time.time() - folder.stat().st_mtime < _FRESH:
            return False
        if not _lock_path(folder).exists():
            return True
        with ProcessLock(_lock_path(folder)):
            return True
    except (LockHeld, OSError):
        return False


def _lock_path(folder: Path) -> Path:
    return folder / "held"
