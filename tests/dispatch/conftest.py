"""A team on a log in memory and on a log in a file."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.eventlog.base import EventLog
from tests.support.hub_fixtures import store
from tests.support.hub_team import StoreKind, Team, open_log

__all__ = ["store", "team"]


@pytest.fixture(scope="session")
def made_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the team, made once."""
    folder = tmp_path_factory.mktemp("made")
    log = open_log("sqlite", folder)
    gathered(log)
    log.close()
    return folder / "store.db"


@pytest.fixture
def team(store: StoreKind, tmp_path: Path, made_store: Path) -> Iterator[Team]:
    """alice, bob and dave, developers, and carol, the lead."""
    if store == "sqlite":
        shutil.copy(made_store, tmp_path)
    log = open_log(store, tmp_path)
    team = Team(log) if store == "sqlite" else gathered(log)
    yield team
    assert team.flaws() == []
    log.close()


def gathered(log: EventLog) -> Team:
    return Team(log).join("alice", "bob", "dave").join("carol", role="lead")
