"""Databases that were left to the garbage collector are warned of, as Python does by itself from 3.13 on."""

import sqlite3
import sys
import warnings
from functools import partial


class _Watched(sqlite3.Connection):
    _closed = False

    def close(self) -> None:
        self._closed = True
        super().close()

    def __del__(self) -> None:
        if not self._closed:
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=1)


def warn_of_unclosed_databases() -> None:
    if sys.version_info < (3, 13):
        sqlite3.connect = partial(sqlite3.connect, factory=_Watched)
