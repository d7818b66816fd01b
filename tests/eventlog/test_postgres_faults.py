"""Killed posters, cut wires, restarted servers: nothing acknowledged is lost, nothing is half done, and it goes on."""

import random
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import islice

import psycopg
import pytest

from renkei.board.tables import SCHEMA
from renkei.commands.team import AddAgent
from renkei.errors import StoreError
from renkei.eventlog.base import EventLog, subscribe
from renkei.eventlog.postgres import PostgresLog
from renkei.eventlog.records import Record
from renkei.hub import Hub
from tests.support.postgres_child import start
from tests.support.postgres_proxy import Cut, Wire, wire_to
from tests.support.postgres_server import Server
from tests.support.store_process import finish, kill, read_line
from tests.support.store_team import do, flaws_of, records_of, said, say
from tests.support.store_things import append, record_of


@pytest.fixture
def url(postgres: Server, database: str) -> str:
    return postgres.url(database)


@pytest.fixture
def hub(url: str) -> Iterator[Hub]:
    with closing(PostgresLog(url, SCHEMA)) as log:
        yield Hub(log)


def messages(log: EventLog) -> list[str]:
    return [record.document()["id"] for record in records_of(log) if record.type == "MessagePosted"]


@pytest.mark.slow
def test_four_processes_that_start_at_once_share_one_new_store(url: str):
    children = [start("post_many", url, f"agent-{number}", 15) for number in range(4)]
    assert [read_line(child) for child in children] == ["ready"] * 4
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    posted = [name for child in children for name in finish(child)]

    with closing(PostgresLog(url, SCHEMA)) as log:
        assert len(posted) == 4 * 15
        assert sorted(posted) == sorted(messages(log))
        assert [record.seq for record in records_of(log)] == list(range(1, 1 + 1 + 4 + 4 * 15))
        assert flaws_of(log) == []


@pytest.mark.req("EVT-7")
def test_killed_poster_loses_nothing_it_acknowledged_and_leaves_nothing_half_done(hub: Hub, url: str):
    do(hub, AddAgent(name="bob", role="builder"))
    chance = random.Random(4711)  # noqa: S311
    acknowledged: list[str] = []
    for _ in range(4):
        child = start("post_without_end", url, "bob")
        acknowledged += [read_line(child) for _ in range(chance.randrange(10, 30))]
        acknowledged += kill(child)

    records = records_of(hub.log)
    assert set(acknowledged) <= set(messages(hub.log))
    assert len(acknowledged) >= 40
    assert flaws_of(hub.log) == []
    assert [record.type for record in records[2:]] == ["MessagePosted", "FieldSet", "BlockerAdded"] * (
        len(records[2:]) // 3
    )


@pytest.mark.slow
def test_process_killed_while_it_makes_a_store_leaves_none_or_a_whole_one(postgres: Server):
    for _ in range(3):
        with postgres.database() as database:
            child = start("open_the_store", postgres.url(database))
            assert read_line(child) == "opening"
            kill(child)
            with closing(PostgresLog(postgres.url(database), SCHEMA)) as log:
                say(Hub(log), "hello")
                assert flaws_of(log) == []


def test_connection_that_is_dropped_during_a_write_is_an_error_and_the_next_call_works(
    hub: Hub, postgres: Server, database: str
):
    before = records_of(hub.log)
    with pytest.raises(StoreError, match=r"The connection to .* was lost .* Nothing was changed; try again"):
        append_while_cut_off(hub.log, postgres, database)
    assert records_of(hub.log) == before
    assert say(hub, "hello").seq == len(records_of(hub.log))
    assert flaws_of(hub.log) == []


def append_while_cut_off(log: EventLog, postgres: Server, database: str) -> None:
    with log.write() as tx:
        append(tx)
        postgres.cut_off(database)


