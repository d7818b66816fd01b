"""What happened: one class per event, one union.

An event has two parts. Its own fields are structure: ids, names, states; they stay for ever and the tables can always
be folded from them. Its `body` holds what people and agents wrote; it can be redacted, and is None from then on.
"""

from typing import Any, Final, Literal, NewType, cast, get_args

from pydantic import ConfigDict, Field, field_validator

from renkei.protocol.actors import Role
from renkei.protocol.base import Model
from renkei.protocol.claims import CodeProof, RunProof, Tally, Usage
from renkei.protocol.insights import Category
from renkei.protocol.messages import RequestedOption
from renkei.protocol.run_events import RunEvent
from renkei.protocol.spend import Spend
from renkei.protocol.terms import (
    AgentStatus,
    BoardAction,
    CapScope,
    CapUnit,
    CheckOutcome,
    ContractOutcome,
    ContractState,
    ContractStep,
    MessageType,
    Priority,
)

OlderText = NewType("OlderText", str)
"""What was done to the board in the words and the language of whoever did it: so older versions wrote it. It is shown
as it stands."""


class BoardEvent(Model):
    """An event that the changelog tells: `action` names what was done, and who reads it puts that into words."""

    action: BoardAction | OlderText


class RuleSetAdopted(Model):
    """From here on these rules are in force."""

    digest: str
    rules: list[str]
    team: str | None = None
    """The digest of the team's own file of rules."""


class RuleStopped(Model):
    """A rule of the team's own was not followed (any further): it would have gone on for ever, reached nobody, or done
    what no rule may."""

    rule: str
    reason: Literal["repeated", "too many", "nobody", "refused"]
    event: int
    """The seq of what it looked at."""


class RuleRefused(Model):
    """A rule said no."""

    rule: str
    actor: str
    action: str
    mode: Literal["observe", "enforce"]


class RuleOverridden(Model):
    """Somebody goes on against a rule of level L2, for a reason (LEAD-7)."""

    rule: str
    actor: str
    reason: str


class AgentAdded(BoardEvent):
    agent: str
    role: str
    model: str | None = None


class AgentRemoved(BoardEvent):
    agent: str


class TokenIssued(Model):
    """The agent has a credential; only its digest is kept."""

    agent: str
    digest: str
    expires: int | None = None
    """In seconds since 1970; None, as in older logs, for one that does not end by itself."""


class TokenRevoked(Model):
    """The agent's credential is no longer one."""

    agent: str


class PersonAdded(Model):
    """Somebody may open the page under a name; only the digest of their credential is kept."""

    person: str
    role: Role
    digest: str
    expires: int | None = None
    """In seconds since 1970; None for one that does not end by itself."""


class PersonRemoved(Model):
    """Their credential is no longer one."""

    person: str


class Debt(Model):
    """An answer that somebody owes to a message."""

    message: str
    debtor: str


class MessageBody(Model):
    context_summary: str
    related_state_refs: list[dict[str, str]]
    payload: dict[str, Any]


class MessagePosted(Model):
    """A message was posted: who reads it, what it asks for and what it answers is settled here, once."""

    model_config = ConfigDict(populate_by_name=True)

    id: str
    kind: MessageType = Field(validation_alias="type", serialization_alias="type")
    sender: str = Field(validation_alias="from", serialization_alias="from")
    to: str | list[str]
    readers: list[str]
    priority: Priority
    channel: str | None = None
    in_reply_to: str | None = None
    expects: list[MessageType] = []
    debtors: list[str] = []
    """Who owes an answer."""
    settles: list[Debt] = []
    """The debts that this message pays."""
    mentioned: list[str] = []
    body: MessageBody | None = None


class FieldBody(Model):
    value: str | None = None
    why: str | None = None
    """Why an agent takes back a wait that it had declared."""


class FieldSet(BoardEvent):
    """A field of the board has a new value. A status is structure; any other value is what somebody wrote."""

    field: str
    agent: str | None = None
    based_on: int
    overrides: str | None = None
    """Who wrote the value that stood here, if that was after `based_on`: that value does not stand."""
    status: AgentStatus | None = None
    message: str | None = None
    """The message that set it, if one did."""
    body: FieldBody | None = None

    @property
    def path(self) -> str:
        return f"agents.{self.agent}.{self.field}" if self.agent else self.field

    @property
    def value(self) -> str | None:
        return self.status or (self.body.value if self.body else None)


def _drop_empty(option: Any, *names: str) -> Any:
    if not isinstance(option, dict):
        return option
    fields = cast(dict[str, Any], option)
    return {name: value for name, value in fields.items() if value != "" or name not in names}


class DecisionBody(Model):
    question: str
    options: list[RequestedOption]

    @field_validator("options", mode="before")
    @classmethod
    def _without_empty_fields(cls, options: list[Any]) -> list[Any]:
        """The first version wrote `pros` and `cons` of an option, and left them empty."""
        return [_drop_empty(option, "pros", "cons") for option in options]


