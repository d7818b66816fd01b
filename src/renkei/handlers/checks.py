"""What becomes of a result that was checked: accepted, refused with a remedy, or failed after two refusals."""

from itertools import takewhile
from typing import Final

from renkei.board.tables import CheckRow
from renkei.eventlog.base import View
from renkei.handlers.base import Asked, Decision
from renkei.kit.verdicts import MOST_REFUSALS, UNCHECKED, VERIFIER
from renkei.protocol.claims import Usage
from renkei.protocol.commands import RecordCheck
from renkei.protocol.events import CheckBody, CheckOutcome, ClaimChecked, Event, RuleRefused

SURE: Final = 85
"""From this confidence on, a result with references is looked at by a verification specialist (RES-8)."""


def record_check(asked: Asked, command: RecordCheck) -> Decision:
    refusals = _refusals(asked.view, command) if command.refusals is None else command.refusals
    outcome = outcome_of(command, refusals)
    checked = ClaimChecked(
        agent=command.agent,
        agent_id=command.agent_id,
        session=command.session,
        outcome=outcome,
        attempt=refusals + 1,
        valid=command.valid,
        status=command.status,
        confidence=command.confidence,
        rules=command.rules,
        counts=command.counts,
        verify=wants_second_look(command, outcome),
        proofs=command.proofs if outcome == "accepted" else [],
        tally=command.tally,
        usage=_usage(asked.view, command),
        body=CheckBody(violations=command.violations, references=command.references),
    )
    events: list[Event] = [checked]
    if outcome in ("refused", "failed", "observed"):
        mode = "observe" if outcome == "observed" else "enforce"
        events.append(RuleRefused(rule=command.rules[0], actor=command.agent, action=command.action, mode=mode))
    if outcome == "unverified" and command.held:
        events.append(RuleRefused(rule=UNCHECKED, actor=command.agent, action=command.action, mode="enforce"))
    return Decision(events=tuple(events))


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


def _refusals(view: View, command: RecordCheck) -> int:
    """How often this result was refused: since the agent's last one that was not."""
    rows = view.select(
        CheckRow, order="seq", session=command.session, agent_id=command.agent_id, descending=True, limit=MOST_REFUSALS
    )
    return len(list(takewhile(lambda row: row.outcome == "refused", rows)))


def _usage(view: View, command: RecordCheck) -> Usage:
    """Of this result alone: a client counts up over all that an agent has done in its session."""
    if command.usage.tokens is None or not command.session:
        return command.usage
    rows = view.select(CheckRow, order="seq", session=command.session, agent_id=command.agent_id)
    counted = sum(row.tokens or 0 for row in rows)
    return command.usage.model_copy(update={"tokens": max(0, command.usage.tokens - counted)})


def wants_second_look(command: RecordCheck, outcome: CheckOutcome) -> bool:
    sure = command.confidence is not None and command.confidence >= SURE
    return outcome == "accepted" and sure and bool(command.references) and command.agent != VERIFIER
