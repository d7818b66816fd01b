"""The log in a PostgreSQL database, for teams on several machines: a writer holds the lock on the row of the head.

That lock is what makes `seq` gapless and in commit order: the next writer gets it with the head that the one before
it has committed, in one round trip. It goes with its transaction, however that ends. Readers never wait for it.
"""

import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.sql import SQL, Composed, Identifier, Placeholder

from renkei.errors import StoreError
from renkei.eventlog.base import Clock, Schema, Transaction, View, utc_now
from renkei.eventlog.postgres_database import OWN_TABLES, Connection, Database, is_connection_lost
from renkei.eventlog.records import Draft, Head, Record, seal
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

_POLL: Final = 0.5
"""How often a waiting reader looks, in seconds, should a notification be lost."""

_SQL_TYPES: Final = {
    "text": SQL('text COLLATE "C"'),
    "integer": SQL("bigint"),
    "boolean": SQL("boolean"),
    "json": SQL('text COLLATE "C"'),
}
_RECORD_COLUMNS: Final = SQL(", ").join(map(Identifier, RECORD_FIELDS))

_HEAD: Final = "SELECT seq, hash, at, min_writer, fingerprint FROM renkei.head"

_LISTEN: Final = f"BEGIN; LISTEN renkei_head; COMMIT; {_HEAD}".encode()
"""Listens before it looks, so that nothing falls between the two."""

_INSERT_RECORD: Final = (
    SQL("INSERT INTO renkei.events ({}) VALUES ({})")
    .format(_RECORD_COLUMNS, SQL(", ").join([Placeholder()] * len(RECORD_FIELDS)))
    .as_bytes()
)
_EVENTS: Final = (
    SQL("SELECT {} FROM renkei.events WHERE seq > %s ORDER BY seq LIMIT %s").format(_RECORD_COLUMNS).as_bytes()
)
_EVENT_WITH_KEY: Final = (
    SQL("SELECT {} FROM renkei.events WHERE actor = %s AND key = %s").format(_RECORD_COLUMNS).as_bytes()
)

