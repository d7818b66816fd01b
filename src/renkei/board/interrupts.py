"""What reaches a running agent at its next tool call: mentions, and what blocks until it answers (MSG-5)."""

from renkei.board.read import find_message, urgent_rows
from renkei.board.tables import InterruptMarkRow
from renkei.eventlog.base import View
from renkei.protocol.messages import Message
from renkei.values import value


@value
class Interrupt:
    seq: int
    message: Message
    mentioned: bool


def list_interrupts(view: View, reader: str) -> list[Interrupt]:
    """What was not shown to the reader while at work, and is not handled either; oldest first."""
    mark = view.get(InterruptMarkRow, reader)
    after = mark.up_to if mark else 0
    rows = urgent_rows(view, reader, after=after)
    return [
        Interrupt(seq=row.seq, message=text, mentioned=row.mentioned)
        for row in rows
        if (row.mentioned or row.blocking) and (text := find_message(view, row.message))
    ]
