"""Unit of work: a database as one transaction sees it; rows are asked for once, and written together when that is due.

A post looks at the same few rows over and over and changes some of them again and again. Here they are remembered, and
what changes waits until somebody asks for a list, or until the commit; a hundred posts then cost a few statements. A
store that knows that nobody else wrote meanwhile may hand what is known on to its next transaction.
Why: docs/why/group-commit.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

from renkei.eventlog.base import Schema
from renkei.eventlog.records import Clock, Draft, Head, Record, seal_draft
from renkei.eventlog.sql_store import (
    MOST,
    WRITER,
    check_fingerprint,
    check_writer,
    record_of,
    records_of,
    require_head,
    row_of,
)
from renkei.eventlog.tables import Change, Key, Put, Selection, Table, table_of

# What a transaction knows of the tables without asking, and what it has yet to write.


MOST_ROWS: Final = 20_000
"""How many rows are remembered; then all are forgotten, and looked up again as they are needed."""

MOST_IN_AN_ANSWER: Final = 500
"""A longer list of rows is not worth keeping."""

Rows = defaultdict[type[Any], dict[Key, Any]]
"""By table and key; None for a row that is not there."""


@dataclass(slots=True)
class RowCache:
    """Rows by their key, and lists of rows by what was asked for. A change of a table voids the lists from it."""

    rows: Rows = field(default_factory=lambda: defaultdict(dict))
    answers: defaultdict[type[Any], dict[object, list[Any]]] = field(default_factory=lambda: defaultdict(dict))
    size: int = 0

    def remember_row(self, row_type: type[Any], key: Key, row: Any) -> None:
        """A row as it is now; None when there is none."""
        self.rows[row_type][key] = row
        self.size += 1

    def update_row(self, row_type: type[Any], key: Key, row: Any) -> None:
        self.rows[row_type][key] = row
        self.size += 1
        if row_type in self.answers:
            del self.answers[row_type]

    def evict_row(self, row_type: type[Any], key: Key) -> None:
        self.rows[row_type].pop(key, None)
        self.answers.pop(row_type, None)

    def keep_answer(self, row_type: type[Any], question: object, found: list[Any]) -> None:
        if len(found) <= MOST_IN_AN_ANSWER:
            self.answers[row_type][question] = found
            self.size += len(found) + 1

    def clear(self) -> None:
        self.rows.clear()
        self.answers.clear()
        self.size = 0


@dataclass(slots=True)
class WriteBuffer:
    """What has been decided and not written: records in order, and each row as it is last."""

    records: list[Record] = field(default_factory=list[Record])
    rows: Rows = field(default_factory=lambda: defaultdict(dict))
    size: int = 0
    """How many changes were made to it."""

    def add(self, other: "WriteBuffer") -> None:
        """What comes after it."""
        self.records += other.records
        for row_type, rows in other.rows.items():
            self.rows[row_type].update(rows)
        self.size += other.size

    def append_record(self, record: Record) -> None:
        self.records.append(record)
        self.size += 1

    def put_row(self, row_type: type[Any], key: Key, row: Any) -> None:
        self.rows[row_type][key] = row
        self.size += 1

    def clear(self) -> None:
        self.records.clear()
        self.rows.clear()
        self.size = 0


RowT = TypeVar("RowT")

MOST_PENDING: Final = 2_000
"""How much waits to be written; a whole log that is folded anew does not fit into memory."""


class Statements(Protocol):
    """What a kind of database is asked to do. Nothing is remembered here."""

    def fetch_row(self, table: Table, key: Key) -> Sequence[Any] | None: ...

    def fetch_rows(self, table: Table, selection: Selection) -> Iterable[Sequence[Any]]: ...

    def count_rows(self, table: Table, selection: Selection) -> int: ...

    def fetch_records(self, after: int, limit: int | None) -> list[Sequence[Any]]: ...

    def fetch_records_at(self, seqs: Sequence[int]) -> Iterable[Sequence[Any]]:
        """In whatever order."""
        ...

    def fetch_record_with_key(self, actor: str, key: str) -> Sequence[Any] | None: ...

    def append_records(self, records: list[Sequence[Any]]) -> None: ...

    def put_rows(self, table: Table, rows: list[Sequence[Any]]) -> None: ...

    def delete_rows(self, table: Table, keys: list[Key]) -> None: ...

    def redact_records(self, seqs: Sequence[int]) -> None: ...

    def make_tables(self, tables: Sequence[Table], *, as_declared: bool) -> None:
        """Makes every folded table, empty; `as_declared` says that those which are there have the right shape."""
        ...

    def save_head(self, head: Head, min_writer: int, fingerprint: str) -> None: ...

    def set_savepoint(self) -> None: ...

    def release_savepoint(self) -> None: ...

    def roll_back(self) -> None: ...

    def find_damage(self) -> list[str]: ...


class UnitOfWork:
    """The store as one transaction sees it; `head` is the row that says where the log ends."""

    def __init__(
        self,
        database: Statements,
        head: Sequence[Any] | None,
        schema: Schema,
        clock: Clock,
        cache: RowCache | None = None,
    ) -> None:
        self._database = database
        self._schema = schema
        self._clock = clock
        self._cache = RowCache() if cache is None else cache
        self._settled = WriteBuffer()
        self._tried: WriteBuffer | None = None
        self._is_marked = False
        seq, digest, at, self._min_writer, self.fingerprint = require_head(head)
        self.head = Head(seq=seq, hash=digest, at=at)
        self._found = (seq, self.fingerprint)
        self.has_redacted: bool = False

    def check_may_write(self) -> None:
        check_writer(self._min_writer)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        try:
            return self._cache.rows[row_type][key]
        except KeyError:
            return self._load_row(row_type, key)

    def _load_row(self, row_type: type[RowT], key: Key) -> RowT | None:
        table = self._require_table(row_type)
        values = self._database.fetch_row(table, key)
        row = None if values is None else table.decode(values)
        self._cache.remember_row(row_type, key, row)
        return row

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
        selection = Selection(tuple(where.items()), order, _within(after), _within(before), descending, limit)
        found = self._cache.answers[row_type].get(selection)
        if found is None:
            table = self._flush_table(row_type)
            found = [table.decode(values) for values in self._database.fetch_rows(table, selection)]
            self._cache.keep_answer(row_type, selection, found)
        return list(found)

    def count(
        self,
        row_type: type[Any],
        *,
        order: str,
        after: int | str | None = None,
        before: int | str | None = None,
        **where: str | int | bool | None,
    ) -> int:
        selection = Selection(
            tuple(where.items()), order, _within(after), _within(before), descending=False, limit=None
        )
        return self._database.count_rows(self._flush_table(row_type), selection)

    def _flush_table(self, row_type: type[Any]) -> Table:
        """The table, with what has been decided and not written in it."""
        table = self._require_table(row_type)
        if row_type in self._settled.rows or (self._tried and row_type in self._tried.rows):
            self._flush_buffers()
        return table

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        self._flush_buffers()
        return records_of(self._database.fetch_records(after, limit), after)

    def event(self, seq: int) -> Record | None:
        if not 0 < seq <= self.head.seq:
            return None
        for pending in (self._tried, self._settled):
            if pending and pending.records and seq >= pending.records[0].seq:
                return pending.records[seq - pending.records[0].seq]
        found = self._database.fetch_records(seq - 1, 1)
        return record_of(found[0]) if found else None

    def events_at(self, seqs: Sequence[int]) -> list[Record]:
        self._flush_buffers()
        found: dict[int, Record] = {}
        for start in range(0, len(seqs), MOST_IN_AN_ANSWER):
            rows = self._database.fetch_records_at(seqs[start : start + MOST_IN_AN_ANSWER])
            found.update((row[0], record_of(row)) for row in rows)
        return [found[seq] for seq in seqs if seq in found]

    def event_with_key(self, actor: str, key: str) -> Record | None:
        for record in [*self._settled.records, *(self._tried.records if self._tried else ())]:
            if record.key == key and record.actor == actor:
                return record
        row = self._database.fetch_record_with_key(actor, key)
        return None if row is None else record_of(row)

    def find_damage(self) -> list[str]:
        return self._database.find_damage()

    def begin_nested(self) -> "_NestedTransaction":
        return _NestedTransaction(self)

    def open_nested(self) -> "_Before":
        self._tried = WriteBuffer()
        return self.head, self.fingerprint, self.has_redacted

    def keep_nested(self) -> None:
        assert self._tried is not None
        self._settled.add(self._tried)
        if self._is_marked:
            self._database.release_savepoint()
        self._tried, self._is_marked = None, False

    def roll_back_nested(self, before: "_Before") -> None:
        assert self._tried is not None
        self._undo_nested(self._tried)
        self.head, self.fingerprint, self.has_redacted = before
        self._tried, self._is_marked = None, False

    def append(self, draft: Draft) -> Record:
        record = seal_draft(draft, head=self.head, now=self._clock())
        self.restore([record])
        return record

    def apply(self, changes: Iterable[Change]) -> None:
        pending, cache = self._pending, self._cache
        for change in changes:
            if isinstance(change, Put):
                row, row_type = change.row, type(change.row)
                key = self._require_table(row_type).key_of(row)
            else:
                row, row_type, key = None, change.row_type, change.key
            pending.put_row(row_type, key, row)
            cache.update_row(row_type, key, row)
        self._limit_memory()

    def redact(self, seqs: Sequence[int]) -> None:
        self._flush_buffers()
        self._set_savepoint()
        self._database.redact_records(seqs)
        self.has_redacted = self.has_redacted or bool(seqs)

    def restore(self, records: Iterable[Record]) -> None:
        pending = self._pending
        for record in records:
            pending.append_record(record)
            self.head = Head(seq=record.seq, hash=record.hash, at=record.at)
        self._limit_memory()

    def clear_tables(self) -> None:
        self._flush_buffers()
        self._set_savepoint()
        tables = [table_of(row_type) for row_type in self._schema.row_types]
        self._database.make_tables(tables, as_declared=self.fingerprint == self._schema.fingerprint)
        self._cache.clear()
        self.fingerprint = self._schema.fingerprint

    def finish(self) -> None:
        """Writes all that is left, and where the log now ends."""
        self._flush_buffers()
        if (self.head.seq, self.fingerprint) == self._found and self._min_writer >= WRITER:
            return  # nothing came of it: a commit would cost a flush of the disk for nothing
        self._database.save_head(self.head, max(self._min_writer, WRITER), self.fingerprint)

    @property
    def _pending(self) -> WriteBuffer:
        return self._settled if self._tried is None else self._tried

    def _flush_buffers(self) -> None:
        """Brings the database up to date; what an attempt did so far, behind a mark that it can be undone to."""
        self._write_buffer(self._settled)
        if self._tried is not None and self._tried.size:
            self._set_savepoint()
            self._write_buffer(self._tried)

    def _set_savepoint(self) -> None:
        if self._tried is not None and not self._is_marked:
            self._database.set_savepoint()
            self._is_marked = True

    def _write_buffer(self, pending: WriteBuffer) -> None:
        if pending.records:
            self._database.append_records([row_of(record) for record in pending.records])
        for row_type, rows in pending.rows.items():
            table = table_of(row_type)
            if there := [table.encode(row) for row in rows.values() if row is not None]:
                self._database.put_rows(table, there)
            if gone := [key for key, row in rows.items() if row is None]:
                self._database.delete_rows(table, gone)
        pending.clear()

    def _undo_nested(self, tried: WriteBuffer) -> None:
        """Forgets an attempt: what was settled before it is as it was."""
        if self._is_marked:
            self._database.roll_back()
            self._cache.clear()
            return
        for row_type, rows in tried.rows.items():
            settled = self._settled.rows.get(row_type, {})
            for key in rows:
                if key in settled:
                    self._cache.update_row(row_type, key, settled[key])
                else:
                    self._cache.evict_row(row_type, key)

    def _limit_memory(self) -> None:
        if self._pending.size > MOST_PENDING:
            self._flush_buffers()
        if self._cache.size > MOST_ROWS:
            self._flush_buffers()  # a row that is not known is looked up in the database
            self._cache.clear()

    def _require_table(self, row_type: type[Any]) -> Table:
        if self.fingerprint != self._schema.fingerprint:
            check_fingerprint(self.fingerprint, self._schema.fingerprint)
        return table_of(row_type)


_Before = tuple[Head, str, bool]
"""What an attempt that is given up brings back."""


def _within(bound: int | str | None) -> int | str | None:
    """A bound that a store can hold: beyond the last number there is nothing either."""
    return min(bound, MOST) if isinstance(bound, int) else bound


class _NestedTransaction:
    """A part of a transaction; not a generator, for every post is one."""

    __slots__ = ("_before", "_state")

    def __init__(self, state: UnitOfWork) -> None:
        self._state = state
        self._before = state.open_nested()

    def __enter__(self) -> None:
        """It has begun."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            self._state.keep_nested()
        else:
            self._state.roll_back_nested(self._before)
