"""Whose answer counts (DEC-26): a decision has owners; a conflict has addressees, and the lead may always."""

from renkei.board.posts import post
from renkei.board.tables import DebtRow, DecisionRow
from renkei.errors import Refused
from renkei.eventlog.base import View
from renkei.policy.acts import AnswerConflict, ResolveDecision
from renkei.policy.parties import is_above, leads, list_names


def decision_owners(view: View, decisions: list[str]) -> list[str]:
    rows = [view.get(DecisionRow, name) for name in decisions]
    return list(dict.fromkeys(owner for row in rows if row for owner in row.owners))


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
    entitled = [*asked, *leads(view), *decision_owners(view, decisions)]
    if is_above(actor) or actor in entitled:
        return None
    return Refused(
        "{actor} may not end the conflict {id}. {who} or a person may.",
        rule="DEC-26",
        actor=actor,
        id=act.report,
        who=list_names(entitled),
    )
