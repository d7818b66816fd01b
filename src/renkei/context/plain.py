"""Values as plain text that can be shown to an agent: nothing in it breaks out of its place.

Every line of what others wrote is indented or follows a word of ours, so that none can pass for a heading. What looks
like our frame inside of it (`=== ... ===`, `[要約]`, `[Impact]`) gets a backslash; characters that are obeyed or not
seen are shown by their number.
"""

import re
from typing import Any, Final, cast

from renkei.hidden import escape_hidden, escape_tags
from renkei.memo import remember_short

_MARK: Final = re.compile(
    r"[\[［【〔〚⟦﹝](?=\s{0,9}(?:要約|影響|詳細が必要なら|Summary|Impact|If you need details)\s{0,9}[\]］】〕〛⟧﹞])",
    re.IGNORECASE,
)
"""The beginning of what looks like a mark of ours."""

_SIGN: Final = "[=＝═᐀⩵⩶⹀꞊゠≡🟰]"
"""What is drawn as an equal sign."""

_RULE: Final = re.compile(rf"""(?<!{_SIGN}){_SIGN}{{3,}}+(?![^\s\])",;])|(?<![^\s[("]){_SIGN}{{3,}}+""")
"""One end of what looks like a heading: beside it is a blank, the end of the line, or what we put around a text. Alone
it is the line below a title, and between two words an operator."""


def escape_frame(line: str) -> str:
    """A line of somebody else's, in which nothing is hidden or looks like our frame."""
    if line.isascii() and line.isprintable() and "[" not in line and "===" not in line and "<" not in line:
        return line  # as most are
    line = _MARK.sub(r"\\\g<0>", escape_tags(escape_hidden(line)))
    return _RULE.sub(r"\\\g<0>", line) if len(_RULE.findall(line)) > 1 else line


@remember_short(4096)
def one_line(text: str, most: int = 200) -> str:
    """A text in one line, cut where it is too long."""
    line = escape_frame(" ".join(text.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"


def render_outline(value: Any, indent: str = "") -> list[str]:
    """A document as indented lines, the way YAML looks; what is empty is left out."""
    if isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        return [
            line for name, part in fields.items() if not _is_empty(part) for line in _render_field(name, part, indent)
        ]
    if isinstance(value, list):
        return [line for part in cast(list[Any], value) for line in _render_entry(part, indent)]
    return [f"{indent}{line}" for line in _split_lines(value)]


def _render_field(name: str, value: Any, indent: str) -> list[str]:
    lines = [] if isinstance(value, dict | list) else _split_lines(value)
    if len(lines) == 1:
        return [f"{indent}{escape_frame(name)}: {lines[0]}"]
    return [f"{indent}{escape_frame(name)}:", *render_outline(value, f"{indent}  ")]


def _render_entry(value: Any, indent: str) -> list[str]:
    inside = render_outline(value, f"{indent}  ")
    return [f"{indent}- {inside[0].removeprefix(indent)[2:]}", *inside[1:]] if inside else [f"{indent}-"]


def _split_lines(value: Any) -> list[str]:
    text = value if isinstance(value, str) else _WORDS.get(repr(value), str(value))
    return [escape_frame(line) for line in text.splitlines()] or [""]


_WORDS: Final = {"True": "true", "False": "false"}


def _is_empty(value: Any) -> bool:
    """Nothing, or fields with nothing in them."""
    if isinstance(value, dict):
        return all(map(_is_empty, cast(dict[str, Any], value).values()))
    return value is None or value in ("", [])
