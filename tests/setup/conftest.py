"""What the tests of `init` and `uninstall` start from: an empty repository, and commands of a person in it."""

import os
from pathlib import Path

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_project import NO_AGENT, git


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    for name in list(os.environ):
        if name.startswith((*NO_AGENT, "NO_COLOR")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet")
    return Cli(folder, monkeypatch, capsys)