def test_connection_that_is_dropped_during_a_read_is_an_error_and_the_next_call_works(
    hub: Hub, postgres: Server, database: str
):
    say(hub, "hello")
    with pytest.raises(StoreError, match="was lost"):
        read_while_cut_off(hub.log, postgres, database)
    assert len(records_of(hub.log)) == 2


def read_while_cut_off(log: EventLog, postgres: Server, database: str) -> None:
    with log.read() as view:
        postgres.cut_off(database)
        view.events()


def test_connections_that_are_dropped_while_nobody_uses_them_go_unnoticed(hub: Hub, postgres: Server, database: str):
    say(hub, "one")
    assert not hub.log.wait_for_events(2, timeout=0)
    with hub.read(), hub.read():
        pass
    assert postgres.cut_off(database) == 3
    say(hub, "two")
    assert postgres.cut_off(database) == 1
    assert hub.log.wait_for_events(2, timeout=0)
    assert len(records_of(hub.log)) == 3


def test_notification_ends_a_wait_long_before_the_reader_would_look_again(hub: Hub, url: str):
    found: list[bool] = []
    with hub.read() as view:
        seq = view.head.seq
    with closing(PostgresLog(url, SCHEMA, poll_seconds=600)) as reader:
        waiting = threading.Thread(target=lambda: found.append(reader.wait_for_events(seq, timeout=600)))
        waiting.start()
        until_somebody_listens(url)
        say(hub, "hello")
        waiting.join(timeout=60)
        assert found == [True]


def until_somebody_listens(url: str) -> None:
    listens = "SELECT 1 FROM pg_stat_activity WHERE query LIKE %s AND state = 'idle'"
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(listens, ["%LISTEN renkei_head%"]).fetchone() is None:
            threading.Event().wait(0.01)


def test_wait_outlives_its_connection(hub: Hub, postgres: Server, database: str):
    started = threading.Event()
    found: list[bool] = []

    def wait() -> None:
        started.set()
        found.append(hub.log.wait_for_events(0, timeout=30))

    waiting = threading.Thread(target=wait)
    waiting.start()
    started.wait(timeout=30)
    postgres.cut_off(database)
    say(hub, "hello")
    waiting.join(timeout=30)
    assert found == [True]


@pytest.fixture
def wire(postgres: Server) -> Iterator[tuple[Wire, str]]:
    """A wire to a new store, and the store's address over it."""
    with wire_to(postgres.folder) as (wire, folder), postgres.database() as database:
        yield wire, f"postgresql://postgres@/{database}?host={folder}"


@pytest.mark.parametrize("cut", ["before the commit", "before the answer"])
def test_commit_whose_answer_is_lost_is_looked_for(wire: tuple[Wire, str], cut: Cut):
    line, url = wire
    with closing(PostgresLog(url, SCHEMA)) as log:
        hub = Hub(log)
        say(hub, "one")
        line.cut = cut
        if cut == "before the answer":
            assert said(say(hub, "two")) == "MSG-3"
        else:
            with pytest.raises(StoreError, match=r"was lost .* Nothing was changed"):
                say(hub, "two")
            assert len(records_of(log)) == 2
        assert line.cut is None
        assert not say(hub, "three").replayed
        assert flaws_of(log) == []


def test_commit_that_nobody_can_ask_for_is_called_unknown_and_its_key_makes_repeating_safe(
    wire: tuple[Wire, str], postgres: Server
):
    line, url = wire
    with closing(PostgresLog(url, SCHEMA, reconnect_seconds=0)) as log:
        hub = Hub(log)
        line.cut, line.stays_cut = "before the answer", True
        with pytest.raises(StoreError, match=r"nobody can tell .* Under the same idempotency key \(--key\) it is safe"):
            say(hub, "hello", key="k")
    database = url.partition("@/")[2].partition("?")[0]
    with closing(PostgresLog(postgres.url(database), SCHEMA)) as log:
        assert say(Hub(log), "hello", key="k").replayed
        assert len(messages(log)) == 1


