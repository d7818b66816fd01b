"""What reaches a running agent at its next tool call: mentions, and blocking messages to it by name (MSG-5)."""

from dataclasses import dataclass

from renkei.board.read import message
from renkei.board.tables import InboxRow, InterruptMarkRow
from renkei.eventlog.base import View
from renkei.protocol.messages import Message


@dataclass(frozen=True, kw_only=True, slots=True)
class Interrupt:
    seq: int
    message: Message
    mentioned: bool


def interrupts(view: View, reader: str) -> list[Interrupt]:
    """What was not shown to the reader while at work, and is not handled either; oldest first."""
    mark = view.get(InterruptMarkRow, reader)
    after = mark.up_to if mark else 0
    rows = view.select(InboxRow, order="seq", after=after, reader=reader, handled=False, direct=True, urgent=True)
    return [
        Interrupt(seq=row.seq, message=text, mentioned=row.mentioned)
        for row in rows
        if (row.mentioned or row.blocking) and (text := message(view, row.message))
    ]
