"""Looking: inboxes, messages, the board, the log. Nothing is marked, no cursor moves, and no store is made."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from renkei.app.project import Project
from renkei.board import read
from renkei.board.debts import Owed, overdue
from renkei.board.pages import PAGE, Page
from renkei.board.tables import ChangeRow
from renkei.board.told import expand_batched
from renkei.errors import NotFound
from renkei.eventlog.base import records_in_batches, subscribe, utc_now
from renkei.eventlog.records import Record
from renkei.protocol.base import normal_name
from renkei.protocol.board import ChangelogEntry, ProjectState
from renkei.protocol.events import UpdateDue
from renkei.protocol.messages import Message
from renkei.values import value


def inbox(project: Project, agent: str, *, after: int = 0, limit: int = PAGE) -> Page[Message]:
    """What an agent has not handled yet: what is urgent, and the oldest.

    Raises:
        NotFound: nobody on the team is called so.
    """
    reader = normal_name(agent)
    with project.reader.read() as view:
        if not read.is_reader(view, reader):
            raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=reader)
        return read.inbox(view, reader, after=max(0, after), limit=limit)


def message(project: Project, name: str) -> Message:
    """
    Raises:
        NotFound: there is no such message.
    """
    with project.reader.read() as view:
        found = read.message(view, name)
    if found is None:
        raise NotFound("There is no message {id}.", id=name)
    return found


@value
class Board:
    """The shared state board, and what is late beside it."""

    state: ProjectState
    seq: int
    missing_updates: Mapping[str, UpdateDue]
    overdue: Page[Owed]
    more: int
    """How many artifacts, decisions and blockers are left out."""


@value
class BoardChanges:
    """What has changed on the board, and the board as it is now."""

    state: ProjectState
    seq: int
    changes: Page[ChangeRow]

    @property
    def changelog(self) -> list[ChangelogEntry]:
        return [read.changelog_entry(change) for change in self.changes.items]


def board(project: Project, *, limit: int = PAGE, with_settled: bool = True) -> Board:
    """The board as it is now; `with_settled` counts what is settled among what is left out."""
    settings = project.settings
    with project.reader.read() as view:
        state = read.board(view, changes=settings.changes, most=limit)
        return Board(
            state=state,
            seq=view.head.seq,
            missing_updates=read.missing_updates(view),
            overdue=overdue(view, now=utc_now(), within=settings.answer_within, limit=limit),
            more=read.left_off_the_board(view, state, settled=with_settled),
        )


def board_changes(project: Project, since: int, *, limit: int = PAGE) -> BoardChanges:
    with project.reader.read() as view:
        seq, state = view.head.seq, read.board(view, most=limit)
        return BoardChanges(
            state=state, seq=seq, changes=read.changes_since(view, max(0, min(since, seq)), limit=limit)
        )


@value
class LogEvent:
    """An event of the log as it is told."""

    seq: int
    id: str
    at: str
    type: str
    actor: str
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
            seq=each.seq, id=each.id, at=each.at, type=each.type, actor=each.actor, run=each.run, data=each.document()
        )
        for each in expand_batched(record)
    ]


def message_usage(project: Project) -> dict[str, Any]:
    """Messages by type, and the share and intents of FREEFORM."""
    with project.reader.read() as view:
        return read.usage(view)
