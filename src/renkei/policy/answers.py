"""What a message answers (DEC-26): it names it. Only a question that blocks nobody is answered without its name."""

from collections.abc import Iterable, Sequence

from renkei.board.contracts import contract_of_task
from renkei.board.posts import find_post
from renkei.board.tables import BlockerRow, DebtRow, DecisionRow
from renkei.board.tasks import tasks_named
from renkei.board.team import PERSON, SYSTEM
from renkei.eventlog.base import View
from renkei.policy.authority import AnswerConflict, Settle, has_authority
from renkei.protocol.artifacts import artifact_name
from renkei.protocol.events import Debt
from renkei.protocol.messages import DecisionResult, Payload, ReviewResult, TaskBlocked, TaskResult
from renkei.protocol.terms import MessageType
from renkei.values import value


@value
class Answer:
    """The parts of a message by which it can name what it answers."""

    sender: str
    type: MessageType
    payload: Payload
    in_reply_to: str | None
    state_refs: Sequence[tuple[str, str]]
    """(type, id)."""
    readers: Sequence[str]
    addressed: Sequence[str] = ()
    """The readers that it is addressed to: who reads it as one of a channel, or of all, is not."""


def debts_paid(view: View, answer: Answer) -> list[Debt]:
    """The debts that a message pays."""
    owed = view.select(DebtRow, order="seq", debtor=answer.sender, settled=False)
    fitting = [debt for debt in owed if answer.type in debt.expects]
    match answer.payload:
        case TaskResult() | TaskBlocked() as report:
            names = tasks_named(view, report.original_task_ref, answer.in_reply_to)
            found = [debt for name in names for debt in _debts_of_task(view, name)] + _debts_replied_to(
                view, answer, fitting
            )
        case DecisionResult() as result:
            found = [*_debts_of_decision(view, result.decision_id), *_debts_replied_to(view, answer, fitting)]
        case ReviewResult() as review if answer.in_reply_to is None:
            found = [debt for debt in fitting if _is_review_of(view, debt, review.artifact_ref)]
        case _:
            found = _debts_replied_to(view, answer, fitting)
    found = [*found, *_debts_of_blockers(view, answer, fitting), *_debts_of_conflicts(view, answer)]
    if not found and answer.in_reply_to is None:
        found = _the_one_question(view, answer, fitting)
    payable = [debt for debt in found if not debt.settled and answer.type in debt.expects]
    pairs = dict.fromkeys((debt.message, debt.debtor) for debt in payable)
    return [
        Debt(message=message, debtor=debtor)
        for message, debtor in pairs
        if has_authority(view, answer.sender, Settle(message=message, debtor=debtor))
    ]


def conflicts_ended(view: View, answer: Answer) -> list[str]:
    """The conflicts that a message names and whose end its sender may say."""
    if answer.type not in ("DECISION_RESULT", "TASK_HANDOFF"):
        return []
    decisions = [name for kind, name in answer.state_refs if kind == "decision"]
    if isinstance(answer.payload, DecisionResult):
        decisions.append(answer.payload.decision_id)
    named = conflicts_named(view, answer)
    about = _open_conflicts_about(view, decisions) if decisions else []
    reports = dict.fromkeys((*named, *about))
    return [report for report in reports if has_authority(view, answer.sender, AnswerConflict(report=report))]


def conflicts_named(view: View, answer: Answer) -> list[str]:
    """The reports that a message names: as what it replies to, as a decision, or by a block of theirs."""
    decisions = [name for kind, name in answer.state_refs if kind == "decision"]
    if isinstance(answer.payload, DecisionResult):
        decisions.append(answer.payload.decision_id)
    names = [answer.in_reply_to, *decisions, *blocker_causes(view, answer, "conflict")]
    return list(dict.fromkeys(report for name in names if (report := conflict_of(view, name))))


def conflict_of(view: View, name: str | None) -> str | None:
    """The CONFLICT_REPORT that a name stands for; what the system forwarded stands for the report itself."""
    report = find_post(view, name) if name else None
    if report is None or report.type != "CONFLICT_REPORT":
        return None
    return report.in_reply_to if report.sender == SYSTEM and report.in_reply_to else report.id


def reviews_named(view: View, answer: Answer) -> list[str]:
    """The requests that a REVIEW_RESULT names, whoever was asked; by its artifact, those that are open."""
    asked = find_post(view, answer.in_reply_to) if answer.in_reply_to else None
    if asked:
        named = [asked.id] if asked.type == "REVIEW_REQUEST" else []
        return [*named, *blocker_causes(view, answer, "review")]
    by_blocker = blocker_causes(view, answer, "review")
    if by_blocker or not isinstance(answer.payload, ReviewResult):
        return by_blocker
    owed = view.select(DebtRow, order="seq", settled=False)
    about = [debt for debt in owed if _is_review_of(view, debt, answer.payload.artifact_ref)]
    is_asked = any(view.get(DebtRow, debt.message, answer.sender) for debt in about)
    return [] if is_asked else list(dict.fromkeys(debt.message for debt in about))


