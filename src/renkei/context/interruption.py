"""What may not wait, as it is put before an agent at work (MSG-5)."""

from collections.abc import Iterable
from typing import Final

from renkei.board.read import Interrupt
from renkei.context.plain import escape_frame, render_outline
from renkei.kit.words import Say

MOST_WHOLE: Final = 8_000
"""How many characters of messages stand whole, whoever floods the agent."""

MOST_NAMED: Final = 50
"""How many of the others are named; of the rest only how many there are."""


def render_interruption(agent: str, waiting: Iterable[Interrupt], say: Say) -> str:
    """What fits stands whole, from the oldest on; the others are named, in one line."""
    head = say("Renkei: this may not wait for your next turn, {agent}:", agent=agent)
    due = say("Say in a sentence where this leaves your work, then go on.")
    whole: list[str] = []
    others: list[str] = []
    room = MOST_WHOLE
    for each in waiting:
        text = _render_message(each)
        if len(text) <= room:
            whole.append(text)
            room -= len(text)
        else:
            others.append(escape_frame(str(each.message.id)))
    return "\n\n".join((head, *whole, *_name_others(others, say), due))


def _name_others(names: list[str], say: Say) -> tuple[str, ...]:
    if not names:
        return ()
    shown = ", ".join((*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ())))
    return (
        say(
            "{count} more do not fit here: {names}. Each whole: renkei message ID (as a tool: read).",
            count=len(names),
            names=shown,
        ),
    )


def _render_message(interrupt: Interrupt) -> str:
    """What others wrote is indented, as no line of ours is."""
    message = interrupt.message
    to = message.to if isinstance(message.to, str) else ", ".join(message.to)
    head = escape_frame(f"{message.id} {message.type} {message.sender} → {to} ({message.priority})")
    return "\n".join((head, *render_outline(message.context_summary, "  "), *render_outline(message.payload, "  ")))
