"""Looking at the event log: a part of it, or what comes; and what it says of how the types are used."""

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from renkei.app.project import Project
from renkei.board.pages import require_limit
from renkei.eventlog.base import records_in_batches, subscribe
from renkei.eventlog.records import Record
from renkei.lazy import lazy
from renkei.protocol.actors import Actor
from renkei.values import value

if TYPE_CHECKING:
    from renkei.board import read
    from renkei.board.changes import describe_action
    from renkei.board.fold import expand_batched
else:
    read, expand_batched = lazy("renkei.board.read"), lazy("renkei.board.fold:expand_batched")
    describe_action = lazy("renkei.board.changes:describe_action")


@value
class LogEvent:
    """An event of the log as it is told."""

    seq: int
    id: str
    at: str
    type: str
    actor: str
    person: str | None
    """Which of the people it was, where they came in under a name."""
    run: str | None
    data: Mapping[str, Any]


@value
class LogSpan:
    """A part of the log: what comes after `first`, up to `last`, of a log that ends at `head`."""

    first: int
    last: int
    head: int


def log_span(
    project: Project, *, since: int | None = None, limit: int | None = None, newest: int | None = None
) -> LogSpan:
    """The newest `limit` events, with `since` the first that many after it; without a limit all, or the `newest` ones.

    `seq` has no gaps, so nothing has to be read for that.
    """
    if limit is not None:
        require_limit(limit)
    with project.reader.read() as view:
        head = view.head.seq
    begin = min(max(0, since or 0), head)
    if limit is None:
        return LogSpan(first=begin if newest is None else max(begin, head - newest), last=head, head=head)
    if since is None:
        return LogSpan(first=max(0, head - limit), last=head, head=head)
    return LogSpan(first=begin, last=min(head, begin + limit), head=head)


def log_events(project: Project, span: LogSpan) -> Iterator[LogEvent]:
    """The events of a part of the log, oldest first."""
    size = min(1000, max(1, span.last - span.first))
    with project.reader.read() as view:
        for batch in records_in_batches(view, after=span.first, size=size):
            for record in batch:
                if record.seq <= span.last:
                    yield from log_events_of(record)
            if batch[-1].seq >= span.last:
                return


def follow_log(project: Project, after: int) -> Iterator[LogEvent]:
    """What comes into the log after a seq, for ever."""
    for record in subscribe(project.reader.log, after=after):
        yield from log_events_of(record)


def wait_for_store(project: Project) -> None:
    """Looking makes no store; it waits for somebody else to."""
    while not project.has_store:
        time.sleep(0.1)


def log_events_of(record: Record) -> list[LogEvent]:
    """A record of many tasks at once is told as one for each of them."""
    return [
        LogEvent(
            seq=each.seq,
            id=each.id,
            at=each.at,
            type=each.type,
            actor=each.actor,
            person=Actor(name=each.actor, via=each.via).guest,
            run=each.run,
            data=each.document(),
        )
        for each in expand_batched(record)
    ]


def told_data(project: Project, event: LogEvent) -> Mapping[str, Any]:
    """What an event says, as a person reads it: what was done to the board is put into words."""
    action = event.data.get("action")
    if not isinstance(action, str):
        return event.data
    return {**event.data, "action": describe_action(project.say, action, event.data.get("field", ""))}


def message_usage(project: Project) -> dict[str, Any]:
    """Messages by type, and the share and intents of FREEFORM."""
    with project.reader.read() as view:
        return read.message_usage(view)
