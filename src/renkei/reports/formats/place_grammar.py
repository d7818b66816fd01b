"""What sentences about a place are made of: the place between two marks, and the words that may stand beside it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from renkei import lazy_re as re

AT: Final = "\0"
"""Stands on both sides of the place in the text that is searched."""
OPEN: Final = rf"(?::[a-z]{{2,12}}:)?[`\"'「\[*~]*{AT}"
OPEN_WIDE: Final = rf"[(（]?{OPEN}"
CLOSE: Final = rf"{AT}[^{AT}]*{AT}[`\"')）」\]*~]*\s*"
ALSO: Final = r"(?:(?:,|、|と|や|および|and|or|nor|&)+\s*`[^`\n]{1,200}`\s*)*+"
"""Other places that the same is said of."""
FILE: Final = (
    r"(?:test |unit |helper |source )?(?:files?|modules?|scripts?|pages?|paths?|documents?|ファイル|パス|モジュール)"
)
THING: Final = (
    rf"(?:(?:an?|any|the|new|such|its own|separate|additional)\s+)*(?:{FILE}\s*(?:(?:called|named|at|under)\s+"
    r"|[:：]\s*)?|(?:unit )?(?:tests?|helper)\s+(?:(?:called|named)\s+)?)?"
)
"""What may stand between a verb and the place that is its object: a file, never something that would stand in one."""
LISTED: Final = (
    rf"(?:`[^`\n]{{1,200}}`[^`;\n{AT}]{{0,60}}?(?:,|、|\band\b|\bor\b|\bnor\b|&|\+|と)\s*(?:(?:and|then)\s+)*{THING})"
)
"""One more place before it, of which the same is said."""
ENDS: Final = (
    rf"[^{AT}]*{AT}[`\"'*)）」\]]*"
    r"(?=\W*\Z|\s*[.,;:：、。)）(（|—–]|\s+(?:and|or|nor|for|with|to|that|which)\b|[をにとの])"
)
"""The place, with which the list of such places ends or goes on: nothing else is told of it."""
TESTS_AT: Final = (
    rf"(?:(?:an?|any|the|new|more|unit|regression|some)\s+)*tests?\s+(?:at|in|under|to)\s+{OPEN}(?=[^{AT}]*test)"
)
STARTS: Final = r"(?:\A\W*|[-*+:：,、] |\d[.)] )"
"""Where a sentence or an entry begins."""

_LEAD: Final = 200
"""Characters before a place in which the words that lead to it begin."""
_BEHIND: Final = 80
"""Characters behind a place in which they end."""


class Sense:
    """The words for one sense, by where the place stands in them: each is looked for only where it can be.

    They are compiled when first asked for: most results never need them, and at a stop that is dearer than the check.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    @cached_property
    def _pattern_behind(self) -> re.Pattern[str] | None:
        return _any_of([each for each in self._words if each.startswith(CLOSE)])

    @cached_property
    def _pattern_before(self) -> re.Pattern[str] | None:
        return _any_of([each for each in self._words if AT in each and not each.startswith(CLOSE)])

    def is_said(self, sentence: str) -> bool:
        at = sentence.index(AT)
        if self._pattern_behind and self._pattern_behind.match(sentence, at):
            return True
        return self._pattern_before is not None and _is_around(self._pattern_before, sentence, at)


def _is_around(pattern: re.Pattern[str], sentence: str, at: int) -> bool:
    """Whether the words begin before the place or behind it: its own name (`a.py::Missing`) says nothing of it."""
    close = sentence.index(AT, at + 1)
    end = close + _BEHIND
    found = pattern.search(sentence, max(0, at - _LEAD), end)
    if found and at < found.start() <= close:
        found = pattern.search(sentence, close + 1, end)
    return found is not None


def _any_of(words: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(words), re.IGNORECASE) if words else None
