"""Whose answer counts (DEC-26): a decision has owners; a conflict has addressees, and the lead may always."""

from renkei.board.posts import find_post
from renkei.board.tables import BlockerRow, DebtRow, DecisionRow
from renkei.board.team import is_above_rules, list_leads, list_names
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.policy.acts import AnswerConflict, ReportOn, ResolveDecision, Settle
from renkei.policy.task_authority import refuse_report


def decision_owners(view: View, decisions: list[str], *, at: int) -> list[str]:
    """The owners of those decisions that had been asked for at this place of the log."""
    rows = [view.get(DecisionRow, name) for name in decisions]
    return list(dict.fromkeys(owner for row in rows if row and row.seq <= at for owner in row.owners))


def refuse_settling(view: View, actor: str, act: Settle) -> Refused | None:
    """What is owed for a thing is paid by those whose the thing is; any other answer by the one who owes it."""
    asked = find_post(view, act.message)
    if asked is None or asked.redacted or is_above_rules(actor):
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
    if decision is None:
        return _refuse_block_as_decision(view, act.decision)
    if is_above_rules(actor) or actor in decision.owners:
        return None
    return Refused(
        "{actor} may not decide {id}. Its owner ({owners}) or a person may.",
        rule="MSG-7",
        actor=actor,
        id=act.decision,
        owners=", ".join(decision.owners),
    )


def _refuse_block_as_decision(view: View, name: str) -> Refused | None:
    """A block is no decision. One by a conflict is a name for that conflict, which has its own rule."""
    row = view.get(BlockerRow, name)
    if row is None:
        return None
    if row.resolved:
        return Refused("{id} is resolved already.", rule="DEC-27", id=row.id)
    if row.cause and row.cause.startswith("conflict:"):
        return None
    return Refused(
        "{id} is a block and no decision: it ends with what is waited for ({cause}). The lead ({who}) or a person may "
        "end it otherwise: renkei board resolve {id} --why TEXT",
        rule="DEC-26",
        id=row.id,
        cause=row.cause or row.description,
        who=list_names(list_leads(view)),
    )


def refuse_end_of_conflict(view: View, actor: str, act: AnswerConflict) -> Refused | None:
    asked = [debt.debtor for debt in view.select(DebtRow, order="seq", message=act.report)]
    report = find_post(view, act.report)
    decisions: list[str] = (report.payload.get("conflicting_decisions") or []) if report else []
    owners = decision_owners(view, decisions, at=report.seq) if report else []
    entitled = [*asked, *list_leads(view), *owners]
    if is_above_rules(actor) or actor in entitled:
        return None
    return Refused(
        "{actor} may not end the conflict {id}. {who} or a person may.",
        rule="DEC-26",
        actor=actor,
        id=act.report,
        who=list_names(entitled),
    )
