"""Unit of work: a database as one transaction sees it; rows are asked for once, and written together when that is due.

A post looks at the same few rows over and over and changes some of them again and again. Here they are remembered, and
what changes waits until somebody asks for a list, or until the commit; a hundred posts then cost a few statements. A
store that knows that nobody else wrote meanwhile may hand what is known on to its next transaction.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from renkei.eventlog.base import Clock, Schema
from renkei.eventlog.records import Draft, Head, Record, seal
from renkei.eventlog.row_cache import MOST_ROWS, RowCache, WriteBuffer
from renkei.eventlog.stored import (
    WRITER,
    check_fingerprint,
    check_writer,
    checked_head,
    record_of,
    records_of,
    row_of,
)
from renkei.eventlog.tables import Change, Key, Put, Selection, Table, table_of

RowT = TypeVar("RowT")

MOST_PENDING: Final = 2_000
"""How much waits to be written; a whole log that is folded anew does not fit into memory."""


class Statements(Protocol):
    """What a kind of database is asked to do. Nothing is remembered here."""

    def row(self, table: Table, key: Key) -> Sequence[Any] | None: ...

    def rows(self, table: Table, selection: Selection) -> Iterable[Sequence[Any]]: ...

    def count(self, table: Table, selection: Selection) -> int: ...

    def records(self, after: int, limit: int | None) -> list[Sequence[Any]]: ...

    def record_with_key(self, actor: str, key: str) -> Sequence[Any] | None: ...

    def append(self, records: list[Sequence[Any]]) -> None: ...

    def put(self, table: Table, rows: list[Sequence[Any]]) -> None: ...

    def delete(self, table: Table, keys: list[Key]) -> None: ...

    def redact(self, seqs: Sequence[int]) -> None: ...

    def make_tables(self, tables: Sequence[Table], *, as_declared: bool) -> None:
        """Makes every folded table, empty; `as_declared` says that those which are there have the right shape."""
        ...

    def save_head(self, head: Head, min_writer: int, fingerprint: str) -> None: ...

    def savepoint(self) -> None: ...

    def release(self) -> None: ...

    def roll_back(self) -> None: ...

    def damage(self) -> list[str]: ...


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
        seq, digest, at, self._min_writer, self.fingerprint = checked_head(head)
        self.head = Head(seq=seq, hash=digest, at=at)
        self._found = (self.head, self.fingerprint)
        self.has_redacted: bool = False

    def check_may_write(self) -> None:
        check_writer(self._min_writer)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        try:
            return self._cache.rows[row_type][key]
        except KeyError:
            return self._look_up(row_type, key)

    def _look_up(self, row_type: type[RowT], key: Key) -> RowT | None:
        table = self._table(row_type)
        values = self._database.row(table, key)
        row = None if values is None else table.decode(values)
        self._cache.learn(row_type, key, row)
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
        selection = Selection(tuple(where.items()), order, after, before, descending, limit)
        found = self._cache.answers[row_type].get(selection)
        if found is None:
            table = self._up_to_date(row_type)
            found = [table.decode(values) for values in self._database.rows(table, selection)]
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
        selection = Selection(tuple(where.items()), order, after, before, descending=False, limit=None)
        return self._database.count(self._up_to_date(row_type), selection)

    def _up_to_date(self, row_type: type[Any]) -> Table:
        """The table, with what has been decided and not written in it."""
        table = self._table(row_type)
        if row_type in self._settled.rows or (self._tried and row_type in self._tried.rows):
            self._write_out()
        return table

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        self._write_out()
        return records_of(self._database.records(after, limit), after)

    def event(self, seq: int) -> Record | None:
        if not 0 < seq <= self.head.seq:
            return None
        for pending in (self._tried, self._settled):
            if pending and pending.records and seq >= pending.records[0].seq:
                return pending.records[seq - pending.records[0].seq]
        found = self._database.records(seq - 1, 1)
        return record_of(found[0]) if found else None

    def event_with_key(self, actor: str, key: str) -> Record | None:
        for record in [*self._settled.records, *(self._tried.records if self._tried else ())]:
            if record.key == key and record.actor == actor:
                return record
        row = self._database.record_with_key(actor, key)
        return None if row is None else record_of(row)

    def damage(self) -> list[str]:
        return self._database.damage()

    def attempt(self) -> "_Attempt":
        return _Attempt(self)

    def begin_attempt(self) -> "_Before":
        self._tried = WriteBuffer()
        return self.head, self.fingerprint, self.has_redacted

    def keep_attempt(self) -> None:
        assert self._tried is not None
        self._settled.add(self._tried)
        if self._is_marked:
            self._database.release()
        self._tried, self._is_marked = None, False

    def give_up_attempt(self, before: "_Before") -> None:
        assert self._tried is not None
        self._undo(self._tried)
        self.head, self.fingerprint, self.has_redacted = before
        self._tried, self._is_marked = None, False

    def append(self, draft: Draft) -> Record:
        record = seal(draft, head=self.head, now=self._clock())
        self.restore([record])
        return record

    def apply(self, changes: Iterable[Change]) -> None:
        pending, cache = self._pending, self._cache
        for change in changes:
            if isinstance(change, Put):
                row, row_type = change.row, type(change.row)
                key = self._table(row_type).key_of(row)
            else:
                row, row_type, key = None, change.row_type, change.key
            pending.put(row_type, key, row)
            cache.change(row_type, key, row)
        self._bound()

    def redact(self, seqs: Sequence[int]) -> None:
        self._write_out()
        self._mark()
        self._database.redact(seqs)
        self.has_redacted = self.has_redacted or bool(seqs)

    def restore(self, records: Iterable[Record]) -> None:
        pending = self._pending
        for record in records:
            pending.append(record)
            self.head = Head(seq=record.seq, hash=record.hash, at=record.at)
        self._bound()

    def clear_tables(self) -> None:
        self._write_out()
        self._mark()
        tables = [table_of(row_type) for row_type in self._schema.row_types]
        self._database.make_tables(tables, as_declared=self.fingerprint == self._schema.fingerprint)
        self._cache.forget()
        self.fingerprint = self._schema.fingerprint

    def finish(self) -> None:
        """Writes all that is left, and where the log now ends."""
        self._write_out()
        if (self.head, self.fingerprint) == self._found and self._min_writer >= WRITER:
            return  # nothing came of it: a commit would cost a flush of the disk for nothing
        self._database.save_head(self.head, max(self._min_writer, WRITER), self.fingerprint)

    @property
    def _pending(self) -> WriteBuffer:
        return self._settled if self._tried is None else self._tried

    def _write_out(self) -> None:
        """Brings the database up to date; what an attempt did so far, behind a mark that it can be undone to."""
        self._write(self._settled)
        if self._tried is not None and self._tried.size:
            self._mark()
            self._write(self._tried)

    def _mark(self) -> None:
        if self._tried is not None and not self._is_marked:
            self._database.savepoint()
            self._is_marked = True

    def _write(self, pending: WriteBuffer) -> None:
        if pending.records:
            self._database.append([row_of(record) for record in pending.records])
        for row_type, rows in pending.rows.items():
            table = table_of(row_type)
            if there := [table.encode(row) for row in rows.values() if row is not None]:
                self._database.put(table, there)
            if gone := [key for key, row in rows.items() if row is None]:
                self._database.delete(table, gone)
        pending.clear()

    def _undo(self, tried: WriteBuffer) -> None:
        """Forgets an attempt: what was settled before it is as it was."""
        if self._is_marked:
            self._database.roll_back()
            self._cache.forget()
            return
        for row_type, rows in tried.rows.items():
            settled = self._settled.rows.get(row_type, {})
            for key in rows:
                if key in settled:
                    self._cache.change(row_type, key, settled[key])
                else:
                    self._cache.unlearn(row_type, key)

    def _bound(self) -> None:
        if self._pending.size > MOST_PENDING:
            self._write_out()
        if self._cache.size > MOST_ROWS:
            self._write_out()  # a row that is not known is looked up in the database
            self._cache.forget()

    def _table(self, row_type: type[Any]) -> Table:
        if self.fingerprint != self._schema.fingerprint:
            check_fingerprint(self.fingerprint, self._schema.fingerprint)
        return table_of(row_type)


_Before = tuple[Head, str, bool]
"""What an attempt that is given up brings back."""


class _Attempt:
    """A part of a transaction; not a generator, for every post is one."""

    __slots__ = ("_before", "_state")

    def __init__(self, state: UnitOfWork) -> None:
        self._state = state
        self._before = state.begin_attempt()

    def __enter__(self) -> None:
        """It has begun."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            self._state.keep_attempt()
        else:
            self._state.give_up_attempt(self._before)
