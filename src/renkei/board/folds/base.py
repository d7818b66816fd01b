"""What every fold takes and gives: (tables, event, stamp) -> changes."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from renkei.board.tables import ChangeRow
from renkei.errors import StoreError
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.values import value

RowT = TypeVar("RowT")

REDACTED: Final = "[redacted]"


@value
class Stamp:
    """Where and when an event stands in the log."""

    seq: int
    at: str
    actor: str
    is_root: bool
    """Whether a command led to it, not another event."""


Fold = Callable[[View, Any, Stamp], Iterable[Change]]
Folds = dict[type[Any], Fold]
"""By event."""


def require_row(row: RowT | None, stamp: Stamp) -> RowT:
    if row is None:
        raise StoreError("Event {seq} speaks of something that no event before it made.", seq=stamp.seq)
    return row


def record_change(stamp: Stamp, *, action: str, path: str, old: str | None, new: str | None) -> Change:
    return Put(
        ChangeRow(seq=stamp.seq, timestamp=stamp.at, agent=stamp.actor, action=action, path=path, old=old, new=new)
    )
