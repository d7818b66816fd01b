"""A wait in a circle, or for oneself, ends by itself never: the lead is told of it (DEC-27)."""

from collections.abc import Iterable

from renkei.board.tables import BlockerRow
from renkei.board.team import PERSON, member
from renkei.board.waits import open_blockers
from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.notices import notice
from renkei.dispatch.waiting import raw_holders, waits_for
from renkei.eventlog.base import View
from renkei.policy.parties import leads
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import BlockerAdded, DecisionRequested, TaskTaken
from renkei.protocol.messages import ConflictReport, StateRef


def a_circle_of_waits_is_told_to_the_lead(cause: Cause) -> Iterable[Effect]:
    what = _newly_held(cause)
    if what is None:
        return
    for agent in _waiting(cause.view, what):
        if circle := find_circle(cause.view, agent, what):
            yield from _told(cause, circle)
            return


def find_circle(view: View, agent: str, what: Awaited) -> list[str]:
    """The agents, from one who waits for something and back to it; empty where the way ends."""
    return _first_way_back(view, raw_holders(view, what), agent, (agent,))


def _first_way_back(view: View, holders: Iterable[str], start: str, path: tuple[str, ...]) -> list[str]:
    for name in holders:
        if found := _way_back(view, name, start, path):
            return found
    return []


def _way_back(view: View, here: str, start: str, path: tuple[str, ...]) -> list[str]:
    if here == start:
        return [*path, start]
    if here in path or member(view, here) is None:
        return []
    further = (name for row in open_blockers(view, here) for name in _holders(view, row))
    return _first_way_back(view, further, start, (*path, here))


def _holders(view: View, row: BlockerRow) -> list[str]:
    what = waits_for(view, row.cause)
    return raw_holders(view, what) if what else []


def _newly_held(cause: Cause) -> Awaited | None:
    match cause.event:
        case BlockerAdded():
            return waits_for(cause.view, cause.event.cause)
        case TaskTaken():
            return Awaited("task", cause.event.task)
        case DecisionRequested():
            return Awaited("decision", cause.event.decision)
        case _:
            return None


def _waiting(view: View, what: Awaited) -> list[str]:
    rows = view.select(BlockerRow, order="seq", cause=str(what), resolved=False)
    return [name for row in rows for name in row.affected_agents if member(view, name)]


def _told(cause: Cause, circle: list[str]) -> Iterable[Effect]:
    shown = " → ".join(circle)
    text = cause.say("Nobody of these goes on: each waits for the next. {circle}", circle=shown)
    report = ConflictReport(
        conflict_description=text,
        conflicting_artifacts=[],
        suggested_resolution=cause.say("End one of the waits: renkei board resolve BLK-n --why TEXT"),
        severity="critical",
    )
    refs = [StateRef(type="agent", id=name) for name in circle[:-1]]
    yield from notice(
        cause.view, "CONFLICT_REPORT", report, leads(cause.view) or [PERSON], "high", summary=text, refs=refs
    )
