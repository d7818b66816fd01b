"""What waits for the person, as one list: who asks, since when, who is held up by it, and what can be answered."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from renkei.app.project import Project
from renkei.app.run_queries import is_at_work
from renkei.board.caps import find_daily_caps
from renkei.board.debts import OwedAnswer, list_owed
from renkei.board.pages import MOST_LOOKED_AT
from renkei.board.posts import Post, find_post
from renkei.board.read import urgent_rows
from renkei.board.run_tables import RunAskRow, RunRow, RunTaskRow
from renkei.board.tables import BlockerRow, CapRow, DecisionRow
from renkei.board.team import PERSON, SYSTEM
from renkei.commands.messages import has_only_its_options
from renkei.eventlog.base import View
from renkei.eventlog.records import utc_now
from renkei.values import value

NeedKind = Literal["decision", "approval", "question", "conflict", "circle", "mention", "run", "held", "cap"]

_MOST: Final = 200


@value
class Need:
    kind: NeedKind
    id: str
    """What it is answered under."""
    title: str
    detail: str = ""
    sender: str = ""
    since: str = ""
    message: str | None = None
    options: tuple[dict[str, Any], ...] = ()
    recommended: str | None = None
    is_free: bool = True
    """Whether something else than one of the options may be answered."""
    run: str | None = None
    task: str | None = None
    ask: str | None = None
    """What a run asks about: an approval, a failure, a rollback, the merge..."""
    holds_up: tuple[str, ...] = ()
    """The agents that wait for it."""
    blockers: tuple[str, ...] = ()
    """What a person can end, of a circle of waits."""
    cap: dict[str, Any] | None = None
    """A limit of a day that is reached: whose it is, what it counts, how much is used, and both limits as they are."""
    is_overdue: bool = False
    is_mine: bool = True
    """False: another one's to decide, which a person may do too."""


def list_needs(project: Project, view: View) -> list[Need]:
    """The person's own first; of these the oldest."""
    found = [
        *_decisions(view),
        *_questions(view, project.settings.answer_within),
        *_mentions(view),
        *_runs(project, view),
        *_caps(view),
    ]
    return sorted(found, key=lambda each: (not each.is_mine, each.kind == "mention", each.since))


def _decisions(view: View) -> Iterator[Need]:
    for row in view.select(DecisionRow, order="seq", status="open", limit=_MOST):
        ask = view.get(RunAskRow, row.id)
        post = find_post(view, row.message)
        payload = post.payload if post else {}
        is_approval = ask is not None and ask.kind in ("approve", "merge", "rollback", "cycles", "severity", "failed")
        yield Need(
            kind="approval" if is_approval else "decision",
            id=row.id,
            title=row.question,
            detail=post.context_summary if post and post.context_summary != row.question else "",
            sender=row.requester,
            since=post.timestamp if post else "",
            message=row.message,
            options=tuple(row.options),
            recommended=payload.get("recommended"),
            is_free=not has_only_its_options(view, row.id),
            run=ask.run if ask else None,
            task=ask.task if ask else None,
            ask=ask.kind if ask else None,
            holds_up=_held_up_by(view, f"decision:{row.id}"),
            is_mine=PERSON in row.owners,
        )


def _held_up_by(view: View, cause: str) -> tuple[str, ...]:
    rows = view.select(BlockerRow, order="seq", cause=cause, resolved=False, limit=20)
    return tuple(dict.fromkeys(name for row in rows for name in row.affected_agents))


def _questions(view: View, within: int) -> Iterator[Need]:
    owed = list_owed(view, now=utc_now(), within=within, debtor=PERSON, limit=_MOST)
    for debt in owed.items:
        if debt.type != "DECISION_REQUEST":
            yield _question(view, debt)


def _question(view: View, debt: OwedAnswer) -> Need:
    post = find_post(view, debt.message)
    assert post is not None
    return Need(
        kind="conflict" if debt.type == "CONFLICT_REPORT" else "question",
        id=debt.message,
        title=debt.summary,
        detail=_said_in(post, debt.summary),
        sender=debt.creditor,
        since=debt.since,
        message=debt.message,
        is_overdue=debt.overdue,
        holds_up=_held_up_by(view, f"{'conflict' if debt.type == 'CONFLICT_REPORT' else 'review'}:{debt.message}"),
    )


def _said_in(post: Post, title: str) -> str:
    said = next((post.payload[name] for name in ("body", "conflict_description") if post.payload.get(name)), "")
    return "" if said == title else str(said)


def _mentions(view: View) -> Iterator[Need]:
    """What names the person and was not handled; what Renkei itself reports to him is a circle of waits."""
    for row in urgent_rows(view, PERSON, limit=MOST_LOOKED_AT)[:_MOST]:
        post = find_post(view, row.message)
        if post is None:
            continue
        if post.type == "CONFLICT_REPORT" and post.sender == SYSTEM and post.in_reply_to is None:
            yield _mention(post, "circle", blockers=_open_blockers(view))
        elif row.mentioned and not post.expects:
            yield _mention(post, "mention")


def _mention(post: Post, kind: NeedKind, *, blockers: tuple[str, ...] = ()) -> Need:
    return Need(
        kind=kind,
        id=post.id,
        title=post.context_summary,
        detail=_said_in(post, post.context_summary),
        sender=post.sender,
        since=post.timestamp,
        message=post.id,
        blockers=blockers,
    )


def _open_blockers(view: View) -> tuple[str, ...]:
    return tuple(row.id for row in view.select(BlockerRow, order="seq", resolved=False, limit=20))


def _runs(project: Project, view: View) -> Iterator[Need]:
    """Runs that stand still though nobody is asked: paused, held by a limit, or left by their process."""
    for state in ("running", "waiting", "paused"):
        for run in view.select(RunRow, order="seq", state=state, limit=20):
            yield from _standing_run(project, view, run)


def _standing_run(project: Project, view: View, run: RunRow) -> Iterator[Need]:
    asks = [ask for ask in view.select(RunAskRow, order="seq", run=run.id) if ask.answer is None]
    if run.state == "paused" or (not asks and not is_at_work(project, run)):
        yield Need(kind="run", id=run.id, title=run.playbook, detail=run.note, since=run.at, run=run.id, ask=run.state)
    if not run.execute and (held := _held_back(view, run)):
        yield Need(kind="held", id=f"{run.id}:checks", title=", ".join(held), since=run.at, run=run.id)


def _held_back(view: View, run: RunRow) -> list[str]:
    return [
        row.not_run or row.task
        for row in view.select(RunTaskRow, order="number", run=run.id)
        if row.state == "unverified"
    ]


def _caps(view: View) -> Iterator[Need]:
    """Limits of a day: who has reached one begins nothing until a person raises it, or the day ends."""
    limits = {row.name: row for row in view.select(CapRow, order="seq") if row.scope != "run"}
    for state in find_daily_caps(view, utc_now()[:10]):
        if state.level == "stop":
            row = limits[state.name]
            yield Need(
                kind="cap",
                id=f"{state.scope}:{state.name}:{state.unit}",
                title=state.name,
                cap={
                    "agent": state.name or None,
                    "tokens": row.tokens,
                    "micros": row.micros,
                    "unit": state.unit,
                    "used": state.used,
                    "limit": state.limit,
                },
            )
