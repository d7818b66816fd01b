"""What is asked of a run: by people (start, pause, stop, ...), and by the process that carries it out."""

from typing import Annotated, Any, Literal

from pydantic import Field

from renkei.protocol.base import FilledText, Model, Name, Ref, Text
from renkei.protocol.contracts import Inspection, TaskContract
from renkei.protocol.playbooks import Budget, Playbook
from renkei.protocol.run_events import (
    AskKind,
    Conflict,
    FailureKind,
    GateOutcome,
    RefusedFile,
    ReportSeverity,
    ResetCause,
    RunUsage,
)

Count = Annotated[int, Field(ge=0)]


class StartRun(Model):
    playbook: Playbook
    goal: Text = ""
    agents: FilledText
    variables: dict[str, Text] = {}
    yes: bool = False
    execute: bool = False
    merge: bool = False
    caps: Budget = Budget()
    base: str | None = None
    branch: str | None = None
    work_tree: str | None = None
    git: dict[str, str] | None = None
    """Settings for files that are in force, if the one who starts it may have them used."""
    taken: list[str] = []
    """Branches that are there already among those of runs, as `R-n`, or `R-n/...`."""


class LeaseRun(Model):
    """Takes a run on. Whoever held it before is shut out from now on."""

    run: Ref
    holder: FilledText


class MoveRun(Model):
    """A person pauses, resumes or stops a run."""

    run: Ref
    step: Literal["pause", "resume", "stop"]
    note: Text = ""


class AllowRunChecks(Model):
    """A person lets a run execute code of the repository, which it was not allowed when it was started."""

    run: Ref


class RetryTask(Model):
    """A person has a task done again, and all that follows from it."""

    run: Ref
    task: Name
    follow: list[Name] = []
    """What was done on top of it."""


class UndoRun(Model):
    run: Ref
    commit: FilledText


class Step(Model):
    """What the process that carries a run out has decided, under its lease and on the state that it saw."""

    run: Ref
    lease: int
    seen: int
    """The seq of the run's newest event that the decision rests on."""


class TaskTaken(Model):
    task: Name
    agent: Name
    base: str | None = None
    contract: TaskContract | None = None
    """What it is to be given to its agent as, unless it is under a contract that is still open."""
    credential: str | None = None
    """The digest of the attempt's own token."""
    recheck: bool = False
    """Whether only the check command is run that was held back."""


class StartTasks(Step):
    tasks: Annotated[list[TaskTaken], Field(min_length=1)]
    phase: Text | None = None
    """What the board's `current_phase` says from now on."""


class WaitForPerson(Step):
    """Nothing is left to do until a person answers, or mends what keeps the work from being merged."""

    note: Text = ""
    unmerged: bool = False


class ContinueRun(Step):
    """A person answered."""


class AskPerson(Step):
    kind: AskKind
    task: Name | None = None
    about: FilledText | None = None
    """The id of the conflict that it is about."""
    question: FilledText
    options: Annotated[dict[str, str], Field(min_length=1)]
    """Label and what it means."""


class ResetTasks(Step):
    tasks: Annotated[list[Name], Field(min_length=1)]
    cause: ResetCause


class LeaveTask(Step):
    task: Name


class GiveUpTeam(Step):
    reason: Literal["unresponsive", "api"]


class EndRun(Step):
    state: Literal["completed", "failed", "stopped"]
    note: Text = ""
    commit: str | None = None


class GateCounts(Model):
    """A reviewer's Gate YAML (TEAM-14)."""

    overall: GateOutcome
    p0_count: Count
    p1_count: Count
    p2_count: Count
    rollback_targets: list[FilledText] = []
    p2_items: list[Text] = []


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
    silent: bool = False
    """Its agent was at work, and ended without saying where that leaves it."""
    agentless: bool = False
    """Whether Renkei did it itself, and no agent."""
    inspection: Inspection | None = None
    """What the run found when it looked at what was delivered under a contract; None: nothing was delivered."""


class FinishTasks(Model):
    """Results of attempts, each under the token of its start."""

    run: Ref
    lease: int
    results: Annotated[list[TaskEnd], Field(min_length=1)]


class DismissAgent(Model):
    """An agent was ended by force after its task."""

    run: Ref
    lease: int
    task: Name
    token: int


class TellOutside(Model):
    """Something changed outside of the agents' work trees while they were at work."""

    run: Ref
    tasks: list[Name]
    changes: Annotated[list[FilledText], Field(min_length=1)]


class NoteTask(Model):
    run: Ref
    lease: int
    task: Name
    token: int
    sign: Literal["interim", "idle", "usage", "verifying"]
    usage: RunUsage = RunUsage()


class UpdateTurn(Model):
    """What an agent says that was interrupted or stopped: where that leaves its work."""

    run: Ref
    lease: int
    task: Name
    token: int
    text: FilledText


class WithdrawQuestion(Step):
    """What a person was asked and nobody needs to know any more."""

    decision: Ref
    why: FilledText


class PutQuestion(Model):
    """An agent at work asks what only a person can answer."""

    run: Ref
    lease: int
    task: Name
    token: int
    question: FilledText
    options: list[FilledText] = []
    recommended: FilledText | None = None


RunCommand = (
    StartRun
    | LeaseRun
    | MoveRun
    | AllowRunChecks
    | RetryTask
    | UndoRun
    | StartTasks
    | WaitForPerson
    | ContinueRun
    | AskPerson
    | ResetTasks
    | LeaveTask
    | GiveUpTeam
    | EndRun
    | FinishTasks
    | NoteTask
    | PutQuestion
    | UpdateTurn
    | WithdrawQuestion
    | DismissAgent
    | TellOutside
)
