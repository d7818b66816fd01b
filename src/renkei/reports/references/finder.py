"""Finding references to code in any text: `path:10`, `path:10-20`, `path:10:5`, `path:L10`, `path#L10-L20`.

`path:10,20` names two places, and a blank ends a reference except in back-ticks. What only looks alike is left alone:
addresses, `host:port`, times, ratios, tags of images, and words that no file is called by. One pass over the text; the
work is linear in its length, whatever it holds.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from renkei.reports.references.claim import Found
from renkei.reports.references.filename import has_letter, likeness
from renkei.reports.references.reading import Reading, readings

MAX_PATH: Final = 1024

_DIGITS: Final = "[0-9０-９]{1,18}+(?![0-9０-９A-Za-z_])"
_DASH: Final = r"(?:[-–—‐‑−－〜～~]|\.\.)"
_RANGE: Final = rf"(?:{_DASH}[Ll]?{_DIGITS})?"
# No group is repeated possessively: Python 3.11.2, which Debian 12 has, then keeps half of a repetition that failed.
# All begins with one of four characters, so that the engine skips prose fast; what stands before it is looked at after.
_TOKEN: Final = re.compile(
    rf"""
    [:：`\#]
    (?: (?<=`) `*+ (?P<ticks>)
      | (?<=:) //(?:[^\s<>"`|()（）「」『』【】。、，]|\([^\s()]*+\))* (?P<address>)
      | (?<=[^\s,;:：、。，；][:：]) [Ll]?(?P<line>{_DIGITS}) (?:[:：](?P<column>{_DIGITS}))?
        (?:{_DASH}[Ll]?(?P<end>{_DIGITS})(?:[:：]{_DIGITS})?)? (?P<more>(?:,{_DIGITS}{_RANGE})*)
      | (?<=\S\#) [Ll](?P<anchor>[0-9]{{1,18}}+)(?:C(?P<anchor_column>[0-9]{{1,9}}+))?(?![0-9A-Za-z_])
        (?:-[Ll]?(?P<anchor_end>[0-9]{{1,18}}+)(?:C[0-9]{{1,9}}+)?(?![0-9A-Za-z_]))?
    )
    """,
    re.VERBOSE,
)
_NOT_IN_PATHS: Final = (
    r"\s\x00-\x1f\x7f-\x9f:`\"'<>|*?,;!"
    r"\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufe30-\ufe4f"
    r"：；，！？（）［］｛｝＜＞｜＊｡｢｣､"
)
_RUN: Final = re.compile(rf"[^{_NOT_IN_PATHS}]*+")
_RUN_WITH_BLANKS: Final = re.compile(rf"(?:[^{_NOT_IN_PATHS}]| )*")
_COLONS: Final = frozenset(":：")
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_BRACKET: Final = re.compile(r"[()\[\]{}]")
_TAG: Final = re.compile(r"\.[0-9]|-[A-Za-z]|/")
_NUMBERS: Final = re.compile(rf"([0-9０-９]+)(?:{_DASH}[Ll]?([0-9０-９]+))?")
_LINK: Final = re.compile(
    r"`*+\]\((?P<path>(?:[^\s()<>#]|\([^\s()]*+\)){1,1024})(?:\#[Ll](?P<line>[0-9]{1,18}+))?[^\s()]{0,64}\)"
)

Known = Callable[[str], bool]
"""Says whether a path is a file of the tree; settles what the text alone leaves open."""


def find_references(text: str, known: Known | None = None) -> list[Found]:
    """All references in the text, in their order, repeated ones included.

    A name without extension has to be a usual one (`Makefile`) or to hold a slash, and one without a slash to have a
    usual extension, in back-ticks too; or else to be `known`.
    """
    return list(_found(text, known))


@dataclass(slots=True)
class _Ticks:
    """The back-ticks of the line so far: where code has begun, and where the last of it was."""

    width: int = 0
    begin: int = 0
    closed: tuple[int, int] = (0, -1)

    def take(self, start: int, end: int) -> None:
        if not self.width:
            self.width, self.begin = end - start, end
        elif self.width == end - start:
            self.closed = (self.begin, end)
            self.width = 0


@dataclass(kw_only=True, slots=True)
class _Run:
    """Characters before a position that may be a path, and how many marks opened what they stand in."""

    start: int
    text: str
    quoted: bool
    opened: int = 0


def _found(text: str, known: Known | None) -> Iterator[Found]:
    report_line, seen, floor, ticks = 1, 0, 0, _Ticks()
    read = cache(partial(_read, known))
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        if lines := text.count("\n", seen, start):
            report_line += lines
            ticks = _Ticks()
        seen = start
        if token.lastgroup == "ticks":
            ticks.take(start, end)
        elif token.lastgroup == "address":
            floor = end
        elif start >= floor:
            run = _run_before(text, start, end, floor, ticks)
            after_colon = text[run.start - 1 : run.start] in _COLONS
            reading = read(run.text, run.quoted, after_colon, _TAG.match(text, end) is not None)
            floor = end if reading else start
            if reading:
                path, floor = _link_behind(text, token, reading.path) or (reading.path, floor)
                begin = run.start + reading.skipped - (0 if reading.skipped else run.opened)
                yield from _places(token, text[begin:end], path, begin, report_line)


def _run_before(text: str, end: int, behind: int, floor: int, ticks: _Ticks) -> _Run:
    """What stands before a position that reaches from `end` to `behind`."""
    if ticks.closed[1] == end:
        return _run_in_ticks(text, ticks.closed)
    if text.endswith("**", floor, end):
        run = _run_up_to(text, end - 2, floor, quoted=False)
        run.opened = 2 if text.endswith("**", floor, run.start) else 0
        return run
    if ticks.width and floor <= ticks.begin and " " in text[ticks.begin : end]:
        span = text[max(ticks.begin, end - MAX_PATH) : end]
        if _RUN_WITH_BLANKS.fullmatch(span) and "`" in text[behind : behind + 64]:
            return _Run(start=end - len(span), text=span, quoted=True)
    return _run_up_to(text, end, floor, quoted=ticks.width > 0)


def _run_in_ticks(text: str, closed: tuple[int, int]) -> _Run:
    """All of `path` in back-ticks that stand right before the position."""
    begin, end = closed
    inside = text[begin:end].rstrip("`")
    path = inside if len(inside) < MAX_PATH and _RUN_WITH_BLANKS.fullmatch(inside) else ""
    return _Run(start=begin, text=path, quoted=True, opened=end - begin - len(inside))


def _run_up_to(text: str, end: int, floor: int, *, quoted: bool) -> _Run:
    found = _RUN.match(text[max(floor, end - MAX_PATH) : end][::-1])
    run = found[0][::-1] if found and found.end() < MAX_PATH else ""
    cut = _unbalanced(run) if _BRACKET.search(run) else 0
    return _with_drive(text, floor, _Run(start=end - len(run) + cut, text=run[cut:], quoted=quoted))


def _unbalanced(run: str) -> int:
    """Where the part begins in which every bracket has its other half."""
    closers: list[tuple[str, int]] = []
    for index in range(len(run) - 1, -1, -1):
        mark = run[index]
        if mark in _BRACKETS:
            closers.append((_BRACKETS[mark], index))
        elif mark in "([{" and (not closers or closers.pop()[0] != mark):
            return index + 1
    return closers[0][1] + 1 if closers else 0


def _with_drive(text: str, floor: int, run: _Run) -> _Run:
    drive = run.start - 2
    if drive < floor or run.text[:1] not in ("/", "\\") or text[run.start - 1] != ":":
        return run
    letter = text[drive]
    if not (letter.isascii() and letter.isalpha()) or (drive and text[drive - 1].isalnum()):
        return run
    return _Run(start=drive, text=text[drive : run.start] + run.text, quoted=run.quoted)


def _read(known: Known | None, run: str, quoted: bool, after_colon: bool, tagged: bool) -> Reading | None:
    """The path that is meant, if one is. Equal runs are equal paths, so this is worked out once for each."""
    possible = [
        reading
        for reading in readings(run, quoted=quoted)
        if has_letter(reading.path.rpartition("/")[2]) and not (after_colon and reading.path[:1].isdigit())
    ]
    likely = next((reading for reading in possible if _is_likely(reading.path, quoted, tagged)), None)
    if known and (len(possible) > 1 or not likely):
        return next((reading for reading in possible if known(reading.path)), likely)
    return likely


def _is_likely(path: str, quoted: bool, tagged: bool) -> bool:
    """`tagged`: what follows is as in `python:3.11`, `node:20-alpine` and `host:80/path`."""
    shape = likeness(path, quoted=quoted)
    return shape == "strong" or (shape == "weak" and not tagged)


def _link_behind(text: str, token: re.Match[str], path: str) -> tuple[str, int] | None:
    """The path in the target of `[auth.py:45](src/auth.py#L45)` and where it ends, if the label is the same place."""
    link = _LINK.match(text, token.end())
    if not link or link["path"].startswith(("../", "/")) or "://" in link["path"]:
        return None
    target = link["path"].removeprefix("./")
    same_line = link["line"] is None or int(link["line"]) == int(token["line"] or token["anchor"])
    return (target, link.end()) if same_line and f"/{target}".endswith(f"/{path}") else None


def _places(token: re.Match[str], written: str, path: str, start: int, report_line: int) -> Iterator[Found]:
    line, column, end, more, anchor, anchor_column, anchor_end = token.group(*_GROUPS)
    places = [(line or anchor, column or anchor_column, end or anchor_end)]
    if more:
        places += [(each[1], None, each[2]) for each in _NUMBERS.finditer(more)]
    for first, at, last in places:
        yield Found(
            text=written,
            path=path,
            line=int(first),
            end_line=int(last) if last else None,
            column=int(at) if at else None,
            offset=start,
            report_line=report_line,
        )


_GROUPS: Final = ("line", "column", "end", "more", "anchor", "anchor_column", "anchor_end")
