"""What the process that carries a run out has decided.

Whether a step makes sense was found by `renkei.runs.decide` on a state; here it is made sure that the state is still
that one, and that the one who says so holds the lease.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.team import find_member
from renkei.commands.base import CommandContext, Outcome
from renkei.commands.caps import find_reached
from renkei.commands.run_base import (
    ExecutorCommand,
    ExecutorStep,
    TaskStart,
    find_run,
    require_current,
    require_lease,
    require_running_task,
    require_task,
    set_board_field,
)
from renkei.commands.run_contracts import close_task_contract, take_contract
from renkei.commands.run_questions import withdraw_task_question
from renkei.commands.run_results import batch_events
from renkei.commands.spend import price_usage
from renkei.errors import Refused, Stale
from renkei.playbooks.states import move_run, move_task
from renkei.protocol.base import FilledText, Name, Text
from renkei.protocol.events import Event, TurnNote, TurnUpdated
from renkei.protocol.run_events import (
    AgentDismissed,
    OutsideBody,
    OutsideChanged,
    RunEnded,
    RunFellBack,
    RunLeased,
    RunMoved,
    RunNote,
    RunUsage,
    TaskNoted,
    TaskSkipped,
    TasksReset,
    TaskStarted,
)
from renkei.protocol.terms import LifeSignKind, ResetCause, RunStep


class LeaseRun(ExecutorCommand):
    """Takes a run on. Whoever held it before is shut out from now on."""

    tag = "LeaseRun"

    holder: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        run = find_run(context, self.run)
        return Outcome(events=(RunLeased(run=run.id, holder=self.holder),))


class StartTasks(ExecutorStep):
    tag = "StartTasks"

    tasks: Annotated[list[TaskStart], Field(min_length=1)]
    phase: Text | None = None
    """What the board's `current_phase` says from now on."""

    def decide(self, context: CommandContext) -> Outcome:
        run = require_current(context, self)
        if run.state != "running":
            move_run(run.state, "wait", run.id)
        events = [event for taken in self.tasks for event in _start_task(context, run, taken)]
        phase = set_board_field(context, "current_phase", self.phase) if self.phase else ()
        return Outcome(events=(*batch_events(run, events), *phase))


class WaitForPerson(ExecutorStep):
    """Nothing is left to do until a person answers, or mends what keeps the work from being merged."""

    tag = "WaitForPerson"

    note: Text = ""
    unmerged: bool = False

    def decide(self, context: CommandContext) -> Outcome:
        run = require_current(context, self)
        note = RunNote(note=self.note) if self.note else None
        state = move_run(run.state, "wait", run.id)
        return Outcome(events=(RunMoved(run=run.id, step="wait", state=state, unmerged=self.unmerged, body=note),))


class ContinueRun(ExecutorStep):
    """A person answered."""

    tag = "ContinueRun"

    def decide(self, context: CommandContext) -> Outcome:
        run = require_current(context, self)
        return Outcome(events=(RunMoved(run=run.id, step="continue", state=move_run(run.state, "continue", run.id)),))


class ResetTasks(ExecutorStep):
    tag = "ResetTasks"

    tasks: Annotated[list[Name], Field(min_length=1)]
    cause: ResetCause

    def decide(self, context: CommandContext) -> Outcome:
        run = require_current(context, self)
        over: list[Event] = []
        for name in self.tasks:
            row = require_task(context, run, name)
            move_task(row.state, "reset", name)
            over += close_task_contract(context, row, context.say("it is done again"))
        cycle = run.cycle + 1 if self.cause in ("ROLLBACK_P1", "ROLLBACK_P0") else run.cycle
        reset = TasksReset(run=run.id, tasks=list(self.tasks), cycle=cycle, cause=self.cause)
        return Outcome(events=(reset, *over))


class SkipTask(ExecutorStep):
    tag = "SkipTask"

    task: Name

    def decide(self, context: CommandContext) -> Outcome:
        run = require_current(context, self)
        row = require_task(context, run, self.task)
        move_task(row.state, "skip", row.task)
        over = (*close_task_contract(context, row, row.note), *withdraw_task_question(context, row))
        return Outcome(events=(TaskSkipped(run=run.id, task=row.task, cycle=row.cycle), *over))


class FallBack(ExecutorStep):
    tag = "FallBack"

    reason: Literal["unresponsive", "api"]

    def decide(self, context: CommandContext) -> Outcome:
        run = require_current(context, self)
        return Outcome(events=(RunFellBack(run=run.id, reason=self.reason),))


