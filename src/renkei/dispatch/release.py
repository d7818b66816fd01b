"""The end of a wait (EVT-9): the blocker is resolved, and an agent that waits for nothing else goes on."""

from collections.abc import Collection, Iterable

from renkei.board.posts import message_id
from renkei.board.tables import BlockerRow
from renkei.board.team import find_member, list_members
from renkei.board.waits import open_blockers
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
from renkei.dispatch.waiting import resolve_blocked_by
from renkei.eventlog.base import View
from renkei.protocol.board import Awaited
from renkei.protocol.events import BlockerResolved, MessagePosted, ReasonBody
from renkei.protocol.messages import StateRef


def is_anybody_waiting(view: View) -> bool:
    """Whether anybody waits for anything: mostly nobody does, and then no end of a wait has to be looked for."""
    if view.select(BlockerRow, order="seq", resolved=False, limit=1):
        return True
    return any(field_of(view, row.id, "blocked_by") is not None for row in list_members(view))


def agents_waiting_for(cause: Cause, ended: Collection[Awaited]) -> list[str]:
    """The agents that wait for one of these: by a blocker, or by their `blocked_by`."""
    by_blocker = [name for row in _blockers_waiting_for(cause, ended) for name in row.affected_agents]
    by_entry = [row.id for row in list_members(cause.view) if _entry_waits_for(cause, row.id, ended)]
    return [name for name in dict.fromkeys((*by_blocker, *by_entry)) if find_member(cause.view, name)]


def release_waits(cause: Cause, ended: Collection[Awaited]) -> Iterable[Effect]:
    """What the end of these waits does to the board."""
    blockers = _blockers_waiting_for(cause, ended)
    yield from resolve_blockers(cause, blockers)
    for agent in agents_waiting_for(cause, ended):
        yield from _resume_agent(cause, agent, {row.id for row in blockers}, _entry_waits_for(cause, agent, ended))


def a_block_that_the_lead_or_a_person_resolves_ends(cause: Cause) -> Iterable[Effect]:
    """By order (DEC-27), not as a consequence: those whom it held are told, and go on."""
    event = cause.event
    if not isinstance(event, BlockerResolved) or cause.seq != cause.root:
        return
    row = cause.view.get(BlockerRow, event.id)
    agents = [name for name in row.affected_agents if find_member(cause.view, name)] if row else []
    content = cause.say(
        "{agent} has resolved {id}. {why}", agent=cause.actor, id=event.id, why=event.body.why if event.body else ""
    )
    yield from share_knowledge(
        cause,
        [name for name in agents if name != cause.actor],
        "high",
        topic=cause.say("{id} is resolved", id=event.id),
        content=content,
        relevance=cause.say("It held you."),
        action=cause.say("Take up your work again, if nothing else blocks you."),
        refs=[StateRef(type="blocker", id=event.id)],
    )
    yield from resume_agents(cause, agents, {event.id})


def resolve_blockers(cause: Cause, blockers: Iterable[BlockerRow], why: str | None = None) -> Iterable[Effect]:
    for row in blockers:
        yield system_effect(resolution_event(cause, row.id, why))


def resolution_event(cause: Cause, blocker: str, why: str | None = None) -> BlockerResolved:
    """The end of a block, with who ended it and by what: the message, or the place in the log of the command."""
    root = cause.view.event(cause.root)
    assert root is not None, "what is looked at follows from something"
    is_message = root.type == MessagePosted.__name__
    return BlockerResolved(
        id=blocker,
        by=root.actor,
        cause=message_id(root.seq) if is_message else f"seq {root.seq}",
        body=ReasonBody(why=why) if why else None,
        action="blocker resolved",
    )


def resume_agents(cause: Cause, agents: Iterable[str], gone: set[str]) -> Iterable[Effect]:
    """What it means for agents that these blockers of theirs are gone."""
    for agent in agents:
        if find_member(cause.view, agent):
            text = field_of(cause.view, agent, "blocked_by")
            named = any(text in (row.cause, row.description) for row in _find_blockers(cause, gone))
            yield from _resume_agent(cause, agent, gone, named)


def _find_blockers(cause: Cause, names: set[str]) -> list[BlockerRow]:
    return [row for row in (cause.view.get(BlockerRow, name) for name in names) if row]


def _resume_agent(cause: Cause, agent: str, gone: set[str], entry_named_it: bool) -> Iterable[Effect]:
    others = [row for row in open_blockers(cause.view, agent) if row.id not in gone]
    if others:
        if entry_named_it:
            yield system_effect(set_blocked_by_event(cause, agent, others[0].cause or others[0].description))
        return
    if status_of(cause.view, agent) == "blocked":
        yield system_effect(set_status_event(cause, agent, "idle"))
    if field_of(cause.view, agent, "blocked_by") is not None:
        yield system_effect(set_blocked_by_event(cause, agent, None))


def _blockers_waiting_for(cause: Cause, ended: Collection[Awaited]) -> list[BlockerRow]:
    return [
        row for what in ended for row in cause.view.select(BlockerRow, order="seq", cause=str(what), resolved=False)
    ]


def _entry_waits_for(cause: Cause, agent: str, ended: Collection[Awaited]) -> bool:
    text = field_of(cause.view, agent, "blocked_by")
    return text is not None and resolve_blocked_by(cause.view, text) in ended
