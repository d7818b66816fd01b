"""The log in one SQLite file: WAL, synchronous=FULL, one exclusive transaction per write."""

import sqlite3
import threading
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from renkei.errors import StoreError
from renkei.eventlog.base import Schema, Transaction, View
from renkei.eventlog.records import Clock, utc_now
from renkei.eventlog.sqlite.file import connect, ensure_store, translate_errors
from renkei.eventlog.sqlite.statements import HEAD, SqliteStatements
from renkei.eventlog.unit_of_work import RowCache, UnitOfWork

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory


class SqliteLog:
    """A store in a file. Threads share one writing connection; each read has a connection to itself."""

    def __init__(
        self,
        path: Path,
        schema: Schema,
        *,
        clock: Clock = utc_now,
        busy_seconds: float = 60,
        read_only: bool = False,
        copy: "TemporaryDirectory[str] | None" = None,
    ) -> None:
        """With `read_only` the store has to be up to date; `copy` is the folder that goes when the log is closed."""
        self._path = path
        self._mode: Literal["rw", "ro"] = "ro" if read_only else "rw"
        self._copy = copy
        self._schema = schema
        self._clock = clock
        self._busy_seconds = busy_seconds
        self._connections: list[sqlite3.Connection] = []
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        if not read_only:
            ensure_store(path, busy_seconds)
        self._writer = self._connect()
        self._cache = RowCache()
        self._version: int | None = None
        """Of the file, when `_cache` was right: it changes when another connection has written."""

    @contextmanager
    def write(self) -> Generator[Transaction]:
        with self._lock, translate_errors(self._path):
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                self._drop_stale_cache()
                state = self._unit_of_work(self._writer, self._cache)
                state.check_may_write()
                yield state
                state.finish()
                self._writer.execute("COMMIT")
            except BaseException:
                self._cache.clear()
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
        if state.has_redacted:
            self._truncate_wal()

    @contextmanager
    def read(self) -> Generator[View]:
        with translate_errors(self._path), self._use_reader() as connection:
            try:
                connection.execute("BEGIN")
                yield self._unit_of_work(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def wait_for_events(self, after: int, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        pause = 0.005
        while True:
            with translate_errors(self._path), self._use_reader() as connection:
                moved = self._unit_of_work(connection).head.seq > after
            left = deadline - time.monotonic()
            if moved or left <= 0:
                return moved
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, 0.05)

    @property
    def is_stale(self) -> bool:
        with translate_errors(self._path), self._use_reader() as connection:
            return self._unit_of_work(connection).fingerprint != self._schema.fingerprint

    def back_up(self, target: Path) -> None:
        """Copies the store as it is at one moment into an empty file; writers go on meanwhile."""
        with translate_errors(self._path), self._use_reader() as connection, closing(sqlite3.connect(target)) as copy:
            connection.backup(copy)

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._idle.clear()
        if self._copy is not None:
            self._copy.cleanup()

    def _unit_of_work(self, connection: sqlite3.Connection, cache: RowCache | None = None) -> UnitOfWork:
        head = connection.execute(HEAD).fetchone()
        return UnitOfWork(SqliteStatements(connection), head, self._schema, self._clock, cache)

    def _drop_stale_cache(self) -> None:
        version = self._writer.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._cache.clear()
            self._version = version

    def _connect(self) -> sqlite3.Connection:
        with translate_errors(self._path):
            connection = connect(self._path, self._busy_seconds, self._mode)
        self._connections.append(connection)
        return connection

    @contextmanager
    def _use_reader(self) -> Generator[sqlite3.Connection]:
        """A connection for one read; the next one takes it over."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        finally:
            self._idle.append(connection)

    def _truncate_wal(self) -> None:
        """The write-ahead log still holds the pages as they were; a truncating checkpoint lets go of them."""
        with self._lock, translate_errors(self._path):
            busy, _, _ = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(
                "It is forgotten, but another process reads {path}, and the journal beside it keeps the old pages "
                "until that is done. Any later redaction clears it.",
                path=str(self._path),
            )
