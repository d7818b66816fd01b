"""Where a block of quoted lines stands in a file: the next place from a line on, or the one before it."""

from collections.abc import Callable, Iterator
from typing import Final

from renkei.reports.tree.content import Plain

BUDGET: Final = 200_000
"""Lines of up to 100 characters that are compared one by one for one block."""

Line = tuple[str, ...]
"""The parts of a quoted line, in order; more than one where something was left out."""
Block = tuple[Line, ...]
"""Quoted lines that follow each other."""


class SearchBudgetExceeded(Exception):
    """What is asked would take too long to find out."""


class Matcher:
    """One block in one file. Lines are told by their index among those that are not empty."""

    def __init__(self, block: Block, plain: Plain) -> None:
        self.size: Final = len(block)
        self.spent = 0
        self._block = block
        self._plain = plain
        self._needle = "\n".join(line[0] for line in block)
        self._is_literal = all(len(line) == 1 for line in block) and self._needle in plain.text
        self._anchor, self._word = max(
            ((number, part) for number, line in enumerate(block) for part in line), key=lambda pair: len(pair[1])
        )

    def next_match(self, index: int) -> int | None:
        """The first place at this index or behind it."""
        if index >= len(self._plain.lines):
            return None
        if self._is_literal:
            found = self._plain.text.find(self._needle, self._plain.starts[max(0, index)])
            return None if found < 0 else self._plain.line_index(found)
        return self._first_match(self._hits_from(max(0, index) + self._anchor), lambda start: start >= index)

    def previous_match(self, index: int) -> int | None:
        """The last place at this index or before it."""
        if index < 0:
            return None
        if self._is_literal:
            ends = self._plain.starts[min(index + 1, len(self._plain.lines))] + len(self._needle) - 1
            found = self._plain.text.rfind(self._needle, 0, ends)
            return None if found < 0 else self._plain.line_index(found)
        return self._first_match(self._hits_before(index + self._anchor + 1), lambda start: start <= index)

    def _first_match(self, hits: Iterator[int], fits: Callable[[int], bool]) -> int | None:
        starts = (hit - self._anchor for hit in hits)
        return next((start for start in starts if fits(start) and self._stands(start)), None)

    def _hits_from(self, index: int) -> Iterator[int]:
        """The lines with the longest part in them, from one on."""
        plain = self._plain
        while index < len(plain.lines):
            found = plain.text.find(self._word, plain.starts[index])
            if found < 0:
                return
            index = plain.line_index(found)
            yield index
            index += 1

    def _hits_before(self, index: int) -> Iterator[int]:
        plain = self._plain
        index = min(index, len(plain.lines))
        while index > 0:
            found = plain.text.rfind(self._word, 0, plain.starts[index])
            if found < 0:
                return
            index = plain.line_index(found)
            yield index

    def _stands(self, start: int) -> bool:
        lines = self._plain.lines
        if start < 0 or start + self.size > len(lines):
            return False
        for number, quoted in enumerate(self._block):
            self.spent += 1 + len(lines[start + number]) // 100
            if self.spent > BUDGET:
                raise SearchBudgetExceeded
            if not _holds_parts(quoted, lines[start + number]):
                return False
        return True


def _holds_parts(quoted: Line, line: str) -> bool:
    position = 0
    for part in quoted:
        position = line.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return True
