"""Findings kept by what they depend on: the analyser, its version and the bytes that it read.

Kept in one SQLite file; whatever is wrong with it, a review goes on without.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from threading import Lock
from typing import Any, Final, LiteralString, Protocol, cast

from renkei.review.finding import RawFinding
from renkei.sentence import Sentence

KEPT_DAYS: Final = 30
_VERSION: Final = 1
"""Of what is kept; another form is another file."""

_TABLE: Final = "CREATE TABLE IF NOT EXISTS found (key TEXT PRIMARY KEY, findings TEXT NOT NULL, used REAL NOT NULL)"


class Cache(Protocol):
    """Findings by key."""

    def get(self, keys: Sequence[str], /) -> dict[str, list[RawFinding]]: ...

    def put(self, found: Mapping[str, Sequence[RawFinding]], /) -> None: ...

    def get_texts(self, keys: Sequence[str], /) -> dict[str, str]: ...

    def put_texts(self, texts: Mapping[str, str], /) -> None: ...

    def close(self) -> None: ...


class MemoryCache:
    """Forgets all at the end: for a place where nothing can be written."""

    def __init__(self) -> None:
        self._found: dict[str, list[RawFinding]] = {}
        self._texts: dict[str, str] = {}

    def get(self, keys: Sequence[str], /) -> dict[str, list[RawFinding]]:
        return {key: self._found[key] for key in keys if key in self._found}

    def put(self, found: Mapping[str, Sequence[RawFinding]], /) -> None:
        self._found |= {key: list(findings) for key, findings in found.items()}

    def get_texts(self, keys: Sequence[str], /) -> dict[str, str]:
        return {key: self._texts[key] for key in keys if key in self._texts}

    def put_texts(self, texts: Mapping[str, str], /) -> None:
        self._texts |= texts

    def close(self) -> None:
        pass


class FileCache:
    """Kept for the next run, by several processes at once if need be. Raises: sqlite3.Error, OSError on opening."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = Lock()
        path = folder / f"review-{_VERSION}.db"
        self._database = sqlite3.connect(path, timeout=5, check_same_thread=False, isolation_level=None)
        try:
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute(_TABLE)
        except BaseException:
            self._database.close()
            raise

    def get(self, keys: Sequence[str], /) -> dict[str, list[RawFinding]]:
        return {key: _load_findings(text) for key, text in self.get_texts(keys).items()}

    def put(self, found: Mapping[str, Sequence[RawFinding]], /) -> None:
        self.put_texts({key: _dump_findings(findings) for key, findings in found.items()})

    def get_texts(self, keys: Sequence[str], /) -> dict[str, str]:
        found: dict[str, str] = {}
        with self._lock:
            for some in _split_batches(list(keys)):
                marks = ",".join("?" * len(some))
                found |= dict(self._query_rows(f"SELECT key, findings FROM found WHERE key IN ({marks})", some))  # noqa: S608
        return found

    def put_texts(self, texts: Mapping[str, str], /) -> None:
        now = time.time()
        rows = [(key, text, now) for key, text in texts.items()]
        with self._lock:
            try:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany("INSERT OR REPLACE INTO found VALUES (?, ?, ?)", rows)
                self._database.execute("COMMIT")
            except sqlite3.Error:
                self._rollback()

    def close(self) -> None:
        """Forgets what has not been of use for long."""
        with self._lock:
            self._query_rows("DELETE FROM found WHERE used < ?", [time.time() - KEPT_DAYS * 86400])
            self._database.close()

    def _query_rows(self, query: str, parameters: Sequence[Any]) -> list[Any]:
        try:
            return self._database.execute(query, parameters).fetchall()
        except sqlite3.Error:
            return []

    def _rollback(self) -> None:
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")


def open_cache(folder: Path | None) -> Cache:
    """The cache in a folder; one that forgets, where none is named or it cannot be used."""
    try:
        return FileCache(folder) if folder else MemoryCache()
    except (OSError, sqlite3.Error):
        return MemoryCache()


def _split_batches(keys: list[str]) -> Iterable[list[str]]:
    return (keys[start : start + 500] for start in range(0, len(keys), 500))


def _dump_findings(findings: Sequence[RawFinding]) -> str:
    return json.dumps([_finding_fields(finding) for finding in findings])


def _finding_fields(finding: RawFinding) -> dict[str, Any]:
    values = {field.name: getattr(finding, field.name) for field in fields(finding)}
    return {**values, "message": _encode_value(finding.message)}


def _encode_value(value: object) -> object:
    """A sentence as its template and its parameters, so that it can still be translated."""
    if isinstance(value, Sentence):
        return [value.text, {name: _encode_value(part) for name, part in value.params.items()}]
    return value if isinstance(value, int | float) else str(value)


def _load_findings(text: str) -> list[RawFinding]:
    return [RawFinding(**{**each, "message": _decode_value(each["message"])}) for each in json.loads(text)]


def _decode_value(value: Any) -> Any:
    if isinstance(value, list):
        template, params = cast(tuple[LiteralString, dict[str, Any]], value)
        return Sentence(template, **{name: _decode_value(part) for name, part in params.items()})
    return value
