"""What a command means: (asked, command) -> events, or an error. Pure but for the randomness of a new token."""

from collections.abc import Callable
from typing import Any, Final

from renkei.handlers.base import Asked, Decision
from renkei.handlers.checks import record_check
from renkei.handlers.fields import set_fields
from renkei.handlers.inbox import handle_messages, read_channel
from renkei.handlers.messages import post_message
from renkei.handlers.redaction import redact_body
from renkei.handlers.team import add_agent, issue_token, remove_agent
from renkei.handlers.turns import end_turn, start_turn
from renkei.protocol.commands import (
    AddAgent,
    Command,
    EndTurn,
    HandleMessages,
    IssueToken,
    PostMessage,
    ReadChannel,
    RecordCheck,
    RedactBody,
    RemoveAgent,
    SetFields,
    StartTurn,
)

HANDLERS: Final[dict[type[Any], Callable[[Asked, Any], Decision]]] = {
    AddAgent: add_agent,
    RemoveAgent: remove_agent,
    IssueToken: issue_token,
    PostMessage: post_message,
    SetFields: set_fields,
    StartTurn: start_turn,
    EndTurn: end_turn,
    HandleMessages: handle_messages,
    ReadChannel: read_channel,
    RecordCheck: record_check,
    RedactBody: redact_body,
}


def decide(asked: Asked, command: Command) -> Decision:
    """What the command leads to."""
    return HANDLERS[type(command)](asked, command)
