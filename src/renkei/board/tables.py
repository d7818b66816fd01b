"""The tables of the now. Each is folded from the log and nothing else."""

from typing import Any, Final, Literal

from renkei.board.run_tables import RUN_ROW_TYPES
from renkei.eventlog.base import Schema
from renkei.eventlog.tables import schema_fingerprint, table
from renkei.protocol.actors import Role
from renkei.protocol.insights import Category, InsightState
from renkei.protocol.terms import (
    AgentStatus,
    CapScope,
    CheckOutcome,
    ClaimKind,
    ContractOutcome,
    ContractState,
    MessageType,
    UpdateDue,
)


@table("rule_sets", key=("digest",), indexes=(("seq",),))
class RuleSetRow:
    digest: str
    seq: int


@table("agents", key=("id",), indexes=(("seq",),))
class AgentRow:
    id: str
    role: str
    model: str | None
    member: bool
    seq: int


@table("tokens", key=("digest",), indexes=(("agent",),))
class TokenRow:
    digest: str
    agent: str
    seq: int
    expires: int | None


@table("people", key=("name",), indexes=(("digest",),))
class PersonRow:
    """Somebody with a name who may open the page, and the digest of what opens it."""

    name: str
    role: Role
    digest: str
    expires: int | None
    seq: int


@table("fields", key=("path",), indexes=(("agent",),))
class FieldRow:
    """A field of the board: its value, who wrote it and when."""

    path: str
    agent: str | None
    value: str | None
    actor: str
    seq: int
    since: int
    """Since which seq it has had this value without a break."""


@table("posts", key=("seq",), indexes=(("channel", "seq"),))
class PostRow:
    """A message in a channel."""

    seq: int
    channel: str


@table(
    "inbox",
    key=("reader", "message"),
    indexes=(("reader", "handled", "seq"), ("reader", "handled", "direct", "urgent", "seq")),
)
class InboxRow:
    """A message in one reader's inbox. Handling it there touches no other reader's."""

    reader: str
    message: str
    seq: int
    direct: bool
    """Whether it names the reader, in `to` or by a mention; else it went to a group."""
    mentioned: bool
    blocking: bool
    """Whether it is a blocking one to the reader: by name, or to a group that owes an answer to it (TURN-2)."""
    urgent: bool
    """Whether no list of what waits may leave it out: a mention, a blocking one, or a decision asked by name."""
    handled: bool


@table("debts", key=("message", "debtor"), indexes=(("debtor", "settled", "seq"), ("creditor", "settled", "seq")))
class DebtRow:
    """Who owes whom an answer, and since when."""

    message: str
    debtor: str
    creditor: str
    expects: list[str]
    since: str
    seq: int
    since_step: int
    """How many steps the debtor had taken by then."""
    settled: bool
    settled_by: str | None
    """The answer; None while there is none, and where nothing is owed any more without one."""


@table("steps", key=("agent",))
class StepRow:
    """How many steps an agent has taken: calls of the hub that left a trace."""

    agent: str
    count: int


@table("interrupt_marks", key=("reader",))
class InterruptMarkRow:
    """Up to which seq an agent at work has seen what interrupts it."""

    reader: str
    up_to: int


@table("channels", key=("name",), indexes=(("seq",),))
class ChannelRow:
    name: str
    seq: int


@table("read_marks", key=("reader", "channel"))
class ReadMarkRow:
    reader: str
    channel: str
    up_to: int


@table("decisions", key=("id",), indexes=(("status", "seq"), ("seq",)))
class DecisionRow:
    id: str
    message: str
    requester: str
    question: str
    options: list[dict[str, Any]]
    owners: list[str]
    deadline_steps: int | None
    status: str
    resolution: str | None
    constraints: list[str]
    """What has to be kept from now on by those whom it affects (DEC-26)."""
    redacted: bool
    seq: int


@table("blockers", key=("id",), indexes=(("resolved", "seq"), ("cause", "resolved"), ("seq",)))
class BlockerRow:
    id: str
    description: str
    affected_agents: list[str]
    cause: str | None
    by: str
    """Who declared it: one of the affected agents its own wait; anybody else put it on them."""
    created_at: str
    resolved: bool
    seq: int


