"""Results of attempts: what became of tasks, each under the token of its start."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from pydantic import Field

from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.commands.base import CommandContext, Outcome
from renkei.commands.caps import find_reached
from renkei.commands.run_base import ExecutorCommand, TaskEnd, require_lease, require_running_task
from renkei.commands.run_contracts import deliver_task_contract
from renkei.commands.run_questions import withdraw_task_question
from renkei.commands.spend import price_usage
from renkei.errors import Refused
from renkei.playbooks.states import gate_outcome, move_task
from renkei.protocol.events import Event, RuleRefused
from renkei.protocol.run_events import (
    GateBody,
    GateDecided,
    RefusedFile,
    TaskBodies,
    TaskBody,
    TaskCompleted,
    TaskFailed,
    TasksCompleted,
    TasksStarted,
    TaskStarted,
    TaskVerified,
)
from renkei.protocol.terms import REHEARSED


class FinishTasks(ExecutorCommand):
    """Results of attempts, each under the token of its start."""

    tag = "FinishTasks"

    lease: int
    results: Annotated[list[TaskEnd], Field(min_length=1)]

    def decide(self, context: CommandContext) -> Outcome:
        run = require_lease(context, self.run, self.lease)
        _check_order(run, self.results)
        events = [event for result in self.results for event in _finish_task(context, run, result)]
        used = [
            (event.agent, run.id, event.usage.spends)
            for event in events
            if isinstance(event, TaskCompleted | TaskFailed)
        ]
        return Outcome(events=(*batch_events(run, events), *find_reached(context, used)))


FEW: Final = 16
"""So many tasks of one step have a record each."""


def batch_events(run: RunRow, events: list[Event]) -> tuple[Event, ...]:
    """What happened to many tasks at once is one event, so that a thousand tasks do not cost thousands of records."""
    started = [event for event in events if isinstance(event, TaskStarted)]
    if len(started) > FEW:
        others = (event for event in events if not isinstance(event, TaskStarted))
        return (TasksStarted(run=run.id, each=started), *others)
    completed = [event for event in events if isinstance(event, TaskCompleted)]
    if len(completed) > FEW:
        bodies = TaskBodies(each=[event.body or TaskBody(summary="") for event in completed])
        each = [event.model_copy(update={"body": None}) for event in completed]
        others = (event for event in events if not isinstance(event, TaskCompleted))
        return (TasksCompleted(run=run.id, each=each, body=bodies), *others)
    return tuple(events)


def _tell_refused(row: RunTaskRow, refused: Sequence[RefusedFile]) -> Iterator[Event]:
    """Each file by itself, up to what one command may set off; the task's own event names all."""
    actions = [(each.rule, f"write {each.path}") for each in refused[:_MOST_TOLD]]
    more = Counter(each.rule for each in refused[_MOST_TOLD:])
    actions += [(rule, f"write {count} more files") for rule, count in more.items()]
    for rule, action in actions:
        yield RuleRefused(rule=rule, actor=row.agent, action=action, mode="enforce")


_MOST_TOLD: Final = 200
"""Of one task. One command sets off no more than 10,000 events, and many tasks may end in it."""


def _check_order(run: RunRow, results: list[TaskEnd]) -> None:
    """Each commit stands on the one before it, so that nothing comes in that no result stands for."""
    head = run.head
    for result in results:
        if result.commit and result.onto != head:
            raise Refused(
                "The commit of {task} stands on {onto}, and {run} is at {head}.",
                rule="RUN-1",
                task=result.task,
                onto=result.onto,
                run=run.id,
                head=head,
            )
        head = result.commit or head


def _finish_task(context: CommandContext, run: RunRow, result: TaskEnd) -> Iterator[Event]:
    row = require_running_task(context, run, result.task, result.token)
    common: dict[str, Any] = {
        "run": run.id,
        "task": row.task,
        "cycle": row.cycle,
        "attempt": row.attempt,
        "token": row.token,
        "agent": row.agent,
        "refused": result.refused,
        "usage": price_usage(context, result.usage),
        "body": TaskBody(
            summary=result.summary,
            outputs=result.outputs,
            notes=list(result.notes),
            not_run=result.not_run,
            conflicts=list(result.conflicts),
            unchecked=list(result.unchecked),
            questions=list(result.questions),
            doubts=list(result.doubts),
        ),
    }
    yield from _tell_refused(row, result.refused)
    for tool in result.denied:
        yield RuleRefused(rule=tool.rule, actor=row.agent, action=tool.action, mode="enforce")
    if result.failure:
        yield TaskFailed(
            kind=result.failure, agentless=result.agentless, silent=result.silent, until=result.until, **common
        )
        yield from deliver_task_contract(context, row, result)
        return
    if row.recheck:
        yield TaskVerified(
            run=run.id, task=row.task, cycle=row.cycle, token=row.token, agent=row.agent, notes=list(result.notes)
        )
        yield from deliver_task_contract(context, row, result)
        return
    unverified = result.not_run is not None
    move_task(row.state, "hold" if unverified else "complete", row.task)
    own: dict[str, Any] = {"unverified": unverified, "severity": result.severity, "flags": list(result.flags)}
    yield TaskCompleted(commit=result.commit, artifacts=result.artifacts, **own, **common)
    yield from deliver_task_contract(context, row, result)
    yield from withdraw_task_question(context, row)
    if result.gate:
        yield GateDecided(
            run=run.id,
            task=row.task,
            cycle=row.cycle,
            overall=gate_outcome(result.gate),
            p0_count=result.gate.p0_count,
            p1_count=result.gate.p1_count,
            p2_count=result.gate.p2_count,
            rollback_targets=list(result.gate.rollback_targets),
            rehearsal=run.agents in REHEARSED,
            carried=list(result.carried),
            body=GateBody(items=list(result.gate.p2_items)),
        )
