"""The rules in force. A rule's name is the sentence it keeps."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from renkei.board.tables import ArtifactRow, DecisionRow
from renkei.board.team import PERSON, SYSTEM, member
from renkei.eventlog.base import View
from renkei.eventlog.records import canonical
from renkei.kit.words import Say
from renkei.protocol.board import AgentStatus
from renkei.protocol.events import (
    ArtifactBody,
    ArtifactRegistered,
    BlockerAdded,
    BlockerBody,
    DecisionBody,
    DecisionRequested,
    DecisionResolved,
    Event,
    FieldSet,
    MessageBody,
    MessagePosted,
    ResolutionBody,
)
from renkei.protocol.messages import PAYLOADS, DecisionRequest, DecisionResult, KnowledgeShare, StatusUpdate, TaskResult


@dataclass(frozen=True, kw_only=True, slots=True)
class Cause:
    """The event that a rule looks at, who caused it, and the language to write in."""

    event: Event
    actor: str
    view: View
    say: Say


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """An event that follows, and whose it is."""

    event: Event
    actor: str


Rule = Callable[[Cause], Iterable[Effect]]


def a_status_update_sets_the_senders_status(cause: Cause) -> Iterable[Effect]:
    if payload := _payload(cause, StatusUpdate):
        yield from _status(cause, payload.new_status)
        for description in payload.blockers or []:
            added = BlockerAdded(
                id="",
                affected_agents=[cause.actor],
                body=BlockerBody(description=description),
                action=cause.say("reported a blocker"),
            )
            yield Effect(event=added, actor=cause.actor)


def a_task_result_registers_artifacts_and_sets_the_senders_status(cause: Cause) -> Iterable[Effect]:
    if payload := _payload(cause, TaskResult):
        for ref in dict.fromkeys(payload.output_artifacts):
            yield Effect(event=_artifact(cause, ref, payload.summary), actor=cause.actor)
        yield from _status(cause, _STATUS_OF_RESULT[payload.status])


def a_decision_request_opens_a_decision(cause: Cause) -> Iterable[Effect]:
    if payload := _payload(cause, DecisionRequest):
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
            action=cause.say("asked for a decision"),
        )
        yield Effect(event=opened, actor=cause.actor)


def a_decision_result_resolves_the_decision(cause: Cause) -> Iterable[Effect]:
    if payload := _payload(cause, DecisionResult):
        assert isinstance(cause.event, MessagePosted)
        if cause.view.get(DecisionRow, payload.decision_id) is None:
            return
        resolved = DecisionResolved(
            decision=payload.decision_id,
            message=cause.event.id,
            body=ResolutionBody(chosen_option=payload.chosen_option, rationale=payload.rationale),
            action=cause.say("decided"),
        )
        yield Effect(event=resolved, actor=cause.actor)


def a_writer_whose_value_does_not_stand_is_told_to_read_again(cause: Cause) -> Iterable[Effect]:
    """BOARD-4."""
    event = cause.event
    if not isinstance(event, FieldSet) or event.overrides in (None, SYSTEM):
        return
    loser = event.overrides
    if loser != PERSON and member(cause.view, loser) is None:
        return
    share = KnowledgeShare(
        topic=cause.say("Read the board again"),
        content=cause.say(
            "Your value of {path} does not stand: {winner} set it to {value} at the same time, later than you.",
            path=event.path,
            winner=cause.actor,
            value=event.value,
        ),
        relevance_to_recipients=cause.say("You wrote this field before."),
        actionable=True,
        action_suggestion=cause.say("Read the board again before you go on."),
    )
    notice = MessagePosted(
        id="",
        kind="KNOWLEDGE_SHARE",
        sender=SYSTEM,
        to=loser,
        readers=[loser],
        priority="high",
        body=MessageBody(
            context_summary=share.content,
            related_state_refs=[{"type": "agent", "id": event.agent}] if event.agent else [],
            payload=share.model_dump(),
        ),
    )
    yield Effect(event=notice, actor=SYSTEM)


RULES: Final[tuple[Rule, ...]] = (
    a_status_update_sets_the_senders_status,
    a_task_result_registers_artifacts_and_sets_the_senders_status,
    a_decision_request_opens_a_decision,
    a_decision_result_resolves_the_decision,
    a_writer_whose_value_does_not_stand_is_told_to_read_again,
)

RULES_VERSION: Final = 1
"""Raised when a rule keeps its name and changes its meaning."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSet:
    names: tuple[str, ...]
    digest: str


RULE_SET: Final = RuleSet(
    names=tuple(rule.__name__ for rule in RULES),
    digest=hashlib.sha256(canonical([RULES_VERSION, [rule.__name__ for rule in RULES]]).encode()).hexdigest()[:16],
)


def effects(cause: Cause) -> list[Effect]:
    """All that follows from an event, by the rules in their order."""
    return [effect for rule in RULES for effect in rule(cause)]


_STATUS_OF_RESULT: Final[dict[str, AgentStatus]] = {"completed": "completed", "partial": "idle", "failed": "error"}


PayloadT = TypeVar("PayloadT", StatusUpdate, TaskResult, DecisionRequest, DecisionResult)


def _payload(cause: Cause, wanted: type[PayloadT]) -> PayloadT | None:
    """The payload of the message that the event posted, if it is of this class."""
    event = cause.event
    if isinstance(event, MessagePosted) and event.body and PAYLOADS[event.kind] is wanted:
        return wanted.model_validate(event.body.payload)
    return None


def _status(cause: Cause, status: AgentStatus) -> Iterable[Effect]:
    if member(cause.view, cause.actor) is None:
        return  # a person has no entry on the board
    event = FieldSet(
        field="status",
        agent=cause.actor,
        based_on=cause.view.head.seq,
        status=status,
        action=cause.say("set {field}", field="status"),
    )
    yield Effect(event=event, actor=cause.actor)


def _artifact(cause: Cause, ref: str, summary: str) -> ArtifactRegistered:
    known = cause.view.get(ArtifactRow, ref)
    return ArtifactRegistered(
        ref=ref,
        owner=cause.actor,
        version=known.version + 1 if known else 1,
        path=ref if "/" in ref or "." in ref else (known.path if known else ""),
        body=ArtifactBody(description=summary.strip().splitlines()[0]),
        action=cause.say("registered an artifact"),
    )
