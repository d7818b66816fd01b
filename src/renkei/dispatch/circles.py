"""A wait in a circle, or for oneself, ends by itself never: the lead is told of it (DEC-27).

Looked for in who waits for whom, before a command and after all that it led to: whatever closed the circle, it is told
once, when it closes.
"""

from collections.abc import Iterable
from typing import NamedTuple

from renkei.board.tables import BlockerRow
from renkei.board.team import PERSON, member
from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.notices import notice
from renkei.dispatch.waiting import raw_holders, waits_for
from renkei.eventlog.base import View
from renkei.policy.parties import leads
from renkei.protocol.messages import ConflictReport, StateRef


class Wait(NamedTuple):
    """Who waits for whom, and whether for nobody else: one of several may not be the one who ends it."""

    agent: str
    holder: str
    alone: bool


def waits(view: View) -> list[Wait]:
    """Who of the team waits for whom, each once, in the order in which they began."""
    return list(
        dict.fromkeys(
            wait for row in view.select(BlockerRow, order="seq", resolved=False) for wait in _waits(view, row)
        )
    )


def tell_new_circles(cause: Cause, before: list[Wait]) -> Iterable[Effect]:
    """Circles that closed since: each once, from the wait that closed it."""
    now = waits(cause.view)
    told: set[frozenset[str]] = set()
    for wait in now:
        circle = [] if wait in before else find_circle(now, wait)
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            yield from _told(cause, circle)


def find_circle(all_waits: list[Wait], first: Wait) -> list[str]:
    """The agents, from one who waits and back to it; empty where the way ends."""
    ways = [[first.agent, first.holder]]
    seen = {first.holder}
    while ways:
        way = ways.pop(0)
        if way[-1] == first.agent:
            return way
        for wait in all_waits:
            if wait.agent == way[-1] and (wait.holder not in seen or wait.holder == first.agent):
                seen.add(wait.holder)
                ways.append([*way, wait.holder])
    return []


def _waits(view: View, row: BlockerRow) -> Iterable[Wait]:
    what = waits_for(view, row.cause)
    holders = raw_holders(view, what) if what else []
    for agent in (name for name in row.affected_agents if member(view, name)):
        for holder in (name for name in holders if member(view, name)):
            yield Wait(agent, holder, len(holders) == 1)


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
