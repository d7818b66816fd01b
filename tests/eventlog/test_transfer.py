"""A log goes to a file and back, whole or not at all."""

import json
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from renkei.board.fold import refold_tables
from renkei.board.tables import SCHEMA
from renkei.commands.messages import RedactBody
from renkei.errors import BadInput
from renkei.eventlog.base import EventLog
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import utc_now
from renkei.eventlog.transfer import export_lines, import_lines
from renkei.hub import Hub
from tests.support.store_process import bytes_of
from tests.support.store_team import (
    SECRET,
    do,
    flaws_of,
    live_through_everything,
    open_hub,
    records_of,
    said,
    say,
    tables_of,
)
from tests.support.store_things import MakeLog

Edit = Callable[[list[str]], list[str]]


def exported(log: EventLog) -> list[str]:
    with log.read() as view:
        return list(export_lines(view))


def imported(log: EventLog, lines: Iterable[str]) -> int:
    """As `renkei import` does it: from the lines of a file, in one write."""
    file = StringIO("".join(f"{line}\n" for line in lines))
    with log.write() as tx:
        new = import_lines(tx, file)
        refold_tables(tx)
        return new


@pytest.fixture(scope="module")
def lines() -> list[str]:
    hub = Hub(MemoryLog(SCHEMA))
    live_through_everything(hub)
    return exported(hub.log)


def test_import_gives_the_same_log_and_tables(make_log: MakeLog):
    source, target = Hub(make_log(SCHEMA, utc_now)), Hub(make_log(SCHEMA, utc_now))
    live_through_everything(source)
    lines = exported(source.log)
    assert imported(target.log, lines) == len(lines) - 1
    assert records_of(target.log) == records_of(source.log)
    assert tables_of(target.log) == tables_of(source.log)
    assert exported(target.log) == lines
    assert flaws_of(target.log) == []
    assert say(target, "and on").seq == len(lines)


def test_second_import_changes_nothing(hub: Hub, lines: list[str]):
    imported(hub.log, lines)
    before = records_of(hub.log), tables_of(hub.log)
    assert imported(hub.log, lines) == 0
    assert (records_of(hub.log), tables_of(hub.log)) == before


def test_store_that_is_a_beginning_of_the_file_gets_the_rest(hub: Hub, lines: list[str]):
    beginning = [json.dumps(json.loads(lines[0]) | {"events": 6}), *lines[1:7]]
    assert imported(hub.log, beginning) == 6
    assert imported(hub.log, lines) == len(lines) - 7
    assert exported(hub.log) == lines
    assert imported(hub.log, beginning) == 0
    assert flaws_of(hub.log) == []


def test_empty_log_goes_to_a_file_and_back(hub: Hub):
    assert imported(hub.log, exported(hub.log)) == 0


def test_redaction_in_the_file_forgets_what_the_store_still_knew(tmp_path: Path):
    source, target = open_hub(tmp_path / "source.db"), open_hub(tmp_path / "target.db")
    name = said(say(source, SECRET))
    imported(target.log, exported(source.log))
    do(source, RedactBody(target=name))
    assert imported(target.log, exported(source.log)) == 1
    assert records_of(target.log) == records_of(source.log)
    assert flaws_of(target.log) == []
    assert not any(SECRET.encode() in content for content in bytes_of(tmp_path / "target.db").values())


def spoilt(change: Edit) -> Edit:
    return change


def edit(number: int, **fields: Any) -> Edit:
    def apply(lines: list[str]) -> list[str]:
        edited = json.dumps(json.loads(lines[number - 1]) | fields)
        return [*lines[: number - 1], edited, *lines[number:]]

    return apply


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (spoilt(lambda lines: []), "Line 1: this is no export"),
        (spoilt(lambda lines: lines[1:]), "Line 1: this is no export"),
        (spoilt(lambda lines: ["[1]", *lines[1:]]), "Line 1: this is no export"),
        (edit(1, format=2), "Line 1: this is no export"),
        (edit(1, events="many"), "Line 1: this is no export"),
        (spoilt(lambda lines: lines[:-1]), "Line {n}: the file ends after {n-1} of {n} events. It is cut off."),
        (spoilt(lambda lines: lines[:1]), "Line 1: the file ends after 0 of {n} events. It is cut off."),
        (spoilt(lambda lines: [*lines[:-1], lines[-1][:50]]), "Line {n+1}: no record of a log"),
        (spoilt(lambda lines: [*lines[:4], "hello", *lines[5:]]), r"Line 5: no record of a log \(-: Invalid JSON"),
        (spoilt(lambda lines: [*lines[:4], *lines[5:]]), "Line 5: seq 5 follows seq 3"),
        (spoilt(lambda lines: [*lines[:4], "", *lines[4:]]), "Line 5: no record of a log"),
        (edit(5, actor="mallory"), "Line 5: the record does not match its hash"),
        (edit(8, body='{"context_summary":"no"}'), "Line 8: the body does not match its digest"),
        (edit(5, seq="4"), r"Line 5: no record of a log \(seq: Input should be a valid integer"),
        (edit(5, more=1), r"Line 5: no record of a log \(more: Unexpected keyword argument"),
    ],
)
def test_spoilt_file_is_refused_by_its_line_and_nothing_changes(hub: Hub, lines: list[str], spoil: Edit, message: str):
    events = len(lines) - 1
    counts = {"{n-1}": events - 1, "{n}": events, "{n+1}": events + 1}
    for place, count in counts.items():
        message = message.replace(place, str(count))
    with pytest.raises(BadInput, match=message):
        imported(hub.log, spoil(lines))
    assert records_of(hub.log) == []
    assert not any(tables_of(hub.log).values())


def test_another_history_is_refused_and_nothing_changes(hub: Hub, lines: list[str]):
    say(hub, "I was here first")
    before = records_of(hub.log), tables_of(hub.log)
    with pytest.raises(BadInput, match="Line 2: this store holds another history at seq 1"):
        imported(hub.log, lines)
    assert (records_of(hub.log), tables_of(hub.log)) == before
