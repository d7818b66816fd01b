"""Playbooks: what a run is made of. Roles, tasks with what they wait for, files they own, gates, limits, failures.

What fields may hold stands here; what has to fit together (`blockedBy`, owners, variables) is `renkei.playbooks.check`.
"""

from typing import Annotated, Final, Literal, Self

from pydantic import ConfigDict, Field, TypeAdapter, model_validator

from renkei.protocol.base import FilledText, JsonObject, Model, Name, Text, validation_error

TaskKind = Literal["work", "reduce", "gate", "audit", "approve", "aggregate"]
"""`reduce` puts the outputs of the tasks before it together, `gate` judges whether they have to be done again, `audit`
gives the verdict of a review, with which the run ends, `approve` waits for a person. `aggregate` makes one judged list
of the results of reviewers, with a verdict that follows from it: no agent does it."""


PlaybookAgents = Literal["client", "tools", "claude", "codex", "gemini", "opencode", "acp"]
"""`client`: the coding client that is found; `acp`: the one that the settings name. A rehearsal is asked for at the
command line only (DEC-33)."""

AfterFailure = Literal["escalate", "continue", "stop"]
Compression = Literal["none", "chain-of-density", "entity-signature", "decision-summary", "semantic-pruning"]
Seconds = Annotated[float, Field(gt=0)]
PathPattern = Annotated[FilledText, Field(max_length=1024)]
"""A file, or a glob with `*` and `**`, from the top of the repository."""

BLACKBOARD: Final = "docs/project-context.yaml"


class FailurePolicy(Model):
    """The failure ladder (LEAD-5): tries again, then goes on with a gap, asks a person, or ends the run."""

    retries: Annotated[int, Field(ge=0, le=10)] = 1
    reduced_scope: bool = True
    """Whether the retry is asked for the most important part only."""
    unchanged: bool = False
    """Whether the retry is the same call, word for word: it is not told why the one before failed (DEC-12)."""
    then: AfterFailure = "escalate"


class Breaker(Model):
    """The three stages of the circuit breaker, in seconds from the start of an agent (ORCH-12)."""

    timeout: Seconds = 300
    """When an agent shows no sign of life."""
    cap: Seconds = 600
    """For every agent, also one that reported in between."""
    unresponsive: Annotated[int, Field(ge=1)] = 2
    """How many agents may be hung at once before the whole team is given up."""
    staged: bool = False
    """Whether the stages of ORCH-6 hold: without an idle event `timeout` is the most, report or not; with one and a
    report, `cap`. Otherwise a report at any time is a sign of life, and only silence is held to `timeout`."""


class Budget(Model):
    """What a run may use. It is stopped when one of these is reached; None: no limit."""

    tokens: Annotated[int, Field(ge=1)] | None = None
    steps: Annotated[int, Field(ge=1)] | None = None
    minutes: Annotated[float, Field(gt=0)] | None = None
    money: Annotated[float, Field(gt=0)] | None = None


class ContextPlan(Model):
    """What the prompt of a wave's agents holds, and how far that is compressed (TEAM-7, TEAM-13)."""

    sources: list[PathPattern] = []
    strategy: Compression = "none"
    tokens: Annotated[int, Field(ge=100)] | None = None
    model: FilledText | None = None
    """An agent of this model makes shorter what is over `tokens`; where that does not hold, rules do."""


class AgentTeam(Model):
    """Agents that discuss with each other while they work; all others of the playbook are plain subagents."""

    name: FilledText
    """May hold variables: `spec-review-${feature}`."""
    teammates: list[Name] = []
    """Their names; where none are given, every agent of the playbook."""
    most: Annotated[int, Field(ge=1)] = 3
    """How many of them there may be at once (ORCH-7)."""


class PlaybookRole(Model):
    model: FilledText | None = None
    template: Name | None = None
    """A prompt that ships with Renkei, in the language of the run; `prompt` comes after it."""
    prompt: Text = ""
    timeout: Seconds | None = None
    """In place of the breaker's."""
    tools: list[FilledText] | None = None
    agents: PlaybookAgents | None = None
    """The kind of its agents, where it is not that of the run."""


