"""What the tests of a review start from: nothing of the developer's own settings, and a cache that is empty."""

import os
from pathlib import Path

import pytest

from tests.support.cli_run import Cli
from tests.support.review_project import Project


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    for name in list(os.environ):
        if name.startswith(("RENKEI_", "LC_", "GIT_")) or name in ("CI", "NO_COLOR", "FORCE_COLOR", "VIRTUAL_ENV"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Project:
    """An empty folder with commands in it."""
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(Cli(folder, monkeypatch, capsys))
