"""The log in one SQLite file: WAL, synchronous=FULL, one exclusive transaction per write."""

import sqlite3
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from renkei.errors import StoreError
from renkei.eventlog.base import Schema, Transaction, View
from renkei.eventlog.records import Clock, Head, utc_now
from renkei.eventlog.sql_store import MOST, RECORD_FIELDS
from renkei.eventlog.sqlite.file import check_is_there, connect, ensure_store, identify, own_tables, translate_errors
from renkei.eventlog.tables import Column, Key, Selection, Table
from renkei.eventlog.unit_of_work import RowCache, UnitOfWork

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

_HEAD: Final = "SELECT seq, hash, at, min_writer, fingerprint FROM head"

_SQL_TYPES: Final = {"text": "TEXT", "integer": "INTEGER", "boolean": "INTEGER", "json": "TEXT"}
_RECORD_COLUMNS: Final = ", ".join(RECORD_FIELDS)
_APPEND: Final = f"INSERT INTO events ({_RECORD_COLUMNS}) VALUES"
_TOGETHER: Final = 32
"""How many rows one statement inserts; the connection keeps the statements for each number up to that."""


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
        self._file = identify(path)
        self._cache = RowCache()
        self._version: int | None = None
        """Of the file, when `_cache` was right: it changes when another connection has written."""

    @contextmanager
    def write(self) -> Generator[Transaction]:
        with self._lock, translate_errors(self._path):
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                check_is_there(self._path, self._file)
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
        pause = 0.002
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
        head = connection.execute(_HEAD).fetchone()
        return UnitOfWork(_SqliteStatements(connection), head, self._schema, self._clock, cache)

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


