"""The seam: what the rest of Renkei asks of a store. Memory, SQLite and PostgreSQL stand behind it.

A write is one exclusive transaction: the events, and the table changes that are folded from them, are there together
or not at all. A read sees one consistent state. `seq` has no gaps and is in commit order.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from renkei.eventlog.records import Draft, Head, Record
from renkei.eventlog.tables import Change
from renkei.values import value

RowT = TypeVar("RowT")


@value
class Schema:
    """The folded tables a store has to keep, and a mark that changes with them."""

    row_types: tuple[type[Any], ...]
    fingerprint: str


class View(Protocol):
    """A consistent state of the log and of its tables."""

    @property
    def head(self) -> Head: ...

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        """One row by its key."""
        ...

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
        """Rows whose columns equal `where`, in the order of one column, beyond `after` and short of `before`."""
        ...

    def count(
        self,
        row_type: type[Any],
        *,
        order: str,
        after: int | str | None = None,
        before: int | str | None = None,
        **where: str | int | bool | None,
    ) -> int:
        """How many rows `select` would give, without reading them."""
        ...

    def events(self, *, after: int = 0, limit: int | None = None) -> list[Record]:
        """Records in order."""
        ...

    def event(self, seq: int) -> Record | None:
        """The record at this place; None outside the log."""
        ...

    def events_at(self, seqs: Sequence[int]) -> list[Record]:
        """The records at these places, in their order; none for a place outside the log."""
        ...

    def event_with_key(self, actor: str, key: str) -> Record | None:
        """The first event of the command that this actor gave under this idempotency key."""
        ...

    def find_damage(self) -> list[str]:
        """What the store itself finds wrong with how it is kept, in its own words."""
        ...


class Transaction(View, Protocol):
    """A view that can be written."""

    def append(self, draft: Draft) -> Record: ...

    def begin_nested(self) -> AbstractContextManager[None]:
        """A part that is undone by itself when it raises; what came before it in the transaction stays."""
        ...

    def apply(self, changes: Iterable[Change]) -> None: ...

    def redact(self, seqs: Sequence[int]) -> None:
        """Forgets the bodies of these records."""
        ...

    def restore(self, records: Iterable[Record]) -> None:
        """Appends records as they are; the caller has checked that they follow the head."""
        ...

    def clear_tables(self) -> None:
        """Empties every folded table, before folding anew."""
        ...


class EventLog(Protocol):
    """The truth."""

    def write(self) -> AbstractContextManager[Transaction]:
        """An exclusive transaction: committed at the end of the block, undone if it raises."""
        ...

    def read(self) -> AbstractContextManager[View]: ...

    def wait_for_events(self, after: int, timeout: float) -> bool:
        """Waits until the log has moved past `after`; False when the time is up."""
        ...

    @property
    def is_stale(self) -> bool:
        """Whether the folded tables were declared otherwise when last written, and have to be folded anew."""
        ...

    def close(self) -> None: ...


def records_in_batches(view: View, *, after: int = 0, size: int = 1000) -> Iterator[list[Record]]:
    """The log from `after` on, a bounded number of records at a time."""
    while batch := view.events(after=after, limit=size):
        yield batch
        after = batch[-1].seq


def subscribe(
    log: EventLog, *, after: int = 0, poll: float = 0.5, stop: Callable[[], bool] = lambda: False
) -> Iterator[Record]:
    """Every record after `after`, in order, none skipped and none twice; waits for more until `stop` says so."""
    while not stop():
        with log.read() as view:
            batch = view.events(after=after, limit=1000)
        for record in batch:
            after = record.seq
            yield record
        if not batch:
            log.wait_for_events(after, poll)
