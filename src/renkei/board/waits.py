"""Blocks as they stand, and requests that block (TURN-2, DEC-26)."""

from typing import Final

from renkei.board.posts import find_post
from renkei.board.read import urgent_rows
from renkei.board.tables import BlockerRow, DebtRow, InboxRow, WaitRow
from renkei.eventlog.base import View
from renkei.protocol.board import BlockKind
from renkei.protocol.terms import MessageType


def open_blockers(view: View, agent: str) -> list[BlockerRow]:
    rows = (view.get(BlockerRow, wait.blocker) for wait in view.select(WaitRow, order="seq", agent=agent))
    return [row for row in rows if row]


def is_awaited(view: View, cause: str) -> bool:
    """Whether an open blocker waits for this."""
    return bool(view.select(BlockerRow, order="seq", cause=cause, resolved=False, limit=1))


def own_waits(view: View, agent: str) -> list[BlockerRow]:
    """The waits that an agent declared itself."""
    return [row for row in open_blockers(view, agent) if row.by == agent]


def blocks_put_on(view: View, agent: str) -> list[BlockerRow]:
    """The blocks that somebody else put on an agent: by a conflict, a blocking review, a rule."""
    return [row for row in open_blockers(view, agent) if row.by != agent]


# Requests that block (TURN-2, DEC-26): one predicate for inboxes, for dismissing and for turns.


def is_blocking(view: View, message: str, reader: str) -> bool:
    """Whether a message blocks until this reader answers: it says so, or somebody waits for its answer."""
    row = view.get(InboxRow, reader, message)
    return (row is not None and row.blocking) or (_is_owed(view, message, reader) and _is_answer_awaited(view, message))


def list_blocking_requests(view: View, agent: str) -> list[str]:
    """Blocking messages to an agent that it has neither handled nor answered, oldest first (TURN-2)."""
    said = [row.message for row in urgent_rows(view, agent, blocking=True)]
    owed = [debt.message for debt in view.select(DebtRow, order="seq", debtor=agent, settled=False)]
    return list(dict.fromkeys((*said, *(message for message in owed if _is_answer_awaited(view, message)))))


def _is_owed(view: View, message: str, debtor: str) -> bool:
    debt = view.get(DebtRow, message, debtor)
    return debt is not None and not debt.settled


def _is_answer_awaited(view: View, message: str) -> bool:
    """Whether somebody waits for the answer to a question. A task is none: the work is its answer."""
    asked = find_post(view, message)
    kind = _KINDS.get(asked.type) if asked else None
    if asked is None or kind is None:
        return False
    return is_awaited(view, f"{kind}:{asked.payload.get('decision_id') if kind == 'decision' else asked.id}")


_KINDS: Final[dict[MessageType, BlockKind]] = {
    "REVIEW_REQUEST": "review",
    "CONFLICT_REPORT": "conflict",
    "DECISION_REQUEST": "decision",
}
