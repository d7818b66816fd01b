"""Values as plain text that can be shown to an agent: nothing in it breaks out of its place.

Every line of what others wrote is indented or follows a word of ours, so that none can pass for a heading; characters
that a terminal would obey, or that turn the direction of writing, are shown by their number.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from renkei.protocol.base import CONTROL

_UNSEEN: Final = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def escape_controls(text: str) -> str:
    """A line without characters that are obeyed instead of shown."""
    return _UNSEEN.sub(_escape_match, CONTROL.sub(_escape_match, text))


def one_line(text: str, most: int = 200) -> str:
    """A text in one line, cut where it is too long."""
    line = escape_controls(" ".join(text.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def render_outline(value: Any, indent: str = "") -> list[str]:
    """A document as indented lines, the way YAML looks; what is empty is left out."""
    if isinstance(value, Mapping):
        fields = cast(Mapping[str, Any], value)
        return [
            line for name, part in fields.items() if not _is_empty(part) for line in _render_field(name, part, indent)
        ]
    if isinstance(value, list):
        return [line for part in cast(list[Any], value) for line in _render_entry(part, indent)]
    return [f"{indent}{line}" for line in _split_lines(value)]


def _render_field(name: str, value: Any, indent: str) -> list[str]:
    lines = [] if isinstance(value, Mapping | list) else _split_lines(value)
    if len(lines) == 1:
        return [f"{indent}{escape_controls(name)}: {lines[0]}"]
    return [f"{indent}{escape_controls(name)}:", *render_outline(value, f"{indent}  ")]


def _render_entry(value: Any, indent: str) -> list[str]:
    inside = render_outline(value, f"{indent}  ")
    return [f"{indent}- {inside[0].removeprefix(indent)[2:]}", *inside[1:]] if inside else [f"{indent}-"]


def _split_lines(value: Any) -> list[str]:
    text = value if isinstance(value, str) else _WORDS.get(repr(value), str(value))
    return [escape_controls(line) for line in text.splitlines()] or [""]


_WORDS: Final = {"True": "true", "False": "false"}


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", [], {})


def _escape_match(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
