"""The steps of a script: as people write them, and as answers that hold nothing unknown."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final, TypedDict, TypeGuard

from renkei.testing.fakemodel.jsons import Json, JsonObject
from renkei.values import value

LONGEST_DELAY: Final = 3600


class Block(TypedDict, total=False):
    """One block of an answer: `text`, or `tool` with its `input`."""

    text: str
    tool: str
    input: Mapping[str, object]


class Step(Block, total=False):
    """One answer of the model: a text, a tool call, a text and then a tool call, or several `blocks`."""

    blocks: Sequence[Block]
    delay: float
    """Seconds until the answer comes."""
    hang: bool
    """No answer until the client or the server closes."""
    http: int
    """An error of this code instead of an answer; `text` is what it says."""
    usage: Mapping[str, int]
    """Token counts of the answer, by the names of the API form."""


class BadScript(ValueError):
    """A script that cannot be followed; the message names the step and what is wrong with it."""


@value
class Text:
    """The model says something."""

    text: str


@value
class ToolCall:
    """The model calls a tool."""

    name: str
    input: JsonObject


@value
class Answer:
    """A step, checked."""

    blocks: tuple[Text | ToolCall, ...] = ()
    delay: float = 0.0
    hang: bool = False
    http: int | None = None
    usage: Mapping[str, int] = field(default_factory=dict[str, int])


def read_steps(steps: Json) -> list[Answer]:
    """A script's steps, checked.

    Raises: BadScript.
    """
    if not isinstance(steps, list):
        raise BadScript("a script is a list of steps")
    return [_Fields(step, Step, f"step {index}").read_answer() for index, step in enumerate(steps)]


class _Fields:
    """The fields of one step or block, read by kind; null is the same as absent."""

    def __init__(self, value: Json, kind: type[Step] | type[Block], where: str) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise BadScript(f"{where} has to be an object")
        if unknown := value.keys() - kind.__annotations__:
            raise BadScript(f"{where}: unknown {min(unknown)!r}; known are {', '.join(kind.__annotations__)}")
        self.fields = value

    def read_answer(self) -> Answer:
        answer = Answer(
            blocks=self.own_blocks() + self.block_list(),
            delay=self.number("delay", LONGEST_DELAY),
            hang=self.flag("hang"),
            http=self.code("http"),
            usage=self.counts("usage"),
        )
        if not (answer.blocks or answer.hang or answer.http):
            raise BadScript(f"{self.where}: give it text, tool, blocks, hang or http")
        return answer

    def own_blocks(self) -> tuple[Text | ToolCall, ...]:
        text, tool, given = self.string("text"), self.string("tool"), self.object("input")
        if given is not None and tool is None:
            raise BadScript(f"{self.where}: input needs a tool")
        says = () if text is None else (Text(text=text),)
        return says if tool is None else (*says, ToolCall(name=tool, input=given or {}))

    def block_list(self) -> tuple[Text | ToolCall, ...]:
        listed = self.fields.get("blocks") or []
        if not isinstance(listed, list):
            raise self.wrong_type("blocks", "a list")
        places = [_Fields(block, Block, f"{self.where}, block {index}") for index, block in enumerate(listed)]
        for place in places:
            if not place.own_blocks():
                raise BadScript(f"{place.where}: give it text or tool")
        return tuple(block for place in places for block in place.own_blocks())

    def string(self, key: str) -> str | None:
        value = self.fields.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self.wrong_type(key, "a string")

    def object(self, key: str) -> JsonObject | None:
        value = self.fields.get(key)
        if value is None or isinstance(value, dict):
            return value
        raise self.wrong_type(key, "an object")

    def flag(self, key: str) -> bool:
        value = self.fields.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise self.wrong_type(key, "true or false")

    def number(self, key: str, most: float) -> float:
        value = self.fields.get(key) or 0
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most:
            return float(value)
        raise self.wrong_type(key, f"a number from 0 to {most}")

    def code(self, key: str) -> int | None:
        value = self.fields.get(key)
        if value is None or (isinstance(value, int) and 400 <= value <= 599):
            return value
        raise self.wrong_type(key, "a code from 400 to 599")

    def counts(self, key: str) -> dict[str, int]:
        given = self.object(key) or {}
        counts = {name: count for name, count in given.items() if _is_count(count)}
        if len(counts) < len(given):
            raise self.wrong_type(key, "an object of counts")
        return counts

    def wrong_type(self, key: str, expected: str) -> BadScript:
        return BadScript(f"{self.where}: {key} has to be {expected}")


def _is_count(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
