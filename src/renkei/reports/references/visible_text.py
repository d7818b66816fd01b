"""The text as a reader sees it: without characters that nobody sees, and with what escapes and look-alikes stand for.

A zero width space between a path and its line hides the place from a search and from no reader.
"""

import html
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final

from renkei import lazy_re as re
from renkei.reports.references.claim import FoundReference

INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2066\u2067\u2068\u2069\ufeff"
)
LOOK_ALIKES: Final = {"∶": ":", "﹕": ":", "︓": ":", "꞉": ":", "∕": "/", "⁄": "/", "․": "."}
_STRUCTURE: Final = frozenset('`|*[]{}"\\\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029')
"""What would change how the text is read, and not only what it says."""

_HIDDEN: Final = re.compile(
    rf"""
    (?P<invisible>[{INVISIBLE}]+)
  | (?P<entity>&(?:\#[0-9]{{1,7}}|\#[xX][0-9A-Fa-f]{{1,6}}|[A-Za-z]{{2,24}});)
  | \\u(?P<escape>[0-9A-Fa-f]{{4}})
  | \\(?P<slash>/)
  | (?P<alike>[{"".join(LOOK_ALIKES)}])
  | (?<=[:：∶﹕︓꞉#Ll~-])(?P<digits>(?:(?![0-9０-９])\d){{1,40}})
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class PlainText:
    """The text to read, and where each part of it stands in the source."""

    text: str
    source: str
    starts: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()

    def in_source(self, found: FoundReference) -> FoundReference:
        """The same place, where it was written."""
        if not self.starts:
            return found
        begin, end = self._source_offset(found.offset), self._source_offset(found.end)
        line = self._source_offset(found.line_offset) if found.line_offset >= 0 else -1
        return replace(found, offset=begin, text=self.source[begin:end], line_offset=line)

    def _source_offset(self, offset: int) -> int:
        index = bisect_right(self.starts, offset) - 1
        return self.sources[index] + offset - self.starts[index]


def read_plain(text: str) -> PlainText:
    """The text as it is seen; most hold nothing that is hidden."""
    parts: list[str] = []
    starts, sources = [0], [0]
    length = last = 0
    for hidden in _HIDDEN.finditer(text):
        seen = _read_hidden(hidden)
        if seen == hidden[0]:
            continue
        parts += [text[last : hidden.start()], seen]
        for step, at in ((hidden.start() - last, hidden.start()), (len(seen), hidden.end())):
            length += step
            starts.append(length)
            sources.append(at)
        last = hidden.end()
    if not parts:
        return PlainText(text, text)
    return PlainText("".join([*parts, text[last:]]), text, tuple(starts), tuple(sources))


def _read_hidden(hidden: re.Match[str]) -> str:
    match hidden.lastgroup:
        case "entity":
            return _safe_character(html.unescape(hidden[0]), hidden[0])
        case "escape":
            return _safe_character(chr(int(hidden["escape"], 16)), hidden[0])
        case "slash":
            return "/"
        case "alike":
            return LOOK_ALIKES[hidden[0]]
        case "digits":
            return "".join(str(unicodedata.decimal(each)) for each in hidden[0])
        case _:
            return ""


def _safe_character(character: str, written: str) -> str:
    """The character that is meant, unless it is one that structures the text."""
    fits = len(character) == 1 and character not in _STRUCTURE and character.isprintable()
    return "" if character in INVISIBLE and character else character if fits else written
