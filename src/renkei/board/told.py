"""The log as it is told: events have the names of today, and a record of many tasks is one for each of them."""

from dataclasses import replace

from renkei.board.events import event_of
from renkei.eventlog.records import Record, canonical_json
from renkei.protocol.events import current_name
from renkei.protocol.run_events import TasksCompleted, TasksStarted, each_of


def expand_batched(record: Record) -> list[Record]:
    """The record, or what it stands for: those share its seq and its time."""
    if record.type not in _OF_MANY:
        return [replace(record, type=current_name(record.type))]
    event = event_of(record)
    assert isinstance(event, TasksStarted | TasksCompleted)
    return [_single_record(record, each.model_dump(by_alias=True), type(each).__name__) for each in each_of(event)]


def _single_record(record: Record, data: dict[str, object], kind: str) -> Record:
    body = data.pop("body", None)
    return replace(record, type=kind, data=canonical_json(data), body=None if body is None else canonical_json(body))


_OF_MANY = (TasksStarted.__name__, TasksCompleted.__name__)
