"""lead leads; be, fe, qa and arch work."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.authority_team import AuthorityTeam
from tests.support.hub_team import open_log


@pytest.fixture
def team(tmp_path: Path) -> Iterator[AuthorityTeam]:
    log = open_log("memory", tmp_path)
    team = AuthorityTeam(log)
    team.join("lead", role="lead").join("be", "fe", "qa", "arch")
    yield team
    assert team.flaws() == []
    log.close()
