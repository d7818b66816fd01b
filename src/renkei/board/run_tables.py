"""The tables of runs, folded from the log like all others."""

from typing import Any, Final

from renkei.eventlog.tables import table
from renkei.protocol.terms import AskKind, OffClock, RunState, TaskState


@table("runs", key=("id",), indexes=(("seq",), ("state", "seq")))
class RunRow:
    """A run as it is now; small, for every event of it writes it anew."""

    id: str
    playbook: str
    state: RunState
    agents: str
    yes: bool
    execute: bool
    merge: bool
    """Whether a rehearsal may be merged, too."""
    base: str | None
    branch: str | None
    head: str | None
    """The commit that its branch is at: the log says so, and git follows."""
    cycle: int
    team: bool
    """Whether its agents work as a team; given up when too many hang (ORCH-6)."""
    lease: int
    """The token of the process that carries it out."""
    holder: str
    caps: dict[str, Any]
    tokens: int
    steps: int
    micros: int
    unpriced: int
    """Tokens of which nobody knows the price."""
    active: int
    """Milliseconds that it was at work: not those in which it waited for a person or nobody carried it out."""
    started: str
    at: str
    """When its newest event was."""
    last: int
    """The seq of that event."""
    merged: str | None
    unmerged: int
    """The lease under which its work could not be brought in: whoever takes it on next tries again."""
    undone: str | None
    note: str
    seq: int


@table("run_plans", key=("run",))
class RunPlanRow:
    """What a run was started with; goal, variables and playbook are empty once it is redacted."""

    run: str
    goal: str
    variables: dict[str, str]
    playbook: dict[str, Any]
    work_tree: str | None
    git: dict[str, Any] | None


@table("run_tasks", key=("run", "task"), indexes=(("run", "number"), ("credential",)))
class RunTaskRow:
    run: str
    task: str
    number: int
    state: TaskState
    cycle: int
    attempt: int
    failures: int
    """In this cycle."""
    token: int
    lease: int
    credential: str | None
    """The digest of the newest attempt's own token."""
    agent: str
    contract: str | None
    """Under which its agent works, or worked last."""
    base: str | None
    commit_id: str | None
    artifacts: list[str]
    refused: list[dict[str, str]]
    outputs: dict[str, Any]
    conflicts: list[dict[str, Any]]
    """What its reduce could not bring together."""
    severity: str | None
    """What its own report says of it, though it says ok: P0, P1 or P2."""
    questions: list[str]
    """What that report leaves open."""
    flags: list[str]
    """What a reader of that report should know at a glance."""
    doubts: list[str]
    """What in it could not be verified."""
    not_run: str | None
    """The check command that was not run; the task is unverified."""
    recheck: bool
    """Whether its newest attempt runs that command, and no agent."""
    gate: dict[str, Any] | None
    kind: str | None
    """Of the newest failure."""
    note: str
    interim: bool
    idle: bool
    """Whether it went idle; after an interim report that stays true (ORCH-12)."""
    question: str | None
    """The decision that its agent, or one before it, asked for and that nobody has made."""
    waited: int
    """Milliseconds that this attempt waited for answers, or for what is not its agent's: the breaker does not count
    them."""
    off_clock: OffClock | None
    """Why the breaker lets go of its agent: Renkei itself is at work."""
    tokens: int
    steps: int
    micros: int
    unpriced: int
    parked: str | None
    """Until when it waits for its provider, which lets nobody go on."""
    parks: int
    """How often it has waited so since an attempt came to an end of its own."""
    started: str | None
    ended: str | None


@table("run_asks", key=("decision",), indexes=(("run", "seq"),))
class RunAskRow:
    """What a run asked a person, and the answer."""

    decision: str
    run: str
    kind: AskKind
    task: str | None
    cycle: int
    token: int
    """Of the attempt whose agent asked."""
    about: str | None
    """The id of the conflict that it is about."""
    question: str
    """As the agent put it; what the run itself asks stands with the decision."""
    answer: str | None
    why: str
    constraints: list[str]
    """What the answer adds that has to be kept (DEC-26)."""
    at: str
    seq: int


@table("run_warnings", key=("run", "seq"), indexes=(("run", "seq"),))
class RunWarningRow:
    """Something that went wrong, and that the run went on from (LEAD-5, LEAD-16)."""

    run: str
    seq: int
    task: str
    agent: str
    text: str


RUN_ROW_TYPES: Final = (RunRow, RunPlanRow, RunTaskRow, RunAskRow, RunWarningRow)
