"""Messages, inboxes, debts, channels and read marks."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import REDACTED, Folds, Stamp
from renkei.board.folds.turns import note_update
from renkei.board.tables import (
    ChannelRow,
    DebtRow,
    InboxRow,
    InterruptMarkRow,
    PostRow,
    ReadMarkRow,
    TaskRow,
    TurnRow,
    UsageRow,
)
from renkei.board.team import steps_taken
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import ChannelRead, Debt, InterruptsShown, MessagePosted, MessagesHandled


def _message_posted(view: View, event: MessagePosted, stamp: Stamp) -> Iterable[Change]:
    yield _count_usage(view, event)
    if event.channel:
        yield Put(PostRow(channel=event.channel, seq=stamp.seq))
        if view.get(ChannelRow, event.channel) is None:
            yield Put(ChannelRow(name=event.channel, seq=stamp.seq))
    for reader in event.readers:
        yield Put(_inbox_row(event, reader, stamp))
    for debtor in event.debtors:
        yield Put(_debt_row(view, event, debtor, stamp))
    for debt in event.settles:
        yield from _settle_debt(view, debt, event)
    if event.kind == "TASK_HANDOFF":
        yield Put(_task_row(event, stamp))
    yield from _note_report(view, event)


def _inbox_row(event: MessagePosted, reader: str, stamp: Stamp) -> InboxRow:
    named = [event.to] if isinstance(event.to, str) else event.to
    is_named, mentioned = reader in named, reader in event.mentioned
    blocking = _is_blocking(event) and (is_named or reader in event.debtors)
    return InboxRow(
        reader=reader,
        message=event.id,
        seq=stamp.seq,
        direct=mentioned or is_named,
        mentioned=mentioned,
        blocking=blocking,
        urgent=mentioned or blocking or (is_named and event.kind == "DECISION_REQUEST"),
        handled=False,
    )


def _is_blocking(event: MessagePosted) -> bool:
    """By its priority, or a review in its own words."""
    return event.priority == "blocking" or (event.body is not None and event.body.payload.get("blocking") is True)


def _count_usage(view: View, event: MessagePosted) -> Change:
    intent = ""
    if event.kind == "FREEFORM":
        intent = str(event.body.payload.get("intent_hint", "")) if event.body else REDACTED
    row = view.get(UsageRow, event.kind, intent)
    return Put(UsageRow(type=event.kind, intent=intent, count=row.count + 1 if row else 1))


def _debt_row(view: View, event: MessagePosted, debtor: str, stamp: Stamp) -> DebtRow:
    return DebtRow(
        message=event.id,
        debtor=debtor,
        creditor=event.sender,
        expects=list(event.expects),
        since=stamp.at,
        seq=stamp.seq,
        since_step=steps_taken(view, debtor),
        settled=False,
        settled_by=None,
    )


def _task_row(event: MessagePosted, stamp: Stamp) -> TaskRow:
    return TaskRow(
        id=event.id,
        delegator=event.sender,
        addressees=list(event.debtors),
        owner=event.debtors[0] if len(event.debtors) == 1 else None,
        started=False,
        state="open",
        seq=stamp.seq,
    )


def _settle_debt(view: View, debt: Debt, answer: MessagePosted) -> Iterable[Change]:
    """The answer pays the debt, and the message it answers is handled."""
    if owed := view.get(DebtRow, debt.message, debt.debtor):
        yield Put(replace(owed, settled=True, settled_by=answer.id))
    if waiting := view.get(InboxRow, debt.debtor, debt.message):
        yield Put(replace(waiting, handled=True))


def drop_debts(view: View, message: str, *, keeps: str | None = None) -> Iterable[Change]:
    """Nobody owes an answer any more, but for one who may: the message is handled."""
    for owed in view.select(DebtRow, order="seq", message=message, settled=False):
        if owed.debtor != keeps:
            yield Put(replace(owed, settled=True))
            if waiting := view.get(InboxRow, owed.debtor, message):
                yield Put(replace(waiting, handled=True))


def _note_report(view: View, event: MessagePosted) -> Iterable[Change]:
    if event.kind in ("STATUS_UPDATE", "TASK_RESULT"):
        yield from note_update(view.get(TurnRow, event.sender), reported=True)


def _messages_handled(view: View, event: MessagesHandled, stamp: Stamp) -> Iterable[Change]:
    for message in event.messages:
        if row := view.get(InboxRow, event.reader, message):
            yield Put(replace(row, handled=True))


def _channel_read(view: View, event: ChannelRead, stamp: Stamp) -> Iterable[Change]:
    yield Put(ReadMarkRow(reader=event.reader, channel=event.channel, up_to=event.up_to))


def _interrupts_shown(view: View, event: InterruptsShown, stamp: Stamp) -> Iterable[Change]:
    yield Put(InterruptMarkRow(reader=event.reader, up_to=event.up_to))


MESSAGE_FOLDS: Final[Folds] = {
    MessagePosted: _message_posted,
    MessagesHandled: _messages_handled,
    ChannelRead: _channel_read,
    InterruptsShown: _interrupts_shown,
}
