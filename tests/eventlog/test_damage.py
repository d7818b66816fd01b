"""A file that is no whole store is named and left as it is; never is it replaced by an empty one."""

import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.errors import StoreError, StoreTooNew
from renkei.eventlog.sqlite import file as sqlite_file
from tests.support.examples import examples
from tests.support.store_team import flaws_of, open_hub, records_of, say


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def empty(path: Path) -> None:
    path.touch()


def text(path: Path) -> None:
    path.write_text("dear diary\n" * 500)


def header_only(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (foreign, "is a SQLite file, but no Renkei store"),
        (empty, "is empty"),
        (text, "is damaged or is no SQLite file"),
        (header_only, "is damaged or is no SQLite file"),
    ],
)
def test_file_that_is_no_store_is_left_as_it_is(make: Callable[[Path], None], message: str, tmp_path: Path):
    path = tmp_path / "renkei.db"
    make(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=message):
        open_hub(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_folder_in_the_place_of_the_store_is_named(tmp_path: Path):
    with pytest.raises(StoreError, match="cannot be opened"):
        open_hub(tmp_path)


@pytest.mark.parametrize("kept", [0.02, 0.3, 0.5, 0.9])
def test_store_that_was_cut_off_is_left_as_it_is(kept: float, lived: Path):
    whole = lived.read_bytes()
    lived.write_bytes(whole[: int(len(whole) * kept)])
    before = lived.read_bytes()
    with pytest.raises(StoreError, match="is damaged or is no SQLite file"):
        open_hub(lived)
    assert lived.read_bytes() == before


def test_store_that_lost_the_end_of_its_last_page_is_found_out(lived: Path):
    """SQLite itself opens it: the page looks as if it held zeros."""
    lived.write_bytes(lived.read_bytes().rstrip(b"\0")[:-100])
    log = open_hub(lived).log
    try:
        found = [flaw.place for flaw in flaws_of(log)]
    except StoreError as error:
        found = [str(error)]
    assert found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(50))
@given(place=st.floats(0, 0.999), garbage=st.binary(min_size=1, max_size=64))
def test_damage_anywhere_is_found_or_does_no_harm(lived_once: Path, tmp_path: Path, place: float, garbage: bytes):
    path = tmp_path / "damaged.db"
    damaged = bytearray(lived_once.read_bytes())
    start = int(len(damaged) * place)
    damaged[start : start + len(garbage)] = garbage
    path.write_bytes(damaged[: len(lived_once.read_bytes())])
    try:
        log = open_hub(path).log
    except (StoreError, StoreTooNew):
        return
    try:
        found = flaws_of(log)
        assert found or len(records_of(log)) == len(records_of(open_hub(lived_once).log))
    except (StoreError, StoreTooNew):
        pass
    finally:
        log.close()


def test_store_whose_schema_is_garbage_is_called_damaged(lived: Path):
    whole = lived.read_bytes()
    lived.write_bytes(whole.replace(b"CREATE TABLE events (", b"CREATE TABLE \x80vents ("))
    with pytest.raises(StoreError, match="is damaged or is no SQLite file"):
        open_hub(lived)


def test_store_without_its_head_says_so(lived: Path):
    with closing(sqlite3.connect(lived)) as connection:
        connection.execute("DELETE FROM head")
        connection.commit()
    with pytest.raises(StoreError, match="has lost the mark of where its log ends"):
        open_hub(lived)


def test_store_on_an_unsafe_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "renkei.eventlog.sqlite.file.read_mounts", lambda: {"/": "ext4", str(tmp_path.resolve()): "nfs4"}
    )
    with pytest.raises(StoreError, match="is on nfs4, where SQLite's write-ahead log is not safe"):
        open_hub(tmp_path / "made" / "renkei.db")
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_creator_do_no_harm(tmp_path: Path):
    path = tmp_path / "renkei.db"
    leftovers = [tmp_path / f".renkei.db.1{end}" for end in (".new", ".new-wal", ".new-shm", ".new-journal")]
    for leftover in leftovers:
        leftover.write_bytes(b"half")
    hub = open_hub(path)
    say(hub, "hello")
    assert flaws_of(hub.log) == []
    assert all(leftover.read_bytes() == b"half" for leftover in leftovers)


def test_store_is_made_with_its_folders_and_nothing_beside_it(tmp_path: Path):
    path = tmp_path / "a" / "b" / "renkei.db"
    open_hub(path).log.close()
    assert list(path.parent.iterdir()) == [path]


def test_store_is_a_durable_wal(tmp_path: Path):
    sqlite_file.ensure_store(tmp_path / "renkei.db", 1)
    with closing(sqlite_file.connect(tmp_path / "renkei.db", 1)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_database_that_may_not_grow_takes_nothing_in(lived: Path):
    log = open_hub(lived).log
    hub = open_hub(lived)
    before = records_of(log)
    hub.log._writer.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]
    with pytest.raises(StoreError, match="is full or failing"):
        say(hub, "x" * 100_000)
    assert records_of(log) == before
    hub.log._writer.execute("PRAGMA max_page_count = 100000")  # type: ignore[attr-defined]
    assert say(hub, "x" * 100_000).seq == before[-1].seq + 1
    assert flaws_of(log) == []


def test_reads_that_are_done_leave_their_connection_to_the_next(lived: Path):
    log = open_hub(lived).log
    records_of(log)
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(20):
        reader = threading.Thread(target=records_of, args=(log,))
        reader.start()
        reader.join()
    assert len(list(Path("/dev/fd").iterdir())) == before


@pytest.mark.parametrize("name", ["write", "read"])
def test_ctrl_c_right_after_a_transaction_began_leaves_none_open(tmp_path: Path, name: str):
    with closing(open_hub(tmp_path / "renkei.db").log) as log:

        def interrupt(frame: FrameType, event: str, argument: object) -> None:
            if event == "c_return" and frame.f_code.co_name == name and getattr(argument, "__name__", "") == "execute":
                sys.setprofile(None)
                raise KeyboardInterrupt

        sys.setprofile(interrupt)
        try:
            with pytest.raises(KeyboardInterrupt), getattr(log, name)():
                pytest.fail("the interrupt came too late")
        finally:
            sys.setprofile(None)
        with log.write() as tx, log.read():
            assert tx.head.seq == 0


@pytest.mark.parametrize("replaced", [False, True])
def test_a_store_that_is_taken_away_in_use_is_not_written_to(lived: Path, replaced: bool):
    hub = open_hub(lived)
    kept = lived.with_name("kept.db")
    lived.rename(kept)
    if replaced:
        lived.write_bytes(kept.read_bytes())
    with pytest.raises(StoreError, match="was removed or replaced while it was in use"):
        say(hub, "lost")
    lived.unlink(missing_ok=True)
    kept.rename(lived)
    say(hub, "after")
    assert flaws_of(hub.log) == []
