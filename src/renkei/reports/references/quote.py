"""Finding quoted code in a file, tolerant of what people and models change when they quote.

Blanks are compared as one blank, empty lines are left out on both sides, and each quoted line may be a part of its
line. Only when that finds nothing, a column of line numbers or of `+` and `-` in front is taken off, and `...` stands
for what was left out, within a line or between lines.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from renkei.reports.tree import Lines

MAX_QUOTED: Final = 200
"""Lines of a quote that are compared."""
MAX_COMPARED: Final = 200_000
"""Lines of a file that are compared with one block, so that a quote of equal lines cannot take minutes."""

_THREE: Final = re.compile(r"[^\W_](?:[\W_]*+[^\W_]){2}")
_TWO_WIDE: Final = re.compile(r"[^\W\x00-\x7f]\W*+[^\W\x00-\x7f]")
_ELLIPSIS: Final = re.compile(r"\.{3,}|…+|⋯+")
_OMISSION: Final = re.compile(r"[\[(<]?\s*(?:\.{3,}|…+|⋯+)\s*[\])>]?|(?:#|//|--|/\*|<!--|;|%)\s*(?:\.{3,}|…|⋯).*")
_NUMBERED: Final = re.compile(r"\s*[0-9]+\s*(?:[|│:→]|\t)")
_DIFF: Final = re.compile(r"[+-]|\s")

Line = tuple[str, ...]
"""The parts of a quoted line, in order; more than one where something was left out."""
Block = tuple[Line, ...]
"""Quoted lines that follow each other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Lines of a file, counted from 1, both included."""

    first: int
    last: int

    def distance(self, other: "Span") -> int:
        return max(0, other.first - self.last, self.first - other.last)


def says_enough(text: str) -> bool:
    """Whether it can be told from other code: three letters or digits, or two that are not ASCII."""
    return bool(_THREE.search(text) or _TWO_WIDE.search(text))


def is_significant(snippet: str) -> bool:
    """Whether it says enough to be looked for, a column in front of it left out."""
    lines = _lines(snippet)
    return says_enough("\n".join(_without_gutter(lines) or lines))


def find_quote(snippet: str, lines: Lines, claimed: Span) -> Span | None:
    """Where the snippet stands: the place nearest to what is claimed, or None."""
    forms = list(_forms(snippet))
    found = _nearest(forms, lines, claimed)
    if found or snippet.isascii():  # ASCII reads the same in all encodings that could be guessed
        return found
    guesses = (_nearest(forms, guess, claimed) for guess in lines.guesses)
    return next((each for each in guesses if each), None)


def _nearest(forms: list[list[Block]], lines: Lines, claimed: Span) -> Span | None:
    """The more literal form wins, unless only a later one stands at the very place."""
    best: Span | None = None
    for form in forms:
        spans = _spans(form, lines)
        near = min(spans, key=lambda span: (span.distance(claimed), span.first), default=None)
        if near and not near.distance(claimed):
            return near
        best = best or near
    return best


def _forms(snippet: str) -> Iterator[list[Block]]:
    """The ways to read a quote, the literal one first, each as blocks with something left out between them."""
    written = _lines(snippet)
    bare = _without_gutter(written)
    ways = (written, bare) if bare else (written,)
    for lines in ways:
        yield [tuple((" ".join(line.split()),) for line in lines)]
    if _ELLIPSIS.search(snippet):
        for lines in ways:
            form = _elided(lines)
            if says_enough(" ".join(part for block in form for line in block for part in line)):
                yield form


def _lines(snippet: str) -> list[str]:
    return [line for line in re.split(r"\r\n?|\n", snippet) if line.strip()][:MAX_QUOTED]


def _without_gutter(lines: list[str]) -> list[str] | None:
    if not lines:
        return None
    if all(_NUMBERED.match(line) for line in lines):
        return [bare for line in lines if (bare := _NUMBERED.sub("", line, count=1)).strip()]
    if all(_DIFF.match(line) for line in lines) and any(line[0] in "+-" for line in lines):
        return [line[1:] for line in lines if line[1:].strip()]
    return None


def _elided(lines: list[str]) -> list[Block]:
    blocks: list[list[Line]] = [[]]
    for line in lines:
        parts = tuple(" ".join(part.split()) for part in _ELLIPSIS.split(line) if part.strip())
        if _OMISSION.fullmatch(line.strip()) or not parts:
            blocks.append([])
        else:
            blocks[-1].append(parts)
    return [tuple(block) for block in blocks if block]


def _spans(form: list[Block], lines: Lines) -> list[Span]:
    """Everywhere that the blocks stand in this order, each next one as near as it can be."""
    if not form:
        return []
    places: list[list[Span]] = []
    for block in form:
        places.append(_places(block, lines))
        if not places[-1]:
            return []
    starts = [[span.first for span in spans] for spans in places]
    return [span for first in places[0] if (span := _chained(first, places, starts))]


def _chained(first: Span, places: list[list[Span]], starts: list[list[int]]) -> Span | None:
    last = first.last
    for spans, begins in zip(places[1:], starts[1:], strict=True):
        index = bisect_right(begins, last)
        if index == len(spans):
            return None
        last = spans[index].last
    return Span(first=first.first, last=last)


def _places(block: Block, lines: Lines) -> list[Span]:
    """Where the block stands. The longest word in it leads to the few lines that have to be compared."""
    if not block:
        return []
    anchor, word = max(
        ((index, word) for index, line in enumerate(block) for part in line for word in part.split(" ")),
        key=lambda pair: len(pair[1]),
    )
    wanted = word.encode(errors="surrogatepass")
    hits = islice(lines.holding(wanted), MAX_COMPARED // len(block))
    return [span for hit in hits if (span := _aligned(block, anchor, lines.raw, hit))]


def _aligned(block: Block, anchor: int, lines: Sequence[bytes], hit: int) -> Span | None:
    """The place of the block, if its line `anchor` stands at `hit` and the others before and after it."""
    if not _stands(block[anchor], lines[hit]):
        return None
    first = _walk(reversed(block[:anchor]), lines, hit, -1)
    last = _walk(block[anchor + 1 :], lines, hit, 1)
    return None if first is None or last is None else Span(first=first + 1, last=last + 1)


def _walk(quoted: Sequence[Line] | Iterator[Line], lines: Sequence[bytes], index: int, step: int) -> int | None:
    for line in quoted:
        index += step
        while 0 <= index < len(lines) and not lines[index].strip():
            index += step
        if not (0 <= index < len(lines) and _stands(line, lines[index])):
            return None
    return index


def _stands(quoted: Line, line: bytes) -> bool:
    text = " ".join(line.decode(errors="surrogateescape").split())
    position = 0
    for part in quoted:
        position = text.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return True
