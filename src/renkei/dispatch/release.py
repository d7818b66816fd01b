"""The end of a wait (EVT-9): the blocker is resolved, and an agent that waits for nothing else goes on."""

from collections.abc import Collection, Iterable

from renkei.board.posts import message_id
from renkei.board.tables import BlockerRow
from renkei.board.team import member, members
from renkei.board.waits import open_blockers
from renkei.dispatch.base import Cause, Effect, blocked_by_set, field_of, status_of, status_set, systems
from renkei.dispatch.notices import share
from renkei.dispatch.waiting import waits_for
from renkei.eventlog.base import View
from renkei.protocol.blocking import Awaited
from renkei.protocol.events import BlockerResolved, MessagePosted, ReasonBody
from renkei.protocol.messages import StateRef


def somebody_waits(view: View) -> bool:
    """Whether anybody waits for anything: mostly nobody does, and then no end of a wait has to be looked for."""
    if view.select(BlockerRow, order="seq", resolved=False, limit=1):
        return True
    return any(field_of(view, row.id, "blocked_by") is not None for row in members(view))


def waiting_for(cause: Cause, ended: Collection[Awaited]) -> list[str]:
    """The agents that wait for one of these: by a blocker, or by their `blocked_by`."""
    by_blocker = [name for row in _blockers(cause, ended) for name in row.affected_agents]
    by_entry = [row.id for row in members(cause.view) if _entry_names(cause, row.id, ended)]
    return [name for name in dict.fromkeys((*by_blocker, *by_entry)) if member(cause.view, name)]


def released(cause: Cause, ended: Collection[Awaited]) -> Iterable[Effect]:
    """What the end of these waits does to the board."""
    blockers = _blockers(cause, ended)
    yield from resolved(cause, blockers)
    for agent in waiting_for(cause, ended):
        yield from _goes_on(cause, agent, {row.id for row in blockers}, _entry_names(cause, agent, ended))


def a_block_that_the_lead_or_a_person_resolves_ends(cause: Cause) -> Iterable[Effect]:
    """By order (DEC-27), not as a consequence: those whom it held are told, and go on."""
    event = cause.event
    if not isinstance(event, BlockerResolved) or cause.seq != cause.root:
        return
    row = cause.view.get(BlockerRow, event.id)
    agents = [name for name in row.affected_agents if member(cause.view, name)] if row else []
    content = cause.say(
        "{agent} has resolved {id}. {why}", agent=cause.actor, id=event.id, why=event.body.why if event.body else ""
    )
    yield from share(
        cause,
        [name for name in agents if name != cause.actor],
        "high",
        topic=cause.say("{id} is resolved", id=event.id),
        content=content,
        relevance=cause.say("It held you."),
        action=cause.say("Take up your work again, if nothing else blocks you."),
        refs=[StateRef(type="blocker", id=event.id)],
    )
    yield from go_on(cause, agents, {event.id})


def resolved(cause: Cause, blockers: Iterable[BlockerRow], why: str | None = None) -> Iterable[Effect]:
    for row in blockers:
        yield systems(resolution(cause, row.id, why))


def resolution(cause: Cause, blocker: str, why: str | None = None) -> BlockerResolved:
    """The end of a block, with who ended it and by what: the message, or the place in the log of the command."""
    root = cause.view.event(cause.root)
    assert root is not None, "what is looked at follows from something"
    is_message = root.type == MessagePosted.__name__
    return BlockerResolved(
        id=blocker,
        by=root.actor,
        cause=message_id(root.seq) if is_message else f"seq {root.seq}",
        body=ReasonBody(why=why) if why else None,
        action=cause.say("resolved a blocker"),
    )


def go_on(cause: Cause, agents: Iterable[str], gone: set[str]) -> Iterable[Effect]:
    """What it means for agents that these blockers of theirs are gone."""
    for agent in agents:
        if member(cause.view, agent):
            text = field_of(cause.view, agent, "blocked_by")
            named = any(text in (row.cause, row.description) for row in _rows(cause, gone))
            yield from _goes_on(cause, agent, gone, named)


def _rows(cause: Cause, names: set[str]) -> list[BlockerRow]:
    return [row for row in (cause.view.get(BlockerRow, name) for name in names) if row]


def _goes_on(cause: Cause, agent: str, gone: set[str], entry_named_it: bool) -> Iterable[Effect]:
    others = [row for row in open_blockers(cause.view, agent) if row.id not in gone]
    if others:
        if entry_named_it:
            yield systems(blocked_by_set(cause, agent, others[0].cause or others[0].description))
        return
    if status_of(cause.view, agent) == "blocked":
        yield systems(status_set(cause, agent, "idle"))
    if field_of(cause.view, agent, "blocked_by") is not None:
        yield systems(blocked_by_set(cause, agent, None))


def _blockers(cause: Cause, ended: Collection[Awaited]) -> list[BlockerRow]:
    return [
        row for what in ended for row in cause.view.select(BlockerRow, order="seq", cause=str(what), resolved=False)
    ]


def _entry_names(cause: Cause, agent: str, ended: Collection[Awaited]) -> bool:
    text = field_of(cause.view, agent, "blocked_by")
    return text is not None and waits_for(cause.view, text) in ended