@pytest.mark.slow
def test_server_that_ends_at_once_and_comes_back_has_everything_acknowledged(
    hub: Hub, postgres: Server, database: str, url: str
):
    postgres.execute(f"ALTER DATABASE {database} SET synchronous_commit = off")
    with closing(PostgresLog(url, SCHEMA)) as log:
        posted = [said(say(Hub(log), str(number))) for number in range(10)]
        postgres.stop("immediate")
        postgres.start()
        assert messages(log) == posted
        say(hub, "and on")
        assert len(messages(log)) == 11
        assert flaws_of(log) == []
    postgres.execute(f"ALTER DATABASE {database} RESET synchronous_commit")


@pytest.mark.slow
def test_server_that_is_gone_is_an_error_and_works_again_once_it_is_back(postgres: Server, url: str):
    with closing(PostgresLog(url, SCHEMA, reconnect_seconds=0)) as log:
        hub = Hub(log)
        postgres.stop("immediate")
        try:
            for use in (lambda: say(hub, "hello"), lambda: records_of(log), lambda: log.wait_for_events(0, 1)):
                with pytest.raises(StoreError, match="cannot be reached"):
                    use()
        finally:
            postgres.start()
        assert said(say(hub, "hello")) == "MSG-2"


def test_subscriber_skips_and_repeats_nothing_though_the_server_restarts(hub: Hub, postgres: Server):
    heard: list[Record] = []
    some = threading.Event()

    def listen() -> None:
        while len(heard) < 31:
            try:
                for record in islice(subscribe(hub.log, after=len(heard)), 31 - len(heard)):
                    heard.append(record)
                    some.set()
            except StoreError:  # cut off within a read: it goes on where it was
                continue

    listener = threading.Thread(target=listen)
    listener.start()
    for number in range(30):
        if number in (5, 15):
            assert some.wait(timeout=30)
            postgres.stop("immediate" if number == 5 else "fast")
            postgres.start()
        say(hub, str(number))
    listener.join(timeout=60)
    assert heard == records_of(hub.log)
    assert len(heard) == 31


def test_store_that_somebody_else_writes_for_too_long_is_called_locked(url: str):
    with closing(PostgresLog(url, SCHEMA, busy_seconds=0.05)) as log, closing(psycopg.connect(url)) as other:
        hub = Hub(log)
        other.execute("SELECT FROM renkei.head FOR UPDATE")
        with pytest.raises(StoreError, match="is locked by somebody else"):
            say(hub, "hello")
        assert records_of(log) == []
        other.rollback()
        assert say(hub, "hello").seq == 2


def test_writer_that_falls_silent_is_cut_off_and_the_next_one_writes(hub: Hub, url: str):
    with closing(PostgresLog(url, SCHEMA, busy_seconds=1)) as silent:
        with pytest.raises(StoreError, match=r"was lost .* Nothing was changed"):
            append_while_another_writes(silent, hub)
        assert [record.type for record in records_of(silent)] == ["RuleSetAdopted", "MessagePosted"]
        assert flaws_of(silent) == []


def append_while_another_writes(log: EventLog, other: Hub) -> None:
    with log.write() as tx:
        append(tx)
        say(other, "hello")


def test_lost_notification_only_costs_time(hub: Hub, postgres: Server, database: str):
    """Somebody who does not notify is found by looking."""
    with closing(PostgresLog(postgres.url(database), SCHEMA)) as log:
        moved: list[bool] = []
        waiting = threading.Thread(target=lambda: moved.append(log.wait_for_events(0, timeout=30)))
        waiting.start()
        postgres.execute("UPDATE renkei.head SET seq = 1", database=database)
        waiting.join(timeout=30)
        assert moved == [True]


def test_store_whose_schema_is_dropped_says_so(hub: Hub, postgres: Server, database: str):
    record_of(hub.log)
    postgres.execute("DROP SCHEMA renkei CASCADE", database=database)
    with pytest.raises(StoreError, match="has lost a table"):
        record_of(hub.log)
