"""JSON as people write it: read with comments, and changed in place, so that all else in the file stays as it is."""

import json
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple, cast

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
"""What stands between two words: white space and comments."""
_COMMENT: Final = re.compile(r"\s*(//|/\*)")
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


class Node(NamedTuple):
    """A value and where it stands; of an object its members, each with where its name begins; of a list its items."""

    start: int
    end: int
    value: Any
    members: "dict[str, tuple[int, Node]] | None" = None
    items: "list[Node] | None" = None
    is_ambiguous: bool = False
    """Whether a name stands in the object twice: the last one counts."""

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Where each member or item begins and ends."""
        if self.members is not None:
            return [(start, node.end) for start, node in self.members.values()]
        return [(node.start, node.end) for node in self.items or []]


class Change(NamedTuple):
    start: int
    end: int
    text: str


def find_comment(text: str, position: int) -> bool:
    """Whether what stands at a place that is no JSON is a comment."""
    return _COMMENT.match(text, position) is not None


def parse(text: str) -> Node:
    """The value of a file, with where everything in it stands.

    Raises: json.JSONDecodeError.
    """
    node = _parse_value(text, _skip(text, 0))
    if _skip(text, node.end) != len(text):
        raise json.JSONDecodeError("Extra data", text, _skip(text, node.end))
    return node


def patch(text: str, value: Any) -> str:
    """The same text with this value: only what differs is written anew, in the manner of the rest."""
    found = re.search(r"\n([ \t]+)[\"/]", text)
    style = _Style(found[1] if found else "  ", "\r\n" if "\r\n" in text else "\n")
    node = parse(text)
    if "\n" not in text.strip() and "/*" not in text and not _is_same(node.value, value):
        return text[: node.start] + style.write(value, "") + text[node.end :]  # a file in one line is nobody's manner
    changes = sorted(_changes(text, node, value, style), key=lambda change: change[:2])
    for start, end, new in reversed(changes):
        text = text[:start] + new + text[end:]
    return text


class _Style(NamedTuple):
    indent: str
    newline: str

    def write(self, value: Any, margin: str) -> str:
        text = json.dumps(value, ensure_ascii=False, indent=self.indent, allow_nan=False)
        return text.replace("\n", f"{self.newline}{margin}")


def _skip(text: str, position: int) -> int:
    found = _BLANK.match(text, position)
    return found.end() if found else position


def _parse_value(text: str, position: int) -> Node:
    match text[position : position + 1]:
        case "{":
            return _parse_object(text, position)
        case "[":
            return _parse_list(text, position)
        case _:
            value, end = _DECODER.raw_decode(text, position)
            return Node(position, end, value)


def _parse_object(text: str, start: int) -> Node:
    members: dict[str, tuple[int, Node]] = {}
    count = 0

    def parse_member(position: int) -> int:
        if text[position : position + 1] != '"':
            raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, position)
        nonlocal count
        name, end = cast("tuple[str, int]", _DECODER.raw_decode(text, position))
        colon = _skip(text, end)
        if text[colon : colon + 1] != ":":
            raise json.JSONDecodeError("Expecting ':' delimiter", text, colon)
        node = _parse_value(text, _skip(text, colon + 1))
        members[name] = (position, node)
        count += 1
        return node.end

    end = _parse_parts(text, start, "}", parse_member)
    value = {name: node.value for name, (_, node) in members.items()}
    return Node(start, end, value, members=members, is_ambiguous=count > len(members))


def _parse_list(text: str, start: int) -> Node:
    items: list[Node] = []

    def parse_item(position: int) -> int:
        items.append(_parse_value(text, position))
        return items[-1].end

    end = _parse_parts(text, start, "]", parse_item)
    return Node(start, end, [node.value for node in items], items=items)


def _parse_parts(text: str, start: int, close: str, parse_part: Callable[[int], int]) -> int:
    """What stands between two brackets, parted by commas; where it ends."""
    position = _skip(text, start + 1)
    if text[position : position + 1] == close:
        return position + 1
    while True:
        position = _skip(text, parse_part(position))
        match text[position : position + 1]:
            case ",":
                position = _skip(text, position + 1)
            case found if found == close:
                return position + 1
            case _:
                raise json.JSONDecodeError("Expecting ',' delimiter", text, position)


def _changes(text: str, node: Node, value: Any, style: _Style) -> list[Change]:
    if _is_same(node.value, value):
        return []
    if node.members is not None and not node.is_ambiguous and isinstance(value, dict):
        return _object_changes(text, node, cast("dict[str, Any]", value), style)
    if node.items is not None and isinstance(value, list):
        return _list_changes(text, node, cast("list[Any]", value), style)
    return [Change(node.start, node.end, style.write(value, _margin(text, node.start)))]


def _is_same(one: Any, other: Any) -> bool:
    """`1`, `1.0` and `true` are three values."""
    return json.dumps(one) == json.dumps(other)


def _object_changes(text: str, node: Node, value: dict[str, Any], style: _Style) -> list[Change]:
    members = node.members or {}
    kept = [name for name in members if name in value]
    changes = [change for name in kept for change in _changes(text, members[name][1], value[name], style)]
    new = {name: each for name, each in value.items() if name not in members}
    gone = [index for index, name in enumerate(members) if name not in value]
    lines = [f"{json.dumps(name, ensure_ascii=False)}: " for name in new]
    return changes + _replace_parts(text, node, gone, list(zip(lines, new.values(), strict=True)), style)


def _list_changes(text: str, node: Node, value: list[Any], style: _Style) -> list[Change]:
    """What is the same stays; what stands in the place of something else is changed inside; the rest goes or is put
    at the end."""
    items = node.items or []
    before, after = [json.dumps(item.value) for item in items], [json.dumps(each) for each in value]
    changes: list[Change] = []
    gone: list[int] = []
    new: list[Any] = []
    for word, low, high, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if word == "equal":
            continue
        pairs = min(high - low, last - first)
        if last - first > pairs and high < len(items):  # something new in between: written anew as a whole
            return [Change(node.start, node.end, style.write(value, _margin(text, node.start)))]
        for item, each in zip(items[low:high], value[first:last], strict=False):
            changes += _changes(text, item, each, style)
        gone += range(low + pairs, high)
        new += value[first + pairs : last]
    return changes + _replace_parts(text, node, gone, [("", each) for each in new], style)


def _replace_parts(
    text: str, node: Node, gone: Sequence[int], new: Sequence[tuple[str, Any]], style: _Style
) -> list[Change]:
    """Takes parts out of an object or a list, and puts others at its end."""
    parts = node.parts
    kept = [index for index in range(len(parts)) if index not in gone]
    last = kept[-1] if kept else -1
    changes = [
        change
        for index in gone
        for change in (_cut_tail(text, node, parts, index) if index > last else _cut_part(text, parts[index]))
    ]
    return [*changes, *_insertion(text, node, [parts[index] for index in kept], new, style)] if new else changes


def _cut_part(text: str, part: tuple[int, int]) -> list[Change]:
    """A part that others follow goes with its comma; a comment on what follows stays."""
    start, end = part
    return [Change(start, _end_of_space(text, _skip(text, end) + 1), "")]


def _cut_tail(text: str, node: Node, parts: Sequence[tuple[int, int]], index: int) -> list[Change]:
    """A part at the end goes with the comma in front of it; a comment on what stands before it stays."""
    end = parts[index][1]
    if index == 0:
        return [Change(_start_of_space(text, node.start + 1, parts[index]), end, "")]
    comma = _skip(text, parts[index - 1][1])
    return [Change(comma, comma + 1, ""), Change(_start_of_space(text, comma + 1, parts[index]), end, "")]


def _end_of_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _start_of_space(text: str, low: int, part: tuple[int, int]) -> int:
    """Where the white space in front of a part begins; the end of a comment's line stays if nothing else ends it."""
    start, end = part
    ends_line = re.compile(r"[ \t]*\r?\n").match(text, end) is not None
    return start if "//" in text[low:start] and not ends_line else _rstrip(text, low, start)


