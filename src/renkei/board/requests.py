"""Requests that block (TURN-2, DEC-26): one predicate for inboxes, for dismissing and for turns."""

from renkei.board.posts import post
from renkei.board.read import urgent_rows
from renkei.board.tables import BlockerRow, DebtRow, DecisionRow, InboxRow
from renkei.eventlog.base import View


def is_blocking(view: View, message: str, reader: str) -> bool:
    """Whether a message blocks until this reader answers: it says so, or somebody waits for its answer."""
    row = view.get(InboxRow, reader, message)
    return (row is not None and row.blocking) or (_is_owed(view, message, reader) and message in _awaited(view))


def blocking_requests(view: View, agent: str) -> list[str]:
    """Blocking messages to an agent that it has neither handled nor answered, oldest first (TURN-2)."""
    said = [row.message for row in urgent_rows(view, agent, blocking=True)]
    awaited = [message for message in _awaited(view) if _is_owed(view, message, agent)]
    return list(dict.fromkeys((*said, *awaited)))


def _is_owed(view: View, message: str, debtor: str) -> bool:
    debt = view.get(DebtRow, message, debtor)
    return debt is not None and not debt.settled


def _awaited(view: View) -> list[str]:
    """The questions whose answer somebody waits for. A task is none: the work is its answer."""
    causes = [row.cause or "" for row in view.select(BlockerRow, order="seq", resolved=False)]
    pairs = [cause.partition(":") for cause in causes]
    asked = [_request_of(view, kind, name) for kind, _, name in pairs if kind in ("review", "conflict", "decision")]
    return [message for message in asked if message]


def _request_of(view: View, kind: str, name: str) -> str | None:
    if kind == "decision":
        decision = view.get(DecisionRow, name)
        return decision.message if decision else None
    return name if post(view, name) else None
