"""A store in PostgreSQL of any version: older ones are brought up to date, newer ones are left alone."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from typing import Any

import psycopg
import pytest

from renkei.board.fold import refold_tables
from renkei.board.tables import SCHEMA
from renkei.commands.messages import RedactBody
from renkei.errors import StoreError, StoreTooNew
from renkei.eventlog.postgres import PostgresLog
from renkei.eventlog.postgres.database import MIGRATIONS
from renkei.eventlog.records import Record
from renkei.eventlog.sql_store import RECORD_FIELDS, WRITER
from renkei.hub import Hub
from tests.support.postgres_server import Server
from tests.support.store_team import (
    SECRET,
    do,
    flaws_of,
    live_through_everything,
    records_of,
    said,
    say,
    tables_of,
)
from tests.support.store_things import append


@pytest.fixture
def url(postgres: Server, database: str) -> str:
    return postgres.url(database)


@pytest.fixture
def lived(url: str) -> Iterator[Hub]:
    """A store with a history."""
    with closing(PostgresLog(url, SCHEMA)) as log:
        hub = Hub(log)
        live_through_everything(hub)
        yield hub


def schema_of(server: Server, database: str, schema: str) -> list[tuple[Any, ...]]:
    """Every column, constraint and index of a schema."""
    columns = """
        SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default, collation_name,
            is_identity, identity_generation
        FROM information_schema.columns WHERE table_schema = %s
    """
    indexes = (
        "SELECT tablename, indexname, replace(indexdef, schemaname || '.', '') FROM pg_indexes WHERE schemaname = %s"
    )
    constraints = """
        SELECT conname, contype, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = %s::regnamespace
    """
    rows = [row for sql in (columns, indexes, constraints) for row in server.execute(sql, schema, database=database)]
    return sorted(rows, key=repr)


def test_schema_is_what_the_migrations_add_up_to(postgres: Server, database: str, url: str):
    PostgresLog(url, SCHEMA).close()
    migrated = schema_of(postgres, database, "renkei")
    postgres.execute("DROP SCHEMA renkei CASCADE", database=database)
    whole = files("renkei.eventlog").joinpath("sql", "postgres", "schema.sql").read_text("utf-8")
    postgres.execute("CREATE SCHEMA renkei", database=database)
    postgres.execute(whole, database=database)
    assert schema_of(postgres, database, "renkei") == migrated
    assert {row[6] for row in migrated if len(row) == 9 and row[3] == "text"} == {"C"}


def test_store_of_the_first_version_is_migrated_and_folded(postgres: Server, lived: Hub):
    with postgres.database() as database:
        make_store_of_first_version(postgres, database, records_of(lived.log))
        with closing(PostgresLog(postgres.url(database), SCHEMA)) as log:
            old = Hub(log)
            assert records_of(log) == records_of(lived.log)
            assert tables_of(log) == tables_of(lived.log)
            assert flaws_of(log) == []
            assert not say(old, "three", key="k").replayed
            assert say(old, "three", key="k").replayed
        assert postgres.execute("SELECT count(*) FROM renkei.receipts", database=database) == [(0,)]


def make_store_of_first_version(server: Server, database: str, records: list[Record]) -> None:
    server.execute("CREATE SCHEMA renkei", database=database)
    server.execute(MIGRATIONS[0], database=database)
    server.execute("UPDATE renkei.version SET number = 1", database=database)
    marks = ", ".join(["%s"] * len(RECORD_FIELDS))
    insert = f"INSERT INTO renkei.events ({', '.join(RECORD_FIELDS)}) VALUES ({marks})"  # noqa: S608
    with closing(psycopg.connect(server.url(database), autocommit=True)) as connection:
        for record in records:
            connection.execute(insert.encode(), [getattr(record, name) for name in RECORD_FIELDS])
        last = (records[-1].seq, records[-1].hash, records[-1].at)
        connection.execute("UPDATE renkei.head SET seq = %s, hash = %s, at = %s", last)


def test_store_with_a_newer_schema_is_left_alone(lived: Hub, postgres: Server, database: str, url: str):
    postgres.execute("UPDATE renkei.version SET number = 99", database=database)
    before = records_of(lived.log), tables_of(lived.log)
    with pytest.raises(StoreTooNew, match=f"has schema 99; this Renkei knows up to {len(MIGRATIONS)}"):
        PostgresLog(url, SCHEMA)
    assert (records_of(lived.log), tables_of(lived.log)) == before


def test_store_that_asks_for_a_newer_writer_can_be_read_only(lived: Hub, postgres: Server, database: str):
    postgres.execute("UPDATE renkei.head SET min_writer = 99", database=database)
    before = records_of(lived.log), tables_of(lived.log)
    with pytest.raises(StoreTooNew, match="written by a newer Renkei"):
        say(lived, "hello")
    assert (records_of(lived.log), tables_of(lived.log)) == before
    assert flaws_of(lived.log) == []


def test_store_remembers_the_newest_writer(lived: Hub, postgres: Server, database: str):
    postgres.execute("UPDATE renkei.head SET min_writer = 0", database=database)
    say(lived, "hello")
    assert postgres.execute("SELECT min_writer FROM renkei.head", database=database) == [(WRITER,)]


def test_changed_tables_are_folded_anew_and_an_older_process_stops(lived: Hub, url: str):
    before = tables_of(lived.log)
    with closing(PostgresLog(url, replace(SCHEMA, fingerprint="changed"))) as newer:
        assert newer.is_stale
        hub = Hub(newer)
        assert not newer.is_stale
        assert tables_of(newer) == before
        assert flaws_of(newer) == []
        for use in (lambda: say(lived, "hello"), lambda: tables_of(lived.log)):
            with pytest.raises(StoreTooNew, match=r"folded by another version of Renkei\. Restart this one"):
                use()
        assert say(hub, "hello").seq == records_of(lived.log)[-1].seq


def test_tables_are_not_made_anew_under_somebody_who_reads(lived: Hub, url: str):
    """They would look empty to the reader, which sees the past of the rows and the present of the tables."""
    before = tables_of(lived.log)
    with closing(PostgresLog(url, replace(SCHEMA, fingerprint="changed"), busy_seconds=0.05)) as newer:
        with lived.read(), pytest.raises(StoreError, match="is locked by somebody else"):
            Hub(newer)
        assert tables_of(lived.log) == before
        assert tables_of(Hub(newer).log) == before


def test_store_without_its_head_says_so(lived: Hub, postgres: Server, database: str):
    postgres.execute("DELETE FROM renkei.head", database=database)
    with pytest.raises(StoreError, match="has lost the mark of where its log ends"):
        say(lived, "hello")


def test_table_that_is_lost_is_named_and_folded_anew(lived: Hub, postgres: Server, database: str):
    before = tables_of(lived.log)
    postgres.execute("DROP TABLE renkei.posts", database=database)
    with pytest.raises(StoreError, match=r"has lost a table .*renkei\.posts.* --repair"):
        tables_of(lived.log)
    with lived.log.write() as tx:
        refold_tables(tx)
    assert tables_of(lived.log) == before


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        ("UPDATE renkei.events SET actor = 'bob' WHERE seq = 2", "event 2: the record does not match its hash"),
        ("UPDATE renkei.events SET body = NULL WHERE seq = 6", "event 6: it has a salt, but no body"),
        ("DELETE FROM renkei.events WHERE seq = 4", "event 5: seq 5 follows seq 3"),
        ("UPDATE renkei.head SET seq = seq + 1", "head: the log ends at seq "),
        ("DELETE FROM renkei.agents WHERE id = 'bob'", "agents bob: the row is missing"),
        ("UPDATE renkei.turns SET open = NOT open", "turns bob: the row differs"),
        ("UPDATE renkei.debts SET expects = '{'", "debts: A row of the table debts is damaged"),
    ],
)
def test_tampering_is_named(lived: Hub, postgres: Server, database: str, statement: str, flaw: str):
    postgres.execute(statement, database=database)
    found = [f"{each.place}: {each.message}" for each in flaws_of(lived.log)]
    assert any(each.startswith(flaw) for each in found)


def test_redacted_text_is_in_no_row(lived: Hub, postgres: Server, database: str):
    name = said(say(lived, f"{SECRET} again"))
    before = everything(postgres, database)
    do(lived, RedactBody(target=name))
    assert SECRET in before
    assert SECRET not in everything(postgres, database)
    assert flaws_of(lived.log) == []


def everything(server: Server, database: str) -> str:
    names = server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'renkei'", database=database)
    return "\n".join(repr(server.execute(f"SELECT * FROM renkei.{name}", database=database)) for (name,) in names)  # noqa: S608


def test_other_peoples_tables_and_search_path_do_not_matter(postgres: Server, database: str, url: str):
    for name in ("events", "head", "agents", "things"):
        postgres.execute(f"CREATE TABLE public.{name} (mine text)", database=database)
    with closing(PostgresLog(f"{url}&options=-csearch_path%3Dpublic", SCHEMA)) as log:
        say(Hub(log), "hello")
        assert flaws_of(log) == []
    assert postgres.execute("SELECT * FROM public.events", database=database) == []
    for name in ("events", "head", "agents", "things"):
        postgres.execute(f"DROP TABLE public.{name}", database=database)


def test_defaults_of_the_database_do_not_matter(postgres: Server, database: str, url: str):
    options = ("default_transaction_isolation%3Dserializable", "default_transaction_read_only%3Don")
    with closing(PostgresLog(f"{url}&options={'%20'.join(f'-c{option}' for option in options)}", SCHEMA)) as log:
        hub = Hub(log)
        with log.read() as view:
            say(hub, "hello")
            assert view.events() == []
        with log.write() as tx:
            append(tx)


def test_database_that_is_not_in_utf8_is_refused(postgres: Server):
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreError, match="holds text as LATIN1; a store needs UTF8"):
        PostgresLog(postgres.url("latin"), SCHEMA)
    postgres.execute("DROP DATABASE latin")
