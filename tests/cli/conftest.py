"""What the tests of the command line start from: an empty folder, or one with a team of three."""

import contextlib
import io
import os
import shutil
from pathlib import Path

import pytest

from renkei.entrypoints.cli import main
from tests.support.cli_run import Cli


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
    """Nothing of the developer's own settings, terminal or repository."""
    for name in list(os.environ):
        if name.startswith(("RENKEI_", "LC_", "GIT_")) or name in ("CI", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


@pytest.fixture
def renkei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Commands in an empty folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    return Cli(folder, monkeypatch, capsys)


@pytest.fixture(scope="session")
def made_team(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a team of three, made once."""
    folder = tmp_path_factory.mktemp("team")
    for name, role in (("lead", "lead"), ("alice", "designer"), ("bob", "builder")):
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(["--project", str(folder), "agent", "add", name, "--role", role]) == 0
    return folder / ".renkei"


@pytest.fixture
def team(renkei: Cli, made_team: Path) -> Cli:
    """Commands in a folder with the agents lead, alice and bob."""
    shutil.copytree(made_team, renkei.folder / ".renkei")
    return renkei


@pytest.fixture
def token(team: Cli) -> dict[str, str]:
    """Bob's credential, as the environment of a command."""
    return {"RENKEI_TOKEN": team.ok("agent", "token", "bob").out.strip()}