class DecisionRequested(BoardEvent):
    decision: str
    message: str
    requester: str
    owners: list[str]
    deadline_steps: int | None = None
    body: DecisionBody | None = None


class ResolutionBody(Model):
    chosen_option: str
    rationale: str
    additional_constraints: list[str] = []


class DecisionResolved(BoardEvent):
    decision: str
    message: str
    body: ResolutionBody | None = None


class ArtifactBody(Model):
    description: str


class ArtifactRegistered(BoardEvent):
    """A new version of an artifact. Versions count per artifact, whoever registers it."""

    ref: str
    owner: str
    version: int
    path: str
    task: str | None = None
    """The task that yields it."""
    body: ArtifactBody | None = None


class ArtifactExpected(Model):
    """A task is to yield an artifact that is not there yet: it belongs to the task's owner from here on (DEC-25)."""

    ref: str
    task: str


class ArtifactHandedOver(BoardEvent):
    """An artifact belongs to somebody else from here on (DEC-25)."""

    ref: str
    owner: str
    task: str | None = None
    """The TASK_HANDOFF that did it; None when its owner left the team."""


class BlockerBody(Model):
    description: str


class BlockerAdded(BoardEvent):
    id: str
    affected_agents: list[str]
    cause: str | None = None
    """What is waited for (`task:MSG-7`); None when it is outside the team."""
    by: str | None = None
    """Who declared it: an agent its own wait, `system` a block that is put on somebody. None in older logs."""
    body: BlockerBody | None = None


class ReasonBody(Model):
    why: str


class BlockerResolved(BoardEvent):
    """A block ended: who ended it, and by what."""

    id: str
    by: str | None = None
    cause: str | None = None
    """The message that ended it (`MSG-12`), else the place in the log of what did (`seq 12`). None in older logs."""
    body: ReasonBody | None = None


class TaskTaken(Model):
    """One of those to whom a task was handed has started it: it is theirs (DEC-24)."""

    task: str
    owner: str


class TaskClosed(Model):
    """A task that was handed over is done, or its delegator has withdrawn it."""

    task: str
    outcome: Literal["completed", "cancelled"]
    by: str
    message: str | None = None
    """The message that said so, if one did."""
    body: ReasonBody | None = None


class TurnStarted(Model):
    """The agent has read the board; its turn begins."""

    agent: str


class TurnEnded(Model):
    """The agent has reported and updated its entry; or, with `run`, that run has ended around it (DEC-28)."""

    agent: str
    run: str | None = None


class TurnNote(Model):
    text: str


class TurnUpdated(Model):
    """What an agent of a run said when it was interrupted or stopped: where that leaves its work."""

    run: str
    task: str
    token: int
    agent: str
    action: BoardAction | OlderText = OlderText("")
    body: TurnNote | None = None


class MessagesHandled(Model):
    """One reader is done with these messages; every other reader's inbox stays as it is."""

    reader: str
    messages: list[str]


class ChannelRead(Model):
    """One reader has read a channel up to here."""

    reader: str
    channel: str
    up_to: int


class InterruptsShown(Model):
    """An agent at work has seen its mentions and blocking messages up to here."""

    reader: str
    up_to: int


class ContractBody(Model):
    contract: dict[str, Any]
    """The whole contract, in the specification's form."""


class ContractOffered(Model):
    """A task contract is offered. Who takes part and which artifacts go in is structure; the rest is its body."""

    id: str
    delegator: str
    assignee: str
    artifacts: list[str]
    handoff: str | None = None
    """The TASK_HANDOFF that carried it."""
    body: ContractBody | None = None


class ContractNote(Model):
    note: str


class ContractMoved(Model):
    """A contract took a step that its state allows."""

    contract: str
    step: ContractStep
    state: ContractState
    message: str | None = None
    """The message that made it: the TASK_RESULT of a delivery, the report of a hold."""
    reason: Literal["blocked", "assumption"] | None = None
    """Why it is held."""
    body: ContractNote | None = None


class ContractLinked(Model):
    """A TASK_HANDOFF points to a contract that was offered before."""

    contract: str
    message: str


class ContractConsulted(Model):
    """The assignee asked before it decided; until then that part of the contract is held."""

    contract: str
    decision: str


class StepsCounted(Model):
    """Steps that a contract took. Once a hook or an adapter counts them, calls of the hub do not."""

    contract: str
    steps: int
    metered: bool


class ContractVerdict(Model):
    """Whether one check of a contract is met, and who found that out."""

    check: int
    met: bool
    by: Literal["command", "reviewer", "run"]
    """`run`: the process that carries a run out has looked itself."""


class VerificationBody(Model):
    runs: list[dict[str, Any]]
    note: str
    confirmation: str = ""


