"""A project in git with an empty store, of each kind where that matters."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub_fixtures import store
from tests.support.hub_team import StoreKind, open_log
from tests.support.run_project import Project, made_repository, opened

__all__ = ["store"]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    """Nothing of the developer's own settings, git identity included."""
    for name in list(os.environ):
        if name.startswith(("RENKEI_", "LC_", "GIT_")) or name == "CI":
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "no-git-config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Runs in a repository, on a store in a file."""
    yield from opened(open_log("sqlite", tmp_path), made_repository(tmp_path / "project"))


@pytest.fixture
def stored(store: StoreKind, tmp_path: Path) -> Iterator[Project]:
    """The same on every kind of store."""
    yield from opened(open_log(store, tmp_path), made_repository(tmp_path / "project"))