# Whoever may read or update the head may do so with the tables that are folded with it.
_ROLES: Final = b"""
    SELECT pg_get_userbyid(grantee), bool_or(privilege_type = 'UPDATE')
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'renkei.head'::regclass AND grantee NOT IN (0, relowner)
    GROUP BY grantee
"""


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
    ) -> None:
        self._database = Database(url)
        self._schema = schema
        self._clock = clock
        self._reconnect_seconds = reconnect_seconds
        self._begin_write = _begin_write(busy_seconds)
        self._begin_read = _begin_read(busy_seconds)
        self._writing = threading.Lock()
        self._connections: list[Connection] = []
        self._idle: list[Connection] = []
        self._listening: list[Connection] = []
        self._idle.append(self._connect(patience=0))
        self._make_ready(self._idle[0])

    @contextmanager
    def write(self) -> Generator[Transaction]:
        with self._writing, self._database.errors(), self._use(self._idle, self._begin_write) as (connection, row):
            state = _State(connection, row, self._schema, self._clock)
            state.check_may_write()
            before = state.head
            yield state
            state.save_head()
            self._commit(connection, before, state.head)

    @contextmanager
    def read(self) -> Generator[View]:
        with self._database.errors(), self._use(self._idle, self._begin_read) as (connection, row):
            yield _State(connection, row, self._schema, self._clock)

    def wait(self, after: int, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        while True:
            try:
                with self._database.errors(), self._use(self._listening, _LISTEN) as (connection, row):
                    moved = checked_head(row)[0] > after
                    left = deadline - time.monotonic()
                    if moved or left <= 0:
                        return moved
                    with suppress(psycopg.OperationalError):  # a connection that breaks is a hint, too
                        list(connection.notifies(timeout=min(left, _POLL), stop_after=1))
            except StoreError:  # it broke while it was asked: asked again until the time is up
                if time.monotonic() >= deadline:
                    raise
                time.sleep(min(_POLL, max(deadline - time.monotonic(), 0)))

    @property
    def stale(self) -> bool:
        with self._database.errors(), self._use(self._idle, self._begin_read) as (connection, row):
            return _State(connection, row, self._schema, self._clock).fingerprint != self._schema.fingerprint

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._idle.clear()
        self._listening.clear()

    def _make_ready(self, connection: Connection) -> None:
        try:
            self._database.ensure_store(connection)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _use(self, idle: list[Connection], sql: bytes) -> Generator[tuple[Connection, Sequence[Any] | None]]:
        """A connection on which `sql` was run, with the row it gave; what was begun and not committed is undone."""
        connection, row = self._first_that_answers(idle, sql)
        try:
            yield connection, row
        finally:
            self._put_back(idle, connection)

    def _first_that_answers(self, idle: list[Connection], sql: bytes) -> tuple[Connection, Sequence[Any] | None]:
        """Nothing was asked of a connection yet that broke while it was idle, so the next one is asked instead."""
        while True:
            try:
                connection = idle.pop()
            except IndexError:
                break
            try:
                return connection, _last_row(connection, sql)
            except psycopg.Error as error:
                self._put_back(idle, connection)
                if not is_connection_lost(error):
                    raise
        connection = self._connect(patience=self._reconnect_seconds)
        try:
            return connection, _last_row(connection, sql)
        except BaseException:
            self._put_back(idle, connection)
            raise

    def _put_back(self, idle: list[Connection], connection: Connection) -> None:
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
            if not self._has_arrived(before, head, error):
                raise
            return
        assert done == "COMMIT", f"the transaction ended with {done}"
        if head != before:
            with suppress(psycopg.Error):
                connection.execute("NOTIFY renkei_head")

    def _has_arrived(self, before: Head, head: Head, lost: psycopg.Error) -> bool:
        """Whether a commit whose answer was lost was done: once the head can be locked, that is decided."""
        with suppress(StoreError):
            if head != before:
                return self._hash_at(head.seq) == head.hash
        raise StoreError(
            "The connection to {store} was lost during the commit ({detail}): nobody can tell whether the change is "
            "there. Look before you repeat it. Under the same idempotency key (--key) it is safe to repeat.",
            store=self._database.name,
            detail=self._database.detail(lost),
        ) from lost

    def _hash_at(self, seq: int) -> str | None:
        with self._database.errors(), self._use(self._idle, self._begin_write) as (connection, _):
            row = connection.execute("SELECT hash FROM renkei.events WHERE seq = %s", [seq]).fetchone()
            return row[0] if row else None


class _State:
    """The store as one transaction sees it."""

    def __init__(self, connection: Connection, row: Sequence[Any] | None, schema: Schema, clock: Clock) -> None:
        self._connection = connection
        self._schema = schema
        self._clock = clock
        seq, digest, at, self._min_writer, self.fingerprint = checked_head(row)
        self.head = Head(seq=seq, hash=digest, at=at)
        self._found = (self.head, self.fingerprint)

    def check_may_write(self) -> None:
        check_writer(self._min_writer)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        table = self._table(row_type)
        row = self._connection.execute(_get(table), key).fetchone()
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
        equal = tuple((name, value is None) for name, value in where.items())
        query = _selection(table, order, equal, after is not None, before is not None, descending)
        values = [_encoded(table.column(name), value) for name, value in where.items() if value is not None]
        bounds = [bound for bound in (after, before) if bound is not None]
        rows = self._connection.execute(query, [*values, *bounds, _bounded(limit)])
        return [table.decode(row) for row in rows]

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        rows = self._connection.execute(_EVENTS, (min(after, MOST), _bounded(limit)))
        return records_of(rows.fetchall(), after)

    def event_with_key(self, actor: str, key: str) -> Record | None:
        row = self._connection.execute(_EVENT_WITH_KEY, (actor, key)).fetchone()
        return None if row is None else record_of(row)

    def damage(self) -> list[str]:
        return []  # the server keeps its own watch over pages and indexes

    @contextmanager
    def attempt(self) -> Generator[None]:
        before = (self.head, self.fingerprint)
        self._connection.execute("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK TO attempt")
            self.head, self.fingerprint = before
            raise
        self._connection.execute("RELEASE attempt")

    def append(self, draft: Draft) -> Record:
        record = seal(draft, head=self.head, now=self._clock())
        self.restore([record])
        return record

    def apply(self, changes: Iterable[Change]) -> None:
        changes = list(changes)
        with self._connection.pipeline() if len(changes) > 1 else nullcontext():
            for change in changes:
                match change:
                    case Put(row):
                        table = self._table(type(row))
                        values = [_encoded(column, getattr(row, column.name)) for column in table.columns]
                        self._connection.execute(_put(table), values)
                    case Delete(row_type, key):
                        self._connection.execute(_delete(self._table(row_type)), key)

    def redact(self, seqs: Sequence[int]) -> None:
        if seqs:
            self._connection.execute(
                "UPDATE renkei.events SET body = NULL, salt = NULL WHERE seq = ANY(%s)", [list(seqs)]
            )

    def restore(self, records: Iterable[Record]) -> None:
        for record in records:
            self._connection.execute(_INSERT_RECORD, [getattr(record, name) for name in RECORD_FIELDS])
            self.head = Head(seq=record.seq, hash=record.hash, at=record.at)

    def clear_tables(self) -> None:
        """Tables that are as declared are emptied, which any writer may do; others are made anew by the owner."""
        rows = self._connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'renkei'")
        folded = {row[0] for row in rows} - OWN_TABLES
        declared = [table_of(row_type) for row_type in self._schema.row_types]
        if self.fingerprint == self._schema.fingerprint and folded == {table.name for table in declared}:
            for name in folded:
                self._connection.execute(SQL("DELETE FROM {}").format(Identifier("renkei", name)))
        else:
            self._make_tables_anew(folded, declared)

    def _make_tables_anew(self, folded: Iterable[str], declared: Iterable[Table]) -> None:
        self._connection.execute("LOCK TABLE renkei.version IN ACCESS EXCLUSIVE MODE")  # nobody reads now
        for name in folded:
            self._connection.execute(SQL("DROP TABLE {}").format(Identifier("renkei", name)))
        roles = self._connection.execute(_ROLES).fetchall()
        for table in declared:
            for statement in (*_ddl(table), *_grants(table, roles)):
                self._connection.execute(statement)
        self.fingerprint = self._schema.fingerprint

    def save_head(self) -> None:
        if (self.head, self.fingerprint) == self._found and self._min_writer >= WRITER:
            return  # nothing came of it: a commit would cost a flush of the disk for nothing
        self._connection.execute(
            "UPDATE renkei.head SET seq = %s, hash = %s, at = %s, min_writer = %s, fingerprint = %s",
            (self.head.seq, self.head.hash, self.head.at, max(self._min_writer, WRITER), self.fingerprint),
        )

    def _table(self, row_type: type[Any]) -> Table:
        check_fingerprint(self.fingerprint, self._schema.fingerprint)
        return table_of(row_type)


def _begin_write(busy_seconds: float) -> bytes:
    """Ends when the head is ours. Who falls silent holding it is cut off; who commits has it on disk."""
    return f"""
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SET LOCAL synchronous_commit = on;
        SET LOCAL idle_in_transaction_session_timeout = '{max(int(busy_seconds * 1000), 1000)}ms';
        {_time_limits(busy_seconds)}
        {_HEAD} FOR UPDATE
    """.encode()


def _begin_read(busy_seconds: float) -> bytes:
    """The lock comes before the first SELECT, which is what the whole transaction sees: no table can go meanwhile."""
    return f"""
        BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
        {_time_limits(busy_seconds)}
        LOCK TABLE renkei.version IN ACCESS SHARE MODE;
        {_HEAD}
    """.encode()


def _time_limits(busy_seconds: float) -> str:
    lock, statement = max(int(busy_seconds * 1000), 1), max(int(busy_seconds * 2000), 10_000)
    return f"SET LOCAL lock_timeout = '{lock}ms'; SET LOCAL statement_timeout = '{statement}ms';"


def _last_row(connection: Connection, sql: bytes) -> Sequence[Any] | None:
    """Runs several statements in one round trip; a row of the last."""
    cursor = connection.execute(sql)
    while cursor.nextset():
        pass
    return cursor.fetchone()


def _bounded(limit: int | None) -> int | None:
    return None if limit is None else min(limit, MOST)


def _encoded(column: Column, value: Any) -> Any:
    encoded = encode_value(column, value)
    return bool(encoded) if column.type == "boolean" and encoded is not None else encoded


@cache
def _get(table: Table) -> bytes:
    return SQL("{} WHERE {}").format(_select(table), _is_key(table)).as_bytes()


@cache
def _selection(
    table: Table, order: str, equal: tuple[tuple[str, bool], ...], after: bool, before: bool, descending: bool
) -> bytes:
    """The query for rows whose columns equal something or, where the flag is set, are NULL."""
    # unlike IS NOT DISTINCT FROM, these can use an index
    terms = [SQL("{} IS NULL" if is_null else "{} = %s").format(Identifier(name)) for name, is_null in equal]
    terms += [SQL("{} > %s").format(Identifier(order))] if after else []
    terms += [SQL("{} < %s").format(Identifier(order))] if before else []
    where = SQL(" WHERE ") + SQL(" AND ").join(terms) if terms else SQL("")
    direction = SQL(" DESC" if descending else "")
    query = SQL("{}{} ORDER BY {}{} LIMIT %s").format(_select(table), where, Identifier(order), direction)
    return query.as_bytes()


@cache
def _put(table: Table) -> bytes:
    rest = [Identifier(column.name) for column in table.columns if column.name not in table.key]
    changes = SQL(", ").join(SQL("{0} = EXCLUDED.{0}").format(name) for name in rest)
    query = SQL("INSERT INTO {} VALUES ({}) ON CONFLICT ({}) DO {}").format(
        _name(table),
        SQL(", ").join([Placeholder()] * len(table.columns)),
        _names(table.key),
        SQL("UPDATE SET ") + changes if rest else SQL("NOTHING"),
    )
    return query.as_bytes()


@cache
def _delete(table: Table) -> bytes:
    return SQL("DELETE FROM {} WHERE {}").format(_name(table), _is_key(table)).as_bytes()


def _select(table: Table) -> Composed:
    return SQL("SELECT {} FROM {}").format(_names(column.name for column in table.columns), _name(table))


def _is_key(table: Table) -> Composed:
    return SQL(" AND ").join(SQL("{} = %s").format(Identifier(name)) for name in table.key)


def _ddl(table: Table) -> Iterator[Composed]:
    columns = SQL(", ").join(map(_column_ddl, table.columns))
    yield SQL("CREATE TABLE {} ({}, PRIMARY KEY ({}))").format(_name(table), columns, _names(table.key))
    for names in table.indexes:
        index = Identifier(f"{table.name}_by_{'_'.join(names)}")
        yield SQL("CREATE INDEX {} ON {} ({})").format(index, _name(table), _names(names))


def _column_ddl(column: Column) -> Composed:
    return SQL("{} {}{}").format(
        Identifier(column.name), _SQL_TYPES[column.type], SQL("" if column.nullable else " NOT NULL")
    )


def _grants(table: Table, roles: Iterable[Sequence[Any]]) -> Iterator[Composed]:
    for role, may_write in roles:
        rights = SQL("SELECT, INSERT, UPDATE, DELETE" if may_write else "SELECT")
        yield SQL("GRANT {} ON {} TO {}").format(rights, _name(table), Identifier(role))


def _name(table: Table) -> Identifier:
    return Identifier("renkei", table.name)


def _names(names: Iterable[str]) -> Composed:
    return SQL(", ").join(map(Identifier, names))
