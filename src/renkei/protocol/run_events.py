"""What happens in a run. Like all events: structure in the fields, what people and agents wrote in the body."""

from typing import Annotated, Any, Literal

from pydantic import Field

from renkei.protocol.base import FilledText, Model, Text
from renkei.protocol.spend import Spend
from renkei.protocol.terms import (
    AskKind,
    ConflictKind,
    FailureKind,
    GateOutcome,
    LifeSignKind,
    ReportSeverity,
    ResetCause,
    RunState,
    RunStep,
)


class RunUsage(Model):
    """What an attempt used."""

    tokens: int = 0
    steps: int = 0
    micros: int = 0
    """Money, in millionths of a dollar, as far as it is known."""
    spent: list[Spend] = []
    """The same by model; older logs have the sums alone."""

    @property
    def spends(self) -> list[Spend]:
        """By model; of sums alone, one of which nobody knows the model."""
        if self.spent or not (self.tokens or self.micros):
            return self.spent
        return [Spend(other=self.tokens, micros=self.micros or None)]

    @property
    def unpriced(self) -> int:
        """The tokens that have no price."""
        return sum(each.tokens for each in self.spends if each.micros is None)


class RefusedFile(Model):
    path: str
    rule: str


class ConflictSide(Model):
    task: str
    value: Any
    key: str | None = None
    """Its own place on the blackboard, where the sides stand at different ones."""


class Conflict(Model):
    """What a reduce could not bring together by a rule (TEAM-5): a person decides."""

    id: str
    kind: ConflictKind
    key: str
    """Its place on the blackboard."""
    sides: list[ConflictSide]
    """The first is what stands until somebody decides otherwise."""


class RunBody(Model):
    goal: str
    variables: dict[str, str]
    playbook: dict[str, Any]


class RunStarted(Model):
    """A playbook becomes work in progress."""

    run: str
    playbook: str
    digest: str
    agents: str
    yes: bool
    execute: bool
    """Whether code of the repository may be run."""
    merge: bool = False
    """Whether a rehearsal may be merged, too."""
    team: bool = True
    """Whether its agents begin as a team."""
    tasks: list[str]
    base: str | None
    """The commit that it starts from; None outside git."""
    branch: str | None
    """The branch that it started from."""
    work_tree: str | None = None
    """The work tree that it was started in, and comes back to."""
    git: dict[str, str] | None = None
    """Filters and merge drivers as they were configured then: these are used, whatever is configured later."""
    caps: dict[str, float | None]
    body: RunBody | None = None

    @property
    def id(self) -> str:
        return self.run


class RunLeased(Model):
    """A process took the run on: its seq is the lease's token, and older tokens count no more."""

    run: str
    holder: str


class RunChecksAllowed(Model):
    """A person lets the run execute code of the repository from now on."""

    run: str


class RunNote(Model):
    note: str


class RunMoved(Model):
    run: str
    step: RunStep
    state: RunState
    unmerged: bool = False
    """Whether it waits because its work could not be brought in; the note says why."""
    body: RunNote | None = None


class TaskStarted(Model):
    """A task was taken: the seq of this event is its token, and its result counts only under that."""

    run: str
    task: str
    cycle: int
    attempt: int
    agent: str
    lease: int
    base: str | None = None
    contract: str | None = None
    """Under which its agent works."""
    credential: str | None = None
    """The digest of the token that makes its agent's processes that agent, for as long as the attempt is at work."""
    recheck: bool = False
    """No agent is started: the check command that was held back is run on what is there."""


class TasksStarted(Model):
    """Many tasks were taken in one step: says the same as a `TaskStarted` for each, in one record."""

    run: str
    each: list[TaskStarted]


class TaskNoted(Model):
    """A sign of life of an agent at work, and what it has used so far.

    `verifying`: it has reported, and a verification specialist begins to look at that (RES-8).
    `preparing`, `reported`, `ended`: its time would be up, but it is Renkei that is at work, before its agent begins,
    on what that has reported, or on what it left; from then on its time does not count.
    `begun`: its agent is at work, with all its time from here.
    """

    run: str
    task: str
    token: int
    sign: LifeSignKind
    usage: RunUsage


class TaskBody(Model):
    summary: str
    outputs: dict[str, Any] = {}
    """By blackboard key."""
    notes: list[str] = []
    unchecked: list[str] = []
    """What its reduce could not look up."""
    not_run: str | None = None
    """The check command that was not run."""
    conflicts: list[Conflict] = []
    questions: list[str] = []
    """What its report leaves open though it says ok."""
    doubts: list[str] = []
    """What of its report could not be verified, each with the mark for it (DEC-38)."""


