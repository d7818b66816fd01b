"""A team under contract, on a log in memory and on one in a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.contract_team import ContractTeam
from tests.support.hub_team import STORE_KINDS, StoreKind, open_log


@pytest.fixture(params=STORE_KINDS)
def store(request: pytest.FixtureRequest) -> StoreKind:
    return request.param


@pytest.fixture
def team(store: StoreKind, tmp_path: Path) -> Iterator[ContractTeam]:
    log = open_log(store, tmp_path)
    team = ContractTeam(log)
    yield team
    assert team.flaws() == []
    log.close()
