"""Writing the board: an agent its own entry, the lead or a person the project's fields.

What ends by order, too: a block by the lead or a person (DEC-27), a task by its delegator (DEC-24).
"""

from typing import Annotated, cast

from pydantic import Field

from renkei.board.tables import BlockerRow, FieldRow
from renkei.board.tasks import find_task, open_handoffs
from renkei.board.team import PERSON, find_member
from renkei.commands.base import Command, CommandContext, Note, Outcome
from renkei.commands.message_acts import act_in_turn
from renkei.contracts.states import move_contract
from renkei.errors import BadInput, NotFound
from renkei.policy.authority import NameOwnBlock, SetOwnStatus, Unblock, Withdraw, WriteField, require_authority
from renkei.protocol.base import FilledText, Ref, Text
from renkei.protocol.events import (
    BlockerResolved,
    ContractClosed,
    ContractNote,
    Event,
    FieldBody,
    FieldSet,
    ReasonBody,
    TaskClosed,
)
from renkei.protocol.terms import AGENT_FIELDS, AGENT_STATUSES, PROJECT_FIELDS, AgentStatus
from renkei.sentence import Parameter
from renkei.values import value

FieldValue = Annotated[Text, Field(max_length=4096)]
"""The board is read at every turn: what is longer belongs in a message or a file."""


class SetFields(Command):
    """Writes fields of the board: an agent's own entry, or the project's."""

    tag = "SetFields"

    fields: Annotated[dict[Text, FieldValue | None], Field(min_length=1)]
    based_on: Annotated[int, Field(ge=0)] | None = None
    """The seq of the board that the writer had read; None means the board as it is now."""
    why: FilledText | None = None
    """The reason, for an agent that takes back a wait which it declared itself."""

    def decide(self, context: CommandContext) -> Outcome:
        head = context.view.head.seq
        based_on = head if self.based_on is None else self.based_on
        if based_on > head:
            raise BadInput(
                "{option} {based_on} is ahead of the log, which ends at {head}.",
                option=Parameter("based_on"),
                based_on=based_on,
                head=head,
            )
        places = {_resolve_field(context, path): value for path, value in self.fields.items()}
        if len(places) < len(self.fields):
            raise BadInput("Two of {fields} are the same field.", fields=", ".join(self.fields))
        for place in places:
            require_authority(context.view, context.actor.name, WriteField(agent=place.agent, field=place.field))
        require_authority(context.view, context.actor.name, act_in_turn(context))
        events = tuple(_field_set(context, place, value, based_on, self.why) for place, value in places.items())
        for event in events:
            _check_own_block(context, event, self.why)
        notes = tuple(_override_note(event) for event in events if event.overrides)
        return Outcome(events=events, notes=notes)


class ResolveBlocker(Command):
    """The lead or a person ends a block, whatever it waits for."""

    tag = "ResolveBlocker"

    blocker: Ref
    why: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        if context.view.get(BlockerRow, self.blocker) is None:
            raise NotFound("There is no blocker {id}. `renkei board` shows them.", id=self.blocker)
        require_authority(context.view, context.actor.name, Unblock(blocker=self.blocker))
        require_authority(context.view, context.actor.name, act_in_turn(context))
        ended = BlockerResolved(
            id=self.blocker,
            by=context.actor.name,
            cause=f"seq {context.view.head.seq + 1}",
            body=ReasonBody(why=self.why),
            action="blocker resolved",
        )
        return Outcome(events=(ended,))


class WithdrawTask(Command):
    """A task's delegator takes it back: it is cancelled, never completed."""

    tag = "WithdrawTask"

    task: Ref
    why: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        """A contract that holds it is closed with it."""
        task = find_task(context.view, self.task)
        if task is None or task.delegator is None:
            raise NotFound("No task {id} was handed over.", id=self.task)
        require_authority(context.view, context.actor.name, Withdraw(task=task.id))
        require_authority(context.view, context.actor.name, act_in_turn(context))
        contract = task.contract
        handoffs = [task.id] if contract is None else open_handoffs(context.view, contract)
        events: list[Event] = [
            TaskClosed(task=name, outcome="cancelled", by=context.actor.name, body=ReasonBody(why=self.why))
            for name in handoffs
        ]
        if contract and contract.state != "declined":
            move_contract(contract.state, "close", contract.id)
            events.append(ContractClosed(contract=contract.id, outcome="failed", body=ContractNote(note=self.why)))
        return Outcome(events=tuple(events))


@value
class _FieldPlace:
    agent: str | None
    field: str

    @property
    def path(self) -> str:
        return f"agents.{self.agent}.{self.field}" if self.agent else self.field


def _resolve_field(context: CommandContext, path: str) -> _FieldPlace:
    """`status` is the actor's own entry, `goal` the project's, `agents.NAME.status` anybody's."""
    if path in PROJECT_FIELDS:
        return _FieldPlace(agent=None, field=path)
    if path in AGENT_FIELDS:
        if context.actor.name == PERSON:
            raise BadInput(
                "{field} belongs to an agent's entry. Act as that agent ({option}).",
                option=Parameter("actor"),
                field=path,
            )
        return _FieldPlace(agent=context.actor.name, field=path)
    head, _, rest = path.partition(".")
    agent, _, field = rest.rpartition(".")
    if head == "agents" and field in AGENT_FIELDS and find_member(context.view, agent):
        return _FieldPlace(agent=agent, field=field)
    raise BadInput(
        "The board has no field {path}. Fields are: {fields}.",
        path=path,
        fields=", ".join((*AGENT_FIELDS, *PROJECT_FIELDS, "agents.NAME.FIELD")),
    )


def _check_own_block(context: CommandContext, event: FieldSet, why: str | None) -> None:
    """What an agent says of itself does not end a block that was put on it (DEC-26)."""
    if event.agent is None:
        return
    if event.status:
        require_authority(
            context.view, context.actor.name, SetOwnStatus(status=event.status, has_reason=why is not None)
        )
    elif event.field == "blocked_by":
        require_authority(context.view, context.actor.name, NameOwnBlock(blocked_by=event.value))


def _field_set(
    context: CommandContext, place: _FieldPlace, value: str | None, based_on: int, why: str | None
) -> FieldSet:
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
        overrides=_find_overridden(context, place.path, value, based_on),
        status=cast(AgentStatus, value) if is_status else None,
        body=FieldBody(value=None if is_status else value, why=why) if why or not is_status else None,
        action="field set",
    )


def _find_overridden(context: CommandContext, path: str, value: str | None, based_on: int) -> str | None:
    """Who wrote, after `based_on`, another value: theirs does not stand (BOARD-4)."""
    standing = context.view.get(FieldRow, path)
    if standing is None or standing.seq <= based_on or standing.value == value:
        return None
    return standing.actor


def _override_note(event: FieldSet) -> Note:
    return Note(
        text="{path} had been set by {other} after seq {based_on}. Your value stands; {other} is told to read again.",
        params={"path": event.path, "other": event.overrides, "based_on": event.based_on},
    )
