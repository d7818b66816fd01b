"""What may not wait for the next turn is shown to a running agent once (MSG-5)."""

from renkei.board.read import is_reader
from renkei.board.tables import InterruptMarkRow
from renkei.errors import NotFound
from renkei.handlers.base import Asked, Decision
from renkei.protocol.commands import ShowInterrupts
from renkei.protocol.events import InterruptsShown


def show_interrupts(asked: Asked, command: ShowInterrupts) -> Decision:
    if not is_reader(asked.view, command.reader):
        raise NotFound("No agent is called {name}. `renkei agent list` shows the team.", name=command.reader)
    mark = asked.view.get(InterruptMarkRow, command.reader)
    up_to = min(command.up_to, asked.view.head.seq)
    if up_to <= (mark.up_to if mark else 0):
        return Decision()
    return Decision(events=(InterruptsShown(reader=command.reader, up_to=up_to),))
