"""A store that cannot be used is named with what to do about it (exit 5), and is never touched."""

import contextlib
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli_run import COMMAND, Cli, files_in, start, without_privileges

EVERY_KIND = [["board"], ["chat", "general", "hello"], ["verify-store"], ["export"], ["import", "log.jsonl"]]


def pragma(team: Cli, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(team.store)) as connection, connection:
        connection.execute(statement)


@pytest.fixture
def closed(team: Cli) -> Iterator[Path]:
    """The team's folder, closed for writing."""
    folders = [team.folder, team.folder / ".renkei"]
    for folder in folders:
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    yield team.folder
    for folder in folders:
        folder.chmod(stat.S_IRWXU)


@pytest.mark.parametrize("words", EVERY_KIND, ids=" ".join)
@pytest.mark.parametrize("content", [b"", b"this is no database " * 500], ids=["empty", "garbage"])
def test_a_damaged_store_is_left_as_it_is(team: Cli, words: list[str], content: bytes):
    team.file("log.jsonl", team.ok("export").out)
    team.store.write_bytes(content)
    ran = team(*words)
    assert (ran.code, ran.out) == (5, "")
    assert str(team.store) in ran.err
    assert "left as it is" in ran.err
    assert team.store.read_bytes() == content
    assert files_in(team.folder / ".renkei") == [".gitignore", "renkei.db"]


def test_a_store_with_damaged_pages_is_not_replaced(team: Cli):
    whole = team.store.read_bytes()
    damaged = whole[:4096] + b"\xa5" * (len(whole) - 4096)
    team.store.write_bytes(damaged)
    ran = team("chat", "general", "hello")
    assert ran.code == 5
    assert team.store.read_bytes() == damaged


def test_a_store_that_was_cut_off_is_not_replaced(team: Cli):
    cut_off = team.store.read_bytes()[:6000]
    team.store.write_bytes(cut_off)
    assert team("chat", "general", "hello").code == 5
    assert team.store.read_bytes() == cut_off


def test_somebody_elses_database_is_not_used(team: Cli):
    foreign = team.folder / "foreign.db"
    with contextlib.closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("CREATE TABLE t (x)")
    before = foreign.read_bytes()
    ran = team("--store", f"sqlite:///{foreign}", "chat", "general", "hello")
    assert ran.code == 5
    assert "no Renkei store" in ran.err
    assert foreign.read_bytes() == before


def test_the_fault_is_a_document_for_scripts(team: Cli):
    team.store.write_bytes(b"")
    ran = team("board", "--json")
    assert (ran.code, ran.document["error"]["exit_code"]) == (5, 5)


@pytest.mark.parametrize("words", [["board"], ["chat", "general", "hello"]])
def test_a_newer_schema_asks_for_a_newer_renkei(team: Cli, words: list[str]):
    pragma(team, "PRAGMA user_version = 99")
    ran = team(*words)
    assert (ran.code, ran.out) == (5, "")
    assert "99" in ran.err
    assert "newer Renkei" in ran.err


def test_a_store_of_a_newer_writer_is_read_and_not_written(team: Cli):
    pragma(team, "UPDATE head SET min_writer = 99")
    assert team.json("board")["seq"] == 4
    ran = team("chat", "general", "hello")
    assert ran.code == 5
    assert "newer" in ran.err
    assert team.json("board")["seq"] == 4


@pytest.mark.parametrize("address", ["postgresql://localhost/x", "postgres://localhost/x"])
@pytest.mark.parametrize("words", [["board"], ["chat", "general", "hello"]])
def test_a_store_that_this_version_cannot_reach(renkei: Cli, address: str, words: list[str]):
    ran = renkei(*words, "--store", address)
    assert (ran.code, ran.out) == (5, "")
    assert "sqlite:///" in ran.err
    assert files_in(renkei.folder) == []


@pytest.mark.parametrize("address", ["mysql://x", "renkei.db", "sqlite:///", "sqlite://x", "https://example.org"])
def test_an_address_that_is_no_store_is_bad_input(renkei: Cli, address: str):
    ran = renkei("board", "--store", address)
    assert (ran.code, ran.out) == (2, "")
    assert address in ran.err


def test_a_store_that_is_a_folder_cannot_be_opened(renkei: Cli):
    ran = renkei("chat", "general", "hello", "--store", f"sqlite:///{renkei.folder}")
    assert ran.code == 5
    assert files_in(renkei.folder) == []


def test_a_file_where_the_folder_should_be_is_said(renkei: Cli):
    renkei.file(".renkei", "")
    ran = renkei("chat", "general", "hello")
    assert ran.code == 5
    assert ".renkei" in ran.err


def test_a_read_only_folder_without_a_store(closed: Path):
    inside = closed.parent / "fresh"
    inside.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    ran = without_privileges("chat", "general", "hello", folder=inside)
    assert (ran.code, ran.out) == (5, "")
    assert str(inside) in ran.err
    assert "Traceback" not in ran.err
    assert files_in(inside) == []


def test_a_read_only_store_refuses_a_write_with_words(closed: Path):
    before = (closed / ".renkei" / "renkei.db").read_bytes()
    ran = without_privileges("chat", "general", "hello", folder=closed)
    assert (ran.code, ran.out) == (5, "")
    assert "permissions" in ran.err
    assert (closed / ".renkei" / "renkei.db").read_bytes() == before


def test_a_store_that_may_not_be_seen_is_said(team: Cli):
    hidden = team.folder / "hidden"
    hidden.mkdir()
    shutil.move(team.store, hidden / "renkei.db")
    hidden.chmod(0)
    try:
        ran = without_privileges("board", "--store", f"sqlite:///{hidden}/renkei.db", folder=team.folder)
    finally:
        hidden.chmod(stat.S_IRWXU)
    assert (ran.code, ran.out) == (5, "")
    assert "Traceback" not in ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_standard_output_is_no_success(team: Cli):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([COMMAND, "export"], cwd=team.folder, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode != 0


def test_an_unexpected_exception_is_70_with_its_traceback(team: Cli, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> int:
        raise RuntimeError("a bug")

    monkeypatch.setattr("renkei.entrypoints.cli.board_command.handle_board", fail)
    ran = team("board")
    assert (ran.code, ran.out) == (70, "")
    assert "mistake in Renkei itself" in ran.err
    assert "RuntimeError: a bug" in ran.err


def test_ctrl_c_that_python_wraps_is_130(team: Cli, monkeypatch: pytest.MonkeyPatch):
    """Python 3.11 raises a RuntimeError where a Ctrl-C comes while a class is being made."""

    def fail(*_: object) -> int:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("renkei.entrypoints.cli.board_command.handle_board", fail)
    ran = team("board")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_two_processes_that_start_at_once_share_one_store(renkei: Cli):
    processes = [start("chat", "general", f"hello {number}", folder=renkei.folder) for number in (1, 2)]
    assert [process.communicate(timeout=60)[1] for process in processes] == ["", ""]
    assert [process.returncode for process in processes] == [0, 0]
    assert len(renkei.json("chat", "general")) == 2
    renkei.ok("verify-store")


@pytest.mark.parametrize("words", [["on"], ["off"], ["uninstall"], ["board"], ["agent", "add", "x", "--role", "y"]])
def test_what_stands_in_the_place_of_a_folder_is_named(renkei: Cli, words: list[str]):
    (renkei.folder / ".renkei").write_text("no folder")
    ran = renkei(*words)
    assert ran.code in (0, 2, 5)
    assert not ran.code or ".renkei" in ran.err
    assert "mistake in Renkei" not in ran.err
    assert (renkei.folder / ".renkei").read_text() == "no folder"
