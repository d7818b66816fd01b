"""A mention or a blocking message reaches a running agent at its next tool call, once (MSG-5)."""

from pathlib import Path
from typing import Final

from renkei.board.interrupts import interrupts
from renkei.board.team import member
from renkei.bootstrap import open_existing
from renkei.commands.base import Request
from renkei.commands.inbox import ShowInterrupts
from renkei.context.interruption import interruption
from renkei.entrypoints.hook_input import Input
from renkei.errors import Unreachable
from renkei.kit.words import speaker
from renkei.protocol.actors import Actor

_BUSY_SECONDS: Final = 0.05
"""A tool call of the client waits for this; what cannot be marked as shown now is shown after the next one."""


def answer(agent: str, project: Path, settings: Input) -> Input | None:
    """What the client puts before the agent; None when nothing interrupts it."""
    say = speaker(settings["lang"])
    try:
        hub = open_existing(Path(settings["store"]), project, busy_seconds=_BUSY_SECONDS)
    except Unreachable:
        return None
    try:
        with hub.read() as view:
            waiting = interrupts(view, agent) if member(view, agent) else []
        if not waiting:
            return None
        shown = ShowInterrupts(reader=agent, up_to=waiting[-1].seq)
        hub.do(Request(command=shown, actor=Actor(name=agent, via="hook"), lang=settings["lang"]))
    except Unreachable:
        return None
    finally:
        hub.log.close()
    text = interruption(agent, waiting, say)
    return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": text}}
