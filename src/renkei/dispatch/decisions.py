"""A decision is resolved (EVT-3): those whom it affects, and nobody else, are told with the impact on their task."""

import json
import re
from collections.abc import Iterable

from renkei.board.posts import post
from renkei.board.tables import ContractRow, DecisionRow
from renkei.board.team import members
from renkei.dispatch.base import Cause, Effect, field_of
from renkei.dispatch.notices import share
from renkei.dispatch.release import released, waiting_for
from renkei.dispatch.waiting import open_contracts, owed_tasks
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import DecisionResolved
from renkei.protocol.messages import StateRef


def those_whom_a_decision_affects_are_told(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    decision = cause.view.get(DecisionRow, event.decision) if isinstance(event, DecisionResolved) else None
    if decision is None:
        return
    assert isinstance(event, DecisionResolved)
    constraints = "; ".join(event.body.additional_constraints) if event.body else ""
    what = Awaited("decision", decision.id)
    for agent, impact in _affected(cause, decision, what).items():
        content = cause.say(
            "Decision {decision_id} is resolved.\n"
            "What was decided: {resolution}\n"
            "Impact on your task: {impact_assessment}",
            decision_id=decision.id,
            resolution=decision.resolution,
            impact_assessment=impact,
        )
        if constraints:
            content += "\n" + cause.say("Constraints that come with it: {constraints}", constraints=constraints)
        yield from share(
            cause,
            [agent],
            "high",
            topic=cause.say("Decision {id}", id=decision.id),
            content=content,
            relevance=impact,
            action=cause.say("Check your work against the decision."),
            refs=[StateRef(type="decision", id=decision.id)],
        )
    yield from released(cause, [what])


def _affected(cause: Cause, decision: DecisionRow, what: Awaited) -> dict[str, str]:
    """Each with the impact that weighs most. The one who decided knows."""
    found: dict[str, str] = {}
    for agent in waiting_for(cause, [what]):
        found.setdefault(agent, cause.say("You were waiting for it and can go on."))
    for contract in _contracts_about(cause, decision.id):
        found.setdefault(contract.assignee, cause.say("Your contract {contract} refers to it.", contract=contract.id))
    for row in members(cause.view):
        if task := _task_about(cause, row.id, decision.id):
            found.setdefault(row.id, cause.say("Your task {task} refers to it.", task=task))
    found.setdefault(decision.requester, cause.say("You asked for it."))
    present = {row.id for row in members(cause.view)} - {cause.actor}
    return {agent: impact for agent, impact in found.items() if agent in present}


def _contracts_about(cause: Cause, decision: str) -> list[ContractRow]:
    rows = open_contracts(cause.view)
    return [row for row in rows if _speaks_of(json.dumps(row.contract, ensure_ascii=False), decision)]


def _task_about(cause: Cause, agent: str, decision: str) -> str | None:
    current = field_of(cause.view, agent, "current_task")
    if current and _speaks_of(current, decision):
        return current
    return next((name for name in owed_tasks(cause.view, agent) if _message_speaks_of(cause, name, decision)), None)


def _message_speaks_of(cause: Cause, name: str, decision: str) -> bool:
    row = post(cause.view, name)
    if row is None:
        return False
    is_named = {"type": "decision", "id": decision} in row.related_state_refs
    return is_named or _speaks_of(json.dumps(row.payload, ensure_ascii=False), decision)


def _speaks_of(text: str, name: str) -> bool:
    """D-1 is not spoken of by D-12."""
    return re.search(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])", text) is not None
