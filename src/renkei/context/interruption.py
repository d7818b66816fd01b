"""What may not wait, as it is put before an agent at work (MSG-5)."""

import json
from collections.abc import Iterable

from renkei.board.read import Interrupt
from renkei.kit.words import Say


def render_interruption(agent: str, waiting: Iterable[Interrupt], say: Say) -> str:
    head = say("Renkei: this may not wait for your next turn, {agent}:", agent=agent)
    due = say("Say in a sentence where this leaves your work, then go on.")
    return "\n\n".join((head, *(_render_message(each) for each in waiting), due))


def _render_message(interrupt: Interrupt) -> str:
    message = interrupt.message
    to = message.to if isinstance(message.to, str) else ", ".join(message.to)
    head = f"{message.id} {message.type} {message.sender} → {to} ({message.priority})"
    payload = {name: value for name, value in message.payload.items() if value not in (None, "", [])}
    return f"{head}\n{message.context_summary}\n{json.dumps(payload, ensure_ascii=False)}"
