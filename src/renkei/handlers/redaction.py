"""Forgetting what a message or event said, and what was said because of it."""

from renkei.board.posts import post
from renkei.errors import NotFound
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.handlers.base import MOST_EVENTS, Asked, Decision
from renkei.protocol.commands import RedactBody
from renkei.protocol.events import BodyRedacted


def redact_body(asked: Asked, command: RedactBody) -> Decision:
    record = _record(asked.view, command.target)
    root = record.cause or record.seq
    seqs = [each.seq for each in _same_command(asked.view, root) if each.body is not None]
    if not seqs:
        return Decision()
    return Decision(events=(BodyRedacted(target=command.target, events=seqs),))


def _record(view: View, target: str) -> Record:
    """The event of a message id (MSG-7) or an event id (E-7)."""
    message = post(view, target)
    found = view.event(message.seq if message else _seq_of_event_id(target))
    if found is None:
        raise NotFound("There is no message or event {target}.", target=target)
    return found


def _seq_of_event_id(target: str) -> int:
    kind, _, number = target.partition("-")
    return int(number) if kind == "E" and number.isdecimal() else 0


def _same_command(view: View, root: int) -> list[Record]:
    """The event and all that it set off: they stand next to each other, for they were committed together."""
    found: list[Record] = []
    for record in view.events(after=root - 1, limit=MOST_EVENTS):
        if record.seq != root and record.cause != root:
            break
        found.append(record)
    return found
