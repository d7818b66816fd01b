"""An agent leaves the team (DEC-27): its waits are closed, and those who wait for it are told."""

from collections.abc import Iterable

from renkei.board.tables import BlockerRow
from renkei.board.team import member
from renkei.dispatch.base import Cause, Effect, blocked_by_set, field_of, status_of, status_set, systems
from renkei.dispatch.notices import share
from renkei.dispatch.release import resolved
from renkei.dispatch.waiting import raw_holders, waits_for
from renkei.policy.parties import leads
from renkei.protocol.events import AgentRemoved


def the_waits_of_one_who_leaves_are_closed(cause: Cause) -> Iterable[Effect]:
    """A block that holds others too stays for them."""
    event = cause.event
    if not isinstance(event, AgentRemoved):
        return
    rows = cause.view.select(BlockerRow, order="seq", resolved=False)
    gone = [row for row in rows if not any(member(cause.view, name) for name in row.affected_agents)]
    yield from resolved(cause, gone, cause.say("{agent} has left the team.", agent=event.agent))
    if status_of(cause.view, event.agent) == "blocked":
        yield systems(status_set(cause, event.agent, "idle"))
    if field_of(cause.view, event.agent, "blocked_by") is not None:
        yield systems(blocked_by_set(cause, event.agent, None))


def those_who_wait_for_one_who_leaves_are_told(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, AgentRemoved):
        return
    for row in cause.view.select(BlockerRow, order="seq", resolved=False):
        what = waits_for(cause.view, row.cause)
        waiting = [name for name in row.affected_agents if member(cause.view, name)]
        if what and waiting and event.agent in raw_holders(cause.view, what):
            yield from share(
                cause,
                [*waiting, *leads(cause.view)],
                "high",
                topic=cause.say("{agent} has left the team.", agent=event.agent),
                content=cause.say(
                    "{waiting} waits for {what}, and {agent} has left the team: it does not come from there.",
                    waiting=", ".join(waiting),
                    what=str(what),
                    agent=event.agent,
                ),
                relevance=cause.say("You wait for it, or lead the team."),
                action=cause.say(
                    "Hand it to somebody else, or end the wait: renkei board resolve {id} --why TEXT", id=row.id
                ),
            )
