"""Whose answer counts (DEC-26): a decision has owners; a conflict has addressees, and the lead may always."""

from renkei.board.posts import post
from renkei.board.tables import DebtRow, DecisionRow
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.policy.acts import AnswerConflict, ReportOn, ResolveDecision, Settle
from renkei.policy.parties import is_above, leads, list_names
from renkei.policy.task_authority import refuse_report


def decision_owners(view: View, decisions: list[str], *, at: int) -> list[str]:
    """The owners of those decisions that had been asked for at this place of the log."""
    rows = [view.get(DecisionRow, name) for name in decisions]
    return list(dict.fromkeys(owner for row in rows if row and row.seq <= at for owner in row.owners))


def refuse_settling(view: View, actor: str, act: Settle) -> Refused | None:
    """What is owed for a thing is paid by those whose the thing is; any other answer by the one who owes it."""
    asked = post(view, act.message)
    if asked is None or asked.redacted or is_above(actor):
        return None
    match asked.type:
        case "TASK_HANDOFF":
            return refuse_report(view, actor, ReportOn(task=asked.id))
        case "DECISION_REQUEST":
            return refuse_resolution(view, actor, ResolveDecision(decision=asked.payload["decision_id"]))
        case "CONFLICT_REPORT":
            return refuse_end_of_conflict(view, actor, AnswerConflict(report=asked.id))
        case _ if actor == act.debtor:
            return None
        case _:
            return Refused(
                "{actor} may not answer {message} in {debtor}'s place. {debtor} or a person may.",
                rule="DEC-26",
                actor=actor,
                message=act.message,
                debtor=act.debtor,
            )


def refuse_resolution(view: View, actor: str, act: ResolveDecision) -> Refused | None:
    decision = view.get(DecisionRow, act.decision)
    if decision is None or is_above(actor) or actor in decision.owners:
        return None
    return Refused(
        "{actor} may not decide {id}. Its owner ({owners}) or a person may.",
        rule="MSG-7",
        actor=actor,
        id=act.decision,
        owners=", ".join(decision.owners),
    )


def refuse_end_of_conflict(view: View, actor: str, act: AnswerConflict) -> Refused | None:
    asked = [debt.debtor for debt in view.select(DebtRow, order="seq", message=act.report)]
    report = post(view, act.report)
    decisions: list[str] = (report.payload.get("conflicting_decisions") or []) if report else []
    owners = decision_owners(view, decisions, at=report.seq) if report else []
    entitled = [*asked, *leads(view), *owners]
    if is_above(actor) or actor in entitled:
        return None
    return Refused(
        "{actor} may not end the conflict {id}. {who} or a person may.",
        rule="DEC-26",
        actor=actor,
        id=act.report,
        who=list_names(entitled),
    )
