"""What an agent waits for: what a `blocked_by` means on this board, whose it is, and whether it is there already."""

from renkei.board.posts import find_post
from renkei.board.tables import ContractRow, DebtRow, DecisionRow
from renkei.board.tasks import Task, find_task
from renkei.board.team import PERSON, SYSTEM, find_member
from renkei.eventlog.base import View
from renkei.protocol.board import Awaited, BlockKind, parse_awaited
from renkei.protocol.terms import CONTRACT_STATES, MessageType


def resolve_blocked_by(view: View, text: str | None) -> Awaited | None:
    """What a `blocked_by` names; None when the cause is outside the team."""
    return parse_awaited(text, lambda kind, name: _is_known(view, kind, name))


def find_holders(view: View, what: Awaited | None) -> list[str]:
    """Those on the team, or the person, who can end the wait; nobody for a cause outside the team."""
    found = raw_holders(view, what) if what else []
    return [name for name in found if name == PERSON or find_member(view, name)]


def is_over(view: View, what: Awaited) -> bool:
    """Whether it was there before anybody began to wait. An agent may complete again: who waits for one waits on."""
    match what.kind:
        case "task":
            return _is_completed(view, what.id)
        case "contract":
            contract = view.get(ContractRow, what.id)
            return contract is not None and contract.outcome == "completed"
        case "decision":
            decision = view.get(DecisionRow, what.id)
            return decision is not None and decision.status == "resolved"
        case "review":
            return _is_answered(view, _debts_for(view, what.id, "REVIEW_REQUEST"))
        case "conflict":
            return any(debt.settled for debt in _debts_for(view, what.id, "CONFLICT_REPORT"))
        case "agent":
            return False


def is_gone(view: View, what: Awaited) -> bool:
    """Whether it does not come: withdrawn, declined, or ended without being completed."""
    contract = view.get(ContractRow, what.id) if what.kind in ("contract", "task") else None
    if contract:
        return contract.state == "declined" or (contract.state == "closed" and contract.outcome != "completed")
    task = find_task(view, what.id) if what.kind == "task" else None
    return task is not None and task.state == "cancelled"


def list_open_contracts(view: View) -> list[ContractRow]:
    """Contracts that are neither declined nor closed."""
    states = [state for state in CONTRACT_STATES if state not in ("declined", "closed")]
    return [row for state in states for row in view.select(ContractRow, order="seq", state=state)]


def list_owed_tasks(view: View, agent: str) -> list[str]:
    """The hand-offs that an agent has not reported on."""
    debts = view.select(DebtRow, order="seq", debtor=agent, settled=False)
    return [debt.message for debt in debts if _message_type(view, debt.message) == "TASK_HANDOFF"]


def is_review_over(view: View, request: str) -> bool:
    """Whether somebody has answered, and all who were asked and are still there have."""
    return _is_answered(view, _debts_for(view, request, "REVIEW_REQUEST"))


def _is_known(view: View, kind: BlockKind, name: str) -> bool:
    match kind:
        case "task":
            task = None if view.get(ContractRow, name) else find_task(view, name)
            return _message_type(view, name) == "TASK_HANDOFF" or (task is not None and task.state == "open")
        case "contract":
            return view.get(ContractRow, name) is not None
        case "agent":
            return find_member(view, name) is not None
        case "decision":
            return view.get(DecisionRow, name) is not None
        case "review":
            return _message_type(view, name) == "REVIEW_REQUEST"
        case "conflict":
            return _message_type(view, name) == "CONFLICT_REPORT"


def raw_holders(view: View, what: Awaited) -> list[str]:
    """Those whose word or work ends the wait, whether they are still there or not."""
    match what.kind:
        case "task":
            task = find_task(view, what.id)
            return _holders_of_task(task) if task and task.state == "open" else []
        case "contract":
            contract = view.get(ContractRow, what.id)
            return _holders_of_contract(contract) if contract else []
        case "agent":
            return [what.id]
        case "decision":
            decision = view.get(DecisionRow, what.id)
            return decision.owners if decision else []
        case "review" | "conflict":
            return [debt.debtor for debt in view.select(DebtRow, order="seq", message=what.id, settled=False)]


def _holders_of_task(task: Task) -> list[str]:
    """Its owner or those to whom it was handed; where nobody has it, its delegator."""
    if task.contract:
        return _holders_of_contract(task.contract)
    return list(task.entitled) or ([task.delegator] if task.delegator else [])


def _holders_of_contract(contract: ContractRow) -> list[str]:
    """What is delivered waits for its delegator's verification."""
    match contract.state:
        case "delivered":
            return [PERSON if contract.delegator == SYSTEM else contract.delegator]
        case "declined" | "closed":
            return []
        case _:
            return [contract.assignee]


def _debts_for(view: View, message: str, kind: MessageType) -> list[DebtRow]:
    return view.select(DebtRow, order="seq", message=message) if _message_type(view, message) == kind else []


def _message_type(view: View, name: str) -> MessageType | None:
    row = find_post(view, name)
    return row.type if row else None


def _is_completed(view: View, ref: str) -> bool:
    """Under a contract by its verification; else as its owner or a person said, in older logs by a result alone."""
    task = find_task(view, ref)
    if task is None or task.state != "open" or task.contract:
        return task is not None and task.state == "completed"
    return any(_is_completed_by(view, task, debt) for debt in _debts_for(view, ref, "TASK_HANDOFF"))


def _is_completed_by(view: View, task: Task, debt: DebtRow) -> bool:
    answer = find_post(view, debt.settled_by) if debt.settled_by else None
    if answer is None or answer.type != "TASK_RESULT" or answer.sender not in (PERSON, *task.entitled):
        return False
    return (answer.payload.get("original_task_ref"), answer.payload.get("status")) == (task.id, "completed")


def _is_answered(view: View, debts: list[DebtRow]) -> bool:
    waiting = [debt for debt in debts if not debt.settled and (debt.debtor == PERSON or find_member(view, debt.debtor))]
    return any(debt.settled for debt in debts) and not waiting
