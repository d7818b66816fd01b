"""A mention or a blocking message reaches a running agent at its next tool call, once (MSG-5)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from renkei.binding.held_texts import text_instead
from renkei.board.read import Interrupt, list_interrupts
from renkei.board.team import find_member, list_leads
from renkei.bootstrap import open_existing
from renkei.commands.base import Request
from renkei.commands.inbox import ShowInterrupts
from renkei.errors import Unreachable
from renkei.protocol.actors import Actor, Language

_BUSY_SECONDS: Final = 0.05
"""A tool call of the client waits for this; what cannot be marked as shown now is shown after the next one."""


def take_interruptions(
    store: Path, project: Path, agent: str, *, lang: Language, env: Mapping[str, str]
) -> list[Interrupt]:
    """What may not wait for the agent's next turn (empty: the lead's), oldest first; marked as shown by then."""
    try:
        hub = open_existing(
            store, project, busy_seconds=_BUSY_SECONDS, env=env, rules=text_instead(project, env, "rules")
        )
    except Unreachable:
        return []
    try:
        with hub.read() as view:
            agent = agent or next(iter(list_leads(view)), "")
            waiting = list_interrupts(view, agent) if find_member(view, agent) else []
        if waiting:
            shown = ShowInterrupts(reader=agent, up_to=waiting[-1].seq)
            hub.do(Request(command=shown, actor=Actor(name=agent, via="hook"), lang=lang))
        return waiting
    except Unreachable:
        return []
    finally:
        hub.log.close()