class EndRun(ExecutorStep):
    tag = "EndRun"

    state: Literal["completed", "failed", "stopped"]
    note: Text = ""
    commit: str | None = None

    def decide(self, context: CommandContext) -> Outcome:
        """LEAD-8: nothing is brought together before all that was started has ended."""
        run = require_current(context, self)
        state = move_run(run.state, _ENDS[self.state], run.id)
        at_work = [row.task for row in context.view.select(RunTaskRow, order="number", run=run.id, state="running")]
        if state == "completed" and at_work:
            raise Refused(
                "The run {run} cannot end: {tasks} are still at work.",
                rule="LEAD-8",
                run=run.id,
                tasks=", ".join(at_work),
            )
        unverified = [
            row.task for row in context.view.select(RunTaskRow, order="number", run=run.id, state="unverified")
        ]
        if state == "completed" and unverified:
            raise Refused(
                "The run {run} cannot end: the checks of {tasks} were not run.",
                rule="RUN-5",
                run=run.id,
                tasks=", ".join(unverified),
            )
        note = RunNote(note=self.note) if self.note else None
        over = () if state == "completed" else end_open_work(context, run)
        phase = set_board_field(context, "current_phase", f"{run.playbook}: {state}")
        return Outcome(events=(RunEnded(run=run.id, state=state, commit=self.commit, body=note), *over, *phase))


class NoteTask(ExecutorCommand):
    tag = "NoteTask"

    lease: int
    task: Name
    token: int
    sign: LifeSignKind
    usage: RunUsage = RunUsage()

    def decide(self, context: CommandContext) -> Outcome:
        run = require_lease(context, self.run, self.lease)
        row = require_running_task(context, run, self.task, self.token)
        usage = price_usage(context, self.usage)
        noted = TaskNoted(run=run.id, task=row.task, token=row.token, sign=self.sign, usage=usage)
        return Outcome(events=(noted, *find_reached(context, [(row.agent, run.id, usage.spends)])))


class UpdateTurn(ExecutorCommand):
    """What an agent says that was interrupted or stopped: where that leaves its work."""

    tag = "UpdateTurn"

    lease: int
    task: Name
    token: int
    text: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        """Also of a run that was stopped: that is when an agent is asked."""
        run = find_run(context, self.run)
        row = require_task(context, run, self.task)
        if (row.token, run.lease) != (self.token, self.lease):
            raise Stale("{task} is in other hands by now.", rule="RUN-1", task=row.task)
        said = TurnUpdated(
            run=run.id,
            task=row.task,
            token=row.token,
            agent=row.agent,
            action="update given",
            body=TurnNote(text=self.text),
        )
        return Outcome(events=(said,) if find_member(context.view, row.agent) else ())


class DismissAgent(ExecutorCommand):
    """An agent was ended by force after its task, or ended with a failure."""

    tag = "DismissAgent"

    lease: int
    task: Name
    token: int
    failure: FilledText | None = None

    def decide(self, context: CommandContext) -> Outcome:
        run = find_run(context, self.run)
        row = require_task(context, run, self.task)
        body = RunNote(note=self.failure) if self.failure else None
        gone = AgentDismissed(run=run.id, task=row.task, token=self.token, agent=row.agent, body=body)
        return Outcome(events=(gone,))


class TellOutside(ExecutorCommand):
    """Something changed outside of the agents' work trees while they were at work."""

    tag = "TellOutside"

    tasks: list[Name]
    changes: Annotated[list[FilledText], Field(min_length=1)]

    def decide(self, context: CommandContext) -> Outcome:
        run = find_run(context, self.run)
        body = OutsideBody(changes=list(self.changes))
        return Outcome(events=(OutsideChanged(run=run.id, tasks=list(self.tasks), body=body),))


def _start_task(context: CommandContext, run: RunRow, taken: TaskStart) -> Iterator[Event]:
    row = require_task(context, run, taken.task)
    move_task(row.state, "start", row.task)
    if row.state == "running" and row.lease == run.lease:
        raise Refused("The task {task} is at work already.", rule="RUN-1", task=row.task)
    if taken.recheck:
        _check_held_back(run, row)
        contract, agreed = row.contract, []
    else:
        contract, agreed = take_contract(context, run, row, taken)
    yield TaskStarted(
        run=run.id,
        task=row.task,
        cycle=row.cycle,
        attempt=row.attempt if taken.recheck else row.attempt + 1,
        agent=taken.agent,
        lease=run.lease,
        base=taken.base,
        contract=contract,
        credential=taken.credential,
        recheck=taken.recheck,
    )
    yield from agreed


def _check_held_back(run: RunRow, row: RunTaskRow) -> None:
    if not (run.execute and (row.state == "unverified" or row.recheck)):
        raise Refused("No check of {task} is held back that may be run now.", rule="RUN-2", task=row.task)


def end_open_work(context: CommandContext, run: RunRow) -> Iterator[Event]:
    for row in context.view.select(RunTaskRow, order="number", run=run.id):
        if row.state != "completed":  # also what is unverified
            yield from close_task_contract(context, row, context.say("the run has ended"))
            yield from withdraw_task_question(context, row)


_ENDS: Final[dict[str, RunStep]] = {"completed": "complete", "failed": "fail", "stopped": "stop"}
