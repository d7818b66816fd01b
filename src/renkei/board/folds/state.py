"""The board's own state: fields, decisions, artifacts and blockers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import REDACTED, Folds, Stamp, record_change, require_row
from renkei.board.folds.messages import drop_debts
from renkei.board.folds.runs import fold_run_answer
from renkei.board.folds.turns import ask_for_update, note_update
from renkei.board.names import is_of_run
from renkei.board.tables import (
    DEFAULT_STATUS,
    AgentRow,
    ArtifactRow,
    BlockerRow,
    ContractRow,
    DecisionRow,
    ExpectedArtifactRow,
    FieldRow,
    TaskRow,
    TurnRow,
    WaitRow,
)
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Delete, Put
from renkei.protocol.artifacts import artifact_name
from renkei.protocol.events import (
    ArtifactExpected,
    ArtifactHandedOver,
    ArtifactRegistered,
    BlockerAdded,
    BlockerResolved,
    DecisionRequested,
    DecisionResolved,
    FieldSet,
    TaskClosed,
    TaskTaken,
)


def _field_set(view: View, event: FieldSet, stamp: Stamp) -> Iterable[Change]:
    standing = view.get(FieldRow, event.path)
    old = standing.value if standing else DEFAULT_STATUS if event.field == "status" else None
    since = standing.since if standing and standing.value == event.value else stamp.seq
    yield Put(
        FieldRow(path=event.path, agent=event.agent, value=event.value, actor=stamp.actor, seq=stamp.seq, since=since)
    )
    yield record_change(stamp, action=event.action, path=event.path, old=old, new=event.value)
    yield from _update_turn(view, event, stamp)
    yield from _take_up_task(view, event, stamp)


def _take_up_task(view: View, event: FieldSet, stamp: Stamp) -> Iterable[Change]:
    """A task that nobody handed over belongs to the first who takes it up by its name, until it is done or handed over.

    Names of contracts and of a run's tasks are those things' own.
    """
    agent, name = event.agent, event.value
    if event.field != "current_task" or agent is None or not name or stamp.actor != agent:
        return
    if is_of_run(name) or view.get(ContractRow, name):
        return
    row = view.get(TaskRow, name)
    if row is None or (row.delegator is None and not _has_owner(view, row)):
        yield Put(
            TaskRow(id=name, delegator=None, addressees=[agent], owner=agent, started=True, state="open", seq=stamp.seq)
        )


def _has_owner(view: View, row: TaskRow) -> bool:
    owner = view.get(AgentRow, row.owner) if row.owner else None
    return row.state == "open" and owner is not None and owner.member


def _update_turn(view: View, event: FieldSet, stamp: Stamp) -> Iterable[Change]:
    """Whoever is blocked by another in the middle of a turn has to say where that leaves it (DEC-28)."""
    if event.agent == stamp.actor:
        yield from note_update(view.get(TurnRow, stamp.actor), updated=True)
    elif event.agent and event.status == "blocked":
        yield from ask_for_update(view.get(TurnRow, event.agent), "blocked")


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
            constraints=[],
            redacted=event.body is None,
            seq=stamp.seq,
        )
    )
    yield record_change(stamp, action=event.action, path=f"pending_decisions.{event.decision}", old=None, new=question)


def _decision_resolved(view: View, event: DecisionResolved, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(DecisionRow, event.decision), stamp)
    resolution = event.body.chosen_option if event.body else REDACTED
    constraints = list(event.body.additional_constraints) if event.body else []
    yield Put(replace(row, status="resolved", resolution=resolution, constraints=constraints))
    yield record_change(
        stamp, action=event.action, path=f"pending_decisions.{event.decision}", old="open", new=resolution
    )
    yield from fold_run_answer(view, event, stamp)


def _artifact_registered(view: View, event: ArtifactRegistered, stamp: Stamp) -> Iterable[Change]:
    name = artifact_name(event.ref)
    old = view.get(ArtifactRow, name)
    yield Put(
        ArtifactRow(
            name=name,
            path_name=artifact_name(event.path) if event.path else "",
            ref=event.ref,
            owner=event.owner,
            description=event.body.description if event.body else REDACTED,
            version=event.version,
            path=event.path,
            task=event.task,
            seq=stamp.seq,
        )
    )
    yield record_change(
        stamp,
        action=event.action,
        path=f"agents.{event.owner}.artifacts.{event.ref}",
        old=f"v{old.version}" if old else None,
        new=f"v{event.version}",
    )


def _artifact_expected(view: View, event: ArtifactExpected, stamp: Stamp) -> Iterable[Change]:
    yield Put(ExpectedArtifactRow(name=artifact_name(event.ref), task=event.task, seq=stamp.seq))


def _artifact_handed_over(view: View, event: ArtifactHandedOver, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ArtifactRow, artifact_name(event.ref)), stamp)
    yield Put(replace(row, owner=event.owner, task=event.task))
    yield record_change(stamp, action=event.action, path=f"artifacts.{event.ref}.owner", old=row.owner, new=event.owner)


def _blocker_added(view: View, event: BlockerAdded, stamp: Stamp) -> Iterable[Change]:
    description = event.body.description if event.body else REDACTED
    yield Put(
        BlockerRow(
            id=event.id,
            description=description,
            affected_agents=event.affected_agents,
            cause=event.cause,
            by=event.by or stamp.actor,
            created_at=stamp.at,
            resolved=False,
            seq=stamp.seq,
        )
    )
    for agent in event.affected_agents:
        yield Put(WaitRow(agent=agent, blocker=event.id, seq=stamp.seq))
    yield record_change(stamp, action=event.action, path=f"blockers.{event.id}", old=None, new=description)


def _blocker_resolved(view: View, event: BlockerResolved, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(BlockerRow, event.id), stamp)
    yield Put(replace(row, resolved=True))
    for agent in row.affected_agents:
        yield Delete(WaitRow, (agent, row.id))
    yield record_change(stamp, action=event.action, path=f"blockers.{event.id}", old=row.description, new="resolved")


def _task_taken(view: View, event: TaskTaken, stamp: Stamp) -> Iterable[Change]:
    if row := _find_task(view, event.task):
        yield Put(replace(row, owner=event.owner, started=True))
        yield from drop_debts(view, row.id, keeps=event.owner)


def _task_closed(view: View, event: TaskClosed, stamp: Stamp) -> Iterable[Change]:
    if row := _find_task(view, event.task):
        yield Put(replace(row, state=event.outcome))
        if event.outcome == "cancelled":
            yield from drop_debts(view, row.id)


def _find_task(view: View, event: str) -> TaskRow | None:
    """By what the log calls it; None once the name by which it was taken up is redacted."""
    kind, _, number = event.partition("-")
    if kind != "E":
        return view.get(TaskRow, event)
    rows = view.select(TaskRow, order="seq", after=int(number) - 1, limit=1)
    return rows[0] if rows and rows[0].event == event else None


STATE_FOLDS: Final[Folds] = {
    FieldSet: _field_set,
    DecisionRequested: _decision_requested,
    DecisionResolved: _decision_resolved,
    ArtifactRegistered: _artifact_registered,
    ArtifactExpected: _artifact_expected,
    BlockerAdded: _blocker_added,
    BlockerResolved: _blocker_resolved,
    ArtifactHandedOver: _artifact_handed_over,
    TaskTaken: _task_taken,
    TaskClosed: _task_closed,
}