@table("waits", key=("agent", "blocker"), indexes=(("agent", "seq"),))
class WaitRow:
    """An open blocker, by an agent that it holds up."""

    agent: str
    blocker: str
    seq: int


@table("artifacts", key=("name",), indexes=(("owner", "seq"), ("path_name", "seq"), ("seq",)))
class ArtifactRow:
    name: str
    """The one spelling of its reference (`protocol.artifacts`)."""
    path_name: str
    """The one spelling of its path: another name for it."""
    ref: str
    owner: str
    description: str
    version: int
    path: str
    task: str | None
    """The task that yields it, or by which it changed hands."""
    seq: int


@table("expected_artifacts", key=("name",), indexes=(("seq",),))
class ExpectedArtifactRow:
    """An artifact that is not there yet: it belongs to the owner of the task that is to yield it."""

    name: str
    task: str
    seq: int


@table("tasks", key=("id",), indexes=(("owner", "state", "seq"), ("seq",)))
class TaskRow:
    """A task: whose it is and who may withdraw it."""

    id: str
    """The TASK_HANDOFF; of one that nobody handed over, the name by which somebody took it up as `current_task`."""
    delegator: str | None
    addressees: list[str]
    owner: str | None
    """The one it was handed to; of several, the first who started it; the first who took it up by its name."""
    started: bool
    state: Literal["open", "completed", "cancelled"]
    seq: int

    @property
    def event(self) -> str:
        """What the log calls it: a name that somebody wrote can be redacted, so that no other event repeats it."""
        return self.id if self.delegator is not None else f"E-{self.seq}"


@table("changelog", key=("seq",))
class ChangeRow:
    """One change of the board: who, what, and the change as data."""

    seq: int
    timestamp: str
    agent: str
    action: str
    path: str
    old: str | None
    new: str | None

    @property
    def diff_summary(self) -> str:
        return f"{self.path}: {_display_value(self.old)} -> {_display_value(self.new)}"


@table("turns", key=("agent",))
class TurnRow:
    """An agent's newest turn: whether it is open, from where its changes count, and what was done in it."""

    agent: str
    open: bool
    started: int
    previous: int
    updated: bool
    """The agent's entry was written."""
    reported: bool
    """The agent sent a TASK_RESULT or a STATUS_UPDATE (TURN-2)."""
    due: UpdateDue | None
    """Why an update is due that has not come: the turn was cut off, or something came in between (DEC-28)."""
    run: str | None
    """The newest run that it has worked in."""
    attempts: list[str]
    """Its attempts at tasks of runs that are at work, as `RUN/TASK`: a run begins and ends its turn with them."""


@table(
    "contracts",
    key=("id",),
    indexes=(("assignee", "seq"), ("assignee", "state", "seq"), ("state", "seq"), ("seq",)),
)
class ContractRow:
    id: str
    delegator: str
    assignee: str
    state: ContractState
    outcome: ContractOutcome | None
    artifacts: list[str]
    contract: dict[str, Any]
    """The contract whole; empty once it is redacted."""
    handoffs: list[str]
    """The TASK_HANDOFF messages that carry it."""
    result: str | None
    """The TASK_RESULT of the newest delivery."""
    held_by: str | None
    """The report that holds it."""
    consults: list[str]
    """Decisions that were asked for under it."""
    verdicts: dict[str, bool]
    """By the number of the check; empty again with each delivery."""
    confirmed: bool
    """The hard constraints that nothing checks are kept, by somebody's word; of this delivery."""
    retries: int
    steps: int
    metered: bool
    """A hook or an adapter counts the steps."""
    seq: int


@table("approvals", key=("kind", "text"), indexes=(("seq",),))
class ApprovalRow:
    """What a person allowed to be run: a command word for word, or code of this repository at all."""

    kind: Literal["command", "repository"]
    text: str
    seq: int


@table("checks", key=("seq",), indexes=(("session", "agent_id", "seq"), ("session", "seq")))
class CheckRow:
    """A result that was checked."""

    seq: int
    session: str
    agent_id: str
    agent: str
    outcome: CheckOutcome
    attempt: int
    verify: bool
    confidence: int | float | None
    """As stated, from 0 to 100."""
    tally: list[dict[str, Any]]
    """How its claims came out, by category."""
    model: str | None
    tokens: int | None
    cost: int | float | None


