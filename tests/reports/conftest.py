"""Git as the tests of trees watch it."""

import os

import pytest

from tests.support.started_gits import StartedGits


@pytest.fixture
def started_gits(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> StartedGits:
    started = StartedGits(tmp_path_factory.mktemp("started") / "bin")
    monkeypatch.setenv("PATH", f"{started.folder}{os.pathsep}{os.environ['PATH']}")
    return started
