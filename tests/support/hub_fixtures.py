"""A team for the suites that speak to the hub: in memory, and in `make test-stores` in a file and in PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub_team import StoreKind, Team, open_log
from tests.support.marks import ON_KEPT_STORES


@pytest.fixture(params=["memory", *ON_KEPT_STORES])
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
