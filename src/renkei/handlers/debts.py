"""Who owes an answer to a message, and which debts an answer pays."""

from renkei.board.contracts import contract_of_task
from renkei.board.posts import post
from renkei.board.tables import DebtRow, DecisionRow
from renkei.board.team import PERSON, SYSTEM
from renkei.eventlog.base import View
from renkei.handlers.addresses import Audience
from renkei.protocol.events import Debt
from renkei.protocol.messages import (
    DecisionRequest,
    DecisionResult,
    Draft,
    MessageType,
    ReviewResult,
    TaskBlocked,
    TaskHandoff,
    TaskResult,
)


def debtors(view: View, to: Audience, draft: Draft) -> list[str]:
    """Those addressed owe the answer; one to a decision that is open already is for its owners to give."""
    named = list(to.direct or to.group)
    decision = view.get(DecisionRow, draft.payload.decision_id) if isinstance(draft.payload, DecisionRequest) else None
    return [name for name in named if decision is None or name in decision.owners]


def settled(view: View, sender: str, draft: Draft, readers: list[str]) -> list[Debt]:
    """The debts that this message pays, found by what it says it answers; else the oldest it can answer."""
    owed = [
        debt for debt in view.select(DebtRow, order="seq", debtor=sender, settled=False) if draft.type in debt.expects
    ]
    if not owed and draft.in_reply_to is None and not isinstance(draft.payload, DecisionResult):
        return []
    replied = _replied(view, sender, draft, owed)
    decision = view.get(DecisionRow, draft.payload.decision_id) if isinstance(draft.payload, DecisionResult) else None
    if decision is not None:
        paid = [*replied, *_debts_of_decision(view, decision)]
    elif draft.in_reply_to is not None and not isinstance(draft.payload, TaskResult | TaskBlocked):
        paid = replied
    else:
        paid = [*replied, *_answered(view, owed, draft, readers)]
    pairs = dict.fromkeys((debt.message, debt.debtor) for debt in paid)
    return [Debt(message=message, debtor=debtor) for message, debtor in pairs]


def _replied(view: View, sender: str, draft: Draft, owed: list[DebtRow]) -> list[DebtRow]:
    """The debts to the message that this one says it replies to; a person's reply pays for all who owe it."""
    if draft.in_reply_to is None:
        return []
    asked = post(view, draft.in_reply_to)
    is_forwarded = asked is not None and asked.type == "CONFLICT_REPORT" and asked.sender == SYSTEM
    name = asked.in_reply_to if asked and is_forwarded else draft.in_reply_to
    if sender == PERSON:
        debts = view.select(DebtRow, order="seq", message=name, settled=False)
        return [debt for debt in debts if draft.type in debt.expects]
    return [debt for debt in owed if debt.message == name]


def _answered(view: View, owed: list[DebtRow], draft: Draft, readers: list[str]) -> list[DebtRow]:
    match draft.payload:
        case TaskResult() | TaskBlocked() as answer:
            contract = contract_of_task(view, answer.original_task_ref)
            tasks = (answer.original_task_ref, *(contract.handoffs if contract else ()))
            return [debt for debt in owed if debt.message in tasks]
        case ReviewResult() as answer:
            return [debt for debt in owed if _is_review_of(view, debt, answer)]
        case DecisionResult() | TaskHandoff():
            return _oldest_to(readers, owed, "CONFLICT_REPORT", view)
        case _:
            return _oldest_to(readers, owed, "FREEFORM", view)


def _debts_of_decision(view: View, decision: DecisionRow) -> list[DebtRow]:
    """A decision made frees everybody who was asked for it, whoever made it and however often it was asked for."""
    return [
        debt
        for owner in decision.owners
        for debt in view.select(DebtRow, order="seq", debtor=owner, settled=False)
        if debt.message == decision.message or _asks_for(view, debt, decision)
    ]


def _asks_for(view: View, debt: DebtRow, decision: DecisionRow) -> bool:
    asked = post(view, debt.message)
    return bool(asked and asked.type == "DECISION_REQUEST" and asked.payload.get("decision_id") == decision.id)


def _is_review_of(view: View, debt: DebtRow, answer: ReviewResult) -> bool:
    asked = post(view, debt.message)
    return bool(asked and asked.type == "REVIEW_REQUEST" and asked.payload.get("artifact_ref") == answer.artifact_ref)


def _oldest_to(readers: list[str], owed: list[DebtRow], kind: MessageType, view: View) -> list[DebtRow]:
    """Types that name nothing they answer pay the oldest debt of that kind to one of their readers."""
    for debt in owed:
        asked = post(view, debt.message)
        if asked and asked.type == kind and debt.creditor in readers:
            return [debt]
    return []
