"""Which debts an answer pays."""

from renkei.eventlog.base import View
from renkei.policy.answers import Answer, debts_paid
from renkei.protocol.events import Debt
from renkei.protocol.messages import Draft


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
