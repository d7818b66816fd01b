"""The SQLite file itself: made whole or not at all, checked before use, and every fault said plainly."""

import contextlib
import os
import secrets
import sqlite3
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from renkei.errors import StoreError
from renkei.eventlog import stored
from renkei.eventlog.filesystem import unsafe_for_wal

APPLICATION_ID: Final = 0x524E4B45
"""Marks a SQLite file as a Renkei store ("RNKE")."""


def migrations() -> list[str]:
    """The SQL of each schema version, in order."""
    return stored.migrations("sqlite")


def own_tables() -> set[str]:
    """The tables that migrations make: all others are folded."""
    return stored.own_tables(migrations())


def connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    """A connection to a store that exists."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000)}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def ensure_store(path: Path, busy_seconds: float) -> None:
    """Makes the store if there is none, and brings an older one up to date."""
    if reason := unsafe_for_wal(path.parent):
        raise StoreError(
            "{path} is on {filesystem}, where SQLite's write-ahead log is not safe. Put the store on a local disk "
            "with --store sqlite:////path/renkei.db, or use PostgreSQL with --store postgresql://...",
            path=str(path),
            filesystem=reason,
        )
    try:
        with store_errors(path):
            _open(path, busy_seconds)
    except OSError as error:
        raise _explained(path, "SQLITE_CANTOPEN", error.strerror or str(error)) from error
    except UnicodeDecodeError as error:  # Python's sqlite3 stumbles over SQLite's message about a damaged schema
        raise _explained(path, "SQLITE_CORRUPT", str(error)) from error


def _open(path: Path, busy_seconds: float) -> None:
    if not path.exists():
        _create(path)
    _check_size(path)
    with contextlib.closing(connect(path, busy_seconds)) as connection:
        _check_is_ours(connection, path)
        _migrate(connection, path)


@contextmanager
def store_errors(path: Path) -> Generator[None]:
    """Says what is wrong with the store, and what to do, whatever SQLite calls it."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        raise _explained(path, name, str(error)) from error


def _explained(path: Path, name: str, detail: str) -> StoreError:
    for prefixes, text in _EXPLANATIONS:
        if name.startswith(prefixes):
            return StoreError(text, path=str(path), detail=detail)
    return StoreError("The store {path} failed: {detail}. Nothing was changed.", path=str(path), detail=detail)


_EXPLANATIONS: Final = (
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        "The store {path} is locked by another process ({detail}). Nothing was changed; try again when it is done.",
    ),
    (
        ("SQLITE_CORRUPT", "SQLITE_NOTADB"),
        "The store {path} is damaged or is no SQLite file ({detail}). It was left as it is. Move it aside and bring "
        "back a copy, or rebuild it with `renkei import` from an export.",
    ),
    (
        ("SQLITE_FULL", "SQLITE_IOERR"),
        "The disk under {path} is full or failing ({detail}). What was acknowledged is safe; the last change may have "
        "been taken or not. Make room, then look, or repeat it with the same --key.",
    ),
    (
        ("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_CANTOPEN"),
        "The store {path} cannot be opened for writing ({detail}). Check the permissions of the file and its folder, "
        "or choose another place with --store.",
    ),
)


def _create(path: Path) -> None:
    """Makes the whole file beside its place and moves it there in one step, so that no half store is ever seen.

    When two processes start at once, the first to arrive wins and the other uses that store.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")
    try:
        with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("PRAGMA journal_mode = WAL")
            _migrate(connection, path)
        with contextlib.suppress(FileExistsError):
            _move_into_place(draft, path)
        _sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _move_into_place(draft: Path, path: Path) -> None:
    """Unlike a rename, a link never replaces what is there. Windows' rename does not either."""
    if sys.platform == "win32":
        draft.rename(path)
    else:
        os.link(draft, path)


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_size(path: Path) -> None:
    if path.stat().st_size == 0:
        raise StoreError(
            "The store {path} is empty: it was cut off, or something else made it. It was left as it is. Remove it "
            "to start anew, or bring back a copy.",
            path=str(path),
        )


def _check_is_ours(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("{path} is a SQLite file, but no Renkei store. Choose another with --store.", path=str(path))


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    scripts = migrations()
    if _version(connection) < len(scripts):
        connection.execute("BEGIN IMMEDIATE")
        for number in range(_version(connection), len(scripts)):  # none, if another process has just done it
            for statement in scripts[number].split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")
    stored.check_version(str(path), found=_version(connection), known=len(scripts))


def _version(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]
