"""Insights: what an agent marks as worth keeping, in a message or a result (ORCH-3). Found in its text; pure.

A marker stands at the beginning of a line, in capitals and with a colon: `PATTERN: …`. What it marks goes on to the end
of its paragraph or list entry. What stands in a block of code is an example, and marks nothing.
"""

import hashlib
from typing import Final, Literal, NamedTuple, get_args

from renkei import lazy_re as re
from renkei.protocol.fences import mark_fences

Category = Literal["pattern", "learned", "insight", "decision", "antipattern"]
InsightState = Literal["pending", "accepted", "rejected"]
STATES: Final[tuple[InsightState, ...]] = get_args(InsightState)
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)

SHORTEST: Final = 11
"""Fewer characters say nothing that is worth keeping."""
LONGEST: Final = 10_000
MOST: Final = 100
"""How many are taken from one text."""

_NAMES: Final = "|".join(name.upper() for name in CATEGORIES)
_MARKER: Final = re.compile(
    rf"(?P<indent>[ \t]*)(?:[-*+]|\d{{1,3}}[.)])?[ \t]*(?P<bold>\*\*|__)?(?P<name>{_NAMES})"
    r"(?:(?P=bold))?[ \t]*[:：](?:\*\*|__)?[ \t]*(?P<text>.*)"
)
_ENTRY: Final = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]")
_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")


class Insight(NamedTuple):
    category: Category
    content: str

    @property
    def digest(self) -> str:
        """The same for what says the same, whatever its case."""
        return hashlib.sha256(self.content.lower().encode()).hexdigest()[:16]


def find_insights(text: str) -> list[Insight]:
    """What a text marks, in its order; what says the same only once."""
    if not any(name.upper() in text for name in CATEGORIES):
        return []
    found: dict[str, Insight] = {}
    for insight in _read_marked(_lines_outside_code(text)):
        if len(insight.content) >= SHORTEST:
            found.setdefault(insight.digest, insight)
    return list(found.values())[:MOST]


def _lines_outside_code(text: str) -> list[str]:
    """A line of code is an empty one here: it ends what stands before it."""
    return [line.text if line.mark == "text" else "" for line in mark_fences(text.splitlines())]


def _read_marked(lines: list[str]) -> list[Insight]:
    found: list[Insight] = []
    parts: list[str] = []
    category: Category | None = None
    indent = 0
    for line in [*lines, ""]:
        marker = _MARKER.match(line)
        if category and (marker or _ends_at(line, indent)):
            found.append(Insight(category, _shorten(" ".join(" ".join(parts).split()))))
            category = None
        if marker:
            category, parts, indent = _category_of(marker["name"]), [str(marker["text"])], len(marker["indent"])
        elif category:
            parts.append(line)
    return found


def _category_of(name: str) -> Category:
    return next(each for each in CATEGORIES if each == name.lower())


def _ends_at(line: str, indent: int) -> bool:
    if not line.strip() or _HEADING.match(line):
        return True
    entry = _ENTRY.match(line)
    return bool(entry and len(entry["indent"]) <= indent)


_CUT: Final = "... [truncated]"


def _shorten(content: str) -> str:
    return content if len(content) <= LONGEST else f"{content[: LONGEST - len(_CUT)]}{_CUT}"
