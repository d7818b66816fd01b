"""Messages that Renkei itself sends: their sender is `system` (EVT-8)."""

from collections.abc import Iterable, Sequence

from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.dispatch.base import Cause, Effect, system_effect
from renkei.eventlog.base import View
from renkei.protocol.events import MessageBody, MessagePosted
from renkei.protocol.messages import KnowledgeShare, Payload, StateRef
from renkei.protocol.terms import MessageType, Priority


def share_knowledge(
    cause: Cause,
    to: Sequence[str],
    priority: Priority,
    *,
    topic: str,
    content: str,
    relevance: str,
    action: str | None = None,
    refs: Sequence[StateRef] = (),
) -> Iterable[Effect]:
    """A KNOWLEDGE_SHARE to those who are still there to read it."""
    payload = KnowledgeShare(
        topic=topic,
        content=content,
        relevance_to_recipients=relevance,
        actionable=action is not None,
        action_suggestion=action,
    )
    return send_notice(cause.view, "KNOWLEDGE_SHARE", payload, to, priority, summary=content, refs=refs)


def send_notice(
    view: View,
    kind: MessageType,
    payload: Payload,
    to: Sequence[str],
    priority: Priority,
    *,
    summary: str,
    refs: Sequence[StateRef] = (),
    channel: str | None = None,
) -> Iterable[Effect]:
    """A message of the system's to those who are still there to read it; none when nobody is."""
    readers = [name for name in dict.fromkeys(to) if name == PERSON or find_member(view, name)]
    if not readers:
        return
    posted = MessagePosted(
        id="",
        kind=kind,
        sender=SYSTEM,
        to=readers[0] if len(readers) == 1 else readers,
        readers=readers,
        priority=priority,
        channel=channel,
        body=MessageBody(
            context_summary=summary.strip().splitlines()[0],
            related_state_refs=[ref.model_dump() for ref in refs],
            payload=payload.model_dump(),
        ),
    )
    yield system_effect(posted)
