"""The contracts of a run's tasks: taken with the task, delivered by its result, decided by what the run found (CON-2).

Each step is an event of the very commit that starts or ends the task. Renkei is the delegator: it offers in the run's
name, accepts for the agent that it starts, and its own look at the work is the verification. What follows from a
verdict (closed, or sent back until the contract's own limit) are the rules that hold for every contract.
"""

from collections.abc import Iterator
from itertools import count
from typing import Final

from renkei.board.contracts import contract_terms, find_contract
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import ContractRow
from renkei.board.team import SYSTEM, find_member
from renkei.commands.base import CommandContext
from renkei.commands.delivery_checks import check_consults, check_inspection
from renkei.commands.run_base import TaskEnd, TaskStart
from renkei.contracts.checks import Check, list_checks
from renkei.contracts.states import ACTIVE, is_allowed, move_contract
from renkei.dispatch.contracts import offer_event
from renkei.policy.access import CONTRACTS
from renkei.protocol.claims import RunProof
from renkei.protocol.contracts import Inspection, TaskContract
from renkei.protocol.events import (
    ContractClosed,
    ContractMoved,
    ContractNote,
    ContractVerdict,
    ContractVerified,
    Event,
    RuleRefused,
    StepsCounted,
    VerificationBody,
)
from renkei.protocol.terms import ContractOutcome, ContractStep

REPORT: Final = 1
"""The number of the check that is about the report: the first criterion of every contract of a run."""


CHECK: Final = 2
"""That of the check command, where a task has one."""


_LAID_DOWN: Final = ("closed", "declined")


def take_contract(
    context: CommandContext, run: RunRow, row: RunTaskRow, taken: TaskStart
) -> tuple[str | None, list[Event]]:
    """The contract that a task is started under, and what it takes to be so: an offer and its acceptance, once."""
    given = taken.contract
    if given is None or context.layers < CONTRACTS or find_member(context.view, given.assignee) is None:
        return None, []
    old = find_contract(context.view, row.contract) if row.contract else None
    if old and old.state not in _LAID_DOWN:
        return old.id, []
    name = _free_name(context, f"TC-{run.id}-{row.task}")
    offered = offer_event(given.model_copy(update={"id": name, "delegator": SYSTEM}), delegator=SYSTEM)
    accepted = ContractMoved(
        contract=name, step="accept", state=move_contract(move_contract(None, "offer"), "accept", name)
    )
    return name, [offered, accepted]


def deliver_task_contract(context: CommandContext, row: RunTaskRow, result: TaskEnd) -> Iterator[Event]:
    """What an ended attempt means for its contract. Who crashed or hung has delivered nothing: it stays open.

    Raises:
        Refused: it claims to be complete, and what was asked for is not there or still waits for a decision.
    """
    old = _find_open_contract(context, row)
    said = contract_terms(old) if old else None
    if old is None or said is None:
        return
    if result.usage.steps and old.state in ACTIVE:
        yield StepsCounted(contract=old.id, steps=result.usage.steps, metered=True)
    if result.failure is None:
        check_consults(context, old)
        check_inspection(said, old, result.inspection)
    elif result.inspection is None:
        return
    elif result.inspection.missing:
        yield RuleRefused(rule="CON-2", actor=row.agent, action=f"deliver {old.id}", mode="enforce")
        return
    yield from _deliver_and_verify(old, said, result, result.inspection or Inspection())


def close_task_contract(context: CommandContext, row: RunTaskRow, why: str) -> Iterator[Event]:
    """The run goes on without a task, does it anew or ends: what was still open under its contract is over."""
    if old := _find_open_contract(context, row):
        outcome: ContractOutcome = "partial" if row.outputs or old.state == "delivered" else "failed"
        yield ContractClosed(contract=old.id, outcome=outcome, body=ContractNote(note=why))


def _deliver_and_verify(
    old: ContractRow, said: TaskContract, result: TaskEnd, inspection: Inspection
) -> Iterator[Event]:
    state = old.state
    steps: tuple[ContractStep, ...] = ("resume", "deliver") if state == "held" else ("deliver",)
    for step in steps:
        if is_allowed(state, step):
            state = move_contract(state, step, old.id)
            yield ContractMoved(contract=old.id, step=step, state=state)
    verdicts = [verdict for check in list_checks(said) if (verdict := _check_verdict(check, result, inspection))]
    proofs = [
        RunProof(command=run.command, exit_code=0, tree=run.tree) for run in inspection.runs if run.exit_code == 0
    ]
    note = result.summary if result.failure else ""
    body = VerificationBody(runs=[run.model_dump() for run in inspection.runs], note=note)
    # The constraints of a run's contract are its own: it has refused an attempt that does not keep one of them.
    is_kept = result.failure is None
    yield ContractVerified(contract=old.id, verdicts=verdicts, proofs=proofs, confirmed=is_kept, body=body)


def _check_verdict(check: Check, result: TaskEnd, inspection: Inspection) -> ContractVerdict | None:
    """A command that was not run leaves its check open: a person can have it run later."""
    if check.command is not None:
        ran = next((run for run in inspection.runs if (run.check, run.command) == (check.number, check.command)), None)
        return ContractVerdict(check=check.number, met=ran.exit_code == 0, by="command") if ran else None
    if check.number == CHECK and result.not_run is not None:
        return None
    is_failed = (check.number == REPORT and result.failure in ("report", "gate")) or (
        check.number == CHECK and result.failure == "check"
    )
    return ContractVerdict(check=check.number, met=not is_failed, by="run")


def _find_open_contract(context: CommandContext, row: RunTaskRow) -> ContractRow | None:
    old = find_contract(context.view, row.contract) if row.contract else None
    return old if old and old.state not in _LAID_DOWN else None


def _free_name(context: CommandContext, name: str) -> str:
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(each for each in names if find_contract(context.view, each) is None)
