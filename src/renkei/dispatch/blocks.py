"""An agent is blocked (EVT-2): the blocker is noted, and the one it waits for is told; and ends of its own making."""

from collections.abc import Iterable

from renkei.board.posts import post
from renkei.board.tables import BlockerRow, ChangeRow, FieldRow
from renkei.board.team import SYSTEM, member
from renkei.board.waits import blocks_put_on, open_blockers, own_waits
from renkei.dispatch.base import Cause, Effect, blocked_by_set, field_of, own, status_of, status_set, systems
from renkei.dispatch.completion import told_of_completion
from renkei.dispatch.notices import share
from renkei.dispatch.release import released, resolved
from renkei.dispatch.waiting import holders, is_over, waits_for
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import BlockerAdded, BlockerBody, FieldSet
from renkei.protocol.messages import StateRef


def a_blocked_agent_has_a_blocker(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    if not isinstance(event, FieldSet) or event.agent is None or status_of(cause.view, event.agent) != "blocked":
        return
    agent = event.agent
    if not _was_last_said(cause, event) or member(cause.view, agent) is None:
        return
    reason, present = field_of(cause.view, agent, "blocked_by"), open_blockers(cause.view, agent)
    what = waits_for(cause.view, reason)
    if any(row.cause == str(what) if what else reason in (None, row.description) for row in present):
        return
    description = reason or cause.say("{agent} is blocked and has given no cause", agent=agent)
    yield own(cause, blocker(cause, [agent], description, what, by=cause.actor))


def a_blocker_is_told_to_the_one_who_can_end_it(cause: Cause) -> Iterable[Effect]:
    """A cause outside the team is told to the lead (EVT-9); what is there already ends the wait at once."""
    event = cause.event
    if not isinstance(event, BlockerAdded) or cause.actor == SYSTEM or event.body is None:
        return
    what = waits_for(cause.view, event.cause)
    blocked = [name for name in event.affected_agents if status_of(cause.view, name) == "blocked"]
    if what and is_over(cause.view, what):
        yield from told_of_completion(cause, event.affected_agents, what, [])
        yield from released(cause, [what])
    else:
        for agent in blocked:
            yield from _told(cause, agent, what, event.body.description)


def an_agent_that_goes_on_by_itself_is_blocked_no_more(cause: Cause) -> Iterable[Effect]:
    """By another status: the waits that it declared itself end, with its reason; what was put on it stands."""
    event = cause.event
    if not isinstance(event, FieldSet) or event.agent is None or cause.actor != event.agent:
        return
    change = cause.view.get(ChangeRow, cause.seq)
    old = change.old if change else None
    if event.field == "status" and old == "blocked" and event.status != "blocked":
        yield from resolved(cause, _its_own(cause, event.agent), _reason(cause, event))
        is_named = field_of(cause.view, event.agent, "blocked_by") is not None
        if is_named and not _renewed(cause, event.agent) and not blocks_put_on(cause.view, event.agent):
            yield systems(blocked_by_set(cause, event.agent, None))


def blocked(cause: Cause, agents: list[str], what: Awaited, description: str) -> Iterable[Effect]:
    """Renkei itself blocks agents until something is answered."""
    for agent in agents:
        if status_of(cause.view, agent) != "blocked":
            yield systems(status_set(cause, agent, "blocked"))
        if field_of(cause.view, agent, "blocked_by") is None:
            yield systems(blocked_by_set(cause, agent, str(what)))
    yield systems(blocker(cause, agents, description, what, by=SYSTEM))


def blocker(cause: Cause, agents: list[str], description: str, what: Awaited | None, *, by: str) -> BlockerAdded:
    """`by`: who declares it, the agent itself or `system` for one that is put on somebody."""
    return BlockerAdded(
        id="",
        affected_agents=agents,
        cause=str(what) if what else None,
        by=by,
        body=BlockerBody(description=description),
        action=cause.say("reported a blocker"),
    )


def _told(cause: Cause, agent: str, what: Awaited | None, description: str) -> Iterable[Effect]:
    readers = [name for name in holders(cause.view, what) if name != agent]
    if what is None:
        content = cause.say("{agent} is blocked by a cause outside the team: {cause}", agent=agent, cause=description)
        relevance = cause.say("You lead the team.")
    else:
        content = cause.say(
            "{blocked_agent} is blocked, waiting for your {dependency}.",
            blocked_agent=agent,
            dependency=_dependency(cause, what),
        )
        relevance = cause.say("{agent} cannot go on without it.", agent=agent)
    yield from share(
        cause,
        readers,
        "high",
        topic=cause.say("{agent} is blocked", agent=agent),
        content=content,
        relevance=relevance,
        action=cause.say("Finish it, or say when it can be expected."),
        refs=[StateRef(type="agent", id=agent)],
    )


def _dependency(cause: Cause, what: Awaited) -> str:
    if what.kind != "agent":
        return str(what)
    current = field_of(cause.view, what.id, "current_task")
    return f"task:{current}" if current else cause.say("work")


def _was_last_said(cause: Cause, event: FieldSet) -> bool:
    """A status and its cause are often set together: the later of the two tells the whole of it, once."""
    paths = (f"agents.{event.agent}.status", f"agents.{event.agent}.blocked_by")
    rows = [row for row in (cause.view.get(FieldRow, path) for path in paths) if row]
    return event.path in paths and max(rows, key=lambda row: row.seq).path == event.path


def _its_own(cause: Cause, agent: str) -> list[BlockerRow]:
    """The waits that it declared itself, and not just now."""
    return [row for row in own_waits(cause.view, agent) if row.seq < cause.seq]


def _reason(cause: Cause, event: FieldSet) -> str | None:
    """Why an agent takes its wait back: as it said on the board, or in the message that set the status."""
    message = post(cause.view, event.message) if event.message else None
    if message:
        return message.payload.get("progress_summary") or message.payload.get("summary")
    return event.body.why if event.body else None


def _renewed(cause: Cause, agent: str) -> bool:
    row = cause.view.get(FieldRow, f"agents.{agent}.blocked_by")
    return row is not None and row.seq >= cause.root