class TaskCompleted(Model):
    run: str
    task: str
    cycle: int
    attempt: int
    token: int
    agent: str
    commit: str | None
    artifacts: list[str]
    refused: list[RefusedFile] = []
    """Files that it wrote and did not own: kept aside."""
    unverified: bool = False
    """Whether its check command was not run."""
    severity: ReportSeverity | None = None
    """What its own report says of it."""
    flags: list[str] = []
    """What a reader of its report should know at a glance, as `renkei check` has it."""
    usage: RunUsage
    body: TaskBody | None = None


class TaskBodies(Model):
    each: list[TaskBody]


class TasksCompleted(Model):
    """Many results came in together: says the same as a `TaskCompleted` for each, in one record."""

    run: str
    each: list[TaskCompleted]
    """Without their bodies."""
    body: TaskBodies | None = None
    """In the same order."""


class TaskVerified(Model):
    """The check command that was held back was run, and succeeded."""

    run: str
    task: str
    cycle: int
    token: int
    agent: str
    notes: list[str] = []
    """What it says that it has shown."""


class TaskFailed(Model):
    run: str
    task: str
    cycle: int
    attempt: int
    token: int
    agent: str
    kind: FailureKind
    agentless: bool = False
    """Whether Renkei did it itself, such as a reduce: its agent has nothing to do with it."""
    silent: bool = False
    """Its agent was at work, and ended without saying where that leaves it."""
    until: str | None = None
    """Of a limit of its provider's: when the task goes on. It costs no attempt."""
    refused: list[RefusedFile] = []
    usage: RunUsage
    body: TaskBody | None = None


class AgentDismissed(Model):
    """An agent that had done its task did not end when it was asked to, and was ended (TEAM-12); or it has failed
    since, and its result was taken already."""

    run: str
    task: str
    token: int
    agent: str
    body: RunNote | None = None
    """How it failed."""


class OutsideBody(Model):
    changes: list[str]


class OutsideChanged(Model):
    """Branches, git's settings or the person's work tree changed while these tasks were at work (DEC-53)."""

    run: str
    tasks: list[str]
    body: OutsideBody | None = None


class TaskSkipped(Model):
    """The run goes on without it: a gap, written down."""

    run: str
    task: str
    cycle: int


class TasksReset(Model):
    """These tasks are to be done again."""

    run: str
    tasks: list[str]
    cycle: int
    cause: ResetCause


class GateBody(Model):
    items: list[str]


class GateDecided(Model):
    run: str
    task: str
    cycle: int
    overall: GateOutcome
    p0_count: int
    p1_count: int
    p2_count: int
    rollback_targets: list[str]
    rehearsal: bool = False
    """Whether nobody but a script has judged."""
    carried: list[str] = []
    """Tasks whose own reports were counted on top of what the reviewer found."""
    body: GateBody | None = None


class AskBody(Model):
    question: str
    answer: str | None = None
    """Where nobody is there to be asked: what was recommended; empty when nothing was."""


class RunAsked(Model):
    """A person has to say something before the run goes on; `decision` is what `renkei decide` lists."""

    run: str
    decision: str
    kind: AskKind
    task: str | None
    cycle: int
    token: int = 0
    """Of the attempt whose agent asks."""
    about: str | None = None
    """The id of the conflict."""
    body: AskBody | None = None


class RunFellBack(Model):
    """The agents of the run work each for itself from now on; the log says it in the specification's words."""

    run: str
    reason: Literal["unresponsive", "api"]
    mark: Literal["team-fallback-full"] = "team-fallback-full"


class RunEnded(Model):
    run: str
    state: RunState
    commit: str | None = None
    """What the starting branch got."""
    body: RunNote | None = None


class RunUndone(Model):
    """The merge of a run was taken back by a revert commit."""

    run: str
    commit: str


RunEvent = (
    RunStarted
    | RunLeased
    | RunChecksAllowed
    | RunMoved
    | TaskStarted
    | TasksStarted
    | TaskNoted
    | TaskCompleted
    | TasksCompleted
    | TaskVerified
    | TaskFailed
    | AgentDismissed
    | OutsideChanged
    | TaskSkipped
    | TasksReset
    | GateDecided
    | RunAsked
    | RunFellBack
    | RunEnded
    | RunUndone
)

Tasks = TasksStarted | TasksCompleted
"""Of many tasks at once: who reads the log is told of each."""


def each_of(event: Tasks) -> list[TaskStarted] | list[TaskCompleted]:
    """The events of single tasks that an event of many stands for."""
    if isinstance(event, TasksStarted) or event.body is None:
        return event.each
    pairs = zip(event.each, event.body.each, strict=True)
    return [each.model_copy(update={"body": body}) for each, body in pairs]


class GateCounts(Model):
    """A reviewer's Gate YAML (TEAM-14)."""

    overall: GateOutcome
    p0_count: Annotated[int, Field(ge=0)]
    p1_count: Annotated[int, Field(ge=0)]
    p2_count: Annotated[int, Field(ge=0)]
    rollback_targets: list[FilledText] = []
    p2_items: list[Text] = []
