"""Databases that were left to the garbage collector are warned of, as Python does by itself from 3.13 on."""

import sqlite3
import sys
import warnings
from functools import partial
from typing import Any


class _Watched(sqlite3.Connection):
    _closed = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._closed = False

    def close(self) -> None:
        self._closed = True
        super().close()

    def __del__(self) -> None:
        if not self._closed:
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=1)


def warn_of_unclosed_databases() -> None:
    if sys.version_info < (3, 13):
        sqlite3.connect = partial(sqlite3.connect, factory=_Watched)