@table("claims", key=("seq", "number"))
class ClaimRow:
    """A claim that was accepted, and its proof: of lines in a file, or of a command that ended well."""

    seq: int
    number: int
    kind: ClaimKind
    agent: str
    category: str | None = None
    """This and the next are those of lines in a file."""
    path: str | None = None
    line: int | None = None
    end_line: int | None = None
    columns: list[int] | None = None
    blob: str | None = None
    snippet: str | None = None
    read_by: dict[str, Any] | None = None
    command: str | None = None
    """This and the next are those of a command."""
    exit_code: int | None = None
    tree: str | None = None


@table("insights", key=("id",), indexes=(("state", "seq"), ("digest",)))
class InsightRow:
    """What an agent marked as worth keeping; what it says stands in the log at `seq`."""

    id: str
    seq: int
    at: str
    category: Category
    source: str
    digest: str
    state: InsightState
    reviewed: int | None
    """The seq of a person's word on it."""


@table(
    "spend",
    key=("agent", "run", "task", "model", "day"),
    indexes=(("seq",), ("day", "seq"), ("agent", "day", "seq"), ("run", "seq")),
)
class SpendRow:
    """What an agent used on one day for one task, of one model; an empty name where there is none."""

    agent: str
    run: str
    task: str
    model: str
    day: str
    """Of the world's time, `2026-05-01`."""
    input: int
    output: int
    cache_read: int
    cache_write: int
    cache_write_1h: int
    other: int
    micros: int
    """Money, in millionths of a dollar: of what has a price."""
    unpriced: int
    """The tokens that have none."""
    seq: int
    """Where it began."""


@table("session_spend", key=("session", "agent_id", "model"), indexes=(("session", "agent_id", "seq"),))
class SessionSpendRow:
    """How much of what a client's session counts up is in the log already."""

    session: str
    agent_id: str
    model: str
    input: int
    output: int
    cache_read: int
    cache_write: int
    cache_write_1h: int
    other: int
    seq: int


@table("caps", key=("scope", "name"), indexes=(("seq",),))
class CapRow:
    """How much a run may use, or an agent or all in a day."""

    scope: CapScope
    name: str
    """The run or the agent; empty where it is of all."""
    tokens: int | None
    micros: int | None
    seq: int


@table("cap_marks", key=("scope", "name", "unit", "day"), indexes=(("scope", "name", "seq"), ("seq",)))
class CapMarkRow:
    """That a limit was told to be near or reached; of a run without a day."""

    scope: CapScope
    name: str
    unit: str
    day: str
    level: str
    used: int
    most: int
    seq: int


@table("usage", key=("type", "intent"))
class UsageRow:
    """How often a type was used, FREEFORM by the intent it was used for."""

    type: MessageType
    intent: str
    count: int


ROW_TYPES: Final = (
    RuleSetRow,
    AgentRow,
    TokenRow,
    PersonRow,
    FieldRow,
    PostRow,
    InboxRow,
    DebtRow,
    StepRow,
    InterruptMarkRow,
    ChannelRow,
    ReadMarkRow,
    DecisionRow,
    BlockerRow,
    WaitRow,
    ArtifactRow,
    ExpectedArtifactRow,
    TaskRow,
    ChangeRow,
    TurnRow,
    ContractRow,
    ApprovalRow,
    CheckRow,
    ClaimRow,
    InsightRow,
    SpendRow,
    SessionSpendRow,
    CapRow,
    CapMarkRow,
    UsageRow,
    *RUN_ROW_TYPES,
)

FOLD_VERSION: Final = 10
"""Raised when a fold gives other rows from the same events."""

SCHEMA: Final = Schema(row_types=ROW_TYPES, fingerprint=schema_fingerprint(ROW_TYPES, FOLD_VERSION))

DEFAULT_STATUS: Final[AgentStatus] = "idle"


def _display_value(value: str | None) -> str:
    return "(nothing)" if value is None else value
