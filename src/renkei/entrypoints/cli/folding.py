"""Long texts in lines that a screen has room for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final
from unicodedata import east_asian_width

SCREEN: Final = 100
"""Columns that most screens have."""


def fold_text(text: str, width: int) -> list[str]:
    """Lines of at most so many columns, broken between words where there are some."""
    lines = [""]
    for word in _words_of(text, width):
        if lines[-1] and columns_of(lines[-1] + word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]


def fold_rows(rows: Iterable[Sequence[str]], widths: Sequence[int | None]) -> Iterator[list[str]]:
    """Rows of a table in which no cell is wider than its column may be; None: as wide as it is."""
    for row in rows:
        cells = [[cell] if width is None else fold_text(cell, width) for cell, width in zip(row, widths, strict=True)]
        yield from (list(line) for line in zip_longest(*cells, fillvalue=""))


def columns_of(text: str) -> int:
    """How many columns a text takes: an ideograph takes two."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def _words_of(text: str, width: int) -> Iterator[str]:
    """Words with the blank behind them; ideographs, and what is too long for a line, one by one."""
    word = ""
    for each in text:
        if word and (each == " " or columns_of(each) > 1 or columns_of(word) >= width):
            yield word + (each if each == " " else "")
            word = "" if each == " " else each
        else:
            word += each
    yield word
