"""Every store that the contract holds for, and a store that has lived."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from renkei.board.tables import SCHEMA
from renkei.eventlog.base import EventLog, Schema
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.postgres import PostgresLog
from renkei.eventlog.records import Clock, utc_now
from renkei.eventlog.sqlite import SqliteLog
from renkei.hub import Hub
from tests.support.postgres_server import Server, server
from tests.support.store_team import live_through_everything, open_hub
from tests.support.store_things import MakeLog, things_log


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def make_log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeLog]:
    """Makes an empty log of one kind of store."""
    with ExitStack() as made:

        def make(schema: Schema, clock: Clock) -> EventLog:
            match request.param:
                case "memory":
                    log = MemoryLog(schema, clock=clock)
                case "sqlite":
                    log = SqliteLog(tmp_path / f"{len(list(tmp_path.glob('*.db')))}.db", schema, clock=clock)
                case _:
                    log = PostgresLog(server().url(made.enter_context(server().database())), schema, clock=clock)
            made.callback(log.close)
            return log

        yield make


@pytest.fixture
def log(make_log: MakeLog) -> EventLog:
    """An empty log with a table of things."""
    return things_log(make_log)


@pytest.fixture
def hub(make_log: MakeLog) -> Hub:
    return Hub(make_log(SCHEMA, utc_now))


@pytest.fixture(scope="session")
def lived_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lived") / "renkei.db"
    hub = open_hub(path)
    live_through_everything(hub)
    hub.log.close()
    return path


@pytest.fixture
def lived(lived_once: Path, tmp_path: Path) -> Path:
    """A SQLite store with a history, nobody has it open."""
    return Path(shutil.copy(lived_once, tmp_path / "lived.db"))


@pytest.fixture
def postgres() -> Server:
    """A PostgreSQL server."""
    return server()


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    """The name of an empty database of that server."""
    with postgres.database() as name:
        yield name
