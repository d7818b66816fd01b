"""Posting a message: who reads it, what it asks for, and what it answers is settled here, once."""

from typing import Any

from renkei.board.read import GENERAL
from renkei.board.tables import ArtifactRow, DebtRow, DecisionRow, MessageRow
from renkei.board.team import PERSON, members
from renkei.errors import BadInput, Refused
from renkei.eventlog.base import View
from renkei.eventlog.records import canonical
from renkei.handlers.addresses import Audience, audience
from renkei.handlers.base import Asked, Decision, Note
from renkei.protocol.commands import PostMessage
from renkei.protocol.events import Debt, MessageBody, MessagePosted
from renkei.protocol.mentions import mentioned
from renkei.protocol.messages import (
    EXPECTED_RESPONSES,
    MESSAGE_TYPES,
    PRIORITIES,
    ConflictReport,
    DecisionRequest,
    DecisionResult,
    Draft,
    Freeform,
    MessageType,
    Payload,
    Priority,
    ReviewRequest,
    ReviewResult,
    TaskBlocked,
    TaskHandoff,
    TaskResult,
)

MAX_MESSAGE_BYTES = 1024 * 1024
"""A message is for reading; what is larger belongs in a file that the message names."""


def post_message(asked: Asked, command: PostMessage) -> Decision:
    draft, sender = command.message, asked.actor.name
    to = audience(asked.view, sender, draft.addresses)
    _check_decision(asked, draft.payload)
    expects = _expected(draft)
    readers, called = _readers(asked.view, sender, to, draft)
    event = MessagePosted(
        id="",
        kind=draft.type,
        sender=sender,
        to=draft.to,
        readers=readers,
        priority=_priority(draft),
        channel=to.channel or (GENERAL if draft.type == "FREEFORM" else None),
        in_reply_to=draft.in_reply_to,
        expects=expects,
        debtors=list(to.direct or to.group) if expects else [],
        settles=_settled(asked.view, sender, draft),
        mentioned=called,
        body=_body(draft),
    )
    _check_size(event)
    return Decision(events=(event,), notes=tuple(_unknown_references(asked.view, draft)))


def _body(draft: Draft) -> MessageBody:
    return MessageBody(
        context_summary=draft.context_summary or _lead_text(draft.payload),
        related_state_refs=[ref.model_dump() for ref in draft.related_state_refs],
        payload=draft.payload.model_dump(),
    )


def _check_size(event: MessagePosted) -> None:
    assert event.body is not None
    size = len(canonical(event.body.model_dump()).encode())
    if size > MAX_MESSAGE_BYTES:
        raise BadInput(
            "The message is {size} bytes; at most {limit} are taken. Put long content in a file and name the file.",
            size=size,
            limit=MAX_MESSAGE_BYTES,
        )


def _lead_text(payload: Payload) -> str:
    """A summary for a message that came without one: the first line of its first text."""
    texts = (getattr(payload, name) for name in _LEAD_FIELDS if hasattr(payload, name))
    line = next(texts).strip().splitlines()[0]
    return line if len(line) <= 200 else f"{line[:199]}…"


_LEAD_FIELDS = (
    "task_description", "summary", "needed", "question", "rationale", "progress_summary", "conflict_description",
    "content", "body", "artifact_ref",
)  # fmt: skip


def _priority(draft: Draft) -> Priority:
    """FREEFORM says its urgency twice; the higher counts."""
    if isinstance(draft.payload, Freeform):
        return PRIORITIES[min(PRIORITIES.index(draft.priority), PRIORITIES.index(draft.payload.urgency))]
    return draft.priority


def _readers(view: View, sender: str, to: Audience, draft: Draft) -> tuple[list[str], list[str]]:
    """Those addressed, and those mentioned in what was said."""
    spoken = draft.payload.body if isinstance(draft.payload, Freeform) else ""
    names = [row.id for row in members(view) if row.id != sender]
    called = mentioned(f"{draft.context_summary or ''}\n{spoken}", names) if "@" in spoken or "＠" in spoken else []
    return list(dict.fromkeys((*to.direct, *to.group, *called))), called


def _expected(draft: Draft) -> list[MessageType]:
    """Follows from the type; the sender may narrow it."""
    allowed = EXPECTED_RESPONSES.get(draft.type, ())
    if isinstance(draft.payload, Freeform) and draft.payload.requires_response:
        allowed = MESSAGE_TYPES
    if draft.expected_response_type is None:
        return list(allowed)
    if not draft.expected_response_type or not set(draft.expected_response_type) <= set(allowed):
        raise BadInput(
            "expected_response_type: a {type} can expect {allowed}, not {given}.",
            type=draft.type,
            allowed=" | ".join(allowed) or "-",
            given=" | ".join(draft.expected_response_type) or "-",
        )
    return list(draft.expected_response_type)


