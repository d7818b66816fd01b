"""The typed event of a record of the log."""

import json

from renkei.board.folds.base import Stamp
from renkei.errors import StoreError, StoreTooNew
from renkei.eventlog.records import Record
from renkei.protocol.events import EVENTS, Event, current_name


def stamp_of(record: Record) -> Stamp:
    return Stamp(seq=record.seq, at=record.at, actor=record.actor, is_root=record.cause is None)


def event_of(record: Record) -> Event:
    """The typed event of a record.

    Raises:
        StoreTooNew: a newer Renkei wrote it.
        StoreError: it is not what its type says.
    """
    name = current_name(record.type)
    if name not in EVENTS:
        raise StoreTooNew(
            "Event {seq} is a {type}, which this Renkei does not know. Use a newer one.",
            seq=record.seq,
            type=record.type,
        )
    try:
        document = dict(json.loads(record.data))
        if record.body is not None:
            document["body"] = json.loads(record.body)
        return EVENTS[name].model_validate(document)
    except (ValueError, TypeError) as error:
        raise StoreError("Event {seq} is no {type}: {error}", seq=record.seq, type=record.type, error=error) from None
