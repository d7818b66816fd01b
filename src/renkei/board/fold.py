"""How the tables follow from the log: (event, tables) -> changes. Pure, so that refolding gives the same tables."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from renkei.board.folds.base import Fold, Folds, Stamp
from renkei.board.folds.caps import CAP_FOLDS
from renkei.board.folds.contracts import CONTRACT_FOLDS
from renkei.board.folds.insights import INSIGHT_FOLDS
from renkei.board.folds.messages import MESSAGE_FOLDS
from renkei.board.folds.runs import RUN_FOLDS
from renkei.board.folds.spend import SPEND_FOLDS
from renkei.board.folds.state import STATE_FOLDS
from renkei.board.folds.team import TEAM_FOLDS
from renkei.board.folds.turns import TURN_FOLDS
from renkei.board.tables import AgentRow, StepRow
from renkei.board.team import steps_taken
from renkei.errors import StoreError, StoreTooNew
from renkei.eventlog.base import Transaction, View, records_in_batches
from renkei.eventlog.records import Record, canonical_json
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import EVENTS, Event, current_name
from renkei.protocol.run_events import TasksCompleted, TasksStarted, each_of


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


def fold_event(view: View, event: Event, stamp: Stamp) -> list[Change]:
    """The changes that an event makes to the tables.

    Raises:
        StoreError: it speaks of something that the log has not told of.
    """
    steps: tuple[Fold, ...] = _FOLDS.get(type(event), ())
    return [change for step in (*steps, _count_step) for change in step(view, event, stamp)]


def _count_step(view: View, event: Event, stamp: Stamp) -> Iterable[Change]:
    """Each command that an agent gives is a step of it."""
    if stamp.is_root and view.get(AgentRow, stamp.actor):
        yield Put(StepRow(agent=stamp.actor, count=steps_taken(view, stamp.actor) + 1))


def _group_by_event(*tables: Folds) -> dict[type[Any], tuple[Fold, ...]]:
    events = {event for table in tables for event in table}
    return {event: tuple(table[event] for table in tables if event in table) for event in events}


_FOLDS: Final = _group_by_event(
    TEAM_FOLDS, MESSAGE_FOLDS, STATE_FOLDS, CONTRACT_FOLDS, RUN_FOLDS, TURN_FOLDS, INSIGHT_FOLDS, SPEND_FOLDS, CAP_FOLDS
)
"""The other events change no table."""


def refold_tables(tx: Transaction) -> None:
    """Folds every table anew from the log."""
    tx.clear_tables()
    for batch in records_in_batches(tx):
        for record in batch:
            tx.apply(fold_event(tx, event_of(record), stamp_of(record)))


# The log as it is told: events have the names of today, and a record of many tasks is one for each of them.


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
