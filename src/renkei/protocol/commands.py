"""What somebody wants done: the one union that CLI, MCP, HTTP and hooks share.

A command says what, a `Request` says who asks, from where, under which idempotency key and in which language.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from renkei.protocol.base import FilledText, Model, Name, Ref, Text
from renkei.protocol.messages import Draft

Language = Literal["en", "ja"]


class AddAgent(Model):
    """A member joins the team. Adding the same member again changes nothing."""

    name: Name
    role: FilledText
    model: FilledText | None = None


class RemoveAgent(Model):
    name: Text


class IssueToken(Model):
    """A new credential for an agent outside; older ones of that agent stop working."""

    name: Text


class PostMessage(Model):
    message: Draft


FieldValue = Annotated[Text, Field(max_length=4096)]
"""The board is read at every turn: what is longer belongs in a message or a file."""


class SetFields(Model):
    """Writes fields of the board: an agent's own entry, or the project's."""

    fields: Annotated[dict[Text, FieldValue | None], Field(min_length=1)]
    based_on: Annotated[int, Field(ge=0)] | None = None
    """The seq of the board that the writer had read; None means the board as it is now."""


class StartTurn(Model):
    """Read on entry: the agent takes the board in and its turn begins."""


class EndTurn(Model):
    """Write on exit: refused until the agent has updated its entry in this turn."""


class HandleMessages(Model):
    """The reader is done with these messages (all that wait, when none is named)."""

    reader: Text
    messages: list[Ref] = []


class ReadChannel(Model):
    """The reader has read a channel to its end."""

    reader: Text
    channel: Text


class RecordCheck(Model):
    """A result was checked; what becomes of it is decided here."""

    agent: str
    agent_id: str
    session: str
    mode: Literal["observe", "enforce"]
    contract: bool
    valid: bool
    status: str | None
    confidence: float | None
    rules: list[str]
    counts: dict[str, int]
    violations: list[dict[str, Any]]
    references: list[dict[str, Any]]


class RedactBody(Model):
    """Forgets what a message or event said."""

    target: Ref


Command = (
    AddAgent
    | RemoveAgent
    | IssueToken
    | PostMessage
    | SetFields
    | StartTurn
    | EndTurn
    | HandleMessages
    | ReadChannel
    | RecordCheck
    | RedactBody
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Actor:
    """Who acts, as `identity.resolve` found it: the one place that decides this."""

    name: str
    via: Literal["terminal", "token", "hook", "system"]


PERSON = Actor(name="person", via="terminal")
SYSTEM = Actor(name="system", via="system")


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A command with its circumstances."""

    command: Command
    actor: Actor
    key: str | None = None
    """Idempotency key: the same actor's same key with the same command is done once."""
    expected_seq: int | None = None
    """Refused if the log has moved past this."""
    lang: Language = "en"
