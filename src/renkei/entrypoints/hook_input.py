"""What a client sends a hook, held to its form. Standard library only: this is on the path of every tool call."""

import json
import re
from typing import Any, NamedTuple, cast

from renkei.sentence import Sentence

Input = dict[str, Any]

_TEXT, _PATH, _OBJECT, _MAYBE_PATH = "text", "path", "object", "path, if it is text"
_FORM = {
    "hook_event_name": _TEXT,
    "session_id": _TEXT,
    "agent_id": _TEXT,
    "agent_type": _TEXT,
    "cwd": _PATH,
    "tool_name": _TEXT,
    "tool_input": _OBJECT,
    "last_assistant_message": _TEXT,
    "prompt": _TEXT,
}
"""The fields that hooks use; each may be left out. What else a client sends is not looked at."""
_BEFORE_TOOLS = ("PreToolUse", "BeforeTool")
"""The events in which a tool that is not named cannot be judged."""
_TOOL_FORM = {"file_path": _MAYBE_PATH}

_HALF = re.compile("[\ud800-\udfff]")
"""Half of a character: JSON can spell it, no file or store can hold it."""


class HookInput(NamedTuple):
    """The input without what is wrong in it, and what that was."""

    event: Input
    problems: list[Sentence]


def read_input(data: bytes) -> HookInput:
    """An input of whatever form."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return HookInput({}, [Sentence("the input is no JSON")])
    if not isinstance(found, dict):
        return HookInput({}, [Sentence("the input is no JSON object")])
    given = cast(Input, found)
    event, problems = _drop_malformed(_FORM, given)
    if given.get("hook_event_name") in (None, ""):
        problems.append(Sentence("{name} is missing", name="hook_event_name"))
    if given.get("hook_event_name") in _BEFORE_TOOLS and given.get("tool_name") in (None, ""):
        problems.append(Sentence("{name} is missing", name="tool_name"))
    if isinstance(event.get("tool_input"), dict):
        event["tool_input"], more = _drop_malformed(_TOOL_FORM, event["tool_input"])
        problems += more
    return HookInput(event, problems)


def tool_input(event: Input) -> Input:
    """What a tool was called with."""
    return event.get("tool_input") or {}


def _drop_malformed(form: dict[str, str], event: Input) -> tuple[Input, list[Sentence]]:
    """The same without what is wrong in it. Of a text as much is kept as can be read."""
    found = {name: problem for name in form if (problem := _field_problem(form[name], name, event.get(name)))}
    if not found:
        return event, []
    readable = {name: _HALF.sub("\ufffd", event[name]) for name in found if _is_text(form[name], event[name])}
    rest = {name: value for name, value in event.items() if name not in found}
    return {**rest, **readable}, list(found.values())


def _is_text(kind: str, value: Any) -> bool:
    return kind == _TEXT and isinstance(value, str)


def _field_problem(kind: str, name: str, value: Any) -> Sentence | None:
    if value is None or not kind:
        return None
    if kind == _OBJECT:
        return None if isinstance(value, dict) else Sentence("{name} is no object", name=name)
    if not isinstance(value, str):
        return Sentence("{name} is no text", name=name) if kind != _MAYBE_PATH else None
    if _HALF.search(value):
        return Sentence("{name} has half a character in it (a lone surrogate)", name=name)
    if kind in (_PATH, _MAYBE_PATH) and "\0" in value:
        return Sentence("{name} can be no path", name=name)
    return None