class ScriptedFile(Model):
    path: PathPattern
    text: Text = ""


class ScriptedUsage(Model):
    tokens: Annotated[int, Field(ge=0)] = 0
    micros: Annotated[int, Field(ge=0)] = 0


class Derived(Model):
    """What a scripted agent gets wrong until somebody tells it."""

    misremember: FilledText | None = None
    """A key of the blackboard that its files state otherwise."""
    invent: PathPattern | None = None
    """A place that its report refers to though nobody has written it."""


class ScriptedRead(Model):
    path: PathPattern
    first_line: Annotated[int, Field(ge=1)] | None = None
    last_line: Annotated[int, Field(ge=1)] | None = None


class ScriptedVerdict(Model):
    verdict: Literal["confirmed", "refuted", "not verifiable"]
    why: Text = ""


class ScriptedCommand(Model):
    words: Annotated[list[FilledText], Field(min_length=1)]
    input: JsonObject | None = None
    """Its standard input, for a command that reads `-`."""


class ScriptedDecision(Model):
    """A DECISION_REQUEST; the answer becomes the value of `key`."""

    key: FilledText
    id: FilledText
    to: FilledText = "person"
    question: FilledText
    options: Annotated[list[JsonObject], Field(min_length=1)]
    recommended: FilledText
    within: Seconds = 60
    """After this it goes on with what it recommends."""


class ScriptedQuestion(Model):
    """Something for a person; the answer becomes the value of `key`."""

    question: FilledText
    options: list[FilledText] = []
    recommended: FilledText | None = None
    key: FilledText | None = None


class ScriptedDaemon(Model):
    path: FilledText
    """Where it writes its process id."""
    kind: Literal["session", "daemon", "bare"] = "daemon"
    """In a session of its own; forked twice too, with every file closed; and that with no environment either."""


class ScriptStep(Model):
    """What a scripted agent does next: one of these, in this attempt or cycle only if it says so."""

    attempt: int | None = None
    cycle: int | None = None
    parks: int | None = None
    """How often its task has waited for a provider's limit to be over."""
    write: ScriptedFile | None = None
    delete: PathPattern | None = None
    read: ScriptedRead | PathPattern | None = None
    """Opens a file, or some of its lines: a receipt says so."""
    run: FilledText | None = None
    """Runs a command, where code of the repository may be run: a receipt has its exit code."""
    say: FilledText | None = None
    ask: ScriptedQuestion | FilledText | None = None
    """Asks whoever started it, and waits for the answer."""
    usage: ScriptedUsage | None = None
    wait: Annotated[float, Field(ge=0)] | None = None
    derive: Derived | None = None
    """Writes the outputs and the report from goal, inputs and blackboard, as without a script, with these slips."""
    verify: dict[FilledText, ScriptedVerdict] | None = None
    """Of a verification specialist: what it says of these places. Of all others it says that they are borne out."""
    renkei: ScriptedCommand | None = None
    """A command of Renkei's, given as the agent itself."""
    decide: ScriptedDecision | None = None
    report: JsonObject | FilledText | None = None
    """The completion report; what it leaves out is filled in. Text is handed back as it is. A second one is given when
    somebody speaks to it after the first."""
    idle: Literal[True] | None = None
    hang: Literal[True] | None = None
    crash: FilledText | None = None
    flood: Literal[True] | None = None
    api_error: FilledText | None = None
    limit: FilledText | None = None
    """Its provider lets nobody go on; the text says so, and until when."""
    leave_running: FilledText | None = None
    """Starts a process that writes this file a second later, unless it is ended with the agent."""
    daemon: ScriptedDaemon | None = None
    """Starts a process that does all it can to outlive the agent."""
    kill_guard: Literal[True] | None = None
    """Kills the process that watches over the agent."""
    stay: Literal[True] | None = None
    """Does not end when asked to."""

    @model_validator(mode="after")
    def _check_one_thing(self) -> Self:
        if len(self.model_dump(exclude_none=True).keys() - {"attempt", "cycle", "parks"}) != 1:
            raise validation_error("one_step")
        return self