def _rstrip(text: str, low: int, high: int) -> int:
    """Where the white space in front of a place begins."""
    return low + len(text[low:high].rstrip())


def _insertion(
    text: str, node: Node, kept: Sequence[tuple[int, int]], new: Sequence[tuple[str, Any]], style: _Style
) -> list[Change]:
    """New parts behind the last one, and behind a comment that follows it."""
    close = node.end - 1
    outer = _margin(text, node.start)
    inner = outer + style.indent
    inside = text[node.start + 1 : close]
    if not kept and not inside.strip():
        lines = f",{style.newline}{inner}".join(name + style.write(value, inner) for name, value in new)
        return [Change(node.start + 1, close, f"{style.newline}{inner}{lines}{style.newline}{outer}")]
    if "\n" not in inside:
        added = ", ".join(f"{name}{json.dumps(value, ensure_ascii=False)}" for name, value in new)
        last = kept[-1][1] if kept else node.start + 1
        return [Change(last, last, f", {added}" if kept else added)]
    added = f",{style.newline}{inner}".join(name + style.write(value, inner) for name, value in new)
    behind = _rstrip(text, node.start + 1, close)
    comma = [Change(kept[-1][1], kept[-1][1], ",")] if kept else []
    return [*comma, Change(behind, behind, f"{style.newline}{inner}{added}")]


def _margin(text: str, position: int) -> str:
    """The white space at the beginning of the line that a place is in."""
    start = text.rfind("\n", 0, position) + 1
    found = _SPACE.match(text, start, position)
    return found[0] if found else ""
