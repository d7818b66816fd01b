"""Stores that earlier versions made: each is brought up to date, loses nothing and can be written."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from renkei.board.fold import expand_batched
from renkei.board.run_tables import RunTaskRow
from renkei.board.tables import SCHEMA
from renkei.errors import StoreTooNew
from renkei.eventlog.sql_store import WRITER
from renkei.eventlog.sqlite.file import load_migrations
from renkei.hub import Hub
from tests.support.store_process import bytes_of
from tests.support.store_team import flaws_of, open_hub, records_of, say, tables_of
from tests.support.words_of_the_log import words_of_the_log

KEPT = sorted(Path(__file__).with_name("kept").glob("*.sql"))
WORDS = Path(__file__).with_name("kept") / "words.json"
KEPT_BEFORE_TASKS_WERE_SKIPPED = Path(__file__).with_name("kept") / "5-c1d5664.sql"


def asked(path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def restored(kept: Path, folder: Path) -> Path:
    path = folder / "renkei.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(kept.read_text(encoding="utf-8"))
    return path


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return restored(request.param, tmp_path)


@pytest.fixture
def hub(kept: Path) -> Iterator[Hub]:
    hub = open_hub(kept)
    yield hub
    hub.log.close()


def test_a_store_of_every_schema_that_ever_was_is_kept():
    assert {int(path.stem.partition("-")[0]) for path in KEPT} == set(range(2, len(load_migrations()) + 1))


def test_opening_brings_it_up_to_date_and_leaves_every_record_as_it_was(kept: Path):
    columns = [row[1] for row in asked(kept, "PRAGMA table_info(events)")]
    log = f"SELECT {', '.join(columns)} FROM events ORDER BY seq"  # noqa: S608
    head = "SELECT seq, hash, at FROM head"
    before = asked(kept, log), asked(kept, head)
    hub = open_hub(kept)
    assert not hub.log.is_stale
    hub.log.close()
    assert len(before[0]) > 15
    assert (asked(kept, log), asked(kept, head)) == before
    assert asked(kept, "PRAGMA user_version") == [(len(load_migrations()),)]
    assert asked(kept, "SELECT fingerprint FROM head") == [(SCHEMA.fingerprint,)]


def test_every_table_is_what_the_log_says(hub: Hub):
    assert flaws_of(hub.log) == []
    assert [row.id for row in tables_of(hub.log)["agents"]][:2] == ["bob", "lead"]


def test_it_can_be_written_and_then_holds(hub: Hub):
    seq = records_of(hub.log)[-1].seq
    assert say(hub, "on we go", as_name="lead").seq > seq
    assert flaws_of(hub.log) == []


def test_events_that_had_other_names_are_told_by_those_of_today_and_stay_as_they_were_written(tmp_path: Path):
    path = restored(KEPT_BEFORE_TASKS_WERE_SKIPPED, tmp_path)
    hub = open_hub(path)
    with hub.read() as view:
        tasks = {row.task: row.state for row in view.select(RunTaskRow, order="number", run="R-1")}
    told = [each.type for record in records_of(hub.log) for each in expand_batched(record)]
    assert (tasks, flaws_of(hub.log)) == ({"t": "completed", "gap": "skipped"}, [])
    assert ("TaskSkipped" in told, "TaskLeft" in told) == (True, False)
    assert "TaskLeft" in {record.type for record in records_of(hub.log)}
    hub.log.close()


def test_an_older_version_is_not_let_in_to_write_after_a_newer_one(kept: Path):
    """As an older version sees a store whose newest writer came after it."""
    open_hub(kept).log.close()
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("UPDATE head SET min_writer = ?", (WRITER + 1,))
    before = bytes_of(kept)
    older = open_hub(kept)
    with pytest.raises(StoreTooNew, match="written by a newer Renkei"):
        say(older, "hello")
    assert flaws_of(older.log) == []
    older.log.close()
    assert bytes_of(kept) == before


def test_an_older_version_does_not_fold_a_newer_store_its_own_way(kept: Path):
    """As an older version sees it that has other tables: it must not make its own of a log that it cannot read."""
    open_hub(kept).log.close()
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("UPDATE head SET min_writer = ?, fingerprint = 'newer'", (WRITER + 1,))
    before = dumped(kept)
    with pytest.raises(StoreTooNew, match="written by a newer Renkei"):
        open_hub(kept)
    assert dumped(kept) == before


def test_the_version_that_made_it_is_shut_out_once_this_one_has_written(kept: Path):
    [(made_by,)] = asked(kept, "SELECT min_writer FROM head")
    hub = open_hub(kept)
    say(hub, "on we go", as_name="lead")
    hub.log.close()
    assert asked(kept, "SELECT min_writer FROM head") == [(WRITER,)]
    assert made_by < WRITER


def test_who_changes_the_words_of_the_log_shuts_older_versions_out():
    noted = json.loads(WORDS.read_text("utf-8"))
    assert noted == {"writer": WRITER, "words": words_of_the_log()}, (
        "The words of the log have changed. An older Renkei cannot read them: keep a store of the commit before "
        "(scripts/keep_store.py COMMIT), raise WRITER in renkei/eventlog/sql_store.py above that store's, and note the "
        "words: scripts/keep_store.py --words"
    )


def test_an_older_version_does_not_open_a_newer_schema(kept: Path):
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute(f"PRAGMA user_version = {len(load_migrations()) + 1}")
    before = bytes_of(kept)
    with pytest.raises(StoreTooNew, match="Use a newer Renkei"):
        open_hub(kept)
    assert bytes_of(kept) == before
