"""A team on a log in memory, in a file and in PostgreSQL, for the suites that speak to the hub."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub_team import STORE_KINDS, StoreKind, Team, open_log


@pytest.fixture(params=STORE_KINDS)
def store(request: pytest.FixtureRequest) -> StoreKind:
    return request.param


@pytest.fixture
def team(store: StoreKind, tmp_path: Path) -> Iterator[Team]:
    """alice and bob, developers, and carol, the lead."""
    log = open_log(store, tmp_path)
    team = Team(log).join("alice", "bob")
    yield team.join("carol", role="lead")
    assert team.flaws() == []
    log.close()
