"""What agents marked as worth keeping, and what a person said of it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import Folds, Stamp, require_row
from renkei.board.tables import InsightRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import InsightCaptured, InsightReviewed


def _insight_captured(view: View, event: InsightCaptured, stamp: Stamp) -> Iterable[Change]:
    yield Put(
        InsightRow(
            id=_insight_id(stamp.at, event.digest),
            seq=stamp.seq,
            at=stamp.at,
            category=event.category,
            source=event.source,
            digest=event.digest,
            state="pending",
            reviewed=None,
        )
    )


def _insight_id(at: str, digest: str) -> str:
    """By the second and by what it says: `INS-20260211093005-9f86d081`."""
    return f"INS-{''.join(filter(str.isdigit, at))[:14]}-{digest[:8]}"


def _insight_reviewed(view: View, event: InsightReviewed, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(InsightRow, event.insight), stamp)
    yield Put(replace(row, state=event.state, reviewed=stamp.seq))


INSIGHT_FOLDS: Final[Folds] = {InsightCaptured: _insight_captured, InsightReviewed: _insight_reviewed}
