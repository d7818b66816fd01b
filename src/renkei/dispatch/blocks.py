"""An agent is blocked (EVT-2): for what it waits and whose that is; and ends of its own making."""

from collections.abc import Iterable

from renkei.board.posts import find_post
from renkei.board.tables import BlockerRow, ChangeRow, FieldRow
from renkei.board.team import SYSTEM, find_member
from renkei.board.waits import blocks_put_on, open_blockers, own_waits
from renkei.dispatch.base import (
    Cause,
    Effect,
    field_of,
    set_blocked_by_event,
    set_status_event,
    status_of,
    system_effect,
)
from renkei.dispatch.completion import completion_occasion
from renkei.dispatch.notices import share_knowledge
from renkei.dispatch.occasions import Occasion
from renkei.dispatch.release import resolve_blockers
from renkei.dispatch.waiting import find_holders, is_gone, is_over, resolve_blocked_by
from renkei.policy.authority import list_leads
from renkei.protocol.board import Awaited
from renkei.protocol.events import BlockerAdded, BlockerBody, FieldSet


def task_blocked(cause: Cause) -> Iterable[Occasion]:
    """By an agent's status and its cause, or by a blocker that an agent has reported; each wait is one."""
    match cause.event:
        case FieldSet(agent=str(agent)) as event if status_of(cause.view, agent) == "blocked":
            if _is_latest_write(cause, event) and find_member(cause.view, agent):
                reason = field_of(cause.view, agent, "blocked_by")
                what = resolve_blocked_by(cause.view, reason)
                if not _has_blocker(cause, agent, reason, what):
                    yield _block_occasion(cause, agent, what, reason, has_blocker=False)
        case BlockerAdded(body=BlockerBody(description=description), affected_agents=agents) as event:
            what = resolve_blocked_by(cause.view, event.cause)
            if cause.actor != SYSTEM and not (what and is_over(cause.view, what)):
                for agent in agents:
                    if status_of(cause.view, agent) == "blocked":
                        yield _block_occasion(cause, agent, what, description, has_blocker=True)
        case _:
            pass


def wait_for_what_is_there(cause: Cause) -> Iterable[Occasion]:
    """Who begins to wait for what is there already goes on at once."""
    event = cause.event
    if isinstance(event, BlockerAdded):
        what = resolve_blocked_by(cause.view, event.cause)
        if what and is_over(cause.view, what):
            yield completion_occasion(cause, None, what, list, waiting=event.affected_agents, ended=[what])


def who_begins_to_wait_for_what_does_not_come_is_told(cause: Cause) -> Iterable[Effect]:
    event = cause.event
    what = resolve_blocked_by(cause.view, event.cause) if isinstance(event, BlockerAdded) else None
    if isinstance(event, BlockerAdded) and what and is_gone(cause.view, what):
        yield from share_knowledge(
            cause,
            event.affected_agents,
            "high",
            topic=cause.say("{what} does not come", what=str(what)),
            content=cause.say(
                "{what} does not come: it was withdrawn, declined or ended without being completed.", what=str(what)
            ),
            relevance=cause.say("You wait for it."),
            action=cause.say("Take your wait back with a reason, or ask the lead what comes instead."),
        )


def an_agent_that_goes_on_by_itself_is_blocked_no_more(cause: Cause) -> Iterable[Effect]:
    """By another status: the waits that it declared itself end, with its reason; what was put on it stands."""
    event = cause.event
    if not isinstance(event, FieldSet) or event.agent is None or cause.actor != event.agent:
        return
    change = cause.view.get(ChangeRow, cause.seq)
    old = change.old if change else None
    if event.field == "status" and old == "blocked" and event.status != "blocked":
        yield from resolve_blockers(cause, _earlier_own_waits(cause, event.agent), _unblock_reason(cause, event))
        is_named = field_of(cause.view, event.agent, "blocked_by") is not None
        if is_named and not _is_renewed(cause, event.agent) and not blocks_put_on(cause.view, event.agent):
            yield system_effect(set_blocked_by_event(cause, event.agent, None))


