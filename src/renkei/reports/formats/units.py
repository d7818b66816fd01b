"""Inline code and the sentences around it: a line with those that it runs on into."""

from bisect import bisect_left
from functools import cached_property
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats.code_shapes import Shape, shape_of
from renkei.reports.formats.telling import CODE, PLACE
from renkei.reports.references import FoundReference

_APART: Final = 200
"""Characters between a place and the statement that is said to stand there."""
SENTENCE: Final = 600
"""Characters of a sentence on either side of a place."""
_MOST_LINES: Final = 6
"""Lines that a line runs on into."""
_RUNS_ON: Final = re.compile(r"[ \t]*(?!\w+:[ \t])(?:[a-z(（]|`(?!``))")
_CLOSERS: Final = (".", ":", ";", "!", "?", "|", "。", "：", "！", "？", "\n", "")
_ENDS: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)[.!?](?=[\"')\]*]*(?:\s|\Z))|[。！？;；|]|\"[ \t]*[,}\]:]"
    r"|\n(?=[ \t]*[-*+•])"
)
_QUOTES: Final = re.compile('["“「]')
INLINE: Final = re.compile(r"``(?P<two>[^\n]{1,400}?)``|`(?P<one>[^`\n]{1,400})`")


class Unit:
    """A line with those that it runs on into, from `first` to `last`, and the inline code in it."""

    def __init__(self, text: str, first: int = 0, last: int = -1) -> None:
        self.first, self.last = first, last
        self.text = text
        self.codes = list(INLINE.finditer(text, first, last)) if last > first else []
        self.starts = [code.start() for code in self.codes]

    @classmethod
    def around(cls, text: str, place: FoundReference) -> "Unit":
        first, last = text.rfind("\n", 0, place.offset) + 1, _line_end(text, place.end)
        for _ in range(_MOST_LINES):
            if not (first and _RUNS_ON.match(text, first) and text[first - 2 : first - 1] not in _CLOSERS):
                break
            first = text.rfind("\n", 0, first - 1) + 1
        for _ in range(_MOST_LINES):
            if not (_RUNS_ON.match(text, last + 1) and text[last - 1 : last] not in _CLOSERS):
                break
            last = _line_end(text, last + 1)
        return cls(text, first, last)

    def holds(self, place: FoundReference) -> bool:
        return self.first <= place.offset < self.last

    def beside(self, place: FoundReference) -> tuple[re.Match[str] | None, re.Match[str] | None]:
        """The last before the place, and the first behind it, if they are near."""
        last, first = bisect_left(self.starts, place.offset), bisect_left(self.starts, place.end)
        last -= last > 0 and self.codes[last - 1].end() > place.offset  # the place stands in this one
        before = self.codes[last - 1] if last and self.codes[last - 1].end() > place.offset - _APART else None
        behind = self.codes[first] if first < len(self.codes) else None
        return before, behind if behind and behind.start() < place.end + _APART else None

    @cached_property
    def shapes(self) -> dict[int, Shape]:
        """What can be a quote, by where it begins."""
        shapes: dict[int, Shape] = {code.start(): shape_of(code_text(code)) for code in self.codes}
        return {start: shape for start, shape in shapes.items() if shape != "none"}

    def sentence(self, place: FoundReference) -> tuple[int, int]:
        """Where the sentence of a place begins and ends."""
        first, last = place.offset - self.first, place.end - self.first
        low, high = max(0, first - SENTENCE), min(len(self._masked), last + SENTENCE)
        ends = [match.end() for match in _ENDS.finditer(self._masked, low, first)]
        end = _ENDS.search(self._masked, last, high)
        return self.first + (ends[-1] if ends else low), self.first + (end.start() if end else high)

    def next_sentence(self, end: int) -> tuple[int, int]:
        """Where the sentence begins and ends that follows one which ends here."""
        first = min(end + 1, self.last)
        stop = _ENDS.search(self._masked, first - self.first, min(len(self._masked), first - self.first + SENTENCE))
        return first, self.first + stop.start() if stop else min(self.last, first + SENTENCE)

    def codes_between(self, first: int, last: int) -> list[re.Match[str]]:
        return self.codes[bisect_left(self.starts, first) : bisect_left(self.starts, last)]

    def words(self, first: int, last: int, place: FoundReference) -> str:
        """A part of a sentence, with marks for the place and the code in it."""
        part, at = self._masked[first - self.first : last - self.first], place.offset - first
        if at < 0 or place.end > last:
            return part
        return f"{part[:at]}{PLACE * len(place.text)}{part[at + len(place.text) :]}"

    @cached_property
    def has_quotes(self) -> bool:
        return _QUOTES.search(self.text, self.first, self.last) is not None

    @cached_property
    def _masked(self) -> str:
        """Its text with marks for code, so that nothing in it ends a sentence."""
        pieces, at = list[str](), self.first
        for code in self.codes:
            pieces += [self.text[at : code.start()], CODE * (code.end() - code.start())]
            at = code.end()
        return "".join([*pieces, self.text[at : self.last]])


def code_text(code: re.Match[str]) -> str:
    return (code["one"] or code["two"]).strip()


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)