def _check_decision(asked: Asked, payload: Payload) -> None:
    """A decision is asked for once, answered by its owner or a person, with one of its options."""
    if not isinstance(payload, DecisionRequest | DecisionResult):
        return
    decision = asked.view.get(DecisionRow, payload.decision_id)
    if decision is None:
        return
    if decision.status == "resolved":
        raise Refused(
            "The decision {id} is resolved already: {resolution}. Ask under a new id.",
            rule="MSG-7",
            id=decision.id,
            resolution=decision.resolution,
        )
    if isinstance(payload, DecisionResult):
        _check_may_decide(asked, decision)
        _check_option(asked, decision, payload)


def _check_may_decide(asked: Asked, decision: DecisionRow) -> None:
    if asked.actor.name not in (PERSON, *decision.owners):
        raise Refused(
            "{actor} may not decide {id}. Its owner ({owners}) or a person may.",
            rule="MSG-7",
            actor=asked.actor.name,
            id=decision.id,
            owners=", ".join(decision.owners),
        )


def _check_option(asked: Asked, decision: DecisionRow, payload: DecisionResult) -> None:
    labels = [option["label"] for option in decision.options]
    if asked.actor.name != PERSON and labels and payload.chosen_option not in labels:
        raise BadInput(
            "payload.chosen_option: expected one of {labels}, not {chosen!r}.",
            labels=labels,
            chosen=payload.chosen_option,
        )


def _settled(view: View, sender: str, draft: Draft) -> list[Debt]:
    """The debts that this message pays, found by what it says it answers; else the oldest it can answer."""
    owed = [
        debt for debt in view.select(DebtRow, order="seq", debtor=sender, settled=False) if draft.type in debt.expects
    ]
    if draft.in_reply_to is not None:
        return [Debt(message=d.message, debtor=sender) for d in owed if d.message == draft.in_reply_to]
    match draft.payload:
        case TaskResult() | TaskBlocked() as answer:
            return [Debt(message=d.message, debtor=sender) for d in owed if d.message == answer.original_task_ref]
        case DecisionResult() as answer:
            if decision := view.get(DecisionRow, answer.decision_id):
                return _whole_debt(view, decision.message)
            return _oldest_to(owed, draft, "CONFLICT_REPORT", view)
        case ReviewResult() as answer:
            return [Debt(message=d.message, debtor=sender) for d in owed if _is_review_of(view, d, answer)]
        case TaskHandoff():
            return _oldest_to(owed, draft, "CONFLICT_REPORT", view)
        case _:
            return _oldest_to(owed, draft, "FREEFORM", view)


def _whole_debt(view: View, message: str) -> list[Debt]:
    """A decision made frees everybody who was asked."""
    debts = view.select(DebtRow, order="seq", message=message, settled=False)
    return [Debt(message=message, debtor=debt.debtor) for debt in debts]


def _is_review_of(view: View, debt: DebtRow, answer: ReviewResult) -> bool:
    asked = view.get(MessageRow, debt.message)
    return bool(asked and asked.type == "REVIEW_REQUEST" and asked.payload.get("artifact_ref") == answer.artifact_ref)


def _oldest_to(owed: list[DebtRow], draft: Draft, kind: MessageType, view: View) -> list[Debt]:
    """Types that name nothing they answer pay the oldest debt of that kind to one they are addressed to."""
    for debt in owed:
        asked = view.get(MessageRow, debt.message)
        if asked and asked.type == kind and debt.creditor in draft.addresses:
            return [Debt(message=debt.message, debtor=debt.debtor)]
    return []


def _unknown_references(view: View, draft: Draft) -> list[Note]:
    """References to things nobody knows are taken, and named."""
    return [
        Note(text="{field}: nothing is known of {kind} {id}.", params={"field": field, "kind": kind, "id": ref})
        for field, kind, ref in _references(draft)
        if view.get(_ROWS[kind], ref) is None
    ]


_ROWS: dict[str, type[Any]] = {"task": MessageRow, "decision": DecisionRow, "artifact": ArtifactRow}


def _references(draft: Draft) -> list[tuple[str, str, str]]:
    """(field, kind, id) of what a message points to."""
    found = [("related_state_refs", ref.type, ref.id) for ref in draft.related_state_refs if ref.type in _ROWS]
    match draft.payload:
        case TaskResult() | TaskBlocked() as p:
            found.append(("payload.original_task_ref", "task", p.original_task_ref))
        case DecisionResult() as p:
            found.append(("payload.decision_id", "decision", p.decision_id))
        case TaskHandoff() as p:
            found.extend(("payload.input_artifacts", "artifact", ref) for ref in p.input_artifacts)
        case ConflictReport() as p:
            found.extend(("payload.conflicting_artifacts", "artifact", ref) for ref in p.conflicting_artifacts)
            found.extend(("payload.conflicting_decisions", "decision", ref) for ref in p.conflicting_decisions or [])
        case ReviewRequest() | ReviewResult() as p:
            found.append(("payload.artifact_ref", "artifact", p.artifact_ref))
        case _:
            pass
    return found
