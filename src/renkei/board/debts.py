"""Who owes whom an answer, since when, and which answers are overdue (MSG-3)."""

from datetime import datetime, timedelta
from typing import Any

from renkei.board.pages import MOST_LOOKED_AT, PAGE, Page
from renkei.board.posts import find_post
from renkei.board.tables import DebtRow, StepRow
from renkei.board.team import PERSON, find_member
from renkei.eventlog.base import View
from renkei.values import value


@value
class OwedAnswer:
    """An answer that is still owed."""

    message: str
    type: str
    summary: str
    debtor: str
    creditor: str
    expects: list[str]
    since: str
    steps: int
    """How many steps the debtor has taken since."""
    deadline_steps: int | None
    overdue: bool


def list_owed(view: View, *, now: str, within: int, debtor: str | None = None, limit: int = PAGE) -> Page[OwedAnswer]:
    """Answers owed, by one debtor or by all, the oldest first. Those who left the team owe nothing.

    An answer is overdue when its debtor has taken as many steps as the request allows, or after `within` minutes.
    """
    where: dict[str, Any] = {} if debtor is None else {"debtor": debtor}
    rows = view.select(DebtRow, order="seq", settled=False, limit=max(limit, MOST_LOOKED_AT), **where)
    due = [row for row in rows if row.debtor == PERSON or find_member(view, row.debtor)]
    unseen = view.count(DebtRow, order="seq", settled=False, **where) - len(rows)
    shown = [_describe_debt(view, row, now, within) for row in due[:limit]]
    return Page(items=shown, more=len(due) - len(shown) + unseen, last=rows[-1].seq if rows else 0)


def list_overdue(view: View, *, now: str, within: int, limit: int = PAGE) -> Page[OwedAnswer]:
    """Answers that are overdue. Those not looked at are younger: they count once all the older ones are overdue."""
    found = list_owed(view, now=now, within=within, limit=max(limit, MOST_LOOKED_AT))
    late = [each for each in found.items if each.overdue]
    unseen = found.more if len(late) == len(found.items) else 0
    return Page(items=late[:limit], more=len(late[limit:]) + unseen)


def _describe_debt(view: View, row: DebtRow, now: str, within: int) -> OwedAnswer:
    asked = find_post(view, row.message)
    assert asked is not None, "a debt is owed to a message"
    taken = view.get(StepRow, row.debtor)
    steps = (taken.count if taken else 0) - row.since_step
    limit = asked.payload.get("deadline_steps")
    waited = datetime.fromisoformat(now) - datetime.fromisoformat(row.since)
    return OwedAnswer(
        message=row.message,
        type=asked.type,
        summary=asked.context_summary,
        debtor=row.debtor,
        creditor=row.creditor,
        expects=row.expects,
        since=row.since,
        steps=steps,
        deadline_steps=limit,
        overdue=(limit is not None and steps >= limit) or waited >= timedelta(minutes=within),
    )
