"""Two writes to one field (BOARD-4): the one whose value does not stand is told."""

from collections.abc import Iterable

from renkei.board.team import SYSTEM
from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.notices import share_knowledge
from renkei.protocol.events import FieldSet
from renkei.protocol.messages import StateRef


def a_writer_whose_value_does_not_stand_is_told_to_read_again(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, FieldSet) or event.overrides in (None, SYSTEM):
        return
    content = cause.say(
        "Your value of {path} does not stand: {winner} set it to {value} at the same time, later than you.",
        path=event.path,
        winner=cause.actor,
        value=event.value,
    )
    yield from share_knowledge(
        cause,
        [event.overrides],
        "high",
        topic=cause.say("Read the board again"),
        content=content,
        relevance=cause.say("You wrote this field before."),
        action=cause.say("Read the board again before you go on."),
        refs=[StateRef(type="agent", id=event.agent)] if event.agent else [],
    )