class ContractVerified(Model):
    """Checks of a delivered contract were decided."""

    contract: str
    verdicts: list[ContractVerdict]
    proofs: list[RunProof] = []
    """The commands that ended well."""
    confirmed: bool = False
    """Whether the hard constraints that nothing checks are kept, by the word of one who may say so."""
    body: VerificationBody | None = None


class ContractClosed(Model):
    """A contract is done with; what came of it."""

    contract: str
    outcome: ContractOutcome
    message: str | None = None
    """The TASK_RESULT that closed it, if one did."""
    body: ContractNote | None = None


class CommandApproved(Model):
    """A person allowed a command, in exactly these words, to be run for verification."""

    command: str


class ExecutionAllowed(Model):
    """A person allowed code of this repository to be run."""


class CheckBody(Model):
    violations: list[dict[str, Any]]
    references: list[dict[str, Any]]


class ClaimChecked(Model):
    """A result was checked against the contract and the code."""

    agent: str
    agent_id: str
    session: str
    outcome: CheckOutcome
    attempt: int
    valid: bool
    status: str | None
    confidence: float | None
    rules: list[str]
    """The L1 rules that it breaks."""
    counts: dict[str, int]
    """Its references by state."""
    verify: bool
    """Whether a verification specialist has to look at it (RES-8)."""
    proofs: list[CodeProof] = []
    """Its claims, if it was accepted."""
    tally: list[Tally] = []
    usage: Usage = Field(default_factory=Usage)
    """Of this result alone."""
    receipts: str | None = None
    """How many receipts of tool calls it was checked by, and the digest of their seals: with this they are part of the
    chain. None: by none."""
    body: CheckBody | None = None


class SpendRecorded(Model):
    """What an agent used, as somebody reported it. What the attempts of a run use stands with their own events."""

    agent: str
    run: str | None = None
    task: str | None = None
    """What it was used for: a task of that run, else one that was handed over."""
    session: str = ""
    """Of the client that it was counted in."""
    agent_id: str = ""
    """Who it is in that session."""
    source: Literal["person", "agent", "hook"]
    """Who reported it."""
    spent: list[Spend]


class CapSet(BoardEvent):
    """A person says how much may be used: by a run, by an agent in a day, or by all in a day. Neither: no limit."""

    scope: CapScope
    run: str | None = None
    agent: str | None = None
    tokens: int | None = None
    micros: int | None = None

    @property
    def name(self) -> str:
        return self.run or self.agent or ""


class CapReached(BoardEvent):
    """What was used has come near a limit, or has reached it: from there on nothing more begins that would use more."""

    scope: CapScope
    run: str | None = None
    agent: str | None = None
    unit: CapUnit
    level: Literal["warning", "stop"]
    limit: int
    used: int
    day: str
    """On which it was; the limits of days count anew on the next."""

    @property
    def name(self) -> str:
        return self.run or self.agent or ""


class InsightBody(Model):
    content: str


class InsightCaptured(Model):
    """An agent marked something as worth keeping (ORCH-3). Its id follows from when that was, and from `digest`."""

    category: Category
    source: str
    """Who marked it."""
    digest: str
    """The same for what says the same."""
    body: InsightBody | None = None


class InsightReviewed(Model):
    """A person accepted or rejected it."""

    insight: str
    state: Literal["accepted", "rejected"]
    body: ContractNote | None = None


class BodyRedacted(Model):
    """The bodies of these events are forgotten; the chain still covers their digests."""

    target: str
    events: list[int]


Event = (
    RuleSetAdopted
    | RuleStopped
    | RuleRefused
    | RuleOverridden
    | AgentAdded
    | AgentRemoved
    | TokenIssued
    | TokenRevoked
    | PersonAdded
    | PersonRemoved
    | MessagePosted
    | FieldSet
    | DecisionRequested
    | DecisionResolved
    | ArtifactRegistered
    | ArtifactExpected
    | ArtifactHandedOver
    | BlockerAdded
    | BlockerResolved
    | TaskTaken
    | TaskClosed
    | TurnStarted
    | TurnEnded
    | TurnUpdated
    | MessagesHandled
    | ChannelRead
    | InterruptsShown
    | ContractOffered
    | ContractMoved
    | ContractLinked
    | ContractConsulted
    | StepsCounted
    | ContractVerified
    | ContractClosed
    | CommandApproved
    | ExecutionAllowed
    | ClaimChecked
    | SpendRecorded
    | CapSet
    | CapReached
    | InsightCaptured
    | InsightReviewed
    | BodyRedacted
    | RunEvent
)

EVENTS: Final[dict[str, type[Event]]] = {cls.__name__: cls for cls in get_args(Event)}
"""By the name under which the log keeps them."""

_RENAMED: Final = {"TaskLeft": "TaskSkipped", "TeamGivenUp": "RunFellBack"}


def current_name(name: str) -> str:
    """The name of an event today: logs that have an older one are read for ever."""
    return _RENAMED.get(name, name)
