"""What interrupts a running agent, as its client puts it before the agent."""

import os
from pathlib import Path

from renkei.app.interruptions import take_interruptions
from renkei.context.interruption import render_interruption
from renkei.entrypoints.hook_input import Input
from renkei.kit.words import speaker


def interrupt_agent(agent: str, project: Path, settings: Input) -> Input | None:
    """What the client puts before the agent; None when nothing interrupts it."""
    waiting = take_interruptions(Path(settings["store"]), project, agent, lang=settings["lang"], env=os.environ)
    if not waiting:
        return None
    text = render_interruption(agent or "lead", waiting, speaker(settings["lang"]))
    return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": text}}
