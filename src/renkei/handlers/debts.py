"""Who owes an answer to a message, and which debts an answer pays."""

from renkei.board.tables import DecisionRow
from renkei.eventlog.base import View
from renkei.handlers.addresses import Audience
from renkei.policy.answers import Answer, debts_paid
from renkei.protocol.events import Debt
from renkei.protocol.messages import DecisionRequest, Draft


def debtors(view: View, to: Audience, draft: Draft) -> list[str]:
    """Those addressed owe the answer; one to a decision that is open already is for its owners to give."""
    named = list(to.direct or to.group)
    decision = view.get(DecisionRow, draft.payload.decision_id) if isinstance(draft.payload, DecisionRequest) else None
    return [name for name in named if decision is None or name in decision.owners]


def settled(view: View, sender: str, draft: Draft, readers: list[str]) -> list[Debt]:
    """The debts that this message pays."""
    return debts_paid(view, answer_of(sender, draft, readers))


def answer_of(sender: str, draft: Draft, readers: list[str] | None = None) -> Answer:
    """A draft as an answer."""
    return Answer(
        sender=sender,
        type=draft.type,
        payload=draft.payload,
        in_reply_to=draft.in_reply_to,
        state_refs=[(ref.type, ref.id) for ref in draft.related_state_refs],
        readers=readers or [],
    )
