"""Whose word on a task counts (DEC-24): its owner's and a person's; its delegator withdraws it."""

from renkei.board.tables import ContractRow
from renkei.board.tasks import Task, find_task, open_handoffs
from renkei.board.team import SYSTEM, is_above_rules, list_names
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.policy.acts import Complete, HandTaskOver, ReportOn, TakeUp, Withdraw


def refuse_report(view: View, actor: str, act: ReportOn | Complete) -> Refused | None:
    task = find_task(view, act.task)
    if task is None or actor == SYSTEM:
        return None
    if not is_above_rules(actor) and actor not in task.entitled:
        return _not_owner_error(actor, task)
    if task.state == "cancelled":
        return Refused(
            "The task {task} was withdrawn by its delegator; nothing more is reported on it.",
            rule="DEC-24",
            task=act.task,
        )
    return None


def _not_owner_error(actor: str, task: Task) -> Refused:
    if not task.entitled:
        return Refused(
            "{actor} may not report on {task}: nobody has it now. {who} may hand it over anew or withdraw it (renkei "
            "board withdraw {task} --why TEXT), a person may report on it.",
            rule="DEC-24",
            actor=actor,
            task=task.id,
            who=task.delegator or "-",
        )
    if actor == task.delegator:
        return Refused(
            "{actor} may not report on {task}, which it handed over: {who} or a person may. Its delegator may "
            "withdraw it: renkei board withdraw {task} --why TEXT",
            rule="DEC-24",
            actor=actor,
            task=task.id,
            who=list_names(task.entitled),
        )
    return Refused(
        "{actor} may not report on {task}: it is not {actor}'s. {who} or a person may.",
        rule="DEC-24",
        actor=actor,
        task=task.id,
        who=list_names(task.entitled),
    )


def refuse_completion(view: View, actor: str, act: Complete) -> Refused | None:
    task = find_task(view, act.task)
    if task is None or actor == SYSTEM:
        return None
    if (refused := refuse_report(view, actor, act)) is not None:
        return refused
    return verification_only_error(task.contract, act.task) if task.contract else None


def verification_only_error(contract: ContractRow, ref: str) -> Refused:
    if contract.state == "declined":
        return _decline_error(contract)
    if contract.delegator == SYSTEM:
        return Refused(
            "The contract {contract} is a run's: the report that its agent ends with delivers it.",
            rule="CON-2",
            contract=contract.id,
        )
    return Refused(
        "{task} is under the contract {contract}: no word completes it, only its verification does. {owner} delivers "
        "it with: renkei contract deliver {contract} FILE",
        rule="DEC-24",
        task=ref,
        contract=contract.id,
        owner=contract.assignee,
    )


def _decline_error(contract: ContractRow) -> Refused:
    return Refused(
        "{assignee} has declined the contract {contract}: nobody delivers it. {delegator} may offer it to another "
        "agent, or on other terms.",
        rule="DEC-24",
        assignee=contract.assignee,
        contract=contract.id,
        delegator=contract.delegator,
    )


def refuse_withdrawal(view: View, actor: str, act: Withdraw) -> Refused | None:
    task = find_task(view, act.task)
    if task is None:
        return None
    if not is_above_rules(actor) and actor != task.delegator:
        return Refused(
            "{actor} may not withdraw {task}. {who} or a person may.",
            rule="DEC-24",
            actor=actor,
            task=act.task,
            who=task.delegator or "-",
        )
    if task.contract and task.contract.state == "declined" and not open_handoffs(view, task.contract):
        return _decline_error(task.contract)
    if task.state != "open" or (task.contract and task.contract.state == "closed"):
        return Refused("{task} is done with already: there is nothing to withdraw.", rule="DEC-24", task=act.task)
    return None


def refuse_taking_up(view: View, actor: str, act: TakeUp) -> Refused | None:
    task = find_task(view, act.task)
    if task is None or (task.state == "open" and actor in task.entitled):
        return None
    return _not_owner_error(actor, task)


def refuse_handing_over(view: View, actor: str, act: HandTaskOver) -> Refused | None:
    task = find_task(view, act.task)
    return None if task is None or is_above_rules(actor) or actor == task.owner else _not_owner_error(actor, task)
