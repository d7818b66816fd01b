"""A store of any version: older ones are brought up to date, newer ones are left alone."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from renkei.board.tables import SCHEMA
from renkei.errors import StoreTooNew
from renkei.eventlog.records import Record
from renkei.eventlog.sql_store import WRITER
from renkei.eventlog.sqlite import SqliteLog
from renkei.eventlog.sqlite.file import APPLICATION_ID, ensure_store, load_migrations
from renkei.hub import Hub
from tests.support.opened import OPENED
from tests.support.store_process import bytes_of
from tests.support.store_team import flaws_of, open_hub, records_of, say, tables_of


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def schema_of(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Every table with its columns, and every index, whatever way its SQL was written."""
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    columns = {(name, *column[1:]) for name in names for column in connection.execute(f"PRAGMA table_xinfo({name})")}
    lists = {(name, *table[3:]) for name in names for table in connection.execute(f"PRAGMA table_list({name})")}
    indexes = {
        (name, *index[1:], *connection.execute(f"PRAGMA index_xinfo({index[1]})").fetchall())
        for name in names
        for index in connection.execute(f"PRAGMA index_list({name})")
    }
    found: set[tuple[object, ...]] = {*columns, *lists, *indexes}
    sql = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type != 'table'")
    return found | {(name, " ".join((text or "").split())) for name, text in sql}


def test_schema_is_what_the_migrations_add_up_to(tmp_path: Path):
    ensure_store(tmp_path / "migrated.db", 1)
    with (
        closing(sqlite3.connect(tmp_path / "migrated.db")) as migrated,
        closing(sqlite3.connect(":memory:")) as whole,
    ):
        whole.executescript(files("renkei.eventlog").joinpath("sql/sqlite/schema.sql").read_text("utf-8"))
        assert schema_of(migrated) == schema_of(whole)


def make_store_of_first_version(path: Path, records: list[Record]) -> None:
    execute(path, f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA journal_mode = WAL")
    fields = ("seq", "id", "at", "type", "actor", "via", "run", "cause", "data", "body", "salt", "body_digest", "hash")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(load_migrations()[0])
        marks = ", ".join("?" * len(fields))
        rows = [[getattr(record, field) for field in fields] for record in records]
        connection.executemany(f"INSERT INTO events ({', '.join(fields)}) VALUES ({marks})", rows)  # noqa: S608
        last = records[-1]
        connection.execute("UPDATE head SET seq = ?, hash = ?, at = ?", (last.seq, last.hash, last.at))
        connection.execute("PRAGMA user_version = 1")
        connection.commit()


def test_store_of_the_first_version_is_migrated_and_folded(tmp_path: Path):
    newest = open_hub(tmp_path / "newest.db")
    for text in ("one", "two"):
        say(newest, text)
    make_store_of_first_version(tmp_path / "old.db", records_of(newest.log))

    old = open_hub(tmp_path / "old.db")
    assert records_of(old.log) == records_of(newest.log)
    assert tables_of(old.log) == tables_of(newest.log)
    assert flaws_of(old.log) == []
    assert not say(old, "three", key="k").replayed
    assert say(old, "three", key="k").replayed


def test_store_with_a_newer_schema_is_left_alone(lived: Path):
    execute(lived, "PRAGMA user_version = 99")
    before = bytes_of(lived)
    with pytest.raises(StoreTooNew, match=f"has schema 99; this Renkei knows up to {len(load_migrations())}"):
        open_hub(lived)
    assert bytes_of(lived) == before


def test_store_that_asks_for_a_newer_writer_can_be_read_only(lived: Path):
    execute(lived, "UPDATE head SET min_writer = 99")
    hub = open_hub(lived)
    before = records_of(hub.log), tables_of(hub.log)
    with pytest.raises(StoreTooNew, match="written by a newer Renkei"):
        say(hub, "hello")
    assert (records_of(hub.log), tables_of(hub.log)) == before
    assert flaws_of(hub.log) == []


def test_store_remembers_the_newest_writer(lived: Path):
    execute(lived, "UPDATE head SET min_writer = 0")
    say(open_hub(lived), "hello")
    with closing(sqlite3.connect(lived)) as connection:
        assert connection.execute("SELECT min_writer FROM head").fetchone() == (WRITER,)


def test_changed_tables_are_folded_anew_and_an_older_process_stops(lived: Path):
    older = open_hub(lived)
    before = tables_of(older.log)
    newer = OPENED.enter_context(closing(SqliteLog(lived, replace(SCHEMA, fingerprint="changed"))))
    assert newer.is_stale

    hub = Hub(newer)
    assert not newer.is_stale
    assert tables_of(newer) == before
    assert flaws_of(newer) == []
    for use in (lambda: say(older, "hello"), lambda: tables_of(older.log)):
        with pytest.raises(StoreTooNew, match=r"folded by another version of Renkei\. Restart this one"):
            use()
    assert say(hub, "hello").seq == records_of(older.log)[-1].seq


def test_unknown_event_of_a_newer_version_is_named_and_nothing_changes(lived: Path):
    execute(lived, "UPDATE events SET type = 'FromTheFuture' WHERE seq = 5", "UPDATE head SET fingerprint = 'other'")
    before = bytes_of(lived)
    with pytest.raises(StoreTooNew, match="Event 5 is a FromTheFuture"):
        open_hub(lived)
    assert bytes_of(lived)[lived.name] == before[lived.name]
