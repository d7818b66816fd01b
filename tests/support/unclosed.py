"""Databases that were left to the garbage collector are warned of, as Python does by itself from 3.13 on."""

import sqlite3
import sys
import warnings
from collections.abc import Callable
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
        sqlite3.connect = partial(_connect, sqlite3.connect)


def _connect(connect: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Coverage keeps a database of its own open to the end."""
    is_ours = not sys._getframe(1).f_globals.get("__name__", "").startswith("coverage.")  # pyright: ignore[reportPrivateUsage]
    return connect(*arguments, **({"factory": _Watched} if is_ours else {}), **options)
