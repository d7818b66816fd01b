"""Writing the board: an agent its own entry, the lead or a person the project's fields."""

from dataclasses import dataclass
from typing import cast

from renkei.board.tables import FieldRow
from renkei.board.team import PERSON, member
from renkei.errors import BadInput
from renkei.handlers.base import Asked, Decision, Note
from renkei.handlers.entitlement import act_in_turn
from renkei.policy.authority import NameOwnBlock, SetOwnStatus, WriteField, require
from renkei.protocol.board import AGENT_FIELDS, AGENT_STATUSES, PROJECT_FIELDS, AgentStatus
from renkei.protocol.commands import SetFields
from renkei.protocol.events import FieldBody, FieldSet


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    agent: str | None
    field: str

    @property
    def path(self) -> str:
        return f"agents.{self.agent}.{self.field}" if self.agent else self.field


def set_fields(asked: Asked, command: SetFields) -> Decision:
    head = asked.view.head.seq
    based_on = head if command.based_on is None else command.based_on
    if based_on > head:
        raise BadInput("--based-on {based_on} is ahead of the log, which ends at {head}.", based_on=based_on, head=head)
    places = {_place(asked, path): value for path, value in command.fields.items()}
    if len(places) < len(command.fields):
        raise BadInput("Two of {fields} are the same field.", fields=", ".join(command.fields))
    for place in places:
        require(asked.view, asked.actor.name, WriteField(agent=place.agent, field=place.field))
    require(asked.view, asked.actor.name, act_in_turn(asked))
    events = tuple(_field_set(asked, place, value, based_on, command.why) for place, value in places.items())
    for event in events:
        _check_own_block(asked, event, command.why)
    notes = tuple(_override_note(event) for event in events if event.overrides)
    return Decision(events=events, notes=notes)


def _place(asked: Asked, path: str) -> _Place:
    """`status` is the actor's own entry, `goal` the project's, `agents.NAME.status` anybody's."""
    if path in PROJECT_FIELDS:
        return _Place(agent=None, field=path)
    if path in AGENT_FIELDS:
        if asked.actor.name == PERSON:
            raise BadInput("{field} belongs to an agent's entry. Say whose with --as AGENT.", field=path)
        return _Place(agent=asked.actor.name, field=path)
    head, _, rest = path.partition(".")
    agent, _, field = rest.rpartition(".")
    if head == "agents" and field in AGENT_FIELDS and member(asked.view, agent):
        return _Place(agent=agent, field=field)
    raise BadInput(
        "The board has no field {path}. Fields are: {fields}.",
        path=path,
        fields=", ".join((*AGENT_FIELDS, *PROJECT_FIELDS, "agents.NAME.FIELD")),
    )


def _check_own_block(asked: Asked, event: FieldSet, why: str | None) -> None:
    """What an agent says of itself does not end a block that was put on it (DEC-26)."""
    if event.agent is None:
        return
    if event.status:
        require(asked.view, asked.actor.name, SetOwnStatus(status=event.status, has_reason=why is not None))
    elif event.field == "blocked_by":
        require(asked.view, asked.actor.name, NameOwnBlock(blocked_by=event.value))


def _field_set(asked: Asked, place: _Place, value: str | None, based_on: int, why: str | None) -> FieldSet:
    if place.field == "status" and value not in AGENT_STATUSES:
        raise BadInput(
            "status: expected one of {statuses}, not {value!r}.", statuses=", ".join(AGENT_STATUSES), value=value
        )
    value = value or (None if place.agent else "")
    is_status = place.field == "status"
    return FieldSet(
        field=place.field,
        agent=place.agent,
        based_on=based_on,
        overrides=_overridden(asked, place.path, value, based_on),
        status=cast(AgentStatus, value) if is_status else None,
        body=FieldBody(value=None if is_status else value, why=why) if why or not is_status else None,
        action=asked.say("set {field}", field=place.field),
    )


def _overridden(asked: Asked, path: str, value: str | None, based_on: int) -> str | None:
    """Who wrote, after `based_on`, another value: theirs does not stand (BOARD-4)."""
    standing = asked.view.get(FieldRow, path)
    if standing is None or standing.seq <= based_on or standing.value == value:
        return None
    return standing.actor


def _override_note(event: FieldSet) -> Note:
    return Note(
        text="{path} had been set by {other} after seq {based_on}. Your value stands; {other} is told to read again.",
        params={"path": event.path, "other": event.overrides, "based_on": event.based_on},
    )