def block_agents(cause: Cause, agents: list[str], what: Awaited | str, description: str) -> Iterable[Effect]:
    """Renkei itself blocks agents until something is answered."""
    for agent in agents:
        if status_of(cause.view, agent) != "blocked":
            yield system_effect(set_status_event(cause, agent, "blocked"))
        if field_of(cause.view, agent, "blocked_by") is None:
            yield system_effect(set_blocked_by_event(cause, agent, str(what)))
    yield system_effect(new_blocker(cause, agents, description, what if isinstance(what, Awaited) else None, by=SYSTEM))


def new_blocker(cause: Cause, agents: list[str], description: str, what: Awaited | None, *, by: str) -> BlockerAdded:
    """`by`: who declares it, the agent itself or `system` for one that is put on somebody."""
    return BlockerAdded(
        id="",
        affected_agents=agents,
        cause=str(what) if what else None,
        by=by,
        body=BlockerBody(description=description),
        action="blocker reported",
    )


def _block_occasion(
    cause: Cause, agent: str, what: Awaited | None, reason: str | None, *, has_blocker: bool
) -> Occasion:
    """What nobody on the team holds is the lead's to end (EVT-9), unless it is there already or does not come."""
    is_settled = what is not None and (is_over(cause.view, what) or is_gone(cause.view, what))
    held_by = find_holders(cause.view, what)
    source = [] if is_settled else held_by or list_leads(cause.view)
    description = reason or cause.say("{agent} is blocked and has given no cause", agent=agent)
    is_held = bool(held_by) or is_settled
    return Occasion(
        names=("task_blocked",),
        cause=cause,
        groups={"blocked_agent": [agent], "blocking_source": [name for name in source if name != agent]},
        tell=lambda: {
            "dependency": _dependency_text(cause, what) if what else None,
            "cause": str(what) if what else description,
            "description": description if is_held or what is None else _nobody_holds_text(cause, what),
            "outside": not is_held,
            "has_blocker": has_blocker,
        },
    )


def _nobody_holds_text(cause: Cause, what: Awaited) -> str:
    return cause.say("{what}, which nobody on the team has", what=str(what))


def _has_blocker(cause: Cause, agent: str, reason: str | None, what: Awaited | None) -> bool:
    present = open_blockers(cause.view, agent)
    return any(row.cause == str(what) if what else reason in (None, row.description) for row in present)


def _dependency_text(cause: Cause, what: Awaited) -> str:
    if what.kind != "agent":
        return str(what)
    current = field_of(cause.view, what.id, "current_task")
    return f"task:{current}" if current else cause.say("work")


def _is_latest_write(cause: Cause, event: FieldSet) -> bool:
    """A status and its cause are often set together: the later of the two tells the whole of it, once."""
    paths = (f"agents.{event.agent}.status", f"agents.{event.agent}.blocked_by")
    rows = [row for row in (cause.view.get(FieldRow, path) for path in paths) if row]
    return event.path in paths and max(rows, key=lambda row: row.seq).path == event.path


def _earlier_own_waits(cause: Cause, agent: str) -> list[BlockerRow]:
    """The waits that it declared itself, and not just now."""
    return [row for row in own_waits(cause.view, agent) if row.seq < cause.seq]


def _unblock_reason(cause: Cause, event: FieldSet) -> str | None:
    """Why an agent takes its wait back: as it said on the board, or in the message that set the status."""
    message = find_post(cause.view, event.message) if event.message else None
    if message:
        return message.payload.get("progress_summary") or message.payload.get("summary")
    return event.body.why if event.body else None


def _is_renewed(cause: Cause, agent: str) -> bool:
    row = cause.view.get(FieldRow, f"agents.{agent}.blocked_by")
    return row is not None and row.seq >= cause.root