def _debts_replied_to(view: View, answer: Answer, fitting: list[DebtRow]) -> list[DebtRow]:
    """A person's reply pays for all who owe it.

    A decision is answered by its own id, a conflict by who may end it, a hand-off by a report on that task.
    """
    asked = find_post(view, answer.in_reply_to) if answer.in_reply_to else None
    if asked is None or asked.type in ("CONFLICT_REPORT", "DECISION_REQUEST", "TASK_HANDOFF"):
        return []
    if answer.sender == PERSON:
        return view.select(DebtRow, order="seq", message=asked.id, settled=False)
    return [debt for debt in fitting if debt.message == asked.id]


def _debts_of_task(view: View, ref: str) -> Iterable[DebtRow]:
    """What was handed to several is answered by the one whose it is: the others owe nothing any more."""
    contract = contract_of_task(view, ref)
    for message in (ref, *(contract.handoffs if contract else ())):
        yield from view.select(DebtRow, order="seq", message=message, settled=False)


def _debts_of_decision(view: View, name: str) -> list[DebtRow]:
    """A decision made frees everybody who was asked for it, whoever made it and however often it was asked for."""
    decision = view.get(DecisionRow, name)
    owners = decision.owners if decision else []
    owed = (view.select(DebtRow, order="seq", debtor=owner, settled=False) for owner in owners)
    return [debt for debts in owed for debt in debts if _asks_for(view, debt, name)]


def _asks_for(view: View, debt: DebtRow, decision: str) -> bool:
    asked = find_post(view, debt.message)
    if asked is None or asked.type != "DECISION_REQUEST":
        return False
    row = view.get(DecisionRow, decision)
    return asked.payload.get("decision_id") == decision or (row is not None and row.message == asked.id)


def _is_review_of(view: View, debt: DebtRow, artifact: str) -> bool:
    asked = find_post(view, debt.message)
    if asked is None or asked.type != "REVIEW_REQUEST":
        return False
    return artifact_name(str(asked.payload.get("artifact_ref"))) == artifact_name(artifact)


def _debts_of_blockers(view: View, answer: Answer, fitting: list[DebtRow]) -> list[DebtRow]:
    messages = [*blocker_causes(view, answer, "review"), *blocker_causes(view, answer, "task")]
    return [debt for debt in fitting if debt.message in messages]


def blocker_causes(view: View, answer: Answer, kind: str) -> list[str]:
    """What the blockers that a message names wait for, of one kind."""
    names = [name for ref, name in answer.state_refs if ref == "blocker"]
    if answer.in_reply_to:
        names.append(answer.in_reply_to)
    if isinstance(answer.payload, DecisionResult):
        names.append(answer.payload.decision_id)
    rows = [view.get(BlockerRow, name) for name in names]
    causes = [row.cause.partition(":") for row in rows if row and row.cause]
    return [name for found, _, name in causes if found == kind]


def _debts_of_conflicts(view: View, answer: Answer) -> Iterable[DebtRow]:
    """Once a conflict has ended, nobody owes an answer to it any more."""
    for report in conflicts_ended(view, answer):
        yield from view.select(DebtRow, order="seq", message=report, settled=False)


def _open_conflicts_about(view: View, decisions: list[str]) -> list[str]:
    owed = dict.fromkeys(row.message for row in view.select(DebtRow, order="seq", settled=False))
    asked = [message for name in owed if (message := find_post(view, name))]
    reports = [message for message in asked if message.type == "CONFLICT_REPORT"]
    return [
        report.id
        for report in reports
        if set(decisions).intersection(report.payload.get("conflicting_decisions") or [])
    ]


def _the_one_question(view: View, answer: Answer, fitting: list[DebtRow]) -> list[DebtRow]:
    """A FREEFORM question that blocks nobody, if it is the only one of its reader's to one who reads the answer.

    A person speaks about many things in a channel: what they say answers a question when it is addressed to who asked
    alone, and not to a channel in which nobody else reads.
    """
    is_wide = len(answer.readers) > 1 or not answer.addressed
    if answer.sender == PERSON and is_wide:
        return []
    to = [debt for debt in fitting if debt.creditor in answer.readers]
    found = [debt for debt in to if _is_plain_question(view, debt)]
    return found if len(found) == 1 else []


def _is_plain_question(view: View, debt: DebtRow) -> bool:
    asked = find_post(view, debt.message)
    return asked is not None and asked.type == "FREEFORM" and asked.priority != "blocking"
