"""Code that a sentence tells, and words of a comment: what is left out, or where a line ends, makes them no lie."""

from collections.abc import Iterator
from typing import Final

from renkei import lazy_re as re
from renkei.reports.references.quote import Span
from renkei.reports.tree import Lines

_TOKEN: Final = re.compile(r"[A-Za-z]{0,2}\"[^\"\n]*\"|\w+|[^\w\s()\[\]{},.:;\"'`]+")
"""What is not left out when code is shortened: strings, names, numbers and operators."""
_CALL: Final = re.compile(r"(?P<name>\b\w+)?\(|\)")
_ELLIPSIS: Final = re.compile(r"\.{3,}|…+|⋯+|\[\.{3}\]")
_MOST_LINES: Final = 12
"""Lines of a statement that begins on the cited one."""


def is_shortened(code: str, lines: Lines, claimed: Span) -> bool:
    """Whether code may be the statement of the cited lines with something left out: `verify(key)` for
    `self.verify(key, salt)`. Its names and operators stand there in their order, and no call around them is left out.
    """
    there = _statement(lines, claimed).replace("'", '"')
    tokens = iter(_TOKEN.finditer(there))
    kept: set[int] = set()
    for wanted in _TOKEN.findall(code.replace("'", '"')):
        found = next((token for token in tokens if token[0] == wanted), None)
        if found is None:
            return False
        kept.add(found.start())
    return all(start in kept or kept.isdisjoint(range(*arguments)) for start, arguments in _calls(there))


def _calls(statement: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where the name of each call stands, and its arguments."""
    opened: list[re.Match[str]] = []
    for mark in _CALL.finditer(statement):
        if mark[0] != ")":
            opened.append(mark)
        elif opened:
            call = opened.pop()
            if call["name"]:
                yield call.start("name"), (call.end(), mark.start())


def _statement(lines: Lines, claimed: Span) -> str:
    """The cited lines, with those behind them until every bracket is closed."""
    return "\n".join(_until_closed(lines, claimed))


def _until_closed(lines: Lines, claimed: Span) -> Iterator[str]:
    opened = 0
    for number in range(claimed.first, min(claimed.first + _MOST_LINES, len(lines.raw)) + 1):
        line = lines.line_text(number)
        opened += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        yield line
        if number >= claimed.last and opened <= 0:
            return


def has_words(words: str, lines: Lines) -> bool:
    """Whether a file has these words in this order, with nothing but marks and line ends between them."""
    if "words" not in lines.search_cache:
        lines.search_cache["words"] = _letters(lines.data.decode(errors="replace"))
    text, position = lines.search_cache["words"], 0
    for part in _ELLIPSIS.split(words):
        position = text.find(_letters(part), position)
        if position < 0:
            return False
    return True


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
