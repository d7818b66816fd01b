"""What happened: one class per event, one union.

An event has two parts. Its own fields are structure: ids, names, states; they stay for ever and the tables can always
be folded from them. Its `body` holds what people and agents wrote; it can be redacted, and is None from then on.
"""

from typing import Any, Final, Literal, get_args

from pydantic import ConfigDict, Field

from renkei.protocol.base import Model
from renkei.protocol.board import AgentStatus
from renkei.protocol.messages import MessageType, Priority, RequestedOption


class BoardEvent(Model):
    """An event that the changelog tells; `action` says it in the language of the command that caused it."""

    action: str


class RuleSetAdopted(Model):
    """From here on these rules are in force."""

    digest: str
    rules: list[str]


class RuleRefused(Model):
    """A rule said no."""

    rule: str
    actor: str
    action: str
    mode: Literal["observe", "enforce"]


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
    value: str | None


class FieldSet(BoardEvent):
    """A field of the board has a new value. A status is structure; any other value is what somebody wrote."""

    field: str
    agent: str | None = None
    based_on: int
    overrides: str | None = None
    """Who wrote the value that stood here, if that was after `based_on`: that value does not stand."""
    status: AgentStatus | None = None
    body: FieldBody | None = None

    @property
    def path(self) -> str:
        return f"agents.{self.agent}.{self.field}" if self.agent else self.field

    @property
    def value(self) -> str | None:
        return self.status or (self.body.value if self.body else None)


class DecisionBody(Model):
    question: str
    options: list[RequestedOption]


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
    body: ArtifactBody | None = None


class BlockerBody(Model):
    description: str


class BlockerAdded(BoardEvent):
    id: str
    affected_agents: list[str]
    body: BlockerBody | None = None


class BlockerResolved(BoardEvent):
    id: str


class TurnStarted(Model):
    """The agent has read the board; its turn begins."""

    agent: str


class TurnEnded(Model):
    agent: str


class MessagesHandled(Model):
    """One reader is done with these messages; every other reader's inbox stays as it is."""

    reader: str
    messages: list[str]


class ChannelRead(Model):
    """One reader has read a channel up to here."""

    reader: str
    channel: str
    up_to: int


CheckOutcome = Literal["accepted", "refused", "failed", "observed", "recorded"]
"""`refused`: handed back with what to mend. `failed`: refused as often as is allowed. `observed`: would have been
refused. `recorded`: the agent is not held to the contract."""


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
    body: CheckBody | None = None


class BodyRedacted(Model):
    """The bodies of these events are forgotten; the chain still covers their digests."""

    target: str
    events: list[int]


Event = (
    RuleSetAdopted
    | RuleRefused
    | AgentAdded
    | AgentRemoved
    | TokenIssued
    | MessagePosted
    | FieldSet
    | DecisionRequested
    | DecisionResolved
    | ArtifactRegistered
    | BlockerAdded
    | BlockerResolved
    | TurnStarted
    | TurnEnded
    | MessagesHandled
    | ChannelRead
    | ClaimChecked
    | BodyRedacted
)

EVENTS: Final[dict[str, type[Event]]] = {cls.__name__: cls for cls in get_args(Event)}
"""By the name under which the log keeps them."""
