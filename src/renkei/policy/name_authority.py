"""Who may call a contract or a decision so: nobody takes a task, a question or an answer by taking its name."""

from renkei.board.names import contract_asking_under, is_given_by_renkei
from renkei.board.tables import ContractRow, DecisionRow, TaskRow
from renkei.board.tasks import Task, find_task
from renkei.board.team import find_member, is_above_rules, list_leads, list_names
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.policy.acts import AskFor, OfferAs


def refuse_offer(view: View, actor: str, act: OfferAs) -> Refused | None:
    """A contract for a task that is there comes from that task's delegator and goes to its owner."""
    row = view.get(TaskRow, act.contract)
    task = find_task(view, act.contract) if row and (row.delegator is not None or row.state == "open") else None
    if task:
        return _refuse_contract_for(view, actor, task, act.assignee)
    if is_given_by_renkei(act.contract):
        return _renkei_name_error(act.contract)
    if view.get(DecisionRow, act.contract) or find_member(view, act.contract):
        return _name_taken_error(act.contract)
    return None


def _refuse_contract_for(view: View, actor: str, task: Task, assignee: str) -> Refused | None:
    givers = [task.delegator] if task.delegator else list_leads(view)
    is_givers = is_above_rules(actor) or actor in givers
    if is_givers and assignee in task.entitled and task.state == "open":
        return None
    return Refused(
        "{id} is a task of {owner}'s. A contract for it is offered by {who} or a person, and to {owner}. For any other "
        "work leave the id out, or choose another.",
        rule="DEC-24",
        id=task.id,
        owner=list_names(task.entitled),
        who=list_names(givers),
    )


def refuse_asking(view: View, actor: str, act: AskFor) -> Refused | None:
    """A decision is one question to its owners: who asks something else, or somebody else, asks under another id."""
    if act.named_by_renkei:
        return None
    if is_given_by_renkei(act.decision):
        return _renkei_name_error(act.decision)
    if contract := contract_asking_under(view, act.decision):
        return Refused(
            "{id} is the name of a question under the contract {contract}. It is asked with: renkei contract consult "
            "{contract}; anything else under another id.",
            rule="MSG-7",
            id=act.decision,
            contract=contract.id,
        )
    decision = view.get(DecisionRow, act.decision)
    if decision:
        return None if _is_same_request(decision, act) else _other_question_error(decision)
    row = view.get(TaskRow, act.decision)
    is_others = row is not None and row.state == "open" and row.owner != actor
    return _name_taken_error(act.decision) if is_others or view.get(ContractRow, act.decision) else None


def _is_same_request(decision: DecisionRow, act: AskFor) -> bool:
    labels = tuple(option["label"] for option in decision.options)
    is_same_question = decision.redacted or (decision.question, labels) == (act.question, act.options)
    return is_same_question and set(act.owners) <= set(decision.owners)


def _other_question_error(decision: DecisionRow) -> Refused:
    return Refused(
        "{id} is another question already: {requester} has asked {owners} {question!r}. Ask under another id.",
        rule="MSG-7",
        id=decision.id,
        requester=decision.requester,
        owners=", ".join(decision.owners),
        question=decision.question,
    )


def _renkei_name_error(name: str) -> Refused:
    return Refused("{id} is a name that Renkei itself gives. Choose another.", rule="MSG-7", id=name)


def _name_taken_error(name: str) -> Refused:
    return Refused("{id} is the name of something else already. Choose another id.", rule="MSG-7", id=name)