class PlaybookTask(Model):
    model_config = ConfigDict(populate_by_name=True)

    id: Name
    kind: TaskKind = "work"
    role: Name
    owner: Name | None = None
    """Whose task it is; the role's name, if none is given."""
    worker: Name | None = None
    """The agent that does it, where the owner only has it done: a lead edits no file."""
    title: Text = ""
    blocked_by: list[Name] = Field(default=[], alias="blockedBy")
    wave: FilledText | None = None
    skill: FilledText | None = None
    model: FilledText | None = None
    prompt: Text = ""
    inputs: list[PathPattern] = []
    outputs: list[PathPattern] = []
    output_dir: PathPattern | None = None
    """In place of `outputs`: all below it that no other task owns."""
    blackboard_keys: list[FilledText] = []
    approval: bool = False
    """Whether a person approves what it made before anything begins that waits for it."""
    reduce: bool = False
    """Whether what it decided is put on the blackboard as it completes, without a task of kind `reduce` (DEC-10)."""
    critical: bool = True
    """Whether the run cannot go on without it."""
    on_failure: FailurePolicy | None = None
    timeout: Seconds | None = None
    check: FilledText | None = None
    """A command that has to succeed on the task's work before it is accepted."""
    answer: Literal["report", "result", "sdd", "written"] = "report"
    """What its agent ends with: a completion report in YAML; a result in the form of the contract; a report that begins
    with a token such as BUILDER_COMPLETE; or `WRITTEN:` and a path, with all that it has to say in that file."""
    form: Literal["cpf", "tasks"] | None = None
    """What its outputs have to be: of another form, or unreadable, they are its failure."""
    opens: list[PathPattern] = []
    """Files that its work is about: an agent that opened none of them has looked at nothing. Only where receipts tell
    what its tools opened."""
    script: list[ScriptStep] | None = None
    """What a scripted agent does; without it, it writes the outputs from goal and inputs."""
    verification: list[ScriptStep] | None = None
    """The same for the scripted verification specialist that looks at its result; without it, all is borne out."""

    @property
    def agent(self) -> str:
        """Who does it."""
        return self.worker or self.owner or self.role


class Playbook(Model):
    name: Name
    title: Text = ""
    agents: PlaybookAgents = "client"
    """Who carries it out unless `--agents` says otherwise."""
    team: list[Name] = []
    """Who belongs to it; where it is given, nobody else owns or does a task."""
    agent_team: AgentTeam | None = None
    """Where it is given, the run says whether its agents work as a team or each for itself (ORCH-1)."""
    variables: dict[Name, Text | None] = {}
    """Each with its value, or nothing when `--var` has to give one."""
    roles: Annotated[dict[Name, PlaybookRole], Field(min_length=1)]
    waves: list[FilledText] = []
    """In their order: a wave begins when those before it have ended. Without it, `blockedBy` alone decides."""
    tasks: Annotated[list[PlaybookTask], Field(min_length=1)]
    context: dict[Text, ContextPlan] = {}
    """By wave."""
    parallel: Annotated[int, Field(ge=1, le=256)] = 3
    budget: Budget = Budget()
    breaker: Breaker = Breaker()
    on_failure: FailurePolicy = FailurePolicy()
    cycles: Annotated[int, Field(ge=0, le=10)] = 3
    """How often a gate may send work back before a person decides."""
    blackboard: PathPattern = BLACKBOARD
    contracts: bool = True
    """Whether a task with files or a check command is given to its agent as a task contract."""
    merge: Literal["merge", "squash", "none"] = "merge"
    reserved: dict[PathPattern, FilledText] = {}
    """Files that no task may write, each with the rule that says so."""
    peer_messages: bool = True
    """Whether its agents may write to each other; else all goes through whoever leads them (DEC-14)."""


PLAYBOOK: Final[TypeAdapter[Playbook]] = TypeAdapter(Playbook)
