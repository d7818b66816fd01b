"""Posting a message: who reads it, what it asks for, and what it answers is settled here, once."""

from renkei.board.posts import message_id
from renkei.board.read import GENERAL
from renkei.board.run_tables import RunAskRow
from renkei.board.tables import DecisionRow
from renkei.board.team import PERSON, members
from renkei.errors import BadInput, Refused
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.handlers.addresses import Audience, audience
from renkei.handlers.base import Asked, Decision
from renkei.handlers.carried import check_contract_of_message, with_deviations
from renkei.handlers.debts import debtors, settled
from renkei.handlers.entitlement import acts_of
from renkei.handlers.references import unknown_references
from renkei.policy.authority import require
from renkei.protocol.commands import DeliverContract, PostMessage
from renkei.protocol.events import MessageBody, MessagePosted
from renkei.protocol.mentions import may_mention, mentioned
from renkei.protocol.messages import (
    EXPECTED_RESPONSES,
    MESSAGE_TYPES,
    PRIORITIES,
    DecisionRequest,
    DecisionResult,
    Draft,
    Freeform,
    MessageType,
    Payload,
    Priority,
)

MAX_MESSAGE_BYTES = 1024 * 1024
"""A message is for reading; what is larger belongs in a file that the message names."""


def post_message(asked: Asked, command: PostMessage, *, delivery: DeliverContract | None = None) -> Decision:
    """`delivery`: it is the TASK_RESULT of a contract, which goes to verification."""
    sender, inspection = asked.actor.name, delivery.inspection if delivery else None
    draft, found = with_deviations(asked, command.message, inspection)
    to = audience(asked.view, sender, draft.addresses)
    for act in acts_of(asked, draft, delivers=delivery is not None):
        require(asked.view, sender, act)
    _check_decision(asked, draft.payload)
    check_contract_of_message(asked, draft, inspection)
    expects = _expected(draft)
    readers, called = _readers(asked.view, sender, to, draft)
    event = MessagePosted.made(
        id=message_id(asked.view.head.seq + 1),
        kind=draft.type,
        sender=sender,
        to=draft.to,
        readers=readers,
        priority=_priority(draft),
        channel=to.channel or (GENERAL if draft.type == "FREEFORM" else None),
        in_reply_to=draft.in_reply_to,
        expects=expects,
        debtors=debtors(asked.view, to, draft) if expects else [],
        settles=settled(asked.view, sender, draft, readers),
        mentioned=called,
        body=_body(draft),
    )
    return Decision(events=(event,), notes=(*found, *unknown_references(asked.view, draft)))


def _body(draft: Draft) -> MessageBody:
    return MessageBody.made(
        context_summary=draft.context_summary or _lead_text(draft.payload),
        related_state_refs=[ref.model_dump() for ref in draft.related_state_refs],
        payload=draft.payload.model_dump(by_alias=True),
    )


def check_size(record: Record) -> None:
    """Refuses a message that says too much; looked at where it stands, for there it has been written down."""
    said = record.body or ""
    if len(said) > MAX_MESSAGE_BYTES // 4 and (size := len(said.encode())) > MAX_MESSAGE_BYTES:
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
    text = f"{draft.context_summary or ''}\n{spoken}"
    called = mentioned(text, [row.id for row in members(view) if row.id != sender]) if may_mention(text) else []
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
        _check_option(asked, decision, payload)


def _check_option(asked: Asked, decision: DecisionRow, payload: DecisionResult) -> None:
    """A person may choose what was not offered, unless a run asks: nothing would follow from it (DEC-30)."""
    labels = [option["label"] for option in decision.options]
    if not labels or payload.chosen_option in labels:
        return
    if has_only_its_options(asked.view, decision.id):
        raise BadInput(
            "{option!r} is none of the options of {id} ({labels}). The run goes on with one of these, and with nothing "
            "else.",
            option=payload.chosen_option,
            id=decision.id,
            labels=", ".join(labels),
        )
    if asked.actor.name != PERSON:
        raise BadInput(
            "payload.chosen_option: expected one of {labels}, not {chosen!r}.",
            labels=labels,
            chosen=payload.chosen_option,
        )


def has_only_its_options(view: View, decision: str) -> bool:
    """Whether a run asks it about itself; what an agent at work asks is answered freely."""
    ask = view.get(RunAskRow, decision)
    return ask is not None and ask.kind != "question"
