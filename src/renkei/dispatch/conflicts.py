"""A conflict is reported (EVT-4): whose artifacts it is about; and the answer that ends it."""

from collections.abc import Iterable

from renkei.board.tasks import owners_of_artifact
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.dispatch.base import Cause, Effect, payload_of
from renkei.dispatch.notices import share_knowledge
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import agents_waiting_for, release_waits
from renkei.policy.answer_authority import decision_owners
from renkei.policy.answers import Answer, conflict_of, conflicts_ended
from renkei.protocol.board import Awaited
from renkei.protocol.events import MessagePosted
from renkei.protocol.messages import PAYLOADS, ConflictReport


def conflict_detected(cause: Cause) -> Iterable[Occasion]:
    payload, event = payload_of(cause, ConflictReport), cause.event
    if payload is None or not isinstance(event, MessagePosted) or event.sender == SYSTEM:
        return
    yield Occasion(
        names=("conflict_detected",),
        cause=cause,
        groups={"owners": _find_owners(cause, payload)},
        tell=lambda: {"conflict_id": event.id, "from": event.sender, **payload.model_dump()},
    )


def the_answer_to_a_conflict_ends_its_blocks(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, MessagePosted) or event.kind not in ("DECISION_RESULT", "TASK_HANDOFF"):
        return
    for report in _reports_ended(cause, event):
        what = Awaited("conflict", report)
        unaware = [name for name in agents_waiting_for(cause, [what]) if name not in (event.sender, *event.readers)]
        yield from share_knowledge(
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
        yield from release_waits(cause, [what])


def _find_owners(cause: Cause, payload: ConflictReport) -> list[str]:
    """Of the artifacts, also of those that are not there yet, and of the decisions (DEC-26)."""
    of_artifacts = [name for ref in payload.conflicting_artifacts for name in owners_of_artifact(cause.view, ref)]
    found = [*of_artifacts, *decision_owners(cause.view, payload.conflicting_decisions or [], at=cause.seq)]
    return list(dict.fromkeys(name for name in found if name == PERSON or find_member(cause.view, name)))


def _reports_ended(cause: Cause, event: MessagePosted) -> list[str]:
    """The reports that a message ends: it names them, and its sender may."""
    by_debt = [debt.message for debt in event.settles]
    reports = [name for name in by_debt if conflict_of(cause.view, name)]
    return list(dict.fromkeys((*reports, *conflicts_ended(cause.view, _answer_of_event(event)))))


def _answer_of_event(event: MessagePosted) -> Answer:
    assert event.body is not None, "a message that has just been posted says something"
    return Answer(
        sender=event.sender,
        type=event.kind,
        payload=PAYLOADS[event.kind].model_validate(event.body.payload),
        in_reply_to=event.in_reply_to,
        state_refs=[(ref["type"], ref["id"]) for ref in event.body.related_state_refs],
        readers=event.readers,
    )
