"""Turns: those that an agent begins and ends itself, and those that a run begins and ends with attempts (DEC-28)."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import REDACTED, Folds, Stamp, record_change, require_row
from renkei.board.tables import AgentRow, TurnRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import InterruptsShown, TurnEnded, TurnStarted, TurnUpdated
from renkei.protocol.run_events import TaskCompleted, TaskFailed, TasksCompleted, TasksStarted, TaskStarted
from renkei.protocol.terms import UpdateDue


def note_update(turn: TurnRow | None, *, updated: bool = False, reported: bool = False) -> Iterable[Change]:
    """The agent wrote its entry, or reported: whatever was due has come."""
    if turn and (turn.open or turn.due):
        yield Put(replace(turn, updated=turn.updated or updated, reported=turn.reported or reported, due=None))


def ask_for_update(turn: TurnRow | None, due: UpdateDue) -> Iterable[Change]:
    """Something came in between: the agent has to say where that leaves it before its turn ends."""
    if turn and turn.open:
        yield Put(replace(turn, updated=False, reported=False, due=due))


def _turn_started(view: View, event: TurnStarted, stamp: Stamp) -> Iterable[Change]:
    yield Put(_new_turn(view.get(TurnRow, event.agent), event.agent, stamp))


def _new_turn(before: TurnRow | None, agent: str, stamp: Stamp) -> TurnRow:
    return TurnRow(
        agent=agent,
        open=True,
        started=stamp.seq,
        previous=before.started if before else 0,
        updated=False,
        reported=False,
        due=None,
        run=before.run if before else None,
        attempts=before.attempts if before else [],
    )


def _turn_ended(view: View, event: TurnEnded, stamp: Stamp) -> Iterable[Change]:
    turn = require_row(view.get(TurnRow, event.agent), stamp)
    if event.run is None:
        yield Put(replace(turn, open=False))
    else:
        gone = [name for name in turn.attempts if name.startswith(f"{event.run}/")]
        yield Put(_end_attempts(turn, gone, has_said=False, due="stopped"))


def _turn_updated(view: View, event: TurnUpdated, stamp: Stamp) -> Iterable[Change]:
    yield from note_update(view.get(TurnRow, event.agent), updated=True, reported=True)
    said = event.body.text if event.body else REDACTED
    yield record_change(stamp, action=event.action, path=f"agents.{event.agent}.update", old=None, new=said)


def _interrupts_shown(view: View, event: InterruptsShown, stamp: Stamp) -> Iterable[Change]:
    yield from ask_for_update(view.get(TurnRow, event.reader), "interrupted")


def _task_started(view: View, event: TaskStarted, stamp: Stamp) -> Iterable[Change]:
    yield from _begin_turns(view, event.run, [event], stamp)


def _tasks_started(view: View, event: TasksStarted, stamp: Stamp) -> Iterable[Change]:
    yield from _begin_turns(view, event.run, event.each, stamp)


def _begin_turns(view: View, run: str, started: Iterable[TaskStarted], stamp: Stamp) -> Iterable[Change]:
    """Who has several attempts at work at once is in one turn."""
    for agent, names in _attempts_by_agent(run, [event for event in started if not event.recheck]).items():
        if view.get(AgentRow, agent):
            turn = view.get(TurnRow, agent)
            if turn is None or not turn.open:
                turn = _new_turn(turn, agent, stamp)
            others = [name for name in turn.attempts if name not in names]
            yield Put(replace(turn, due=None, run=run, attempts=[*others, *names]))


def _task_completed(view: View, event: TaskCompleted, stamp: Stamp) -> Iterable[Change]:
    yield from _end_turns(view, event.run, [event], has_said=True)


def _tasks_completed(view: View, event: TasksCompleted, stamp: Stamp) -> Iterable[Change]:
    yield from _end_turns(view, event.run, event.each, has_said=True)


def _task_failed(view: View, event: TaskFailed, stamp: Stamp) -> Iterable[Change]:
    yield from _end_turns(view, event.run, [event], has_said=not event.silent)


def _end_turns(
    view: View, run: str, ended: Iterable[TaskCompleted | TaskFailed], *, has_said: bool
) -> Iterable[Change]:
    """An attempt's report is the update that its turn ends with."""
    for agent, names in _attempts_by_agent(run, ended).items():
        turn = view.get(TurnRow, agent)
        if turn and (gone := names.keys() & set(turn.attempts)):
            yield Put(_end_attempts(turn, gone, has_said=has_said, due="ended"))


def _end_attempts(turn: TurnRow, gone: Collection[str], *, has_said: bool, due: UpdateDue) -> TurnRow:
    """The turn is over with the last attempt in it; what the agent has not said by then is missing."""
    left = [name for name in turn.attempts if name not in gone]
    has_said = has_said or (turn.reported and turn.due is None)
    if left:
        return replace(turn, attempts=left, due=turn.due if has_said else due)
    return replace(turn, attempts=[], open=False, updated=has_said, reported=has_said, due=None if has_said else due)


def _attempts_by_agent(
    run: str, events: Iterable[TaskStarted | TaskCompleted | TaskFailed]
) -> dict[str, dict[str, None]]:
    """The attempts of each, in their order."""
    found: dict[str, dict[str, None]] = {}
    for event in events:
        found.setdefault(event.agent, {})[f"{run}/{event.task}"] = None
    return found


TURN_FOLDS: Final[Folds] = {
    TurnStarted: _turn_started,
    TurnEnded: _turn_ended,
    TurnUpdated: _turn_updated,
    InterruptsShown: _interrupts_shown,
    TaskStarted: _task_started,
    TasksStarted: _tasks_started,
    TaskCompleted: _task_completed,
    TasksCompleted: _tasks_completed,
    TaskFailed: _task_failed,
}
"""Events of runs are folded to their own tables, too."""
