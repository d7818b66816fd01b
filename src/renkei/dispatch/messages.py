"""Messages act on the board in the same commit (MSG-6, MSG-7)."""

from collections.abc import Iterable
from typing import Final

from renkei.board.posts import find_post
from renkei.board.tables import ArtifactRow, DecisionRow
from renkei.board.tasks import Task, find_task
from renkei.board.team import PERSON, find_member
from renkei.board.waits import blocks_put_on
from renkei.dispatch.base import Cause, Effect, own_effect, payload_of, set_blocked_by_event, set_status_event
from renkei.dispatch.blocks import block_agents, new_blocker
from renkei.dispatch.release import release_waits
from renkei.dispatch.waiting import is_review_over, resolve_blocked_by
from renkei.policy.authority import owner_of_artifact
from renkei.protocol.artifacts import artifact_name, artifact_ref, merge_artifacts
from renkei.protocol.board import Awaited
from renkei.protocol.events import (
    ArtifactBody,
    ArtifactRegistered,
    DecisionBody,
    DecisionRequested,
    DecisionResolved,
    MessagePosted,
    ResolutionBody,
)
from renkei.protocol.messages import (
    DecisionRequest,
    DecisionResult,
    OutputArtifact,
    ReviewRequest,
    ReviewResult,
    StatusUpdate,
    TaskBlocked,
    TaskResult,
)
from renkei.protocol.terms import AgentStatus


def a_status_update_sets_the_senders_status(cause: Cause) -> Iterable[Effect]:
    if payload := payload_of(cause, StatusUpdate):
        yield from _set_status(cause, payload.new_status)
        if payload.new_status == "blocked":
            yield from _set_blocked_by(cause, payload.blockers or [])
        yield from _add_blockers(cause, payload.blockers or [])


def a_task_result_registers_artifacts_and_sets_the_senders_status(cause: Cause) -> Iterable[Effect]:
    if payload := payload_of(cause, TaskResult):
        task = find_task(cause.view, payload.original_task_ref)
        for artifact in merge_artifacts(payload.output_artifacts):
            yield own_effect(cause, _artifact_event(cause, artifact, payload.summary, task))
        yield from _set_status(cause, _STATUS_OF_RESULT[payload.status])


def a_blocked_task_blocks_its_sender_unless_a_part_can_go_on(cause: Cause) -> Iterable[Effect]:
    if payload := payload_of(cause, TaskBlocked):
        if not payload.can_continue_partially:
            yield from _set_status(cause, "blocked")
            yield from _set_blocked_by(cause, [payload.blocked_by])
        yield from _add_blockers(cause, [payload.blocked_by])


def a_decision_request_opens_a_decision(cause: Cause) -> Iterable[Effect]:
    if payload := payload_of(cause, DecisionRequest):
        assert isinstance(cause.event, MessagePosted)
        if cause.view.get(DecisionRow, payload.decision_id):
            return  # a second request for an open decision only points to it
        opened = DecisionRequested(
            decision=payload.decision_id,
            message=cause.event.id,
            requester=cause.actor,
            owners=cause.event.debtors,
            deadline_steps=payload.deadline_steps,
            body=DecisionBody(question=payload.question, options=payload.options),
            action="decision requested",
        )
        yield own_effect(cause, opened)


def a_decision_result_resolves_the_decision(cause: Cause) -> Iterable[Effect]:
    if payload := payload_of(cause, DecisionResult):
        assert isinstance(cause.event, MessagePosted)
        if cause.view.get(DecisionRow, payload.decision_id) is None:
            return
        resolved = DecisionResolved(
            decision=payload.decision_id,
            message=cause.event.id,
            body=ResolutionBody(
                chosen_option=payload.chosen_option,
                rationale=payload.rationale,
                additional_constraints=payload.additional_constraints or [],
            ),
            action="decision made",
        )
        yield own_effect(cause, resolved)


def a_blocking_review_request_blocks_its_sender(cause: Cause) -> Iterable[Effect]:
    """MSG-6. Those who are to review know of it: they have the request."""
    payload = payload_of(cause, ReviewRequest)
    if payload and payload.blocking and find_member(cause.view, cause.actor):
        assert isinstance(cause.event, MessagePosted)
        what = Awaited("review", cause.event.id)
        yield from block_agents(
            cause, [cause.actor], what, cause.say("waits for a review of {ref}", ref=payload.artifact_ref)
        )


def a_review_result_frees_the_one_who_asked(cause: Cause) -> Iterable[Effect]:
    """Once all who were asked have answered, or a person has."""
    if payload_of(cause, ReviewResult):
        assert isinstance(cause.event, MessagePosted)
        answered = [debt.message for debt in cause.event.settles]
        over = [name for name in answered if is_review_over(cause.view, name)]
        asked = find_post(cause.view, cause.event.in_reply_to) if cause.event.in_reply_to else None
        if cause.actor == PERSON and asked and asked.type == "REVIEW_REQUEST":
            over.append(asked.id)
        if over:
            yield from release_waits(cause, [Awaited("review", name) for name in dict.fromkeys(over)])


_STATUS_OF_RESULT: Final[dict[str, AgentStatus]] = {"completed": "completed", "partial": "idle", "failed": "error"}


def _set_status(cause: Cause, status: AgentStatus) -> Iterable[Effect]:
    assert isinstance(cause.event, MessagePosted)
    stays_blocked = status not in ("blocked", "error") and blocks_put_on(cause.view, cause.actor)
    if find_member(cause.view, cause.actor) and not stays_blocked:  # a person has no entry on the board
        yield own_effect(cause, set_status_event(cause, cause.actor, status, message=cause.event.id))


def _set_blocked_by(cause: Cause, reasons: list[str]) -> Iterable[Effect]:
    """The entry names the first thing that the team can end; the rest stands among the blockers."""
    named = [what for what in (resolve_blocked_by(cause.view, reason) for reason in reasons) if what]
    if named and find_member(cause.view, cause.actor) and not blocks_put_on(cause.view, cause.actor):
        yield own_effect(cause, set_blocked_by_event(cause, cause.actor, str(named[0])))


def _add_blockers(cause: Cause, reasons: list[str]) -> Iterable[Effect]:
    for reason in reasons:
        yield own_effect(
            cause, new_blocker(cause, [cause.actor], reason, resolve_blocked_by(cause.view, reason), by=cause.actor)
        )


def _artifact_event(cause: Cause, given: OutputArtifact, summary: str, task: Task | None) -> ArtifactRegistered:
    """It belongs to the owner of the task that yields it (DEC-25), whoever reports."""
    known, person = cause.view.get(ArtifactRow, artifact_name(given.ref)), cause.actor == PERSON
    ref = known.ref if known else artifact_ref(given.ref)
    owner = (task.owner if task else None) or (owner_of_artifact(cause.view, given.ref) if person else None)
    return ArtifactRegistered(
        ref=ref,
        owner=owner or cause.actor,
        task=task.id if task else known.task if known else None,
        version=known.version + 1 if known else 1,
        path=artifact_ref(given.path) if given.path else _artifact_path(artifact_ref(given.ref), known),
        body=ArtifactBody(description=given.description or summary.strip().splitlines()[0]),
        action="artifact registered",
    )


def _artifact_path(ref: str, known: ArtifactRow | None) -> str:
    """Where nothing is said: where it was, or the reference if it looks like a path."""
    if known and known.path:
        return known.path
    return ref if "/" in ref or "." in ref else ""