class _SqliteStatements:
    """What a unit of work asks of SQLite."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def fetch_row(self, table: Table, key: Key) -> Sequence[Any] | None:
        return self._connection.execute(_get_sql(table), key).fetchone()

    def fetch_rows(self, table: Table, selection: Selection) -> Iterable[Sequence[Any]]:
        where, values = _where_clause(selection)
        direction = "DESC" if selection.descending else "ASC"
        sql = f'{_select_clause(table)}{where} ORDER BY "{selection.order}" {direction} LIMIT ?'
        return self._connection.execute(sql, [*values, _clamp_limit(selection.limit)])

    def count_rows(self, table: Table, selection: Selection) -> int:
        where, values = _where_clause(selection)
        return self._connection.execute(f'SELECT COUNT(*) FROM "{table.name}"{where}', values).fetchone()[0]  # noqa: S608

    def fetch_records(self, after: int, limit: int | None) -> list[Sequence[Any]]:
        sql = f"SELECT {_RECORD_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?"  # noqa: S608
        return self._connection.execute(sql, (min(after, MOST), _clamp_limit(limit))).fetchall()

    def fetch_records_at(self, seqs: Sequence[int]) -> Iterable[Sequence[Any]]:
        marks = ", ".join("?" * len(seqs))
        return self._connection.execute(f"SELECT {_RECORD_COLUMNS} FROM events WHERE seq IN ({marks})", seqs)  # noqa: S608

    def fetch_record_with_key(self, actor: str, key: str) -> Sequence[Any] | None:
        sql = f"SELECT {_RECORD_COLUMNS} FROM events WHERE actor = ? AND key = ?"  # noqa: S608
        return self._connection.execute(sql, (actor, key)).fetchone()

    def append_records(self, records: list[Sequence[Any]]) -> None:
        self._insert_rows(_APPEND, records)

    def put_rows(self, table: Table, rows: list[Sequence[Any]]) -> None:
        self._insert_rows(_put_sql(table), rows)

    def delete_rows(self, table: Table, keys: list[Key]) -> None:
        self._connection.executemany(_delete_sql(table), keys)

    def redact_records(self, seqs: Sequence[int]) -> None:
        sql = "UPDATE events SET body = NULL, salt = NULL WHERE seq = ?"
        self._connection.executemany(sql, [(seq,) for seq in seqs])

    def make_tables(self, tables: Sequence[Table], *, as_declared: bool) -> None:
        there = {row[0] for row in self._connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for name in there - own_tables():
            self._connection.execute(f'DROP TABLE "{name}"')
        for table in tables:
            for statement in _table_ddl(table):
                self._connection.execute(statement)

    def save_head(self, head: Head, min_writer: int, fingerprint: str) -> None:
        self._connection.execute(
            "UPDATE head SET seq = ?, hash = ?, at = ?, min_writer = ?, fingerprint = ?",
            (head.seq, head.hash, head.at, min_writer, fingerprint),
        )

    def set_savepoint(self) -> None:
        self._connection.execute("SAVEPOINT attempt")

    def release_savepoint(self) -> None:
        self._connection.execute("RELEASE attempt")

    def roll_back(self) -> None:
        if self._connection.in_transaction:  # a full disk ends the whole transaction, not just this part
            self._connection.execute("ROLLBACK TO attempt")
            self._connection.execute("RELEASE attempt")

    def _insert_rows(self, sql: str, rows: list[Sequence[Any]]) -> None:
        """Several rows in one statement: other threads run while a statement does, and each time it has to wait."""
        marks = f"({', '.join('?' * len(rows[0]))})"
        for start in range(0, len(rows), _TOGETHER):
            some = rows[start : start + _TOGETHER]
            self._connection.execute(f"{sql} {', '.join([marks] * len(some))}", [*chain.from_iterable(some)])

    def find_damage(self) -> list[str]:
        found = [row[0] for row in self._connection.execute("PRAGMA integrity_check(20)")]
        return [] if found == ["ok"] else found


def _clamp_limit(limit: int | None) -> int:
    return MOST if limit is None else min(limit, MOST)


def _where_clause(selection: Selection) -> tuple[str, list[Any]]:
    """The condition of a selection, and the values in it."""
    terms = [f'"{name}" IS ?' for name, _ in selection.where]
    values: list[Any] = [value for _, value in selection.where]
    for operator, bound in ((">", selection.after), ("<", selection.before)):
        if bound is not None:
            terms.append(f'"{selection.order}" {operator} ?')
            values.append(bound)
    return (f" WHERE {' AND '.join(terms)}" if terms else ""), values


@cache
def _select_clause(table: Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'SELECT {columns} FROM "{table.name}"'  # noqa: S608


@cache
def _get_sql(table: Table) -> str:
    return f"{_select_clause(table)} WHERE {_key_condition(table)}"


@cache
def _put_sql(table: Table) -> str:
    return f'INSERT OR REPLACE INTO "{table.name}" VALUES'


@cache
def _delete_sql(table: Table) -> str:
    return f'DELETE FROM "{table.name}" WHERE {_key_condition(table)}'  # noqa: S608


def _key_condition(table: Table) -> str:
    return " AND ".join(f'"{name}" = ?' for name in table.key)


def _table_ddl(table: Table) -> Iterator[str]:
    columns = [_column_ddl(column) for column in table.columns]
    key = ", ".join(f'"{name}"' for name in table.key)
    # Rows that are small lie in the tree of their key; large ones would fill it, and have one of their own beside it.
    clustered = "" if table.json_at else ", WITHOUT ROWID"
    yield f'CREATE TABLE "{table.name}" ({", ".join(columns)}, PRIMARY KEY ({key})) STRICT{clustered}'
    for names in table.indexes:
        listed = ", ".join(f'"{name}"' for name in names)
        yield f'CREATE INDEX "{table.name}_by_{"_".join(names)}" ON "{table.name}" ({listed})'


def _column_ddl(column: Column) -> str:
    return f'"{column.name}" {_SQL_TYPES[column.type]}{"" if column.nullable else " NOT NULL"}'
