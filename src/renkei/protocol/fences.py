"""Fences of Markdown: which lines of a text are code. For pages, prompts and documents that agents write; results have
a scanner of their own, which undoes what models do to a whole hand-back (`reports/formats/lines.py`). Hooks load this.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Final, Literal, NamedTuple

from renkei import lazy_re as re

_OPENING: Final = re.compile(
    r"(?P<before>[ \t]*(?P<quote>(?:>[ \t]*)+)?(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)"
    r"(?:(?P<ticks>`{3,}+)(?P<info>[^`]*)|(?P<tildes>~{3,}+)(?P<about>.*))",
    re.DOTALL,
)
_QUOTED: Final = re.compile(r"[ \t]*>")
_LANGUAGE: Final = re.compile(r"[\w+-]*")
_SLACK: Final = 3
"""So many columns behind its opening a fence may still close, by CommonMark."""


class MarkedLine(NamedTuple):
    text: str
    mark: Literal["text", "open", "code", "close"]
    language: str = ""
    """That of the fence, in small letters; empty where it names none, and for prose."""


class FencedBlock(NamedTuple):
    language: str
    body: str
    """Its lines, each with its end."""


class _Fence(NamedTuple):
    mark: str
    column: int
    language: str
    is_quoted: bool


def mark_fences(
    lines: Iterable[str], *, plain: Container[int] = frozenset(), slack: int = _SLACK
) -> Iterator[MarkedLine]:
    """Each line with where it stands. A fence that is never closed goes to the end; one in a quote ends with it.

    Args:
        plain: numbers of lines, from 0, at which no fence opens.
        slack: 0 where the code may hold fences of its own, further in, as texts of YAML do.
    """
    fence: _Fence | None = None
    for number, line in enumerate(lines):
        if fence and fence.is_quoted and not _QUOTED.match(line):
            fence = None
        found = _read_fence(line)
        if fence is None:
            fence = found if number not in plain else None
            yield MarkedLine(line, "open", fence.language) if fence else MarkedLine(line, "text")
        elif found and _closes(found, fence, line, slack):
            yield MarkedLine(line, "close", fence.language)
            fence = None
        else:
            yield MarkedLine(line, "code", fence.language)


def fenced_blocks(text: str, *, slack: int = _SLACK) -> Iterator[FencedBlock]:
    """The blocks of a text that are closed."""
    body: list[str] = []
    for line in mark_fences(text.split("\n"), slack=slack):
        if line.mark == "open":
            body = []
        elif line.mark == "code":
            body.append(f"{line.text}\n")
        elif line.mark == "close":
            yield FencedBlock(line.language, "".join(body))


def _read_fence(line: str) -> _Fence | None:
    found = _OPENING.fullmatch(line) if "```" in line or "~~~" in line else None
    if found is None:
        return None
    info = (found["info"] or found["about"] or "").strip()
    named = _LANGUAGE.match(info)
    return _Fence(
        found["ticks"] or found["tildes"],
        len(found["before"].expandtabs(4)),
        named[0].lower() if named else "",
        found["quote"] is not None,
    )


def _closes(found: _Fence, fence: _Fence, line: str, slack: int) -> bool:
    """A quote of its own in the code of no quote closes nothing; nor does a mark with something behind it."""
    return (
        found.mark.startswith(fence.mark)
        and line.rstrip().endswith(found.mark)
        and found.is_quoted == fence.is_quoted
        and found.column <= fence.column + slack
    )
