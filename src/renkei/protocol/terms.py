"""The closed sets of the protocol: which states, kinds and types there are; and how large a document may be.

Standard library only: tables, and who reads them, need these words and no models.
"""

from typing import Final, Literal, get_args

from renkei import lazy_re as re

MessageType = Literal[
    "TASK_HANDOFF",
    "TASK_RESULT",
    "TASK_BLOCKED",
    "DECISION_REQUEST",
    "DECISION_RESULT",
    "STATUS_UPDATE",
    "CONFLICT_REPORT",
    "KNOWLEDGE_SHARE",
    "REVIEW_REQUEST",
    "REVIEW_RESULT",
    "FREEFORM",
]

MESSAGE_TYPES: Final[tuple[MessageType, ...]] = get_args(MessageType)

Priority = Literal["blocking", "high", "normal", "low"]

PRIORITIES: Final[tuple[Priority, ...]] = get_args(Priority)
"""From the most urgent to the least."""

EXPECTED_RESPONSES: Final[dict[MessageType, tuple[MessageType, ...]]] = {
    "TASK_HANDOFF": ("TASK_RESULT", "TASK_BLOCKED"),
    "DECISION_REQUEST": ("DECISION_RESULT",),
    "CONFLICT_REPORT": ("DECISION_RESULT", "TASK_HANDOFF"),
    "REVIEW_REQUEST": ("REVIEW_RESULT",),
}
"""Which answers a type asks for. A FREEFORM that requires a response takes any type."""

StateRefType = Literal["agent", "decision", "blocker", "artifact"]

UpdateStatus = Literal["working", "blocked", "completed", "error"]
"""What a STATUS_UPDATE can say."""

AgentStatus = Literal["idle", "working", "blocked", "completed", "error"]

AGENT_STATUSES: Final[tuple[AgentStatus, ...]] = get_args(AgentStatus)

AgentField = Literal["status", "current_task", "blocked_by"]

AGENT_FIELDS: Final[tuple[AgentField, ...]] = get_args(AgentField)
"""The fields of an agent's own entry."""

ProjectField = Literal["goal", "current_phase"]

PROJECT_FIELDS: Final[tuple[ProjectField, ...]] = get_args(ProjectField)
"""The fields of the project itself."""

BoardAction = Literal[
    "field set",
    "member added",
    "member changed",
    "member removed",
    "decision requested",
    "decision made",
    "artifact registered",
    "artifact handed over",
    "blocker reported",
    "blocker resolved",
    "update given",
    "ended without update",
    "stopped before update",
    "cap set",
    "cap nearly reached",
    "cap reached",
]
"""What was done to the board, as the log names it. `board.changes` puts it into words for whoever reads."""

ContractState = Literal["offered", "accepted", "declined", "working", "held", "delivered", "closed"]

CONTRACT_STATES: Final[tuple[ContractState, ...]] = get_args(ContractState)

ContractStep = Literal["offer", "accept", "decline", "start", "hold", "resume", "deliver", "verify", "return", "close"]

ContractOutcome = Literal["completed", "partial", "failed"]

UpdateDue = Literal["blocked", "interrupted", "stopped", "ended"]
"""`stopped`: its run was; `ended`: its attempt was over without a word."""

CheckOutcome = Literal["accepted", "refused", "failed", "observed", "recorded", "unverified"]
"""`refused`: handed back with what to mend. `failed`: refused as often as is allowed. `observed`: would have been
refused. `recorded`: the agent is not held to the contract. `unverified`: it could not be checked in time."""

ClaimKind = Literal["code", "run"]

RunState = Literal["running", "waiting", "paused", "completed", "failed", "stopped"]

RUN_STATES: Final[tuple[RunState, ...]] = get_args(RunState)

RunStep = Literal["start", "wait", "continue", "pause", "resume", "complete", "fail", "stop", "retry"]

