"""The log in a PostgreSQL database, for teams on several machines: a writer holds the lock on the row of the head.

That lock is what makes `seq` gapless and in commit order: the next writer gets it with the head that the one before
it has committed, in one round trip. It goes with its transaction, however that ends. Readers never wait for it.
"""

import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from renkei.errors import StoreError
from renkei.eventlog.base import Schema, Transaction, View
from renkei.eventlog.postgres.database import Connection, Database, is_connection_lost
from renkei.eventlog.postgres.statements import PostgresStatements
from renkei.eventlog.records import Clock, Head, utc_now
from renkei.eventlog.sql_store import require_head
from renkei.eventlog.unit_of_work import UnitOfWork

_HEAD: Final = "SELECT seq, hash, at, min_writer, fingerprint FROM renkei.head"

_LISTEN: Final = f"BEGIN; LISTEN renkei_head; COMMIT; {_HEAD}".encode()
"""Listens before it looks, so that nothing falls between the two."""


class PostgresLog:
    """A store in a database. Connections wait for their next use; one that broke meanwhile is made anew."""

    def __init__(
        self,
        url: str,
        schema: Schema,
        *,
        clock: Clock = utc_now,
        busy_seconds: float = 60,
        reconnect_seconds: float = 10,
        poll_seconds: float = 0.5,
    ) -> None:
        self._database = Database(url)
        self._schema = schema
        self._clock = clock
        self._reconnect_seconds = reconnect_seconds
        self._poll_seconds = poll_seconds  # how often a waiting reader looks, should a notification be lost
        self._begin_write = _begin_write_sql(busy_seconds)
        self._begin_read = _begin_read_sql(busy_seconds)
        self._writing = threading.Lock()
        self._connections: list[Connection] = []
        self._idle: list[Connection] = []
        self._listening: list[Connection] = []
        self._idle.append(self._connect(patience=0))
        self._prepare_store(self._idle[0])

    @contextmanager
    def write(self) -> Generator[Transaction]:
        with (
            self._writing,
            self._database.translate_errors(),
            self._use_connection(self._idle, self._begin_write) as (connection, row),
        ):
            state = self._unit_of_work(connection, row)
            state.check_may_write()
            before = state.head
            yield state
            state.finish()
            self._commit(connection, before, state.head)

    @contextmanager
    def read(self) -> Generator[View]:
        with self._database.translate_errors(), self._use_connection(self._idle, self._begin_read) as (connection, row):
            yield self._unit_of_work(connection, row)

    def wait_for_events(self, after: int, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        while True:
            try:
                with (
                    self._database.translate_errors(),
                    self._use_connection(self._listening, _LISTEN) as (connection, row),
                ):
                    moved = require_head(row)[0] > after
                    left = deadline - time.monotonic()
                    if moved or left <= 0:
                        return moved
                    with suppress(psycopg.OperationalError):  # a connection that breaks is a hint, too
                        list(connection.notifies(timeout=min(left, self._poll_seconds), stop_after=1))
            except StoreError:  # it broke while it was asked: asked again until the time is up
                if time.monotonic() >= deadline:
                    raise
                time.sleep(min(self._poll_seconds, max(deadline - time.monotonic(), 0)))

    @property
    def is_stale(self) -> bool:
        with self._database.translate_errors(), self._use_connection(self._idle, self._begin_read) as (connection, row):
            return self._unit_of_work(connection, row).fingerprint != self._schema.fingerprint

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._idle.clear()
        self._listening.clear()

    def _unit_of_work(self, connection: Connection, row: Sequence[Any] | None) -> UnitOfWork:
        return UnitOfWork(PostgresStatements(connection), row, self._schema, self._clock)

    def _prepare_store(self, connection: Connection) -> None:
        try:
            self._database.ensure_store(connection)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _use_connection(self, idle: list[Connection], sql: bytes) -> Generator[tuple[Connection, Sequence[Any] | None]]:
        """A connection on which `sql` was run, with the row it gave; what was begun and not committed is undone."""
        connection, row = self._acquire_connection(idle, sql)
        try:
            yield connection, row
        finally:
            self._release_connection(idle, connection)

    def _acquire_connection(self, idle: list[Connection], sql: bytes) -> tuple[Connection, Sequence[Any] | None]:
        """Nothing was asked of a connection yet that broke while it was idle, so the next one is asked instead."""
        while True:
            try:
                connection = idle.pop()
            except IndexError:
                break
            try:
                return connection, _last_row(connection, sql)
            except psycopg.Error as error:
                self._release_connection(idle, connection)
                if not is_connection_lost(error):
                    raise
        connection = self._connect(patience=self._reconnect_seconds)
        try:
            return connection, _last_row(connection, sql)
        except BaseException:
            self._release_connection(idle, connection)
            raise

    def _release_connection(self, idle: list[Connection], connection: Connection) -> None:
        try:
            if connection.info.transaction_status != TransactionStatus.IDLE:
                connection.execute("ROLLBACK")
        except psycopg.Error:
            connection.close()
        if connection.closed:
            with suppress(ValueError):
                self._connections.remove(connection)
        else:
            idle.append(connection)

    def _connect(self, patience: float) -> Connection:
        """A server that was there before may be restarting: it is given some time."""
        deadline = time.monotonic() + patience
        pause = 0.05
        while True:
            try:
                connection = self._database.connect()
                break
            except StoreError:
                if time.monotonic() + pause > deadline:
                    raise
            time.sleep(pause)
            pause = min(pause * 2, 1)
        self._connections.append(connection)
        return connection

    def _commit(self, connection: Connection, before: Head, head: Head) -> None:
        """Commits; then tells those who wait. The telling is outside the transaction, so that it holds up no commit."""
        try:
            done = connection.execute("COMMIT").statusmessage
        except psycopg.Error as error:
            if not is_connection_lost(error):
                raise
            connection.close()
            if not self._is_committed(before, head, error):
                raise
            return
        assert done == "COMMIT", f"the transaction ended with {done}"
        if head != before:
            with suppress(psycopg.Error):
                connection.execute("NOTIFY renkei_head")

    def _is_committed(self, before: Head, head: Head, lost: psycopg.Error) -> bool:
        """Whether a commit whose answer was lost was done: once the head can be locked, that is decided."""
        with suppress(StoreError):
            if head != before:
                return self._hash_at(head.seq) == head.hash
        raise StoreError(
            "The connection to {store} was lost during the commit ({detail}): nobody can tell whether the change is "
            "there. Look before you repeat it. Under the same idempotency key (--key) it is safe to repeat.",
            store=self._database.name,
            detail=self._database.error_detail(lost),
        ) from lost

    def _hash_at(self, seq: int) -> str | None:
        with self._database.translate_errors(), self._use_connection(self._idle, self._begin_write) as (connection, _):
            row = connection.execute("SELECT hash FROM renkei.events WHERE seq = %s", [seq]).fetchone()
            return row[0] if row else None


def _begin_write_sql(busy_seconds: float) -> bytes:
    """Ends when the head is ours. Who falls silent holding it is cut off; who commits has it on disk."""
    return f"""
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SET LOCAL synchronous_commit = on;
        SET LOCAL idle_in_transaction_session_timeout = '{max(int(busy_seconds * 1000), 1000)}ms';
        {_timeouts_sql(busy_seconds)}
        {_HEAD} FOR UPDATE
    """.encode()


def _begin_read_sql(busy_seconds: float) -> bytes:
    """The lock comes before the first SELECT, which is what the whole transaction sees: no table can go meanwhile."""
    return f"""
        BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
        {_timeouts_sql(busy_seconds)}
        LOCK TABLE renkei.version IN ACCESS SHARE MODE;
        {_HEAD}
    """.encode()


def _timeouts_sql(busy_seconds: float) -> str:
    lock, statement = max(int(busy_seconds * 1000), 1), max(int(busy_seconds * 2000), 10_000)
    return f"SET LOCAL lock_timeout = '{lock}ms'; SET LOCAL statement_timeout = '{statement}ms';"


def _last_row(connection: Connection, sql: bytes) -> Sequence[Any] | None:
    """Runs several statements in one round trip; a row of the last."""
    cursor = connection.execute(sql)
    while cursor.nextset():
        pass
    return cursor.fetchone()
