"""A mention or a blocking message reaches a running agent at its next tool call, once (MSG-5)."""

import json
from pathlib import Path
from typing import Final

from renkei.board.interrupts import Interrupt, interrupts
from renkei.board.team import member
from renkei.bootstrap import open_existing
from renkei.entrypoints.hooks import Input
from renkei.kit.words import speaker
from renkei.protocol.commands import Actor, Request, ShowInterrupts

_BUSY_SECONDS: Final = 2.0
"""A tool call of the client waits for this."""


def answer(agent: str, project: Path, settings: Input) -> Input | None:
    """What the client puts before the agent; None when nothing interrupts it."""
    say = speaker(settings["lang"])
    hub = open_existing(Path(settings["store"]), project, busy_seconds=_BUSY_SECONDS)
    try:
        with hub.read() as view:
            waiting = interrupts(view, agent) if member(view, agent) else []
        if not waiting:
            return None
        shown = ShowInterrupts(reader=agent, up_to=waiting[-1].seq)
        hub.do(Request(command=shown, actor=Actor(name=agent, via="hook"), lang=settings["lang"]))
    finally:
        hub.log.close()
    head = say("Renkei: this may not wait for your next turn, {agent}:", agent=agent)
    text = "\n\n".join((head, *(_told(each) for each in waiting)))
    return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": text}}


def _told(interrupt: Interrupt) -> str:
    message = interrupt.message
    to = message.to if isinstance(message.to, str) else ", ".join(message.to)
    head = f"{message.id} {message.type} {message.sender} → {to} ({message.priority})"
    payload = {name: value for name, value in message.payload.items() if value not in (None, "", [])}
    return f"{head}\n{message.context_summary}\n{json.dumps(payload, ensure_ascii=False)}"
