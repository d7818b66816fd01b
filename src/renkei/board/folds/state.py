"""The board's own state: fields, decisions, artifacts and blockers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import REDACTED, Folds, Stamp, change, known
from renkei.board.folds.runs import answer_to_a_run
from renkei.board.tables import DEFAULT_STATUS, ArtifactRow, BlockerRow, DecisionRow, FieldRow, TurnRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import (
    ArtifactRegistered,
    BlockerAdded,
    BlockerResolved,
    DecisionRequested,
    DecisionResolved,
    FieldSet,
)


def _field_set(view: View, event: FieldSet, stamp: Stamp) -> Iterable[Change]:
    standing = view.get(FieldRow, event.path)
    old = standing.value if standing else DEFAULT_STATUS if event.field == "status" else None
    yield Put(FieldRow(path=event.path, agent=event.agent, value=event.value, actor=stamp.actor, seq=stamp.seq))
    yield change(stamp, action=event.action, path=event.path, old=old, new=event.value)
    turn = view.get(TurnRow, stamp.actor)
    if turn and turn.open and event.agent == stamp.actor:
        yield Put(replace(turn, updated=True))


def _decision_requested(view: View, event: DecisionRequested, stamp: Stamp) -> Iterable[Change]:
    question = event.body.question if event.body else REDACTED
    yield Put(
        DecisionRow(
            id=event.decision,
            message=event.message,
            requester=event.requester,
            question=question,
            options=[option.model_dump() for option in event.body.options] if event.body else [],
            owners=event.owners,
            deadline_steps=event.deadline_steps,
            status="open",
            resolution=None,
            redacted=event.body is None,
            seq=stamp.seq,
        )
    )
    yield change(stamp, action=event.action, path=f"pending_decisions.{event.decision}", old=None, new=question)


def _decision_resolved(view: View, event: DecisionResolved, stamp: Stamp) -> Iterable[Change]:
    row = known(view.get(DecisionRow, event.decision), stamp)
    resolution = event.body.chosen_option if event.body else REDACTED
    yield Put(replace(row, status="resolved", resolution=resolution))
    yield change(stamp, action=event.action, path=f"pending_decisions.{event.decision}", old="open", new=resolution)
    yield from answer_to_a_run(view, event, stamp)


def _artifact_registered(view: View, event: ArtifactRegistered, stamp: Stamp) -> Iterable[Change]:
    old = view.get(ArtifactRow, event.ref)
    yield Put(
        ArtifactRow(
            ref=event.ref,
            owner=event.owner,
            description=event.body.description if event.body else REDACTED,
            version=event.version,
            path=event.path,
            seq=stamp.seq,
        )
    )
    yield change(
        stamp,
        action=event.action,
        path=f"agents.{event.owner}.artifacts.{event.ref}",
        old=f"v{old.version}" if old else None,
        new=f"v{event.version}",
    )


def _blocker_added(view: View, event: BlockerAdded, stamp: Stamp) -> Iterable[Change]:
    description = event.body.description if event.body else REDACTED
    yield Put(
        BlockerRow(
            id=event.id,
            description=description,
            affected_agents=event.affected_agents,
            cause=event.cause,
            created_at=stamp.at,
            resolved=False,
            seq=stamp.seq,
        )
    )
    yield change(stamp, action=event.action, path=f"blockers.{event.id}", old=None, new=description)


def _blocker_resolved(view: View, event: BlockerResolved, stamp: Stamp) -> Iterable[Change]:
    row = known(view.get(BlockerRow, event.id), stamp)
    yield Put(replace(row, resolved=True))
    yield change(stamp, action=event.action, path=f"blockers.{event.id}", old=row.description, new="resolved")


STATE_FOLDS: Final[Folds] = {
    FieldSet: _field_set,
    DecisionRequested: _decision_requested,
    DecisionResolved: _decision_resolved,
    ArtifactRegistered: _artifact_registered,
    BlockerAdded: _blocker_added,
    BlockerResolved: _blocker_resolved,
}
