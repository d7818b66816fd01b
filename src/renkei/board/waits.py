"""Blocks as they stand: which an agent declared itself, and which were put on it."""

from renkei.board.tables import BlockerRow, WaitRow
from renkei.eventlog.base import View


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
