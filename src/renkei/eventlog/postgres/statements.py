"""The statements of a store in PostgreSQL."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from psycopg.sql import SQL, Composed, Identifier, Placeholder

from renkei.eventlog.postgres.database import OWN_TABLES, Connection
from renkei.eventlog.records import Head
from renkei.eventlog.sql_store import MOST, RECORD_FIELDS
from renkei.eventlog.tables import Column, Key, Selection, Table

_SQL_TYPES: Final = {
    "text": SQL('text COLLATE "C"'),
    "integer": SQL("bigint"),
    "boolean": SQL("boolean"),
    "json": SQL('text COLLATE "C"'),
}
_RECORD_COLUMNS: Final = SQL(", ").join(map(Identifier, RECORD_FIELDS))

_APPEND: Final = (
    SQL("INSERT INTO renkei.events ({}) VALUES ({})")
    .format(_RECORD_COLUMNS, SQL(", ").join([Placeholder()] * len(RECORD_FIELDS)))
    .as_bytes()
)
_RECORDS: Final = (
    SQL("SELECT {} FROM renkei.events WHERE seq > %s ORDER BY seq LIMIT %s").format(_RECORD_COLUMNS).as_bytes()
)
_RECORDS_AT: Final = SQL("SELECT {} FROM renkei.events WHERE seq = ANY(%s)").format(_RECORD_COLUMNS).as_bytes()
_RECORD_WITH_KEY: Final = (
    SQL("SELECT {} FROM renkei.events WHERE actor = %s AND key = %s").format(_RECORD_COLUMNS).as_bytes()
)

# Whoever may read or update the head may do so with the tables that are folded with it.
_ROLES: Final = b"""
    SELECT pg_get_userbyid(grantee), bool_or(privilege_type = 'UPDATE')
    FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = 'renkei.head'::regclass AND grantee NOT IN (0, relowner)
    GROUP BY grantee
