"""Looking at contracts: the one a task is under, those an agent works on, what a person allowed."""

from typing import Any

from renkei.board.pages import Page
from renkei.board.posts import find_post
from renkei.board.tables import ApprovalRow, ContractRow, DecisionRow
from renkei.eventlog.base import View
from renkei.protocol.contracts import TaskContract
from renkei.protocol.terms import ContractState


def find_contract(view: View, name: str) -> ContractRow | None:
    """A contract by its id."""
    return view.get(ContractRow, name)


def newest_contracts(view: View, limit: int) -> Page[ContractRow]:
    """The newest contracts, oldest first."""
    rows = view.select(ContractRow, order="seq", descending=True, limit=limit)
    return Page(items=rows[::-1], more=view.count(ContractRow, order="seq") - len(rows))


def list_contracts(view: View, *, assignee: str | None = None, state: ContractState | None = None) -> list[ContractRow]:
    """Contracts, oldest first."""
    where: dict[str, Any] = {"assignee": assignee, "state": state}
    return view.select(ContractRow, order="seq", **{name: value for name, value in where.items() if value})


def contract_terms(row: ContractRow) -> TaskContract | None:
    """What a contract says; None once that is redacted."""
    return TaskContract.model_validate(row.contract) if row.contract else None


def contract_of_task(view: View, ref: str) -> ContractRow | None:
    """The contract that a task is under: named by its own id, or by the TASK_HANDOFF that carried it.

    One that was declined holds no hand-off.
    """
    if row := view.get(ContractRow, ref):
        return row
    handoff = find_post(view, ref)
    if handoff is None or handoff.type != "TASK_HANDOFF":
        return None
    names = [handoff.to] if isinstance(handoff.to, str) else handoff.to
    offered = (row for name in names for row in list_contracts(view, assignee=name) if row.state != "declined")
    return next((row for row in offered if ref in row.handoffs), None)


def open_consults(view: View, row: ContractRow) -> list[DecisionRow]:
    """Decisions that were asked for under a contract and that nobody has made."""
    asked = (view.get(DecisionRow, name) for name in row.consults)
    return [decision for decision in asked if decision and decision.status == "open"]


def is_approved(view: View, command: str) -> bool:
    """Whether a person approved this command, word for word."""
    return view.get(ApprovalRow, "command", command) is not None


def may_execute(view: View) -> bool:
    """Whether a person allowed code of this repository to be run."""
    return view.get(ApprovalRow, "repository", "") is not None
