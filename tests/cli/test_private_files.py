"""What Renkei keeps is its owner's alone, also where older versions left it open."""

import json
import os
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.cli_run import COMMAND, Cli


@pytest.fixture(autouse=True)
def _open_umask():  # pyright: ignore[reportUnusedFunction]
    before = os.umask(0o000)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def modes(folder: Path) -> set[str]:
    return {mode(path) for path in folder.rglob("*") if path.is_file() and path.name != ".gitignore"}


def test_a_new_store_and_its_journal_are_the_owners_alone(renkei: Cli):
    renkei.ok("agent", "add", "bob", "--role", "builder")
    with closing(sqlite3.connect(renkei.store)) as reader:
        reader.execute("SELECT * FROM head").fetchone()
        renkei.ok("chat", "general", "hello")
        assert len(list((renkei.folder / ".renkei").glob("renkei.db*"))) == 3
        assert modes(renkei.folder / ".renkei") == {"0o600"}
    assert mode(renkei.folder / ".renkei") == "0o700"


def test_traces_of_a_run_are_too(renkei: Cli):
    playbook: dict[str, object] = {"name": "p", "roles": {"r": {}}, "tasks": [{"id": "t", "role": "r"}]}
    renkei.ok("run", renkei.file("p.yaml", json.dumps(playbook)), "--agents", "scripted", "--yes")
    traces = list((renkei.folder / ".renkei" / "runs").rglob("*.jsonl"))
    assert traces
    assert modes(renkei.folder / ".renkei" / "runs") == {"0o600"}


def test_an_export_is_too(team: Cli):
    team.ok("export", "-o", "log.jsonl")
    assert mode(team.folder / "log.jsonl") == "0o600"


@pytest.mark.parametrize(
    ("left", "becomes"),
    [
        ("0o644", "0o600"),
        ("0o666", "0o660"),
        ("0o664", "0o660"),
        ("0o640", "0o640"),
        ("0o660", "0o660"),
        ("0o600", "0o600"),
    ],
)
def test_a_store_that_was_left_open_is_closed_to_everybody_but_not_to_a_group_that_was_let_in(
    team: Cli, left: str, becomes: str
):
    team.store.chmod(int(left, 8))
    team.ok("chat", "general", "hello")
    assert mode(team.store) == becomes


def test_the_folder_is_closed_too(team: Cli):
    team.store.parent.chmod(0o755)
    team.ok("chat", "general", "hello")
    assert mode(team.store.parent) == "0o700"


def test_an_ignore_file_that_a_full_disk_left_empty_is_mended(renkei: Cli):
    ignore = renkei.folder / ".renkei" / ".gitignore"
    ignore.parent.mkdir()
    ignore.touch()
    renkei.ok("agent", "add", "bob", "--role", "builder")
    assert ignore.read_text("utf-8") == "*\n"


def test_an_ignore_file_that_somebody_wrote_stays(renkei: Cli):
    ignore = renkei.folder / ".renkei" / ".gitignore"
    ignore.parent.mkdir()
    ignore.write_text("*\n!config.toml\n", "utf-8")
    renkei.ok("agent", "add", "bob", "--role", "builder")
    assert ignore.read_text("utf-8") == "*\n!config.toml\n"


@pytest.mark.parametrize("words", [("agent", "add", "bob", "--role", "builder"), ("off",)])
def test_where_nothing_can_be_written_no_empty_ignore_file_is_left(renkei: Cli, words: tuple[str, ...]):
    """No file may have a byte: as on a full disk, files can be made and not be filled."""
    limited = ["sh", "-c", 'ulimit -f 0; exec "$@"', "-", str(COMMAND), *words]
    done = subprocess.run(limited, cwd=renkei.folder, capture_output=True, check=False, timeout=60)
    assert done.returncode == 5, done.stderr
    assert not (renkei.folder / ".renkei" / ".gitignore").exists()
