"""A store that cannot be written can be read, checked and exported; what would write says so and changes nothing."""

import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_messages import freeform, handoff
from tests.support.cli_run import Cli
from tests.support.marks import first_quick
from tests.support.run_project import made_repository, writes
from tests.support.store_process import bytes_of
from tests.support.unprivileged import can_mount, run_unprivileged

READS = (
    ["board"],
    ["log"],
    ["inbox", "bob"],
    ["message", "MSG-5"],
    ["context", "bob"],
    ["chat", "general"],
    ["decide"],
    ["contract", "list"],
    ["agent", "list"],
    ["runs"],
    ["trust"],
    ["verify-store"],
    ["export"],
)
WRITES = (
    ["chat", "general", "hello"],
    ["board", "set", "goal=g"],
    ["inbox", "bob", "--handled"],
    ["context", "bob", "--turn"],
    ["agent", "add", "zoe", "--role", "r"],
    ["redact", "MSG-5"],
    ["verify-store", "--repair"],
)
PLAYBOOK: dict[str, Any] = {"name": "p", "roles": {"writer": {}}, "tasks": [writes("a")]}
_LEAVE_THE_JOURNAL = """
import os, sys
from renkei.entrypoints.cli import main
from renkei.eventlog.sqlite import SqliteLog
SqliteLog.close = lambda self: None
main(["--project", sys.argv[1], "chat", "general", "only in the journal"])
sys.stdout.flush()
os._exit(0)
"""


@pytest.fixture
def places(team: Cli) -> Iterator[tuple[Path, Path]]:
    """Two projects with the same store, where every user may look: one to be locked, one to warm up with."""
    team.send(handoff(), "--as", "lead")
    team.send(freeform("good morning"), "--as", "alice")
    with tempfile.TemporaryDirectory(prefix="renkei-test-") as folder:
        Path(folder).chmod(0o755)
        locked, warm = Path(folder, "locked"), Path(folder, "warm")
        for place in (locked, warm):
            shutil.copytree(team.folder, place)
            place.chmod(0o755)
        yield locked, warm
        _lock(locked, file=0o644, folder=0o755)


def _lock(project: Path, *, file: int = 0o444, folder: int = 0o555) -> None:
    store = project / ".renkei"
    for path in store.iterdir():
        path.chmod(file)
    store.chmod(folder)


def store_of(project: Path) -> Path:
    return project / ".renkei" / "renkei.db"


def leave_a_journal(project: Path) -> None:
    """A process ends without closing the store: its last post is in the write-ahead log alone."""
    subprocess.run([sys.executable, "-c", _LEAVE_THE_JOURNAL, str(project)], check=True, capture_output=True)
    assert Path(f"{store_of(project)}-wal").stat().st_size > 0


def check_reads(locked: Path, warm: Path, *, mounted: bool = False) -> str:
    """Every look works and leaves everything as it is; what the log says."""
    before = bytes_of(store_of(locked))
    ran = run_unprivileged(locked, warm, *READS, mounted=mounted)
    assert [(words, each.code, each.err) for words, each in zip(READS, ran, strict=True) if each.code] == []
    assert bytes_of(store_of(locked)) == before
    assert "Build the login" in ran[2].out
    assert "The store holds" in ran[-2].out
    return ran[-1].out


def check_writes(locked: Path, warm: Path, *, mounted: bool = False) -> None:
    before = bytes_of(store_of(locked))
    ran = run_unprivileged(locked, warm, *WRITES, mounted=mounted)
    assert [(words, each.code) for words, each in zip(WRITES, ran, strict=True) if each.code != 5] == []
    assert all("cannot be opened for writing" in each.err for each in ran)
    assert all("Nothing was changed" in each.err for each in ran)
    assert bytes_of(store_of(locked)) == before


def test_a_closed_store_in_a_locked_folder(places: tuple[Path, Path]):
    locked, warm = places
    _lock(locked)
    assert "good morning" in check_reads(locked, warm)
    check_writes(locked, warm)


def test_a_locked_file_in_an_open_folder(places: tuple[Path, Path]):
    locked, warm = places
    _lock(locked, folder=0o777)
    check_reads(locked, warm)
    check_writes(locked, warm)


@pytest.mark.parametrize("index", first_quick([True, False]))
def test_what_is_only_in_the_journal_is_read_too(places: tuple[Path, Path], index: bool):
    locked, warm = places
    leave_a_journal(locked)
    if not index:
        Path(f"{store_of(locked)}-shm").unlink()
    _lock(locked)
    assert "only in the journal" in check_reads(locked, warm)
    check_writes(locked, warm)


def test_a_store_that_somebody_else_writes_to(places: tuple[Path, Path]):
    locked, warm = places
    with closing(sqlite3.connect(store_of(locked))) as writer:
        writer.execute("BEGIN IMMEDIATE")
        _lock(locked)
        check_reads(locked, warm)
        writer.execute("ROLLBACK")


def test_an_older_store_is_read_from_a_copy_that_is_brought_up_to_date(places: tuple[Path, Path]):
    locked, warm = places
    with closing(sqlite3.connect(store_of(locked))) as connection, connection:
        connection.execute("UPDATE head SET fingerprint = 'older'")
        connection.execute("DROP TABLE receipts")
        connection.execute("PRAGMA user_version = 2")
    _lock(locked)
    check_reads(locked, warm)


@pytest.mark.skipif(not can_mount(), reason="this system lets nobody mount; the tests above lock by permissions")
@pytest.mark.parametrize("journal", first_quick([True, False]))
def test_a_read_only_mount(places: tuple[Path, Path], journal: bool):
    locked, warm = places
    if journal:
        leave_a_journal(locked)
    _lock(locked, file=0o644, folder=0o755)  # as older versions left it: it cannot be tightened there
    assert ("only in the journal" in check_reads(locked, warm, mounted=True)) is journal
    check_writes(locked, warm, mounted=True)


@pytest.mark.skipif(not can_mount(), reason="this system lets nobody mount; test_run_git.py has a file in the way")
def test_a_run_on_a_read_only_mount(places: tuple[Path, Path]):
    locked, warm = places
    for place in places:
        made_repository(place)
        (place / "p.yaml").write_text(json.dumps(PLAYBOOK), "utf-8")
    _lock(locked, file=0o644, folder=0o755)
    [ran] = run_unprivileged(locked, warm, ["run", str(locked / "p.yaml"), "--agents", "scripted"], mounted=True)
    assert ran.code == 5, ran.err
    assert "annot be" in ran.err or "Nothing can be written" in ran.err


def test_reading_leaves_no_copy_behind(places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch):
    locked, warm = places
    copies = locked.parent / "copies"
    copies.mkdir(mode=0o777)
    copies.chmod(0o777)
    monkeypatch.setenv("TMPDIR", str(copies))
    _lock(locked)
    run_unprivileged(locked, warm, ["board"], ["inbox", "nobody"])
    assert list(copies.iterdir()) == []
