"""The script core: where a script stands, and which of its steps answers a conversation. It knows no API form.

`<<SCRIPT [ ...steps... ]` may stand anywhere in a user's text. The last user message with a script rules; the step is
the number of assistant turns since. A script inside a script (a subagent's prompt) is a string there and waits.
`"{{name}}"` as a value of a tool's input is the field of that name in what a tool gave back before, as JSON.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, Literal

from renkei.testing.fakemodel.jsons import DECODER, Json, JsonObject, dump_json, load_json
from renkei.testing.fakemodel.steps import Answer, BadScript, Step, Text, ToolCall, read_steps
from renkei.values import value

MARKER: Final = "<<SCRIPT"
NO_SCRIPT: Final = "There is no script in this conversation."
END: Final = "The script has ended."

_START: Final = re.compile(rf"{MARKER}\s*(?=\[)")
_FIELD: Final = re.compile(r"\{\{(\w+)\}\}")


@value
class Turn:
    """One message of a conversation: its texts, and what the client's tools gave back."""

    role: Literal["user", "assistant", "system"]
    texts: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


def script(steps: Sequence[Step]) -> str:
    """The text that makes the fake model take these steps; put it anywhere into a prompt.

    Raises: BadScript.
    """
    prompt = f"{MARKER} {json.dumps(steps, ensure_ascii=False)}"
    if find_script(prompt) is None:
        raise BadScript("a script is a list of steps")
    return prompt


def answer_for(turns: Sequence[Turn], otherwise: Sequence[Step] | None = None) -> Answer:
    """What the script in `turns` says next; after its last step, its last text again. Without one, the same by the
    steps that are given.

    Raises: BadScript.
    """
    for index in reversed(range(len(turns))):
        turn = turns[index]
        if turn.role == "user" and (answers := find_script("\n".join(turn.texts))) is not None:
            since = turns[index + 1 :]
            return _fill_fields(_answer_at(answers, _count_answers(since)), since)
    if otherwise is not None:
        answers = read_steps(load_json(dump_json(otherwise).encode()))
        return _fill_fields(_answer_at(answers, _count_answers(turns)), turns)
    return Answer(blocks=(Text(text=NO_SCRIPT),))


def find_script(text: str) -> list[Answer] | None:
    """The last script of a text. A marker before a list that cannot be read counts only where no script is.

    Raises: BadScript.
    """
    found, complaint, position = None, None, 0
    while match := _START.search(text, position):
        try:
            found, position = DECODER.raw_decode(text, match.end())
        except ValueError as error:
            position = match.end()
            complaint = BadScript(f"this is not JSON ({error}): {text[position : position + 80]!r}")
    if found is None and complaint:
        raise complaint
    return None if found is None else read_steps(found)


def _count_answers(turns: Sequence[Turn]) -> int:
    """Assistant turns; neighbours are one turn that the client has split."""
    return sum(role == "assistant" for role, _ in groupby(turns, key=lambda turn: turn.role))


def _answer_at(answers: list[Answer], index: int) -> Answer:
    if index < len(answers):
        return answers[index]
    texts = [block for answer in answers for block in answer.blocks if isinstance(block, Text)]
    return Answer(blocks=(texts[-1] if texts else Text(text=END),))


def _fill_fields(answer: Answer, turns: Sequence[Turn]) -> Answer:
    """A script cannot know what a client will make up, such as the id of an agent that it starts."""
    known: JsonObject = {}
    for turn in turns:
        for result in turn.results:
            known |= _fields_of(result)
    return replace(answer, blocks=tuple(_fill_block(block, known) for block in answer.blocks))


def _fields_of(result: str) -> JsonObject:
    try:
        found: Json = DECODER.decode(result)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _fill_block(block: Text | ToolCall, known: JsonObject) -> Text | ToolCall:
    if isinstance(block, Text):
        return block
    return replace(block, input={name: _fill_value(value, known) for name, value in block.input.items()})


def _fill_value(value: Json, known: JsonObject) -> Json:
    if isinstance(value, list):
        return [_fill_value(each, known) for each in value]
    if isinstance(value, dict):
        return {name: _fill_value(each, known) for name, each in value.items()}
    field = _FIELD.fullmatch(value) if isinstance(value, str) else None
    return known.get(field[1], value) if field else value
