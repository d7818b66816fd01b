"""What every rule takes and gives: (cause) -> effects. A rule reads the view, asks no clock and touches no disk."""

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from pydantic import BaseModel

from renkei.board.tables import DEFAULT_STATUS, FieldRow
from renkei.board.team import SYSTEM
from renkei.eventlog.base import View
from renkei.kit.words import Say
from renkei.protocol.actors import Language
from renkei.protocol.events import Event, FieldBody, FieldSet, MessagePosted
from renkei.protocol.messages import PAYLOADS
from renkei.protocol.terms import AgentField, AgentStatus, BoardAction, MessageType
from renkei.values import value


@value
class Cause:
    """The event that a rule looks at, where it stands, who caused it, and the language to write in.

    The view holds the event and all others of its wave: a command's own events, or all that followed from those.
    """

    event: Event
    seq: int
    root: int
    """The seq of the first event of the command that all this follows from."""
    actor: str
    view: View
    say: Say
    lang: Language


@value
class Effect:
    """An event that follows, and whose it is."""

    event: Event
    actor: str
    chain: tuple[str, ...] = ()
    """The team's own rules that led here, so that none of them is followed in a circle."""


Rule = Callable[[Cause], Iterable[Effect]]

Trigger = type[Event] | MessageType
"""What a rule looks at: a kind of event, or a type of message."""

PayloadT = TypeVar("PayloadT", bound=BaseModel)


def payload_of(cause: Cause, wanted: type[PayloadT]) -> PayloadT | None:
    """The payload of the message that the event posted, if it is of this class."""
    event = cause.event
    if isinstance(event, MessagePosted) and event.body and PAYLOADS[event.kind] is wanted:
        return wanted.model_validate(event.body.payload)
    return None


def own_effect(cause: Cause, event: Event) -> Effect:
    """What follows in the name of the one who caused it."""
    return Effect(event=event, actor=cause.actor)


def system_effect(event: Event) -> Effect:
    """What Renkei itself does."""
    return Effect(event=event, actor=SYSTEM)


def field_of(view: View, agent: str, field: AgentField) -> str | None:
    """A field of an agent's entry."""
    row = view.get(FieldRow, f"agents.{agent}.{field}")
    return row.value if row else None


def status_of(view: View, agent: str) -> AgentStatus:
    return cast(AgentStatus, field_of(view, agent, "status") or DEFAULT_STATUS)


def set_status_event(
    cause: Cause, agent: str, status: AgentStatus, *, message: str | None = None, action: BoardAction = "field set"
) -> FieldSet:
    return FieldSet(
        field="status",
        agent=agent,
        based_on=cause.view.head.seq,
        status=status,
        message=message,
        action=action,
    )


def set_blocked_by_event(cause: Cause, agent: str, value: str | None) -> FieldSet:
    return FieldSet(
        field="blocked_by",
        agent=agent,
        based_on=cause.view.head.seq,
        body=FieldBody(value=value),
        action="field set",
    )
