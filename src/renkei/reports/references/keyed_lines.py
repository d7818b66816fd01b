"""The file that a line belongs to where both are values of one object or record: JSON, YAML, XML, fields of Markdown.

An object may hold others (`"range": {"start": {"line": 10}}`), and one with a file may list those with the lines: the
nearest file counts, of the object itself first, then of those around it. Objects that are closed are no part of it.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from renkei import lazy_re as re
from renkei.reports.references.positions import (
    FILE_KEY,
    LAST_KEY,
    LAST_OF_RANGE,
    LINE_KEY,
    parse_number,
    read_positions,
)

_REACH: Final = 900
"""Characters around a line in which its file is looked for."""
_NEAR: Final = 200
"""Characters around a line in which the last one is looked for."""
_DEPTH: Final = 4
_BRACE: Final = re.compile(r"[{}]")
_CLOSING: Final = re.compile(r"</file>")
_ITEM: Final = re.compile(r"\n[ \t]*(?:- |\n)|\n#")
_FIELD: Final = re.compile(r"(?:[-*+][ \t]|[*_]{1,2})?[ \t]*\Z")

_Span = tuple[int, int]


class Objects:
    """The objects and records of one text. Its keys and its braces are found once, however many lines it names."""

    def __init__(self, text: str) -> None:
        self._text = text

    def file_of(self, start: int, end: int, floor: int) -> Iterator[re.Match[str]]:
        """The keys that may name the file of a line that stands there, the nearest first."""
        if owner := self._element_around(start):
            yield owner
        if not self._keys_in(max(floor, start - _REACH), end + _REACH):
            return
        before = self._spans_before(start, floor)
        for low, high in reversed(before.get(0, [])):
            yield from self._keys_in(low, high)[-1:]
        after = self._spans_behind(end)
        for low, high in after.get(0, []):
            yield from self._keys_in(low, high)[:1]
        for level in range(1, _DEPTH):
            for low, high in reversed(before.get(level, [])):
                yield from self._keys_in(low, high)[-1:]
            for low, high in after.get(level, []):
                yield from self._keys_in(low, high)[:1]

    def counts_lines(self, token: re.Match[str]) -> bool:
        """Whether a range is one of lines: one of characters begins at 0, or stands beside the line."""
        beside = LINE_KEY.search(self._text, *self._entry_around(*token.span()))
        return read_positions(token)[0].line > 0 and not beside

    def last_line_of(self, start: int, end: int) -> int | None:
        """The end of the lines, if the object has one."""
        last = LAST_OF_RANGE.match(self._text, end) or LAST_KEY.search(self._text, *self._entry_around(start, end))
        return parse_number(last[1]) if last else None

    def _entry_around(self, start: int, end: int) -> _Span:
        """The object, element or entry of a list that has this, as far as it is near."""
        text, low, high = self._text, max(0, start - _NEAR), end + _NEAR
        if (tag := self._tag_around(start)) >= 0:
            close = text.find(">", end, high)
            return tag, high if close < 0 else close
        begin = max(text.rfind(mark, low, start) for mark in ("{", "}", "\n\n", "\n- "))
        stops = [stop.start() for pattern in (_BRACE, _ITEM) if (stop := pattern.search(text, end, high))]
        return max(low, begin), min(stops, default=high)

    def _tag_around(self, start: int) -> int:
        """Where the element begins whose attribute stands there; -1 where there is none."""
        tag = self._text.rfind("<", max(0, start - _NEAR), start)
        return tag if tag >= 0 and ">" not in self._text[tag:start] else -1

    def _keys_in(self, low: int, high: int) -> list[re.Match[str]]:
        """The keys that name a file and stand in this part of the text."""
        starts, keys = self._keys
        return keys[bisect_left(starts, low) : bisect_left(starts, high)]

    @cached_property
    def _keys(self) -> tuple[list[int], list[re.Match[str]]]:
        keys = list(FILE_KEY.finditer(self._text))
        return [key.start() for key in keys], keys

    def _element_around(self, start: int) -> re.Match[str] | None:
        """`<file name="a.py">` around the element that tells the line, however many stand before that one."""
        tag = self._tag_around(start)
        starts, keys = self._keys
        before = bisect_left(starts, tag) - 1
        owner = keys[before] if tag >= 0 and before >= 0 else None
        if owner is None or self._text[owner.start() - 1] != "<":
            return None
        closed = bisect_left(self._closed, owner.end())
        return None if closed < len(self._closed) and self._closed[closed] < tag else owner

    @cached_property
    def _closed(self) -> list[int]:
        return [closing.start() for closing in _CLOSING.finditer(self._text)]

    def _braces_in(self, low: int, high: int) -> list[int]:
        braces = self._braces
        return braces[bisect_left(braces, low) : bisect_left(braces, high)]

    @cached_property
    def _braces(self) -> list[int]:
        return [brace.start() for brace in _BRACE.finditer(self._text)]

    def _spans_before(self, start: int, floor: int) -> dict[int, list[_Span]]:
        """The parts before it that are of its object (level 0) and of those around it, in their order."""
        text = self._text
        low = max(floor, start - _REACH)
        paragraphs = 2 if _FIELD.fullmatch(text[text.rfind("\n", low, start) + 1 : start]) else 1
        cut = start
        for _ in range(paragraphs):
            cut = text.rfind("\n\n", low, cut)
            if cut < 0:
                break
        low = max(low, cut, text.rfind("\n#", low, start))
        found: dict[int, list[_Span]] = {}
        level, closed, high = 0, 0, start
        for brace in reversed(self._braces_in(low, start)):
            if text[brace] == "}":
                if not closed:
                    found.setdefault(level, []).insert(0, (brace + 1, high))
                closed += 1
            elif closed:
                closed -= 1
                high = brace
            else:
                found.setdefault(level, []).insert(0, (brace + 1, high))
                level, high = level + 1, brace
                if level == _DEPTH:
                    return found
        if not closed:
            found.setdefault(level, []).insert(0, (low, high))
        return found

    def _spans_behind(self, end: int) -> dict[int, list[_Span]]:
        """The parts behind it, likewise; without braces up to the next entry of a list."""
        text = self._text
        high = min(len(text), end + _REACH)
        found: dict[int, list[_Span]] = {}
        level, opened, low = 0, 0, end
        for brace in self._braces_in(end, high):
            if text[brace] == "{":
                if not opened:
                    found.setdefault(level, []).append((low, brace))
                opened += 1
            elif opened:
                opened -= 1
                low = brace + 1
            else:
                found.setdefault(level, []).append((low, brace))
                level, low = level + 1, brace + 1
                if level == _DEPTH:
                    break
        if not level and not opened:
            item = _ITEM.search(text, end, high)
            found[0] = [(end, item.start() if item else high)]
        return found
