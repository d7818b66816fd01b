"""A conflict is reported (EVT-4): whose artifacts it is about; and the answer that ends it."""

from collections.abc import Iterable

from renkei.board.posts import Post, post
from renkei.board.tables import ArtifactRow
from renkei.board.team import SYSTEM, member
from renkei.dispatch.base import Cause, Effect, payload_of
from renkei.dispatch.notices import share
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import released, waiting_for
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import MessagePosted
from renkei.protocol.messages import ConflictReport


def conflict_detected(cause: Cause) -> Iterable[Occasion]:
    payload, event = payload_of(cause, ConflictReport), cause.event
    if payload is None or not isinstance(event, MessagePosted) or event.sender == SYSTEM:
        return
    yield Occasion(
        names=("conflict_detected",),
        cause=cause,
        groups={"owners": _owners(cause, payload)},
        tell=lambda: {"conflict_id": event.id, "from": event.sender, **payload.model_dump()},
    )


def the_answer_to_a_conflict_ends_its_blocks(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, MessagePosted) or event.kind not in ("DECISION_RESULT", "TASK_HANDOFF"):
        return
    for report in _answered(cause, event):
        what = Awaited("conflict", report)
        unaware = [name for name in waiting_for(cause, [what]) if name not in (event.sender, *event.readers)]
        yield from share(
            cause,
            unaware,
            "high",
            topic=cause.say("The conflict {id} is settled", id=report),
            content=cause.say(
                "{agent} has answered the conflict {id} with {type} {answer}: {summary}",
                agent=event.sender,
                id=report,
                type=event.kind,
                answer=event.id,
                summary=event.body.context_summary if event.body else "-",
            ),
            relevance=cause.say("You were waiting for it and can go on."),
            action=cause.say("Read the answer before you go on."),
        )
        yield from released(cause, [what])


def _owners(cause: Cause, payload: ConflictReport) -> list[str]:
    rows = [cause.view.get(ArtifactRow, ref) for ref in payload.conflicting_artifacts]
    return list(dict.fromkeys(row.owner for row in rows if row and member(cause.view, row.owner)))


def _answered(cause: Cause, event: MessagePosted) -> list[str]:
    """The reports that a message answers: by the debt that it pays, or by what it says it replies to."""
    names = [debt.message for debt in event.settles]
    if event.in_reply_to:
        names.append(event.in_reply_to)
    rows = [row for row in (post(cause.view, name) for name in names) if row]
    reports = [row for row in rows if row.type == "CONFLICT_REPORT"]
    return list(dict.fromkeys(_original(row) for row in reports))


def _original(report: Post) -> str:
    """What the system forwarded stands for the report itself."""
    return report.in_reply_to if report.sender == SYSTEM and report.in_reply_to else report.id
