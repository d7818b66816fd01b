"""What becomes of a result that was checked: accepted, refused with a remedy, or failed after two refusals."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final, Literal

from pydantic import Field

from renkei.board.tables import CheckRow, TurnRow
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.commands.insights import capture_insights
from renkei.commands.spend import record_spend, with_caps
from renkei.eventlog.base import View
from renkei.protocol.actors import SYSTEM
from renkei.protocol.base import Model
from renkei.protocol.claims import CodeProof, Tally, Usage
from renkei.protocol.events import CheckBody, ClaimChecked, Event, RuleRefused
from renkei.protocol.insights import Category, Insight
from renkei.protocol.terms import MOST_REFUSALS, UNCHECKED, VERIFIER, CheckOutcome


class MarkedInsight(Model):
    category: Category
    content: str


class RecordCheck(Command):
    """A result was checked; what becomes of it is decided here."""

    tag = "RecordCheck"
    from_outside = False

    agent: str
    agent_id: str
    session: str
    mode: Literal["observe", "enforce"]
    contract: bool
    valid: bool
    status: str | None
    confidence: float | None
    rules: list[str]
    counts: dict[str, int]
    violations: list[dict[str, Any]]
    references: list[dict[str, Any]]
    proofs: list[CodeProof] = []
    """Of its claims, to be kept if it is accepted."""
    tally: list[Tally] = []
    usage: Usage = Field(default_factory=Usage)
    """Of the agent in its whole session, if it has one; else of this result."""
    action: str = "SubagentStop"
    """What the agent wanted when it was checked."""
    refusals: int | None = None
    """How often it was refused before, where the client's hooks have counted; else the log is asked."""
    checked: bool = True
    """False for a result that was given up on: it is neither valid nor false."""
    held: bool = False
    """Whether such a result was sent back."""
    receipts: str | None = None
    """How many receipts of tool calls it was checked by, and the digest of their seals: `12:9f86…`."""
    tampered: int = 0
    """How many others were forged or removed."""
    insights: list[MarkedInsight] = []
    """What it marks as worth keeping; a result that is sent back marks nothing yet."""

    def decide(self, context: CommandContext) -> Outcome:
        refusals = _count_refusals(context.view, self) if self.refusals is None else self.refusals
        outcome = outcome_of(self, refusals)
        checked = ClaimChecked(
            agent=self.agent,
            agent_id=self.agent_id,
            session=self.session,
            outcome=outcome,
            attempt=refusals + 1,
            valid=self.valid,
            status=self.status,
            confidence=self.confidence,
            rules=self.rules,
            counts=self.counts,
            verify=wants_second_look(self, outcome),
            proofs=self.proofs if outcome == "accepted" else [],
            tally=self.tally,
            usage=_own_usage(context.view, self),
            receipts=self.receipts,
            body=CheckBody(violations=self.violations, references=self.references),
        )
        events: list[Event] = [checked, *_list_spend(context, self)]
        if self.tampered:
            events.append(RuleRefused(rule="DEC-52", actor=self.agent, action="receipts", mode=self.mode))
        if outcome in ("refused", "failed", "observed"):
            mode = "observe" if outcome == "observed" else "enforce"
            events.append(RuleRefused(rule=self.rules[0], actor=self.agent, action=self.action, mode=mode))
        if outcome == "unverified" and self.held:
            events.append(RuleRefused(rule=UNCHECKED, actor=self.agent, action=self.action, mode="enforce"))
        if outcome != "refused" and not self.held:
            marked = [Insight(each.category, each.content) for each in self.insights]
            events.extend(capture_insights(context.view, marked, self.agent))
        return Outcome(events=tuple(events))


class RecordRefusal(Command):
    """A guard said no to a call of an agent's tool, or would have."""

    tag = "RecordRefusal"
    from_outside = False

    agent: str
    rule: str
    action: str
    mode: Literal["observe", "enforce"]

    def decide(self, context: CommandContext) -> Outcome:
        return Outcome(events=(RuleRefused(rule=self.rule, actor=self.agent, action=self.action, mode=self.mode),))


SURE: Final = 85
"""From this confidence on, a result with references is looked at by a verification specialist (RES-8)."""


def outcome_of(command: RecordCheck, refusals: int) -> CheckOutcome:
    """What becomes of a result that was refused so often before."""
    if not command.checked:
        return "unverified"
    if not command.contract:
        return "recorded"
    if command.valid:
        return "accepted"
    if command.mode == "observe":
        return "observed"
    return "refused" if refusals < MOST_REFUSALS else "failed"


def _count_refusals(view: View, command: RecordCheck) -> int:
    """How often this result was refused: since the agent's last one that was not."""
    rows = view.select(
        CheckRow, order="seq", session=command.session, agent_id=command.agent_id, descending=True, limit=MOST_REFUSALS
    )
    return len(list(takewhile(lambda row: row.outcome == "refused", rows)))


def _own_usage(view: View, command: RecordCheck) -> Usage:
    """Of this result alone: a client counts up over all that an agent has done in its session."""
    if command.usage.tokens is None or not command.session:
        return command.usage
    rows = view.select(CheckRow, order="seq", session=command.session, agent_id=command.agent_id)
    counted = sum(row.tokens or 0 for row in rows)
    return command.usage.model_copy(update={"tokens": max(0, command.usage.tokens - counted)})


def _list_spend(context: CommandContext, command: RecordCheck) -> Iterator[Event]:
    """What it took is on the ledger, too; a run tells what its attempts use by itself."""
    turn = context.view.get(TurnRow, command.agent)
    if context.actor.via == SYSTEM.via or (turn and turn.attempts):
        return
    found = command.usage.spends
    spent = record_spend(context, command.agent, found, session=command.session, agent_id=command.agent_id)
    yield from with_caps(context, spent)


def wants_second_look(command: RecordCheck, outcome: CheckOutcome) -> bool:
    sure = command.confidence is not None and command.confidence >= SURE
    return outcome == "accepted" and sure and bool(command.references) and command.agent != VERIFIER