"""


class PostgresStatements:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def fetch_row(self, table: Table, key: Key) -> Sequence[Any] | None:
        return self._connection.execute(_get_sql(table), key).fetchone()

    def fetch_rows(self, table: Table, selection: Selection) -> Iterable[Sequence[Any]]:
        query = _select_sql(table, selection.order, *_selection_shape(selection), selection.descending)
        return self._connection.execute(query, [*_selection_values(selection), _clamp_limit(selection.limit)])

    def count_rows(self, table: Table, selection: Selection) -> int:
        query = _count_sql(table, selection.order, *_selection_shape(selection))
        row = self._connection.execute(query, _selection_values(selection)).fetchone()
        assert row is not None
        return row[0]

    def fetch_records(self, after: int, limit: int | None) -> list[Sequence[Any]]:
        return [*self._connection.execute(_RECORDS, (min(after, MOST), _clamp_limit(limit)))]

    def fetch_records_at(self, seqs: Sequence[int]) -> Iterable[Sequence[Any]]:
        return self._connection.execute(_RECORDS_AT, [list(seqs)])

    def fetch_record_with_key(self, actor: str, key: str) -> Sequence[Any] | None:
        return self._connection.execute(_RECORD_WITH_KEY, (actor, key)).fetchone()

    def append_records(self, records: list[Sequence[Any]]) -> None:
        self._connection.cursor().executemany(_APPEND, records)

    def put_rows(self, table: Table, rows: list[Sequence[Any]]) -> None:
        self._connection.cursor().executemany(_upsert_sql(table), rows)

    def delete_rows(self, table: Table, keys: list[Key]) -> None:
        self._connection.cursor().executemany(_delete_sql(table), keys)

    def redact_records(self, seqs: Sequence[int]) -> None:
        sql = "UPDATE renkei.events SET body = NULL, salt = NULL WHERE seq = ANY(%s)"
        self._connection.execute(sql, [list(seqs)])

    def make_tables(self, tables: Sequence[Table], *, as_declared: bool) -> None:
        """Tables that are as declared are emptied, which any writer may do; others are made anew by the owner."""
        rows = self._connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'renkei'")
        folded = {row[0] for row in rows} - OWN_TABLES
        if as_declared and folded == {table.name for table in tables}:
            for name in folded:
                self._connection.execute(SQL("DELETE FROM {}").format(Identifier("renkei", name)))
        else:
            self._recreate_tables(folded, tables)

    def _recreate_tables(self, folded: Iterable[str], tables: Iterable[Table]) -> None:
        self._connection.execute("LOCK TABLE renkei.version IN ACCESS EXCLUSIVE MODE")  # nobody reads now
        for name in folded:
            self._connection.execute(SQL("DROP TABLE {}").format(Identifier("renkei", name)))
        roles = self._connection.execute(_ROLES).fetchall()
        for table in tables:
            for statement in (*_table_ddl(table), *_grant_statements(table, roles)):
                self._connection.execute(statement)

    def save_head(self, head: Head, min_writer: int, fingerprint: str) -> None:
        self._connection.execute(
            "UPDATE renkei.head SET seq = %s, hash = %s, at = %s, min_writer = %s, fingerprint = %s",
            (head.seq, head.hash, head.at, min_writer, fingerprint),
        )

    def set_savepoint(self) -> None:
        self._connection.execute("SAVEPOINT attempt")

    def release_savepoint(self) -> None:
        self._connection.execute("RELEASE attempt")

    def roll_back(self) -> None:
        self._connection.execute("ROLLBACK TO attempt")
        self._connection.execute("RELEASE attempt")

    def find_damage(self) -> list[str]:
        return []  # the server keeps its own watch over pages and indexes


def _clamp_limit(limit: int | None) -> int | None:
    return None if limit is None else min(limit, MOST)


@cache
def _get_sql(table: Table) -> bytes:
    return SQL("{} WHERE {}").format(_select_clause(table), _key_condition(table)).as_bytes()


_Equal = tuple[tuple[str, bool], ...]
"""Columns that equal something or, where the flag is set, are NULL."""


def _selection_shape(selection: Selection) -> tuple[_Equal, bool, bool]:
    equal = tuple((name, value is None) for name, value in selection.where)
    return equal, selection.after is not None, selection.before is not None


def _selection_values(selection: Selection) -> list[Any]:
    bounds = (("", selection.after), ("", selection.before))
    return [value for _, value in (*selection.where, *bounds) if value is not None]


@cache
def _select_sql(table: Table, order: str, equal: _Equal, after: bool, before: bool, descending: bool) -> bytes:
    where, direction = _where_clause(order, equal, after, before), SQL(" DESC" if descending else "")
    query = SQL("{}{} ORDER BY {}{} LIMIT %s").format(_select_clause(table), where, Identifier(order), direction)
    return query.as_bytes()


@cache
def _count_sql(table: Table, order: str, equal: _Equal, after: bool, before: bool) -> bytes:
    where = _where_clause(order, equal, after, before)
    return SQL("SELECT count(*) FROM {}{}").format(_table_name(table), where).as_bytes()


def _where_clause(order: str, equal: _Equal, after: bool, before: bool) -> Composed:
    # unlike IS NOT DISTINCT FROM, these can use an index
    terms = [SQL("{} IS NULL" if is_null else "{} = %s").format(Identifier(name)) for name, is_null in equal]
    terms += [SQL("{} > %s").format(Identifier(order))] if after else []
    terms += [SQL("{} < %s").format(Identifier(order))] if before else []
    return SQL(" WHERE ") + SQL(" AND ").join(terms) if terms else Composed([])


@cache
def _upsert_sql(table: Table) -> bytes:
    rest = [Identifier(column.name) for column in table.columns if column.name not in table.key]
    changes = SQL(", ").join(SQL("{0} = EXCLUDED.{0}").format(name) for name in rest)
    query = SQL("INSERT INTO {} VALUES ({}) ON CONFLICT ({}) DO {}").format(
        _table_name(table),
        SQL(", ").join([Placeholder()] * len(table.columns)),
        _column_list(table.key),
        SQL("UPDATE SET ") + changes if rest else SQL("NOTHING"),
    )
    return query.as_bytes()


@cache
def _delete_sql(table: Table) -> bytes:
    return SQL("DELETE FROM {} WHERE {}").format(_table_name(table), _key_condition(table)).as_bytes()


def _select_clause(table: Table) -> Composed:
    return SQL("SELECT {} FROM {}").format(_column_list(column.name for column in table.columns), _table_name(table))


def _key_condition(table: Table) -> Composed:
    return SQL(" AND ").join(SQL("{} = %s").format(Identifier(name)) for name in table.key)


def _table_ddl(table: Table) -> Iterator[Composed]:
    columns = SQL(", ").join(map(_column_ddl, table.columns))
    yield SQL("CREATE TABLE {} ({}, PRIMARY KEY ({}))").format(_table_name(table), columns, _column_list(table.key))
    for names in table.indexes:
        index = Identifier(f"{table.name}_by_{'_'.join(names)}")
        yield SQL("CREATE INDEX {} ON {} ({})").format(index, _table_name(table), _column_list(names))


def _column_ddl(column: Column) -> Composed:
    return SQL("{} {}{}").format(
        Identifier(column.name), _SQL_TYPES[column.type], SQL("" if column.nullable else " NOT NULL")
    )


def _grant_statements(table: Table, roles: Iterable[Sequence[Any]]) -> Iterator[Composed]:
    for role, may_write in roles:
        rights = SQL("SELECT, INSERT, UPDATE, DELETE" if may_write else "SELECT")
        yield SQL("GRANT {} ON {} TO {}").format(rights, _table_name(table), Identifier(role))


def _table_name(table: Table) -> Identifier:
    return Identifier("renkei", table.name)


def _column_list(names: Iterable[str]) -> Composed:
    return SQL(", ").join(map(Identifier, names))
