"""An agent leaves the team (DEC-27): its waits are closed, and those who wait for it are told."""

from collections.abc import Iterable

from renkei.board.tables import BlockerRow
from renkei.board.team import find_member, list_leads
from renkei.dispatch.base import (
    Cause,
    Effect,
    field_of,
    set_blocked_by_event,
    set_status_event,
    status_of,
    system_effect,
)
from renkei.dispatch.notices import share_knowledge
from renkei.dispatch.release import agents_waiting_for, release_waits, resolve_blockers
from renkei.dispatch.waiting import is_review_over, raw_holders, resolve_blocked_by
from renkei.protocol.events import AgentRemoved


def the_waits_of_one_who_leaves_are_closed(cause: Cause) -> Iterable[Effect]:
    """A block that holds others too stays for them."""
    event = cause.event
    if not isinstance(event, AgentRemoved):
        return
    rows = cause.view.select(BlockerRow, order="seq", resolved=False)
    gone = [row for row in rows if not any(find_member(cause.view, name) for name in row.affected_agents)]
    yield from resolve_blockers(cause, gone, cause.say("{agent} has left the team.", agent=event.agent))
    if status_of(cause.view, event.agent) == "blocked":
        yield system_effect(set_status_event(cause, event.agent, "idle"))
    if field_of(cause.view, event.agent, "blocked_by") is not None:
        yield system_effect(set_blocked_by_event(cause, event.agent, None))


def a_review_ends_when_all_who_are_left_have_answered(cause: Cause) -> Iterable[Effect]:
    """With the leaving of the last who had not: those who wait go on, and are told by what."""
    event = cause.event
    if not isinstance(event, AgentRemoved):
        return
    waits = [
        resolve_blocked_by(cause.view, row.cause) for row in cause.view.select(BlockerRow, order="seq", resolved=False)
    ]
    reviews = dict.fromkeys(what for what in waits if what and what.kind == "review")
    over = [what for what in reviews if is_review_over(cause.view, what.id)]
    for what in over:
        yield from share_knowledge(
            cause,
            agents_waiting_for(cause, [what]),
            "high",
            topic=cause.say("{agent} has left the team.", agent=event.agent),
            content=cause.say(
                "{agent} has left the team; all others who were asked have answered the review {id}.",
                agent=event.agent,
                id=what.id,
            ),
            relevance=cause.say("You were waiting for it and can go on."),
        )
    yield from release_waits(cause, over)


def those_who_wait_for_one_who_leaves_are_told(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, AgentRemoved):
        return
    for row in cause.view.select(BlockerRow, order="seq", resolved=False):
        what = resolve_blocked_by(cause.view, row.cause)
        waiting = [name for name in row.affected_agents if find_member(cause.view, name)]
        is_over = what is not None and what.kind == "review" and is_review_over(cause.view, what.id)
        if what and waiting and not is_over and event.agent in raw_holders(cause.view, what):
            yield from share_knowledge(
                cause,
                [*waiting, *list_leads(cause.view)],
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
