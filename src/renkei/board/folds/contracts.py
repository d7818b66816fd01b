"""Task contracts, what a person allowed, and the checks of results."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from renkei.board.folds.base import Folds, Stamp, require_row
from renkei.board.tables import ApprovalRow, CheckRow, ClaimRow, ContractRow, TaskRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import (
    ClaimChecked,
    CommandApproved,
    ContractClosed,
    ContractConsulted,
    ContractLinked,
    ContractMoved,
    ContractOffered,
    ContractVerified,
    ExecutionAllowed,
    StepsCounted,
)


def _contract_offered(view: View, event: ContractOffered, stamp: Stamp) -> Iterable[Change]:
    body = event.body.contract if event.body else {}
    filled = {**body, "id": event.id, "created_at": body.get("created_at") or stamp.at} if body else {}
    yield Put(
        ContractRow(
            id=event.id,
            delegator=event.delegator,
            assignee=event.assignee,
            state="offered",
            outcome=None,
            artifacts=event.artifacts,
            contract=filled,
            handoffs=[event.handoff] if event.handoff else [],
            result=None,
            held_by=None,
            consults=[],
            verdicts={},
            confirmed=False,
            retries=0,
            steps=0,
            metered=False,
            seq=stamp.seq,
        )
    )


def _contract_moved(view: View, event: ContractMoved, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ContractRow, event.contract), stamp)
    is_delivery = event.state == "delivered"
    yield Put(
        replace(
            row,
            state=event.state,
            retries=row.retries + (event.step == "return"),
            result=event.message if is_delivery else row.result,
            held_by=event.message if event.state == "held" else None,
            verdicts={} if is_delivery else row.verdicts,
            confirmed=row.confirmed and not is_delivery,
        )
    )
    if event.step == "decline":
        yield from _return_to_delegator(view, row.handoffs)


def _return_to_delegator(view: View, handoffs: list[str]) -> Iterable[Change]:
    """Nobody has them: they are handed over anew, or withdrawn."""
    for task in filter(None, (view.get(TaskRow, name) for name in handoffs)):
        yield Put(replace(task, owner=None, addressees=[]))


def _contract_linked(view: View, event: ContractLinked, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, handoffs=[*row.handoffs, event.message]))


def _contract_consulted(view: View, event: ContractConsulted, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, consults=[*row.consults, event.decision]))


def _steps_counted(view: View, event: StepsCounted, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, steps=row.steps + event.steps, metered=row.metered or event.metered))


def _contract_verified(view: View, event: ContractVerified, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ContractRow, event.contract), stamp)
    verdicts = {**row.verdicts, **{str(each.check): each.met for each in event.verdicts}}
    yield Put(replace(row, verdicts=verdicts, confirmed=row.confirmed or event.confirmed))
    yield from map(Put, _run_claims(event, row.assignee, stamp.seq))


def _contract_closed(view: View, event: ContractClosed, stamp: Stamp) -> Iterable[Change]:
    row = require_row(view.get(ContractRow, event.contract), stamp)
    yield Put(replace(row, state="closed", outcome=event.outcome, held_by=None, result=event.message or row.result))


def _command_approved(view: View, event: CommandApproved, stamp: Stamp) -> Iterable[Change]:
    yield Put(ApprovalRow(kind="command", text=event.command, seq=stamp.seq))


def _execution_allowed(view: View, event: ExecutionAllowed, stamp: Stamp) -> Iterable[Change]:
    yield Put(ApprovalRow(kind="repository", text="", seq=stamp.seq))


def _claim_checked(view: View, event: ClaimChecked, stamp: Stamp) -> Iterable[Change]:
    yield Put(
        CheckRow(
            seq=stamp.seq,
            session=event.session,
            agent_id=event.agent_id,
            agent=event.agent,
            outcome=event.outcome,
            attempt=event.attempt,
            verify=event.verify,
            confidence=event.confidence,
            tally=[each.model_dump() for each in event.tally],
            model=event.usage.model,
            tokens=event.usage.tokens,
            cost=event.usage.cost,
        )
    )
    yield from map(Put, _code_claims(event, stamp.seq))


def _code_claims(event: ClaimChecked, seq: int) -> Iterator[ClaimRow]:
    """The claims of a result that was accepted."""
    for number, proof in enumerate(event.proofs, 1):
        yield ClaimRow(seq=seq, number=number, kind="code", agent=event.agent, **proof.model_dump())


def _run_claims(event: ContractVerified, agent: str, seq: int) -> Iterator[ClaimRow]:
    """What the agent of a contract has delivered passed these commands."""
    for number, proof in enumerate(event.proofs, 1):
        yield ClaimRow(seq=seq, number=number, kind="run", agent=agent, **proof.model_dump())


CONTRACT_FOLDS: Final[Folds] = {
    ContractOffered: _contract_offered,
    ContractMoved: _contract_moved,
    ContractLinked: _contract_linked,
    ContractConsulted: _contract_consulted,
    StepsCounted: _steps_counted,
    ContractVerified: _contract_verified,
    ContractClosed: _contract_closed,
    CommandApproved: _command_approved,
    ExecutionAllowed: _execution_allowed,
    ClaimChecked: _claim_checked,
}
