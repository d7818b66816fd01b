"""Repositories as they are found, where git knows nobody and nothing of the developer's."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.workspace import worktrees
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation
from tests.support.run_project import made_repository


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """With two files."""
    return Repository(made_repository(tmp_path / "project", {"README.md": "# Project\n", "old.md": "old\n"}))


@pytest.fixture
def tree(repository: Repository) -> Iterator[Worktree]:
    """A work tree of it."""
    made = worktrees.add(repository, "R-1/a-1", repository.head_commit(), Preparation())
    yield made
    worktrees.remove(made)
