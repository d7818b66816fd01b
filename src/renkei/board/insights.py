"""Insights as they are read: the table says which there are, the log what they say."""

import json
from collections.abc import Sequence

from renkei.board.folds.base import REDACTED
from renkei.board.pages import PAGE, Page
from renkei.board.tables import InsightRow
from renkei.eventlog.base import View
from renkei.protocol.insights import Category, Insight, InsightState
from renkei.values import value


@value
class KeptInsight:
    id: str
    seq: int
    at: str
    category: Category
    content: str
    source: str
    state: InsightState
    digest: str
    reason: str | None
    """Why a person accepted or rejected it, if they said so."""
    reviewed: int | None
    """The seq of a person's word on it."""


def list_insights(view: View, state: InsightState, *, after: int = 0, limit: int = PAGE) -> Page[KeptInsight]:
    """Those in a state, the oldest first."""
    rows = view.select(InsightRow, order="seq", state=state, after=after, limit=limit)
    last = rows[-1].seq if rows else after
    more = view.count(InsightRow, order="seq", state=state, after=last)
    return Page(items=[_read_insight(view, row) for row in rows], more=more, last=last)


def newest_insights(view: View, limit: int) -> list[KeptInsight]:
    """The last that were accepted, in their order; one whose words were redacted says nothing any more."""
    rows = view.select(InsightRow, order="seq", state="accepted", descending=True, limit=limit)
    return [each for row in reversed(rows) if (each := _read_insight(view, row)).content != REDACTED]


def find_insight(view: View, name: str) -> KeptInsight | None:
    row = view.get(InsightRow, name)
    return _read_insight(view, row) if row else None


def without_known(view: View, found: Sequence[Insight]) -> list[Insight]:
    """Those that nobody has said before, whatever a person thought of it."""
    return [each for each in found if not view.select(InsightRow, order="seq", digest=each.digest, limit=1)]


def _read_insight(view: View, row: InsightRow) -> KeptInsight:
    return KeptInsight(
        id=row.id,
        seq=row.seq,
        at=row.at,
        category=row.category,
        content=_body_field(view, row.seq, "content") or REDACTED,
        source=row.source,
        state=row.state,
        digest=row.digest,
        reason=None if row.reviewed is None else _body_field(view, row.reviewed, "note"),
        reviewed=row.reviewed,
    )


def _body_field(view: View, seq: int, name: str) -> str | None:
    record = view.event(seq)
    return json.loads(record.body)[name] if record and record.body else None
