"""The log in memory: the twin of the stores on disk, for tests and for looking at a project that has no store."""

import threading
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from renkei.eventlog.base import Schema, Transaction, View
from renkei.eventlog.records import Clock, Draft, Head, Record, seal_draft, utc_now
from renkei.eventlog.tables import Change, Delete, Key, Put, Table, table_of

RowT = TypeVar("RowT")


class MemoryLog:
    """Everything in dictionaries. A write works on a copy, so that a read keeps what it saw."""

    def __init__(self, schema: Schema, *, clock: Clock = utc_now) -> None:
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._state = _MemoryState(schema, clock)

    @contextmanager
    def write(self) -> Generator[Transaction]:
        with self._writing:
            draft = self._state.copy()
            yield draft
            with self._changed:
                self._state = draft
                self._changed.notify_all()

    @contextmanager
    def read(self) -> Generator[View]:
        yield self._state

    def wait_for_events(self, after: int, timeout: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._state.head.seq > after, timeout)

    @property
    def is_stale(self) -> bool:
        return False

    def close(self) -> None:
        """Nothing to let go of."""


class _MemoryState:
    def __init__(self, schema: Schema, clock: Clock) -> None:
        self._schema = schema
        self._clock = clock
        self._records: list[Record] = []
        self._tables: dict[str, dict[Key, Any]] = {table_of(row_type).name: {} for row_type in schema.row_types}

    def copy(self) -> "_MemoryState":
        twin = _MemoryState(self._schema, self._clock)
        twin._records = list(self._records)
        twin._tables = {name: dict(rows) for name, rows in self._tables.items()}
        return twin

    @property
    def head(self) -> Head:
        if not self._records:
            return Head()
        last = self._records[-1]
        return Head(seq=last.seq, hash=last.hash, at=last.at)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        return self._table_rows(table_of(row_type)).get(key)

    def select(
        self,
        row_type: type[RowT],
        *,
        order: str,
        after: int | str | None = None,
        before: int | str | None = None,
        descending: bool = False,
        limit: int | None = None,
        **where: str | int | bool | None,
    ) -> list[RowT]:
        found = self._select_matching(row_type, order, after, before, where)
        found.sort(key=lambda row: getattr(row, order), reverse=descending)
        return found[:limit]

    def count(
        self,
        row_type: type[Any],
        *,
        order: str,
        after: int | str | None = None,
        before: int | str | None = None,
        **where: str | int | bool | None,
    ) -> int:
        return len(self._select_matching(row_type, order, after, before, where))

    def _select_matching(
        self,
        row_type: type[RowT],
        order: str,
        after: int | str | None,
        before: int | str | None,
        where: Mapping[str, str | int | bool | None],
    ) -> list[RowT]:
        return [
            row
            for row in self._table_rows(table_of(row_type)).values()
            if all(getattr(row, name) == value for name, value in where.items())
            and (after is None or getattr(row, order) > after)
            and (before is None or getattr(row, order) < before)
        ]

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        start = max(after, 0)
        return self._records[start : None if limit is None else start + limit]

    def event(self, seq: int) -> Record | None:
        return self._records[seq - 1] if 0 < seq <= len(self._records) else None

    def events_at(self, seqs: Sequence[int]) -> list[Record]:
        return [record for seq in seqs if (record := self.event(seq))]

    def event_with_key(self, actor: str, key: str) -> Record | None:
        return next((record for record in self._records if (record.actor, record.key) == (actor, key)), None)

    def find_damage(self) -> list[str]:
        return []

    @contextmanager
    def begin_nested(self) -> Generator[None]:
        before = self.copy()
        try:
            yield
        except BaseException:
            self._records, self._tables = before._records, before._tables
            raise

    def append(self, draft: Draft) -> Record:
        record = seal_draft(draft, head=self.head, now=self._clock())
        self._records.append(record)
        return record

    def apply(self, changes: Iterable[Change]) -> None:
        for change in changes:
            match change:
                case Put(row):
                    table = table_of(type(row))
                    self._table_rows(table)[table.key_of(row)] = row
                case Delete(row_type, key):
                    self._table_rows(table_of(row_type)).pop(key, None)

    def redact(self, seqs: Sequence[int]) -> None:
        for seq in seqs:
            self._records[seq - 1] = self._records[seq - 1].without_body()

    def restore(self, records: Iterable[Record]) -> None:
        self._records.extend(records)

    def clear_tables(self) -> None:
        for rows in self._tables.values():
            rows.clear()

    def _table_rows(self, table: Table) -> dict[Key, Any]:
        return self._tables[table.name]
