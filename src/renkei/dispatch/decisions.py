"""A decision is resolved (EVT-3): whom it affects, and nobody else, with the impact on the task of each."""

import json
import re
from collections.abc import Iterable

from renkei.board.posts import find_post
from renkei.board.tables import ContractRow, DecisionRow
from renkei.board.team import list_members
from renkei.dispatch.base import Cause, field_of
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import agents_waiting_for
from renkei.dispatch.waiting import list_open_contracts, list_owed_tasks
from renkei.protocol.board import Awaited
from renkei.protocol.events import DecisionResolved


def decision_resolved(cause: Cause) -> Iterable[Occasion]:
    event = cause.event
    if not isinstance(event, DecisionResolved) or (decision := cause.view.get(DecisionRow, event.decision)) is None:
        return
    what = Awaited("decision", decision.id)
    constraints = event.body.additional_constraints if event.body else []
    impacts = {
        agent: _with_constraints(cause, impact, constraints)
        for agent, impact in _find_affected(cause, decision, what).items()
    }
    yield Occasion(
        names=("decision_resolved",),
        cause=cause,
        groups={"affected_agents": list(impacts)},
        tell=lambda: {
            "decision_id": decision.id,
            "question": decision.question,
            "resolution": decision.resolution,
            "additional_constraints": constraints,
        },
        by_reader={agent: {"impact_assessment": impact} for agent, impact in impacts.items()},
        ended=[what],
    )


def _with_constraints(cause: Cause, impact: str, constraints: list[str]) -> str:
    """What has to be kept from now on is an impact on each whom the decision affects (DEC-26)."""
    if not constraints:
        return impact
    return cause.say("{impact} Keep from now on: {constraints}", impact=impact, constraints="; ".join(constraints))


def _find_affected(cause: Cause, decision: DecisionRow, what: Awaited) -> dict[str, str]:
    """Each with the impact that weighs most. The one who decided knows."""
    found: dict[str, str] = {}
    for agent in agents_waiting_for(cause, [what]):
        found.setdefault(agent, cause.say("You were waiting for it and can go on."))
    for contract in _contracts_about(cause, decision.id):
        found.setdefault(contract.assignee, cause.say("Your contract {contract} refers to it.", contract=contract.id))
    for row in list_members(cause.view):
        if task := _task_about(cause, row.id, decision.id):
            found.setdefault(row.id, cause.say("Your task {task} refers to it.", task=task))
    found.setdefault(decision.requester, cause.say("You asked for it."))
    present = {row.id for row in list_members(cause.view)} - {cause.actor}
    return {agent: impact for agent, impact in found.items() if agent in present}


def _contracts_about(cause: Cause, decision: str) -> list[ContractRow]:
    rows = list_open_contracts(cause.view)
    return [row for row in rows if _speaks_of(json.dumps(row.contract, ensure_ascii=False), decision)]


def _task_about(cause: Cause, agent: str, decision: str) -> str | None:
    current = field_of(cause.view, agent, "current_task")
    if current and _speaks_of(current, decision):
        return current
    return next(
        (name for name in list_owed_tasks(cause.view, agent) if _message_speaks_of(cause, name, decision)), None
    )


def _message_speaks_of(cause: Cause, name: str, decision: str) -> bool:
    row = find_post(cause.view, name)
    if row is None:
        return False
    is_named = {"type": "decision", "id": decision} in row.related_state_refs
    return is_named or _speaks_of(json.dumps(row.payload, ensure_ascii=False), decision)


def _speaks_of(text: str, name: str) -> bool:
    """D-1 is not spoken of by D-12."""
    return re.search(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])", text) is not None
