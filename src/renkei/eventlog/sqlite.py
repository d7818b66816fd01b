"""The log in one SQLite file: WAL, synchronous=FULL, one exclusive transaction per write."""

import sqlite3
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from renkei.errors import StoreError
from renkei.eventlog.base import Clock, Schema, Transaction, View, utc_now
from renkei.eventlog.records import Draft, Head, Record, seal
from renkei.eventlog.sqlite_file import connect, ensure_store, own_tables, store_errors
from renkei.eventlog.stored import (
    MOST,
    RECORD_FIELDS,
    WRITER,
    check_fingerprint,
    check_writer,
    checked_head,
    record_of,
    records_of,
)
from renkei.eventlog.tables import Change, Column, Delete, Put, Table, encode_value, table_of

RowT = TypeVar("RowT")

_SQL_TYPES: Final = {"text": "TEXT", "integer": "INTEGER", "boolean": "INTEGER", "json": "TEXT"}
_RECORD_COLUMNS: Final = ", ".join(RECORD_FIELDS)
_INSERT_RECORD: Final = f"INSERT INTO events ({_RECORD_COLUMNS}) VALUES ({', '.join('?' * len(RECORD_FIELDS))})"  # noqa: S608


class SqliteLog:
    """A store in a file. Threads share one writing connection; each read has a connection to itself."""

    def __init__(self, path: Path, schema: Schema, *, clock: Clock = utc_now, busy_seconds: float = 60) -> None:
        self._path = path
        self._schema = schema
        self._clock = clock
        self._busy_seconds = busy_seconds
        self._connections: list[sqlite3.Connection] = []
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        ensure_store(path, busy_seconds)
        self._writer = self._connect()

    @contextmanager
    def write(self) -> Generator[Transaction]:
        with self._lock, store_errors(self._path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                state = _State(self._writer, self._schema, self._clock)
                state.check_may_write()
                yield state
                state.save_head()
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
        if state.has_redacted:
            self._forget_the_journal()

    @contextmanager
    def read(self) -> Generator[View]:
        with store_errors(self._path), self._reader() as connection:
            connection.execute("BEGIN")
            try:
                yield _State(connection, self._schema, self._clock)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def wait(self, after: int, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        pause = 0.005
        while True:
            with store_errors(self._path), self._reader() as connection:
                moved = _State(connection, self._schema, self._clock).head.seq > after
            left = deadline - time.monotonic()
            if moved or left <= 0:
                return moved
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, 0.05)

    @property
    def stale(self) -> bool:
        with store_errors(self._path), self._reader() as connection:
            return _State(connection, self._schema, self._clock).fingerprint != self._schema.fingerprint

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._idle.clear()

    def _connect(self) -> sqlite3.Connection:
        with store_errors(self._path):
            connection = connect(self._path, self._busy_seconds)
        self._connections.append(connection)
        return connection

    @contextmanager
    def _reader(self) -> Generator[sqlite3.Connection]:
        """A connection for one read; the next one takes it over."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        finally:
            self._idle.append(connection)

    def _forget_the_journal(self) -> None:
        """The write-ahead log still holds the pages as they were; a truncating checkpoint lets go of them."""
        with self._lock, store_errors(self._path):
            busy, _, _ = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(
                "It is forgotten, but another process reads {path}, and the journal beside it keeps the old pages "
                "until that is done. Any later redaction clears it.",
                path=str(self._path),
            )


class _State:
    """The store as one transaction sees it."""

    def __init__(self, connection: sqlite3.Connection, schema: Schema, clock: Clock) -> None:
        self._connection = connection
        self._schema = schema
        self._clock = clock
        self.has_redacted = False
        row = checked_head(connection.execute("SELECT seq, hash, at, min_writer, fingerprint FROM head").fetchone())
        self.head = Head(seq=row[0], hash=row[1], at=row[2])
        self._min_writer: int = row[3]
        self.fingerprint: str = row[4]
        self._found = (self.head, self.fingerprint)

    def check_may_write(self) -> None:
        check_writer(self._min_writer)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        table = self._table(row_type)
        where = " AND ".join(f'"{name}" = ?' for name in table.key)
        row = self._connection.execute(f"{_select(table)} WHERE {where}", key).fetchone()
        return None if row is None else table.decode(row)

    def select(
        self,
        row_type: type[RowT],
        *,
        order: str,
        after: int | str | None = None,
        before: int | str | None = None,
        descending: bool = False,
        limit: int | None = None,
        **where: str | int | bool | None,
    ) -> list[RowT]:
        table = self._table(row_type)
        terms = [f'"{name}" IS ?' for name in where]
        values: list[Any] = [encode_value(table.column(name), value) for name, value in where.items()]
        for operator, bound in ((">", after), ("<", before)):
            if bound is not None:
                terms.append(f'"{order}" {operator} ?')
                values.append(bound)
        sql = _select(table) + (f" WHERE {' AND '.join(terms)}" if terms else "")
        sql += f' ORDER BY "{order}" {"DESC" if descending else "ASC"} LIMIT ?'
        rows = self._connection.execute(sql, [*values, MOST if limit is None else min(limit, MOST)])
        return [table.decode(row) for row in rows]

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        rows = self._connection.execute(
            f"SELECT {_RECORD_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?",  # noqa: S608
            (min(after, MOST), MOST if limit is None else min(limit, MOST)),
        )
        return records_of(rows.fetchall(), after)

    def event_with_key(self, actor: str, key: str) -> Record | None:
        row = self._connection.execute(
            f"SELECT {_RECORD_COLUMNS} FROM events WHERE actor = ? AND key = ?",  # noqa: S608
            (actor, key),
        ).fetchone()
        return None if row is None else record_of(row)

    def damage(self) -> list[str]:
        found = [row[0] for row in self._connection.execute("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found

    @contextmanager
    def attempt(self) -> Generator[None]:
        before = (self.head, self.fingerprint, self.has_redacted)
        self._connection.execute("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # a full disk ends the whole transaction, not just this part
                self._connection.execute("ROLLBACK TO attempt")
                self._connection.execute("RELEASE attempt")
            self.head, self.fingerprint, self.has_redacted = before
            raise
        self._connection.execute("RELEASE attempt")

    def append(self, draft: Draft) -> Record:
        record = seal(draft, head=self.head, now=self._clock())
        self.restore([record])
        return record

    def apply(self, changes: Iterable[Change]) -> None:
        for change in changes:
            match change:
                case Put(row):
                    table = self._table(type(row))
                    marks = ", ".join("?" * len(table.columns))
                    sql = f'INSERT OR REPLACE INTO "{table.name}" VALUES ({marks})'  # noqa: S608
                    self._connection.execute(sql, table.encode(row))
                case Delete(row_type, key):
                    table = self._table(row_type)
                    where = " AND ".join(f'"{name}" = ?' for name in table.key)
                    self._connection.execute(f'DELETE FROM "{table.name}" WHERE {where}', key)  # noqa: S608

    def redact(self, seqs: Sequence[int]) -> None:
        self._connection.executemany(
            "UPDATE events SET body = NULL, salt = NULL WHERE seq = ?", [(seq,) for seq in seqs]
        )
        self.has_redacted = self.has_redacted or bool(seqs)

    def restore(self, records: Iterable[Record]) -> None:
        for record in records:
            self._connection.execute(_INSERT_RECORD, [getattr(record, name) for name in RECORD_FIELDS])
            self.head = Head(seq=record.seq, hash=record.hash, at=record.at)

    def clear_tables(self) -> None:
        known = {row[0] for row in self._connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for name in known - own_tables():
            self._connection.execute(f'DROP TABLE "{name}"')
        for row_type in self._schema.row_types:
            for statement in _ddl(table_of(row_type)):
                self._connection.execute(statement)
        self.fingerprint = self._schema.fingerprint

    def save_head(self) -> None:
        if (self.head, self.fingerprint) == self._found and self._min_writer >= WRITER:
            return  # nothing came of it: a commit would cost a flush of the disk for nothing
        self._connection.execute(
            "UPDATE head SET seq = ?, hash = ?, at = ?, min_writer = ?, fingerprint = ?",
            (self.head.seq, self.head.hash, self.head.at, max(self._min_writer, WRITER), self.fingerprint),
        )

    def _table(self, row_type: type[Any]) -> Table:
        check_fingerprint(self.fingerprint, self._schema.fingerprint)
        return table_of(row_type)


def _select(table: Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'SELECT {columns} FROM "{table.name}"'  # noqa: S608


def _ddl(table: Table) -> Iterator[str]:
    columns = [_column_ddl(column) for column in table.columns]
    key = ", ".join(f'"{name}"' for name in table.key)
    yield f'CREATE TABLE "{table.name}" ({", ".join(columns)}, PRIMARY KEY ({key})) STRICT'
    for names in table.indexes:
        listed = ", ".join(f'"{name}"' for name in names)
        yield f'CREATE INDEX "{table.name}_by_{"_".join(names)}" ON "{table.name}" ({listed})'


def _column_ddl(column: Column) -> str:
    return f'"{column.name}" {_SQL_TYPES[column.type]}{"" if column.nullable else " NOT NULL"}'
