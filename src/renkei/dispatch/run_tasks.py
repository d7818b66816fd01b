"""Tasks of a run on the board: who carries one out shows what it works on, and how that ended."""

from collections.abc import Iterable
from typing import Final

from renkei.board.run_tables import RunTaskRow
from renkei.board.tables import TurnRow
from renkei.board.team import find_member
from renkei.board.waits import blocks_put_on
from renkei.dispatch.base import Cause, Effect, set_status_event, system_effect
from renkei.protocol.events import Event, FieldBody, FieldSet, TurnEnded
from renkei.protocol.run_events import (
    RunEnded,
    TaskCompleted,
    TaskFailed,
    TasksCompleted,
    TasksStarted,
    TaskStarted,
    TaskVerified,
)
from renkei.protocol.terms import AgentStatus, BoardAction

_OfTask = TaskStarted | TaskCompleted | TaskVerified | TaskFailed

_STATUS: Final[dict[type, AgentStatus]] = {
    TaskStarted: "working",
    TaskCompleted: "completed",
    TaskVerified: "completed",
    TaskFailed: "error",
}


def a_task_of_a_run_shows_in_its_agents_entry(cause: Cause) -> Iterable[Effect]:
    for agent, event in _newest_by_agent(cause.event).items():
        if find_member(cause.view, agent):
            if isinstance(event, TaskStarted):
                yield system_effect(_current_task_event(cause, event))
            if not blocks_put_on(cause.view, agent):
                yield system_effect(set_status_event(cause, agent, _status_after(event), action=_end_action(event)))


def a_run_that_ends_ends_the_turns_of_its_agents(cause: Cause) -> Iterable[Effect]:
    """Whoever is at work then owes its update: it is asked, and until it has said it the board shows that (DEC-28)."""
    if not isinstance(cause.event, RunEnded):
        return
    rows = cause.view.select(RunTaskRow, order="number", run=cause.event.run, state="running")
    for agent in dict.fromkeys(row.agent for row in rows if not row.recheck):
        turn = cause.view.get(TurnRow, agent)
        if turn and find_member(cause.view, agent):
            yield system_effect(TurnEnded(agent=agent, run=cause.event.run))
            if not blocks_put_on(cause.view, agent):
                yield system_effect(set_status_event(cause, agent, "idle", action="stopped before update"))


def _end_action(event: _OfTask) -> BoardAction:
    is_silent = isinstance(event, TaskFailed) and event.silent
    return "ended without update" if is_silent else "field set"


def _status_after(event: _OfTask) -> AgentStatus:
    """Who is done with what nobody has checked is not at work, and has not completed it (DEC-30)."""
    is_unverified = isinstance(event, TaskCompleted) and event.unverified
    return "idle" if is_unverified else _STATUS[type(event)]


def _newest_by_agent(event: Event) -> dict[str, _OfTask]:
    """An entry shows one task: of many that an agent took or finished at once, the last."""
    match event:
        case TaskStarted(recheck=True):
            return {}  # no agent is at it
        case TaskStarted() | TaskCompleted() | TaskVerified() | TaskFailed():
            return {event.agent: event}
        case TasksStarted() | TasksCompleted():
            return {each.agent: each for each in event.each if not (isinstance(each, TaskStarted) and each.recheck)}
        case _:
            return {}


def _current_task_event(cause: Cause, event: TaskStarted) -> FieldSet:
    return FieldSet(
        field="current_task",
        agent=event.agent,
        based_on=cause.view.head.seq,
        body=FieldBody(value=f"{event.run}/{event.task}"),
        action="field set",
    )
