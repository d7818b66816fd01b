"""The blocks of a section: list entries, table rows, code, sub-headings and prose."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from renkei import lazy_re as re
from renkei.reports.formats.lines import Line, fence_info, is_fence
from renkei.reports.formats.words import is_header
from renkei.values import value

Kind = Literal["heading", "item", "row", "code", "text", "rule"]

BOLD_LEVEL = 7
"""A line that is bold as a whole heads what follows, below every `#`."""

_ITEM = re.compile(r"(\s*)(?:(?:[-*+]|[\d]{1,3}[.)．）])\s+|[•・●◦▪‣]\s*|[①-⑳]\s*)(?=\S)")
_ATX = re.compile(r"\s*(#{1,6})\s+(\S.*)")
_BOLD = re.compile(r"\*\*([^*]+)\*\* ?[:：]?")
_QUOTE = re.compile(r"\s*>[ \t]?\S")
_RULE = re.compile(r"(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}")


@value
class Block:
    """One block. `text` is that of the entry, paragraph, heading or code; a row has `cells` under their `header`."""

    kind: Kind
    line: int
    text: str = ""
    indent: int = 0
    level: int = 0
    """Of a heading."""
    info: str = ""
    """Of code."""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    detached: bool = False
    """Whether a blank line stands before it."""


def read_blocks(lines: Sequence[Line]) -> Iterator[Block]:
    """Cut the lines of a section into blocks, in their order."""
    at, detached = 0, False
    while at < len(lines):
        line = lines[at]
        if line.is_blank and line.mark == "text":
            at, detached = at + 1, True
            continue
        taken, blocks = _take_block(lines, at, detached)
        yield from blocks
        at, detached = at + taken, False


def _take_block(lines: Sequence[Line], at: int, detached: bool) -> tuple[int, Iterable[Block]]:
    """The blocks that begin here and how many lines they take."""
    line = lines[at]
    if line.mark != "text":
        return _take_code(lines, at, detached)
    if atx := _ATX.match(line.text):
        return 1, [Block(kind="heading", line=line.number, text=atx[2].rstrip(" #\t"), level=len(atx[1]))]
    if bold := _BOLD.fullmatch(line.text.strip()):
        return 1, [Block(kind="heading", line=line.number, text=bold[1].strip(" :："), level=BOLD_LEVEL)]
    if _RULE.fullmatch(line.text.strip()):
        return 1, [Block(kind="rule", line=line.number)]
    if _is_in_table(lines, at):
        return _take_table(lines, at)
    return _take_prose(lines, at, detached)


def _take_code(lines: Sequence[Line], at: int, detached: bool) -> tuple[int, Iterable[Block]]:
    end = at + 1
    while end < len(lines) and lines[end].mark == "code":
        end += 1
    opening = lines[at]
    inside = lines[at + 1 : end] if opening.mark == "open" else lines[at:end]
    width = _width_of_margin(opening, inside)
    text = "\n".join(line.text[min(width, line.indent) :] for line in inside)
    closed = end < len(lines) and lines[end].mark == "close"
    first = opening.number + (opening.mark == "open")
    code = Block(kind="code", line=first, text=text, indent=opening.indent, info=fence_info(opening), detached=detached)
    return end - at + closed, [code]


def _width_of_margin(opening: Line, inside: Sequence[Line]) -> int:
    """How far code stands from the margin: as far as its fence; below a directive it is further in, all of it."""
    if opening.mark == "open" and not is_fence(opening):
        return min((line.indent for line in inside if not line.is_blank), default=opening.indent)
    return opening.indent


def _is_in_table(lines: Sequence[Line], at: int) -> bool:
    """A row has its outer bars, or is followed by the line that parts a header from its rows."""
    text = lines[at].text.strip()
    if text.startswith("|") and text.count("|") > 1:
        return True
    below = lines[at + 1].text if at + 1 < len(lines) and lines[at + 1].mark == "text" else ""
    return "|" in text and "|" in below and _is_separator(below)


def _take_table(lines: Sequence[Line], at: int) -> tuple[int, Iterable[Block]]:
    end = at
    while end < len(lines) and lines[end].mark == "text" and "|" in lines[end].text:
        end += 1
    rows = [(line, split_row(line.text)) for line in lines[at:end]]
    headed = len(rows) > 1 and (_is_separator(rows[1][0].text) or is_header(rows[0][1]))
    header = rows[0][1] if headed else ()
    return end - at, [
        Block(kind="row", line=line.number, text=line.text.strip(), cells=cells, header=header)
        for line, cells in rows[1 if headed else 0 :]
        if any(cells) and not _is_separator(line.text)
    ]


def _is_separator(text: str) -> bool:
    """Whether this is the line of dashes that parts a header from its rows."""
    return "-" in text and set(text) <= set("|-: \t")


def split_row(text: str) -> tuple[str, ...]:
    """The cells of a row; a bar that is escaped or in back-ticks parts nothing."""
    cells, cell, ticked = list[str](), list[str](), False
    body = text.strip()
    quoted = body.count("`") % 2 == 0
    for n, char in enumerate(body):
        if char == "|" and body[n - 1 : n] == "\\":
            cell[-1] = "|"
        elif char == "|" and not ticked:
            cells.append("".join(cell).strip())
            cell = []
        else:
            ticked = ticked != (char == "`" and quoted)
            cell.append(char)
    cells.append("".join(cell).strip())
    return tuple(cells[body.startswith("|") : len(cells) - (len(cells) > 1 and not cells[-1])])


def _take_prose(lines: Sequence[Line], at: int, detached: bool) -> tuple[int, Iterable[Block]]:
    """A list entry or a paragraph, with the lines that run on from it."""
    first = lines[at]
    item = _ITEM.match(first.text)
    indent = first.indent
    end, last = at + 1, at + 1
    quoted = _QUOTE.match(first.text) is not None
    while end < len(lines) and _runs_on(lines, end, indent if item else None):
        if not quoted and _QUOTE.match(lines[end].text):
            break
        end += 1
        if not lines[end - 1].is_blank:
            last = end
    width = item.end() if item else indent
    rest = [_cut_indent(line.text, width) for line in lines[at + 1 : last]]
    text = "\n".join([first.text[item.end() :] if item else first.text.strip(), *rest]).rstrip()
    kind: Kind = "item" if item else "text"
    return last - at, [Block(kind=kind, line=first.number, text=text, indent=indent, detached=detached)]


def _runs_on(lines: Sequence[Line], at: int, indent: int | None) -> bool:
    """Whether a line belongs to the entry (of that indent) or paragraph above it."""
    line = lines[at]
    if line.mark != "text":
        return False
    if line.is_blank:
        follows = lines[at + 1] if at + 1 < len(lines) else None
        return (
            indent is not None and follows is not None and follows.mark == "text" and not follows.is_blank
            and follows.indent > indent and not _starts_block(lines, at + 1)
        )  # fmt: skip
    return not _starts_block(lines, at)


def _starts_block(lines: Sequence[Line], at: int) -> bool:
    text = lines[at].text
    plain = text.strip()
    if _ITEM.match(text) or _ATX.match(text) or _BOLD.fullmatch(plain) or _RULE.fullmatch(plain):
        return True
    return _is_in_table(lines, at)


def _cut_indent(text: str, width: int) -> str:
    space = len(text) - len(text.lstrip())
    return text[min(space, width) :].rstrip()
