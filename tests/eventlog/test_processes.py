"""Many processes at one SQLite file, some of them killed: nothing acknowledged is lost, nothing is half done."""

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.commands.team import AddAgent
from renkei.errors import StoreError
from renkei.eventlog.records import Record
from tests.support.store_process import finish, kill, read_line, start
from tests.support.store_team import do, flaws_of, open_hub, records_of, say


@pytest.mark.parametrize("posts", [20, pytest.param(1000, marks=pytest.mark.slow)])
def test_eight_processes_that_start_at_once_share_one_new_store(posts: int, tmp_path: Path):
    path = tmp_path / "new" / "renkei.db"
    children = [start("post_many", path, f"agent-{number}", posts) for number in range(8)]
    assert [read_line(child) for child in children] == ["ready"] * 8
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    posted = [name for child in children for name in finish(child)]

    log = open_hub(path).log
    assert len(posted) == 8 * posts
    assert sorted(posted) == sorted(messages(records_of(log)))
    assert flaws_of(log) == []
    log.close()
    assert list(path.parent.iterdir()) == [path]


def messages(records: list[Record]) -> list[str]:
    """Those that somebody posted, without what they set off."""
    return [record.document()["id"] for record in records if record.type == "MessagePosted" and record.cause is None]


@pytest.mark.req("EVT-7")
def test_killed_process_loses_nothing_it_acknowledged_and_leaves_nothing_half_done(tmp_path: Path):
    path = tmp_path / "renkei.db"
    do(open_hub(path), AddAgent(name="bob", role="builder"))
    chance = random.Random(4711)  # noqa: S311
    acknowledged: list[str] = []
    for _ in range(8):
        child = start("post_without_end", path, "bob")
        acknowledged += [read_line(child) for _ in range(chance.randrange(30))]
        acknowledged += kill(child)

    log = open_hub(path).log
    records = records_of(log)
    assert set(acknowledged) <= set(messages(records))
    assert len(acknowledged) >= 50
    assert flaws_of(log) == []
    assert [record.type for record in records[2:]] == ["MessagePosted", "FieldSet", "BlockerAdded"] * (
        len(records[2:]) // 3
    )


def test_process_killed_while_it_makes_a_store_leaves_none_or_a_whole_one(tmp_path: Path):
    for number in range(3):
        path = tmp_path / f"{number}.db"
        child = start("open_the_store", path)
        assert read_line(child) == "opening"
        kill(child)
        hub = open_hub(path)
        say(hub, "hello")
        assert flaws_of(hub.log) == []


def test_store_that_another_process_writes_for_too_long_is_called_locked(lived: Path):
    hub = open_hub(lived, busy_seconds=0.05)
    before = records_of(hub.log)
    child = start("hold", lived, "shared")
    assert read_line(child) == "held"
    with pytest.raises(StoreError, match="is locked by another process"):
        say(hub, "hello")
    assert records_of(hub.log) == before
    finish(child)
    assert say(hub, "hello").seq == before[-1].seq + 1


def test_store_that_another_process_keeps_to_itself_is_called_locked(lived: Path):
    child = start("hold", lived, "alone")
    assert read_line(child) == "held"
    with pytest.raises(StoreError, match="is locked by another process"):
        open_hub(lived, busy_seconds=0.05)
    finish(child)
    assert flaws_of(open_hub(lived).log) == []


@pytest.mark.parametrize("room", [40_000, 250_000])
def test_full_disk_stops_the_writer_and_keeps_what_was_acknowledged(room: int, lived: Path):
    hub = open_hub(lived)
    before = messages(records_of(hub.log))
    hub.log.close()
    child = start("fill_the_disk", lived, room)
    *posted, error = finish(child)
    assert error.startswith("StoreError: ")
    assert "is full or failing" in error

    hub = open_hub(lived)
    kept = messages(records_of(hub.log))
    assert kept[: len(before) + len(posted)] == [*before, *posted]
    # SQLite pads a commit: when that is what the disk has no room for, the change it reports as failed is there.
    assert len(kept) <= len(before) + len(posted) + 1
    assert flaws_of(hub.log) == []
    assert say(hub, "there is room again").id


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter; pytest's own are closed to other users."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


@pytest.mark.parametrize("is_new", [True, False])
def test_folder_that_may_not_be_written_is_named(is_new: bool, folder: Path):
    path = folder / "renkei.db"
    if not is_new:
        open_hub(path).log.close()
        path.chmod(0o444)
    if os.getuid() != 0:
        folder.chmod(0o555)
    before = list(folder.iterdir())
    (error,) = finish(start("open_without_rights", path))
    assert error.startswith(f"StoreError: The store {path} cannot be opened for writing")
    assert "Check the permissions" in error
    assert list(folder.iterdir()) == before
