"""A team under contract, on a log in memory and on one in a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.contract_team import ContractTeam
from tests.support.hub_fixtures import store
from tests.support.hub_team import StoreKind, open_log

__all__ = ["store", "team"]


@pytest.fixture
def team(store: StoreKind, tmp_path: Path) -> Iterator[ContractTeam]:
    log = open_log(store, tmp_path)
    team = ContractTeam(log)
    yield team
    assert team.flaws() == []
    log.close()
