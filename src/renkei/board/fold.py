"""How the tables follow from the log: (event, tables) -> changes. Pure, so that refolding gives the same tables."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from renkei.board.claims import code_claims, run_claims
from renkei.board.tables import (
    DEFAULT_STATUS,
    AgentRow,
    ApprovalRow,
    ArtifactRow,
    BlockerRow,
    ChangeRow,
    ChannelRow,
    CheckRow,
    ContractRow,
    DebtRow,
    DecisionRow,
    FieldRow,
    InboxRow,
    InterruptMarkRow,
    MessageRow,
    ReadMarkRow,
    RuleSetRow,
    StepRow,
    TokenRow,
    TurnRow,
    UsageRow,
)
from renkei.errors import StoreError, StoreTooNew
from renkei.eventlog.base import Transaction, View, records_in_batches
from renkei.eventlog.records import Record
from renkei.eventlog.tables import Change, Delete, Put
from renkei.protocol.events import (
    EVENTS,
    AgentAdded,
    AgentRemoved,
    ArtifactRegistered,
    BlockerAdded,
    BlockerResolved,
    ChannelRead,
    ClaimChecked,
    CommandApproved,
    ContractClosed,
    ContractConsulted,
    ContractLinked,
    ContractMoved,
    ContractOffered,
    ContractVerified,
    Debt,
    DecisionRequested,
    DecisionResolved,
    Event,
    ExecutionAllowed,
    FieldSet,
    InterruptsShown,
    MessagePosted,
    MessagesHandled,
    RuleSetAdopted,
    StepsCounted,
    TokenIssued,
    TurnEnded,
    TurnStarted,
)

RowT = TypeVar("RowT")

REDACTED: Final = "[redacted]"


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """Where and when an event stands in the log."""

    seq: int
    at: str
    actor: str
    is_root: bool
    """Whether a command led to it, not another event."""


def stamp_of(record: Record) -> Stamp:
    return Stamp(seq=record.seq, at=record.at, actor=record.actor, is_root=record.cause is None)


def event_of(record: Record) -> Event:
    """The typed event of a record.

    Raises:
        StoreTooNew: a newer Renkei wrote it.
        StoreError: it is not what its type says.
    """
    if record.type not in EVENTS:
        raise StoreTooNew(
            "Event {seq} is a {type}, which this Renkei does not know. Use a newer one.",
            seq=record.seq,
            type=record.type,
        )
    try:
        document = dict(json.loads(record.data))
        if record.body is not None:
            document["body"] = json.loads(record.body)
        return EVENTS[record.type].model_validate(document)
    except (ValueError, TypeError) as error:
        raise StoreError("Event {seq} is no {type}: {error}", seq=record.seq, type=record.type, error=error) from None


def fold(view: View, event: Event, stamp: Stamp) -> list[Change]:
    """The changes that an event makes to the tables.

    Raises:
        StoreError: it speaks of something that the log has not told of.
    """
    step: Callable[[View, Any, Stamp], Iterable[Change]] | None = _FOLDS.get(type(event))
    return [*(step(view, event, stamp) if step else ()), *_step_taken(view, stamp)]


def _step_taken(view: View, stamp: Stamp) -> Iterable[Change]:
    """Each command that an agent gives is a step of it."""
    if stamp.is_root and view.get(AgentRow, stamp.actor):
        yield Put(StepRow(agent=stamp.actor, count=_steps(view, stamp.actor) + 1))


def _steps(view: View, agent: str) -> int:
    row = view.get(StepRow, agent)
    return row.count if row else 0


def _rule_set_adopted(view: View, event: RuleSetAdopted, stamp: Stamp) -> Iterable[Change]:
    yield from [Delete(RuleSetRow, (row.digest,)) for row in view.select(RuleSetRow, order="seq")]
    yield Put(RuleSetRow(digest=event.digest, seq=stamp.seq))


def _agent_added(view: View, event: AgentAdded, stamp: Stamp) -> Iterable[Change]:
    old = view.get(AgentRow, event.agent)
    yield Put(AgentRow(id=event.agent, role=event.role, model=event.model, member=True, seq=stamp.seq))
    was = old.role if old and old.member else None
    yield _change(stamp, action=event.action, path=f"agents.{event.agent}", old=was, new=event.role)


def _agent_removed(view: View, event: AgentRemoved, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(AgentRow, event.agent), stamp)
    yield Put(replace(row, member=False))
    yield from _tokens_gone(view, event.agent)
    yield _change(stamp, action=event.action, path=f"agents.{event.agent}", old=row.role, new=None)


def _token_issued(view: View, event: TokenIssued, stamp: Stamp) -> Iterable[Change]:
    yield from _tokens_gone(view, event.agent)
    yield Put(TokenRow(digest=event.digest, agent=event.agent, seq=stamp.seq))


def _tokens_gone(view: View, agent: str) -> Iterable[Change]:
    return [Delete(TokenRow, (row.digest,)) for row in view.select(TokenRow, order="seq", agent=agent)]


def _message_posted(view: View, event: MessagePosted, stamp: Stamp) -> Iterable[Change]:
    yield Put(_message_row(event, stamp))
    yield _used(view, event)
    if event.channel and view.get(ChannelRow, event.channel) is None:
        yield Put(ChannelRow(name=event.channel, seq=stamp.seq))
    for reader in event.readers:
        yield Put(_inbox_row(event, reader, stamp))
    for debtor in event.debtors:
        yield Put(_debt(view, event, debtor, stamp))
    for debt in event.settles:
        yield from _settled(view, debt, event)
    yield from _turn_reported(view, event)


def _inbox_row(event: MessagePosted, reader: str, stamp: Stamp) -> InboxRow:
    named = [event.to] if isinstance(event.to, str) else event.to
    mentioned = reader in event.mentioned
    return InboxRow(
        reader=reader,
        message=event.id,
        seq=stamp.seq,
        direct=mentioned or reader in named,
        mentioned=mentioned,
        handled=False,
    )


def _message_row(event: MessagePosted, stamp: Stamp) -> MessageRow:
    body = event.body
    return MessageRow(
        id=event.id,
        seq=stamp.seq,
        type=event.kind,
        sender=event.sender,
        to=event.to,
        priority=event.priority,
        timestamp=stamp.at,
        channel=event.channel,
        in_reply_to=event.in_reply_to,
        expects=list(event.expects),
        context_summary=body.context_summary if body else REDACTED,
        related_state_refs=body.related_state_refs if body else [],
        payload=body.payload if body else {},
        redacted=body is None,
    )


def _used(view: View, event: MessagePosted) -> Change:
    intent = ""
    if event.kind == "FREEFORM":
        intent = str(event.body.payload.get("intent_hint", "")) if event.body else REDACTED
    row = view.get(UsageRow, event.kind, intent)
    return Put(UsageRow(type=event.kind, intent=intent, count=row.count + 1 if row else 1))


def _debt(view: View, event: MessagePosted, debtor: str, stamp: Stamp) -> DebtRow:
    return DebtRow(
        message=event.id,
        debtor=debtor,
        creditor=event.sender,
        expects=list(event.expects),
        since=stamp.at,
        seq=stamp.seq,
        since_step=_steps(view, debtor),
        settled=False,
        settled_by=None,
    )


def _settled(view: View, debt: Debt, answer: MessagePosted) -> Iterable[Change]:
    """The answer pays the debt, and the message it answers is handled."""
    if owed := view.get(DebtRow, debt.message, debt.debtor):
        yield Put(replace(owed, settled=True, settled_by=answer.id))
    if waiting := view.get(InboxRow, debt.debtor, debt.message):
        yield Put(replace(waiting, handled=True))


def _turn_reported(view: View, event: MessagePosted) -> Iterable[Change]:
    turn = view.get(TurnRow, event.sender)
    if turn and turn.open and event.kind in ("STATUS_UPDATE", "TASK_RESULT"):
        yield Put(replace(turn, reported=True))


def _messages_handled(view: View, event: MessagesHandled, stamp: Stamp) -> Iterable[Change]:
    for message in event.messages:
        if row := view.get(InboxRow, event.reader, message):
            yield Put(replace(row, handled=True))


def _channel_read(view: View, event: ChannelRead, stamp: Stamp) -> Iterable[Change]:
    yield Put(ReadMarkRow(reader=event.reader, channel=event.channel, up_to=event.up_to))


def _interrupts_shown(view: View, event: InterruptsShown, stamp: Stamp) -> Iterable[Change]:
    yield Put(InterruptMarkRow(reader=event.reader, up_to=event.up_to))


def _field_set(view: View, event: FieldSet, stamp: Stamp) -> Iterable[Change]:
    standing = view.get(FieldRow, event.path)
    old = standing.value if standing else DEFAULT_STATUS if event.field == "status" else None
    yield Put(FieldRow(path=event.path, agent=event.agent, value=event.value, actor=stamp.actor, seq=stamp.seq))
    yield _change(stamp, action=event.action, path=event.path, old=old, new=event.value)
    turn = view.get(TurnRow, stamp.actor)
    if turn and turn.open and event.agent == stamp.actor:
        yield Put(replace(turn, updated=True))


def _decision_requested(view: View, event: DecisionRequested, stamp: Stamp) -> Iterable[Change]:
    question = event.body.question if event.body else REDACTED
    yield Put(
        DecisionRow(
            id=event.decision,
            message=event.message,
            requester=event.requester,
            question=question,
            options=[option.model_dump() for option in event.body.options] if event.body else [],
            owners=event.owners,
            deadline_steps=event.deadline_steps,
            status="open",
            resolution=None,
            redacted=event.body is None,
            seq=stamp.seq,
        )
    )
    yield _change(stamp, action=event.action, path=f"pending_decisions.{event.decision}", old=None, new=question)


def _decision_resolved(view: View, event: DecisionResolved, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(DecisionRow, event.decision), stamp)
    resolution = event.body.chosen_option if event.body else REDACTED
    yield Put(replace(row, status="resolved", resolution=resolution))
    yield _change(stamp, action=event.action, path=f"pending_decisions.{event.decision}", old="open", new=resolution)


def _artifact_registered(view: View, event: ArtifactRegistered, stamp: Stamp) -> Iterable[Change]:
    old = view.get(ArtifactRow, event.ref)
    yield Put(
        ArtifactRow(
            ref=event.ref,
            owner=event.owner,
            description=event.body.description if event.body else REDACTED,
            version=event.version,
            path=event.path,
            seq=stamp.seq,
        )
    )
    yield _change(
        stamp,
        action=event.action,
        path=f"agents.{event.owner}.artifacts.{event.ref}",
        old=f"v{old.version}" if old else None,
        new=f"v{event.version}",
    )


def _blocker_added(view: View, event: BlockerAdded, stamp: Stamp) -> Iterable[Change]:
    description = event.body.description if event.body else REDACTED
    yield Put(
        BlockerRow(
            id=event.id,
            description=description,
            affected_agents=event.affected_agents,
            cause=event.cause,
            created_at=stamp.at,
            resolved=False,
            seq=stamp.seq,
        )
    )
    yield _change(stamp, action=event.action, path=f"blockers.{event.id}", old=None, new=description)


def _blocker_resolved(view: View, event: BlockerResolved, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(BlockerRow, event.id), stamp)
    yield Put(replace(row, resolved=True))
    yield _change(stamp, action=event.action, path=f"blockers.{event.id}", old=row.description, new="resolved")


def _turn_started(view: View, event: TurnStarted, stamp: Stamp) -> Iterable[Change]:
    before = view.get(TurnRow, event.agent)
    previous = before.started if before else 0
    turn = TurnRow(agent=event.agent, open=True, started=stamp.seq, previous=previous, updated=False, reported=False)
    yield Put(turn)


def _turn_ended(view: View, event: TurnEnded, stamp: Stamp) -> Iterable[Change]:
    turn = _known(view.get(TurnRow, event.agent), stamp)
    yield Put(replace(turn, open=False))


def _contract_offered(view: View, event: ContractOffered, stamp: Stamp) -> Iterable[Change]:
    body = event.body.contract if event.body else {}
    filled = {**body, "id": event.id, "created_at": body.get("created_at") or stamp.at} if body else {}
    yield Put(
        ContractRow(
            id=event.id,
            delegator=event.delegator,
            assignee=event.assignee,
            state="offered",
            outcome=None,
            artifacts=event.artifacts,
            contract=filled,
            handoffs=[event.handoff] if event.handoff else [],
            result=None,
            held_by=None,
            consults=[],
            verdicts={},
            retries=0,
            steps=0,
            metered=False,
            seq=stamp.seq,
        )
    )


def _contract_moved(view: View, event: ContractMoved, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(ContractRow, event.contract), stamp)
    is_delivery = event.state == "delivered"
    yield Put(
        replace(
            row,
            state=event.state,
            retries=row.retries + (event.step == "return"),
            result=event.message if is_delivery else row.result,
            held_by=event.message if event.state == "held" else None,
            verdicts={} if is_delivery else row.verdicts,
        )
    )


def _contract_linked(view: View, event: ContractLinked, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, handoffs=[*row.handoffs, event.message]))


def _contract_consulted(view: View, event: ContractConsulted, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, consults=[*row.consults, event.decision]))


def _steps_counted(view: View, event: StepsCounted, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, steps=row.steps + event.steps, metered=row.metered or event.metered))


def _contract_verified(view: View, event: ContractVerified, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, verdicts={**row.verdicts, **{str(each.check): each.met for each in event.verdicts}}))
    yield from map(Put, run_claims(event, row.assignee, stamp.seq))


def _contract_closed(view: View, event: ContractClosed, stamp: Stamp) -> Iterable[Change]:
    row = _known(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, state="closed", outcome=event.outcome, held_by=None, result=event.message or row.result))


def _command_approved(view: View, event: CommandApproved, stamp: Stamp) -> Iterable[Change]:
    yield Put(ApprovalRow(kind="command", text=event.command, seq=stamp.seq))


def _execution_allowed(view: View, event: ExecutionAllowed, stamp: Stamp) -> Iterable[Change]:
    yield Put(ApprovalRow(kind="repository", text="", seq=stamp.seq))


def _claim_checked(view: View, event: ClaimChecked, stamp: Stamp) -> Iterable[Change]:
    yield Put(
        CheckRow(
            seq=stamp.seq,
            session=event.session,
            agent_id=event.agent_id,
            agent=event.agent,
            outcome=event.outcome,
            attempt=event.attempt,
            verify=event.verify,
            confidence=event.confidence,
            tally=[each.model_dump() for each in event.tally],
            model=event.usage.model,
            tokens=event.usage.tokens,
            cost=event.usage.cost,
        )
    )
    yield from map(Put, code_claims(event, stamp.seq))


def _known(row: RowT | None, stamp: Stamp) -> RowT:
    if row is None:
        raise StoreError("Event {seq} speaks of something that no event before it made.", seq=stamp.seq)
    return row


def _change(stamp: Stamp, *, action: str, path: str, old: str | None, new: str | None) -> Change:
    return Put(
        ChangeRow(seq=stamp.seq, timestamp=stamp.at, agent=stamp.actor, action=action, path=path, old=old, new=new)
    )


_FOLDS: Final[dict[type[Any], Callable[[View, Any, Stamp], Iterable[Change]]]] = {
    RuleSetAdopted: _rule_set_adopted,
    AgentAdded: _agent_added,
    AgentRemoved: _agent_removed,
    TokenIssued: _token_issued,
    MessagePosted: _message_posted,
    FieldSet: _field_set,
    DecisionRequested: _decision_requested,
    DecisionResolved: _decision_resolved,
    ArtifactRegistered: _artifact_registered,
    BlockerAdded: _blocker_added,
    BlockerResolved: _blocker_resolved,
    TurnStarted: _turn_started,
    TurnEnded: _turn_ended,
    MessagesHandled: _messages_handled,
    ChannelRead: _channel_read,
    InterruptsShown: _interrupts_shown,
    ContractOffered: _contract_offered,
    ContractMoved: _contract_moved,
    ContractLinked: _contract_linked,
    ContractConsulted: _contract_consulted,
    StepsCounted: _steps_counted,
    ContractVerified: _contract_verified,
    ContractClosed: _contract_closed,
    CommandApproved: _command_approved,
    ExecutionAllowed: _execution_allowed,
    ClaimChecked: _claim_checked,
}
"""The other events change no table."""


def refold(tx: Transaction) -> None:
    """Folds every table anew from the log."""
    tx.clear_tables()
    for batch in records_in_batches(tx):
        for record in batch:
            tx.apply(fold(tx, event_of(record), stamp_of(record)))
