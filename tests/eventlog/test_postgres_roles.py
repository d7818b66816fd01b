"""The documented roles can do what they need, and cannot alter or delete history."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import psycopg
import pytest

from renkei.board.tables import SCHEMA
from renkei.commands.messages import RedactBody
from renkei.commands.team import AddAgent
from renkei.errors import StoreError
from renkei.eventlog.postgres import PostgresLog
from renkei.eventlog.postgres.roles import roles_sql
from renkei.hub import Hub
from tests.support.postgres_server import Server
from tests.support.store_team import do, flaws_of, records_of, report_status, said, say, tables_of

LOGINS = {"ada": "renkei_poster", "eve": "renkei_reader", "kim": "renkei_redactor", "zoe": None}


@pytest.fixture
def owner(postgres: Server, database: str) -> Iterator[Hub]:
    """The hub of the store's owner, and four logins: a poster, a reader, a redactor, and one without any right."""
    with closing(PostgresLog(postgres.url(database), SCHEMA)) as log:
        hub = Hub(log)
        do(hub, AddAgent(name="bob", role="builder"))
        postgres.execute(roles_sql(), database=database)
        for name, group in LOGINS.items():
            postgres.execute(f"CREATE ROLE {name} LOGIN {f'IN ROLE {group}' if group else ''}")
        yield hub
    postgres.cut_off(database)
    for group in filter(None, LOGINS.values()):
        postgres.execute(f"DROP OWNED BY {group}", database=database)
    for name in LOGINS:
        postgres.execute(f"DROP ROLE {name}")


@pytest.fixture
def urls(owner: Hub, postgres: Server, database: str) -> dict[str, str]:
    return {name: postgres.url(database, user=name) for name in LOGINS}


def test_poster_posts_reads_and_waits(owner: Hub, urls: dict[str, str]):
    with closing(PostgresLog(urls["ada"], SCHEMA)) as log:
        hub = Hub(log)
        report_status(hub, "bob", "waiting")
        assert said(say(hub, "hello", key="k")) == said(say(hub, "hello", key="k"))
        assert log.wait_for_events(0, timeout=0)
        assert flaws_of(log) == []
        assert records_of(log) == records_of(owner.log)


RECEIPT = b"INSERT INTO renkei.receipts (at, session, agent_id, agent, tool) VALUES ('', '', '', '', '')"

HISTORY = [
    "DELETE FROM renkei.events",
    "UPDATE renkei.events SET actor = 'ada'",
    "UPDATE renkei.events SET body = NULL",
    "TRUNCATE renkei.events",
    "DROP TABLE renkei.events",
    "ALTER TABLE renkei.events DISABLE TRIGGER ALL",
    "ALTER TABLE renkei.events DROP COLUMN hash",
    "CREATE TABLE renkei.mine (a text)",
    "CREATE RULE mine AS ON INSERT TO renkei.events DO INSTEAD NOTHING",
    "DELETE FROM renkei.head",
    "UPDATE renkei.version SET number = 0",
    "DELETE FROM renkei.receipts",
    "DROP SCHEMA renkei CASCADE",
]


@pytest.mark.parametrize("statement", HISTORY)
def test_poster_cannot_alter_or_delete_history(owner: Hub, urls: dict[str, str], statement: str):
    before = records_of(owner.log)
    with closing(psycopg.connect(urls["ada"], autocommit=True)) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement.encode())
        assert connection.execute(
            "INSERT INTO renkei.receipts (at, session, agent_id, agent, tool) VALUES ('', '', '', '', '')"
        )
    assert records_of(owner.log) == before


def test_poster_cannot_redact_and_a_redactor_can(owner: Hub, urls: dict[str, str]):
    name = said(say(owner, "a secret"))
    refusal = r"may not do that .*renkei\.eventlog\.postgres\.roles shows it"
    with closing(PostgresLog(urls["ada"], SCHEMA)) as log, pytest.raises(StoreError, match=refusal):
        do(Hub(log), RedactBody(target=name))
    before = records_of(owner.log)
    assert not any(record.is_redacted for record in before)
    with closing(PostgresLog(urls["kim"], SCHEMA)) as log:
        do(Hub(log), RedactBody(target=name))
    assert any(record.is_redacted for record in records_of(owner.log))
    assert flaws_of(owner.log) == []


def test_reader_reads_and_cannot_post(owner: Hub, urls: dict[str, str]):
    with closing(PostgresLog(urls["eve"], SCHEMA)) as log:
        hub = Hub(log)
        assert tables_of(log) == tables_of(owner.log)
        assert flaws_of(log) == []
        with pytest.raises(StoreError, match="may not do that"):
            say(hub, "hello")
    assert len(records_of(owner.log)) == 2


def test_rights_outlive_tables_that_are_folded_anew(owner: Hub, urls: dict[str, str], postgres: Server, database: str):
    """The poster cannot make them; once the owner did, it can go on."""
    newer = replace(SCHEMA, fingerprint="changed")
    with closing(PostgresLog(urls["ada"], newer)) as log, pytest.raises(StoreError, match="The owner of the store has"):
        Hub(log)
    with closing(PostgresLog(postgres.url(database), newer)) as log:
        Hub(log)
    with closing(PostgresLog(urls["ada"], newer)) as log:
        say(Hub(log), "hello")
        assert flaws_of(log) == []
    with closing(PostgresLog(urls["eve"], newer)) as log:
        assert tables_of(log)["inbox"]


def test_stranger_is_told_what_is_missing(urls: dict[str, str]):
    with pytest.raises(StoreError, match="may not do that"):
        PostgresLog(urls["zoe"], SCHEMA)


def test_role_that_may_not_make_a_store_is_told_so(urls: dict[str, str], postgres: Server):
    with postgres.database() as empty:
        with pytest.raises(StoreError, match=r"may not do that .*permission denied for database"):
            PostgresLog(postgres.url(empty, user="ada"), SCHEMA)
        assert postgres.execute("SELECT FROM pg_namespace WHERE nspname = 'renkei'", database=empty) == []


def test_roles_can_be_granted_again(owner: Hub, postgres: Server, database: str):
    postgres.execute(roles_sql(), database=database)
