"""Blocks as they stand: which an agent declared itself, and which were put on it."""

from renkei.board.tables import BlockerRow
from renkei.eventlog.base import View


def open_blockers(view: View, agent: str) -> list[BlockerRow]:
    return [row for row in view.select(BlockerRow, order="seq", resolved=False) if agent in row.affected_agents]


def own_waits(view: View, agent: str) -> list[BlockerRow]:
    """The waits that an agent declared itself."""
    return [row for row in open_blockers(view, agent) if row.by == agent]


def blocks_put_on(view: View, agent: str) -> list[BlockerRow]:
    """The blocks that somebody else put on an agent: by a conflict, a blocking review, a rule."""
    return [row for row in open_blockers(view, agent) if row.by != agent]
