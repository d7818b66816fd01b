"""The seam between the script core and the APIs that clients speak: one `Form` per API, in a file of its own."""

from typing import Any, Protocol

from renkei.testing.fakemodel.jsons import Json, JsonObject
from renkei.testing.fakemodel.script import Turn
from renkei.testing.fakemodel.steps import Answer
from renkei.values import value


@value
class Conversation:
    """What a client asks, in words that all APIs share."""

    model: str
    system: str
    tools: tuple[str, ...]
    text_tools: frozenset[str] = frozenset()
    """Those of them that take text instead of an object."""
    turns: tuple[Turn, ...]
    stream: bool = False
    counts: bool = False
    """The client wants to know how many tokens it is, and no answer."""
    tokens: int
    """About how many tokens it is."""


@value
class Request:
    """What a client sent. `body` is None where it was not JSON, `conversation` where it asked the model nothing."""

    method: str
    path: str
    body: Any
    conversation: Conversation | None = None

    @property
    def news(self) -> tuple[Turn, ...]:
        """What the user's side has said since the model's last answer."""
        turns = self.conversation.turns if self.conversation else ()
        last = max((index for index, turn in enumerate(turns) if turn.role == "assistant"), default=-1)
        return tuple(turn for turn in turns[last + 1 :] if turn.role == "user")

    @property
    def results(self) -> tuple[str, ...]:
        """What tools have given back since the model's last answer."""
        return tuple(result for turn in self.news for result in turn.results)

    @property
    def text(self) -> str:
        """The texts since the model's last answer, those that the client adds among them."""
        return "\n".join(text for turn in self.news for text in turn.texts)


@value
class Reply:
    """What goes back over HTTP."""

    status: int = 200
    type: str = "application/json"
    content: bytes


class Malformed(ValueError):
    """A request that the API would refuse; the message names the field."""


def require_object(value: Json, name: str) -> JsonObject:
    """Raises: Malformed."""
    if not isinstance(value, dict):
        raise Malformed(f"{name} has to be an object")
    return value


def require_list(value: Json, name: str) -> list[Json]:
    """Raises: Malformed."""
    if not isinstance(value, list):
        raise Malformed(f"{name} has to be a list")
    return value


class Form(Protocol):
    """How the clients of one API ask, and how they want to be answered."""

    def takes_path(self, path: str) -> bool:
        """Whether this path belongs to the API."""
        ...

    def read_request(self, path: str, body: Json) -> Conversation:
        """What the client asks.

        Raises: Malformed.
        """
        ...

    def write_reply(self, asked: Conversation, answer: Answer) -> Reply:
        """The answer; where the client only counts, the count."""
        ...

    def error_reply(self, status: int, message: str) -> Reply:
        """An error of this API."""
        ...