TaskState = Literal["waiting", "running", "completed", "unverified", "failed", "skipped"]
"""`unverified`: done, but its check command was not run, for nobody has allowed that (DEC-30)."""

TASK_STATES: Final[tuple[TaskState, ...]] = get_args(TaskState)

TaskStep = Literal["plan", "start", "complete", "hold", "fail", "skip", "reset"]

ResetCause = Literal["ROLLBACK_P1", "ROLLBACK_P0", "retry", "conflict"]

ReportSeverity = Literal["P0", "P1", "P2"]

GateOutcome = Literal["PASS", "ROLLBACK_P1", "ROLLBACK_P0"]

FailureKind = Literal[
    "agent", "spawn", "crash", "hung", "report", "ownership", "check", "conflict", "api", "gate", "workspace", "team",
    "input", "cap", "limit",
]  # fmt: skip
"""`agent` says so itself, `hung` gave no sign of life, `report` could not be accepted, `check` broke the project,
`input` was not there or could not be read, `cap` was ended because nothing more may be used, `limit`: its provider lets
nobody go on for now."""

OWN_FAILURES: Final[frozenset[FailureKind]] = frozenset({"workspace", "spawn", "cap"})
"""Git, disk, process start, or a limit: no failure of the agent's, so no attempt is spent on them (DEC-32)."""

UNSPENT: Final[frozenset[FailureKind]] = frozenset({*OWN_FAILURES, "limit", "team"})
"""All that costs the agent no attempt: a limit is waited out, and a team that is given up ends who was well at work."""

FAILURE_WARNING: Final = "Agent {name} failed, results may be incomplete"
"""What a progress file says of it, word for word as the specification has it (LEAD-16)."""

OffClock = Literal["preparing", "reported", "ended"]
"""Why the time of an attempt is none of its agent's: that has not begun, has reported, or is gone without a report."""

OFF_CLOCK: Final[tuple[OffClock, ...]] = get_args(OffClock)

LifeSignKind = Literal["interim", "idle", "usage", "verifying", "begun"] | OffClock

AskKind = Literal["approve", "failed", "rollback", "cycles", "merge", "question", "conflict", "severity", "cap"]
"""`question`: an agent at work asks; all others ask what becomes of the run."""

REHEARSED: Final[frozenset[str]] = frozenset({"scripted"})
"""Kinds of agents that do not do the work: a run of theirs is a rehearsal (DEC-33)."""

ConflictKind = Literal["value", "type", "duplicate-id", "missing-referent"]

MAX_BYTES: Final = 2 * 1024 * 1024
"""The largest document that is taken in. A message is held to less (see `execution`)."""


# Numbers and names of the verdict on a result that hooks, the log and what is told agree on.


MOST_REFUSALS: Final = 2
"""How often an agent is asked to mend the same result."""

UNCHECKED: Final = "RES-8"
"""The rule by which a stop is refused whose result could not be checked."""

VERIFIER: Final = "verification-specialist"
COMPRESSOR: Final = "context-compressor"
"""Who makes what a wave reads shorter, where a playbook names a model for it."""
"""The agent that looks at sure results (RES-8)."""


# What work takes.

TokenKind = Literal["input", "output", "cache_read", "cache_write", "cache_write_1h", "other"]
TOKEN_KINDS: Final[tuple[TokenKind, ...]] = ("input", "output", "cache_read", "cache_write", "cache_write_1h", "other")
"""`other`: nobody said of which kind they are."""

Priced = Literal["reported", "listed"]
"""Where a cost comes from: whoever reported the tokens, or the list of prices."""

CapScope = Literal["run", "agent", "day"]
"""What a limit is of: a run, one agent in a day, all in a day."""
CapUnit = Literal["tokens", "micros"]
WARN_AT: Final = 0.8
"""The share of a limit from which on people are warned."""

MOST_TOKENS: Final = 10**15
"""No single report says more: a sum of many still fits a column of 64 bits."""

CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no text may hold: a terminal would obey it, or no encoding can write it."""
