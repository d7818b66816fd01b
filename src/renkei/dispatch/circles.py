"""A wait in a circle, or for oneself, ends by itself never: the lead is told of it (DEC-27).

Looked for from the waits that a command has changed, whatever changed them: who waited for whom is noted before a row
is written on which that depends, and looked at again when nothing more follows. So a circle is told once, when it
closes, and a command that changes no wait pays nothing for those that are open.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from renkei.board.tables import AgentRow, BlockerRow, ContractRow, DebtRow, FieldRow, TaskRow
from renkei.board.team import PERSON, find_member, list_leads
from renkei.board.waits import open_blockers
from renkei.dispatch.base import Cause, Effect
from renkei.dispatch.notices import send_notice
from renkei.dispatch.waiting import raw_holders, resolve_blocked_by
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.messages import ConflictReport, StateRef


class Wait(NamedTuple):
    """Who waits for whom, and whether for nobody else: one of several may not be the one who ends it."""

    agent: str
    holder: str
    alone: bool


class WatchedWaits:
    """The waits that a command changes, as they were before it."""

    def __init__(self) -> None:
        self._before: dict[str, list[Wait]] = {}

    def remember(self, view: View, changes: Sequence[Change]) -> None:
        """To be called before the changes are applied."""
        rows = [change.row for change in changes if isinstance(change, Put)]
        for agent in (agent for row in rows for agent in _agents_concerned(view, row)):
            if agent not in self._before:
                self._before[agent] = waits_of(view, agent)

    def find_new(self, view: View) -> list[Wait]:
        return [wait for agent, before in self._before.items() for wait in waits_of(view, agent) if wait not in before]


def waits_of(view: View, agent: str) -> list[Wait]:
    """For whom of the team an agent waits, each once, in the order in which it began to."""
    if find_member(view, agent) is None:
        return []
    return list(
        dict.fromkeys(wait for row in open_blockers(view, agent) for wait in _waits_by_blocker(view, row, agent))
    )


def tell_new_circles(cause: Cause, new_waits: list[Wait]) -> Iterable[Effect]:
    """Circles that closed: each once, from the wait that closed it."""
    told: set[frozenset[str]] = set()
    for wait in new_waits:
        circle = find_circle(cause.view, wait)
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            yield from _report_circle(cause, circle)


def find_circle(view: View, first: Wait) -> list[str]:
    """The agents, from one who waits and back to it; empty where the way ends."""
    ways = [[first.agent, first.holder]]
    seen = {first.holder}
    while ways:
        way = ways.pop(0)
        if way[-1] == first.agent:
            return way
        for wait in waits_of(view, way[-1]):
            if wait.holder not in seen or wait.holder == first.agent:
                seen.add(wait.holder)
                ways.append([*way, wait.holder])
    return []


def _waits_by_blocker(view: View, row: BlockerRow, agent: str) -> Iterable[Wait]:
    what = resolve_blocked_by(view, row.cause)
    holders = raw_holders(view, what) if what else []
    for holder in (name for name in holders if find_member(view, name)):
        yield Wait(agent, holder, len(holders) == 1)


def _agents_concerned(view: View, row: object) -> Iterable[str]:
    """Those whose waits may be others once this row is written: theirs, or those of what they wait for."""
    match row:
        case BlockerRow():
            return row.affected_agents
        case TaskRow():
            return _agents_waiting_for(view, f"task:{row.id}")
        case ContractRow():
            return _agents_waiting_for(
                view, f"contract:{row.id}", *(f"task:{name}" for name in (row.id, *row.handoffs))
            )
        case DebtRow(settled=True):
            return _agents_waiting_for(view, f"review:{row.message}", f"conflict:{row.message}")
        case FieldRow(value=str(name)) if row.path.endswith(".current_task"):
            return _agents_waiting_for(view, f"task:{name}")
        case AgentRow():
            return _agents_in_rows(view.select(BlockerRow, order="seq", resolved=False))
        case _:
            return ()


def _agents_waiting_for(view: View, *causes: str) -> list[str]:
    return _agents_in_rows(
        row for each in causes for row in view.select(BlockerRow, order="seq", cause=each, resolved=False)
    )


def _agents_in_rows(rows: Iterable[BlockerRow]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row.affected_agents))


def _report_circle(cause: Cause, circle: list[str]) -> Iterable[Effect]:
    shown = " → ".join(circle)
    text = cause.say("Nobody of these goes on: each waits for the next. {circle}", circle=shown)
    report = ConflictReport(
        conflict_description=text,
        conflicting_artifacts=[],
        suggested_resolution=cause.say("End one of the waits: renkei board resolve BLK-n --why TEXT"),
        severity="critical",
    )
    refs = [StateRef(type="agent", id=name) for name in circle[:-1]]
    yield from send_notice(
        cause.view, "CONFLICT_REPORT", report, list_leads(cause.view) or [PERSON], "high", summary=text, refs=refs
    )
