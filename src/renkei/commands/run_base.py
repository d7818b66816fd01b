"""What the commands of runs share: a run and its tasks, for those who may speak of them.

That is under the lease, on the state that was seen, by the token of an attempt.
"""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import FieldRow
from renkei.commands.base import Command, CommandContext
from renkei.errors import NotFound, Refused, Stale
from renkei.playbooks.states import ENDED
from renkei.policy.access import TASKS_ARE_RENKEIS
from renkei.protocol.base import Model, Name, Ref, Text
from renkei.protocol.contracts import Inspection, TaskContract
from renkei.protocol.events import Event, FieldBody, FieldSet
from renkei.protocol.run_events import Conflict, GateCounts, RefusedFile, RunUsage
from renkei.protocol.terms import FailureKind, ReportSeverity


class ExecutorCommand(Command):
    """What only the process that carries a run out may say."""

    who = TASKS_ARE_RENKEIS
    from_outside = False

    run: Ref


class ExecutorStep(ExecutorCommand):
    """What it has decided, under its lease and on the state that it saw."""

    lease: int
    seen: int
    """The seq of the run's newest event that the decision rests on."""


class TaskStart(Model):
    task: Name
    agent: Name
    base: str | None = None
    contract: TaskContract | None = None
    """What it is to be given to its agent as, unless it is under a contract that is still open."""
    credential: str | None = None
    """The digest of the attempt's own token."""
    recheck: bool = False
    """Whether only the check command is run that was held back."""


class DeniedTool(Model):
    """A tool that an agent was about to use, and was not let."""

    rule: str
    action: Text


class TaskEnd(Model):
    """How one attempt at a task ended."""

    task: Name
    token: int
    failure: FailureKind | None = None
    summary: Text = ""
    commit: str | None = None
    onto: str | None = None
    """The commit that this one was put on top of: the newest of the run, or it does not count."""
    # Made anew for each: pydantic copies a list that is a default through and through, at ten times the price.
    artifacts: list[str] = Field(default_factory=list)
    refused: list[RefusedFile] = Field(default_factory=list)
    denied: list[DeniedTool] = Field(default_factory=list)
    outputs: dict[str, Any] = Field(default_factory=dict)
    notes: list[Text] = Field(default_factory=list)
    not_run: Text | None = None
    """The check command that nobody has allowed to be run."""
    conflicts: list[Conflict] = Field(default_factory=list)
    unchecked: list[Text] = Field(default_factory=list)
    """What its reduce could not look up, and that therefore counts for nothing."""
    severity: ReportSeverity | None = None
    questions: list[Text] = Field(default_factory=list)
    flags: list[str] = Field(default_factory=list)
    doubts: list[Text] = Field(default_factory=list)
    """What of its report could not be verified."""
    gate: GateCounts | None = None
    carried: list[Name] = Field(default_factory=list)
    """Tasks whose own reports the gate counts on top of what the reviewer found."""
    usage: RunUsage = RunUsage()
    until: Text | None = None
    """Of a limit: when to go on."""
    silent: bool = False
    """Its agent was at work, and ended without saying where that leaves it."""
    agentless: bool = False
    """Whether Renkei did it itself, and no agent."""
    inspection: Inspection | None = None
    """What the run found when it looked at what was delivered under a contract; None: nothing was delivered."""


def find_run(context: CommandContext, name: str) -> RunRow:
    row = context.view.get(RunRow, name)
    if row is None:
        raise NotFound("There is no run {run}. `renkei runs` lists them.", run=name)
    return row


def require_lease(context: CommandContext, name: str, lease: int) -> RunRow:
    """The run, for the one that holds it."""
    run = find_run(context, name)
    if run.lease != lease:
        raise Refused(
            "The run {run} was taken over by {holder}: what this process did since does not count.",
            rule="RUN-1",
            run=run.id,
            holder=run.holder,
        )
    if run.state in ENDED:
        raise Stale("The run {run} has ended ({state}).", rule="RUN-2", run=run.id, state=run.state)
    return run


def require_current(context: CommandContext, command: ExecutorStep) -> RunRow:
    """The run, if it is still as it was when the step was decided."""
    run = require_lease(context, command.run, command.lease)
    if run.last != command.seen:
        raise Stale(
            "The run {run} has moved: seq {expected} was expected, it is at {seq}. Decide again.",
            rule="RUN-1",
            run=run.id,
            expected=command.seen,
            seq=run.last,
        )
    return run


def require_task(context: CommandContext, run: RunRow, name: str) -> RunTaskRow:
    row = context.view.get(RunTaskRow, run.id, name)
    assert row is not None, f"{run.id} has no task {name}"
    return row


def require_running_task(context: CommandContext, run: RunRow, name: str, token: int) -> RunTaskRow:
    row = require_task(context, run, name)
    if row.state != "running" or row.token != token:
        raise Refused(
            "The result of {task} under token {token} does not count: the task is {state} under token {current}.",
            rule="RUN-1",
            task=name,
            token=token,
            state=row.state,
            current=row.token,
        )
    return row


def set_board_field(context: CommandContext, field: str, value: str) -> Iterator[Event]:
    """A run sets the board's goal and phase (DEC-33)."""
    standing = context.view.get(FieldRow, field)
    if standing is None or standing.value != value:
        yield FieldSet(
            field=field,
            based_on=context.view.head.seq,
            body=FieldBody(value=value),
            action="field set",
        )
