"""Is the store what its log says? Checks the chain, then folds the log anew and compares every table."""

from collections.abc import Iterator
from dataclasses import dataclass

from renkei.board.fold import event_of, fold, stamp_of
from renkei.board.tables import ROW_TYPES, SCHEMA
from renkei.eventlog.base import View, records_in_batches
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Head, flaw
from renkei.eventlog.tables import Table, table_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Flaw:
    """Something in the store that its log does not account for."""

    place: str
    message: str


def verify(view: View) -> Iterator[Flaw]:
    """Every flaw of a store."""
    twin = MemoryLog(SCHEMA)
    with twin.write() as fresh:
        head = Head()
        for batch in records_in_batches(view):
            for record in batch:
                if wrong := flaw(record, head):
                    yield Flaw(place=f"event {record.seq}", message=wrong)
                head = Head(seq=record.seq, hash=record.hash, at=record.at)
                fresh.apply(fold(fresh, event_of(record), stamp_of(record)))
        if view.head != head:
            yield Flaw(place="head", message=f"the log ends at seq {head.seq}, the store says {view.head.seq}")
        for row_type in ROW_TYPES:
            yield from _compare(table_of(row_type), view, fresh)


def _compare(table: Table, stored: View, folded: View) -> Iterator[Flaw]:
    order = table.key[0]
    there = {table.key_of(row): row for row in stored.select(table.row, order=order)}
    due = {table.key_of(row): row for row in folded.select(table.row, order=order)}
    for key in sorted(there.keys() | due.keys(), key=str):
        if there.get(key) != due.get(key):
            what = "is not in the log" if key not in due else "is missing" if key not in there else "differs"
            yield Flaw(place=f"{table.name} {'/'.join(map(str, key))}", message=f"the row {what}")
