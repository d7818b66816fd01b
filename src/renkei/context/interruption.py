"""What may not wait, as it is put before an agent at work (MSG-5)."""

from collections.abc import Iterable

from renkei.board.read import Interrupt
from renkei.context.plain import escape_frame, render_outline
from renkei.kit.words import Say


def render_interruption(agent: str, waiting: Iterable[Interrupt], say: Say) -> str:
    head = say("Renkei: this may not wait for your next turn, {agent}:", agent=agent)
    due = say("Say in a sentence where this leaves your work, then go on.")
    return "\n\n".join((head, *(_render_message(each) for each in waiting), due))


def _render_message(interrupt: Interrupt) -> str:
    """What others wrote is indented, as no line of ours is."""
    message = interrupt.message
    to = message.to if isinstance(message.to, str) else ", ".join(message.to)
    head = escape_frame(f"{message.id} {message.type} {message.sender} → {to} ({message.priority})")
    return "\n".join((head, *render_outline(message.context_summary, "  "), *render_outline(message.payload, "  ")))
