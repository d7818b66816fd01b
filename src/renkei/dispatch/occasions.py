"""Occasions that rules as data look at: what happened, whom it concerns, and what can be told of it.

An event is an occasion, too. Who is concerned is looked up at once, what is told of it only when a rule asks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from renkei.dispatch.base import Cause
from renkei.protocol.board import Awaited
from renkei.protocol.events import FieldSet, MessagePosted
from renkei.protocol.run_events import TasksCompleted, TasksStarted, each_of
from renkei.values import value

Fields = dict[str, Any]


@value
class Occasion:
    names: tuple[str, ...]
    """The words for it that a rule's `on` can have."""
    cause: Cause
    groups: Mapping[str, Sequence[str]]
    """Fields that name agents."""
    tell: Callable[[], Fields]
    """The other fields."""
    by_reader: Mapping[str, Fields] = field(default_factory=dict[str, Fields])
    """Fields that are another for each reader."""
    ended: Sequence[Awaited] = ()
    """What nobody has to wait for any longer."""

    @property
    def concerns_somebody(self) -> bool:
        return bool(self.ended) or any(self.groups.values())

    def all_fields(self) -> Fields:
        return {**self.tell(), **self.groups, "actor": self.cause.actor, "seq": self.cause.seq}


Detector = Callable[[Cause], Iterable[Occasion]]


def occasions_of_event(cause: Cause) -> list[Occasion]:
    """The event itself; of many tasks, each."""
    events = each_of(cause.event) if isinstance(cause.event, TasksStarted | TasksCompleted) else [cause.event]
    return [_event_occasion(cause, event) for event in events]


def _event_occasion(cause: Cause, event: Any) -> Occasion:
    names = [type(event).__name__]
    if isinstance(event, FieldSet) and event.agent and event.status:
        names.append(event.status)
    return Occasion(names=tuple(names), cause=cause, groups={}, tell=lambda: _fields_of_event(event))


def _fields_of_event(event: Any) -> Fields:
    fields: Fields = event.model_dump(by_alias=True, exclude={"body"})
    if isinstance(event, FieldSet):
        fields["value"] = event.value
    if isinstance(event, MessagePosted) and event.body:
        fields["context_summary"] = event.body.context_summary
        fields |= {f"payload.{name}": value for name, value in event.body.payload.items()}
    return fields
