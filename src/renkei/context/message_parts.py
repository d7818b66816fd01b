"""Messages in a turn context, as blocks: critical whole or in one line, relevant in three lines or in one, background
in one (BUD-1, BUD-7)."""

from typing import Final

from renkei.context.blocks import Block, Lines
from renkei.context.gather import PlacedMessage, Situation
from renkei.context.plain import escape_frame, one_line, render_outline
from renkei.context.tiers import Tier, list_addresses
from renkei.kit.words import Say
from renkei.protocol.messages import PAYLOADS, Message

MOST_RELEVANCE: Final = 1000
"""How many characters say why a relevant message matters: the constraints of a decision stand there."""


def message_block(placed: PlacedMessage, tier: Tier, situation: Situation, say: Say, *, short: bool) -> Block:
    """A message in the forms that its tier has; with `short` in one line only."""
    message = placed.message
    if tier == "background":
        return Block(forms=((_digest_line(message),),), message=placed)
    if short:
        return Block(forms=((_pointer_line(message, say),),), message=placed)
    full = render_whole(message) if tier == "critical" else _summary_lines(placed, situation, say)
    return Block(forms=(full, (_pointer_line(message, say),)), message=placed)


def render_whole(message: Message) -> Lines:
    """The full text."""
    header = message.model_dump(by_alias=True, exclude={"id", "type", "payload", "redacted"})
    return (
        f"[{escape_frame(message.id)}] {message.type}",
        *render_outline({**header, "payload": _payload_document(message)}, "  "),
    )


def _payload_document(message: Message) -> dict[str, object]:
    """The payload in the order of its type's fields, which a store does not keep."""
    if message.redacted:
        return {}
    return PAYLOADS[message.type].model_validate(message.payload).model_dump(by_alias=True)


def _pointer_line(message: Message, say: Say) -> str:
    """One line, with how to read the rest."""
    whole = say("whole: renkei message {id}", id=escape_frame(message.id))
    sender = escape_frame(message.sender)
    return f"[{escape_frame(message.id)}] {message.type} {sender}: {one_line(message.context_summary)} ({whole})"


def _summary_lines(placed: PlacedMessage, situation: Situation, say: Say) -> Lines:
    """The specification's three lines."""
    message = placed.message
    action = say('{type} "{summary}"', type=message.type, summary=one_line(message.context_summary))
    return (
        say("[Summary] {agent} carried out {action}.", agent=escape_frame(message.sender), action=action),
        say(
            "[Impact] Impact on your task: {impact_assessment}",
            impact_assessment=_describe_impact(placed, situation, say),
        ),
        say("[If you need details] Ask for the message by its ID: {msg_id}", msg_id=escape_frame(message.id)),
    )


def _describe_impact(placed: PlacedMessage, situation: Situation, say: Say) -> str:
    """Why it is shown: it is for this agent, it is about the same thing, and what its sender says of it."""
    message = placed.message
    reasons: list[str] = []
    if situation.entry.id in list_addresses(message):
        answers = " | ".join(message.expected_response_type)
        reasons += [say("addressed to you; expects {types}", types=answers) if answers else say("addressed to you")]
    if placed.named:
        reasons += [say("names what you own or depend on ({names})", names=one_line(", ".join(placed.named)))]
    if placed.shared:
        reasons += [say("about the same as your task ({words})", words=", ".join(placed.shared))]
    reasons += [one_line(str(message.payload.get("relevance_to_recipients") or ""), most=MOST_RELEVANCE)]
    return say("; ").join(reason for reason in reasons if reason)


def _digest_line(message: Message) -> str:
    """One line in the specification's form."""
    return f"[{message.timestamp}] {escape_frame(message.sender)}: {one_line(message.context_summary, most=120)}"
