"""A repository with the spec-driven framework in it, and commands given there."""

from pathlib import Path

import pytest

from tests.support import sdd_project
from tests.support.cli_run import Cli
from tests.support.run_project import made_repository


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Commands in a repository with one commit."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    return Cli(made_repository(tmp_path / "project"), monkeypatch, capsys)


@pytest.fixture
def feature(renkei: Cli) -> Cli:
    """A feature `auth` that was begun."""
    sdd_project.begin(renkei, "auth", "--description", "Log users in")
    return renkei


@pytest.fixture
def implemented(renkei: Cli) -> Cli:
    """A feature `auth` as if it had come to its end, committed; `shop` depends on it."""
    sdd_project.implemented(renkei)
    return renkei
