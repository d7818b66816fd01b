r"""The escapes of CPF: `\|`, `\n`, and `\\`, `\+`, `\:` where they would be read as something else.

A backslash before any other character stands for itself, as it does in files of writers that know no escapes.
"""

from typing import Final

from renkei import lazy_re as re

_ESCAPED: Final = re.compile(r"\\([\\|n+:])")
_SPECIAL: Final = re.compile(r"\\(?=[\\|n+:\n]|\Z)|\n")


def unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], text)


def escape(text: str, separators: str = "") -> str:
    """The text on one line, with no separator in it that is not escaped."""
    written = _SPECIAL.sub(lambda found: "\\n" if found[0] == "\n" else "\\\\", text)
    for separator in separators:
        written = written.replace(separator, f"\\{separator}")
    return written


def split_escaped(text: str, separator: str, most: int = 0) -> list[str]:
    """The parts between separators that are not escaped, as written; of `most` parts the last keeps the rest."""
    parts, start, at = list[str](), 0, 0
    while at < len(text) and len(parts) + 1 != most:
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == separator:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return [*parts, text[start:]]
