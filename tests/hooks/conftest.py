"""What the tests of the hooks start from: a repository that `renkei init` has set up to enforce the contract."""

import os
from pathlib import Path

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import NO_AGENT, repository


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """A person's commands in a repository."""
    for name in list(os.environ):
        if name.startswith((*NO_AGENT, "NO_COLOR")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return Cli(repository(tmp_path / "project"), monkeypatch, capsys)


@pytest.fixture
def client(renkei: Cli) -> Client:
    """A client whose hooks enforce the contract."""
    renkei.ok("init", "--claude", "--mode", "enforce")
    return Client(renkei)
