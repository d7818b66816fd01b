"""The entries of a section: each list entry, row or paragraph with what is nested in it, and its named fields."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Literal, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.blocks import Block, read_blocks
from renkei.reports.formats.lines import Line
from renkei.reports.formats.words import FieldName, field_named, is_nothing
from renkei.values import value

_CUT = re.compile(r"\s?[|｜]\s?\**([^\s:：|｜*`][^:：|｜*`]{0,30})\**\s?[:：]\**\s?")
_NAMED = re.compile(r"\s*(?:[-*+•・]\s+)?\**([^\s:：|*`][^:：|*`]{0,40})\**\s?[:：]\**\s*")


@value
class Entry:
    """A block that stands for itself, and the blocks under it."""

    block: Block
    group: tuple[str, ...]
    nested: list[Block] = field(default_factory=list[Block])

    @property
    def kind(self) -> Literal["item", "row", "text", "code"]:
        kind = self.block.kind
        assert kind in ("item", "row", "text", "code")
        return kind

    @property
    def line(self) -> int:
        return self.block.line


class Named(NamedTuple):
    """A value under its name; `field` is None when the name is not one that was asked for."""

    field: FieldName | None
    name: str
    value: str
    line: int


def read_entries(lines: Sequence[Line], *, keep_nothing: bool = False) -> list[Entry]:
    """The entries of a section in their order, each with the sub-headings above it.

    `keep_nothing`: that there is nothing under a sub-heading is worth knowing.
    """
    entries: list[Entry] = []
    path: list[tuple[int, str]] = []
    nests_from: int | None = None
    for block in read_blocks(lines):
        if block.kind == "heading":
            path = [(level, title) for level, title in path if level < block.level]
            path.append((block.level, block.text))
            nests_from = None
        elif block.kind == "rule" or (_says_nothing(block) and not (keep_nothing and path and block.text)):
            nests_from = None
        elif entries and _is_nested(block, entries[-1], nests_from, path):
            entries[-1].nested.append(block)
        else:
            entries.append(Entry(block=block, group=tuple(title for _, title in path)))
            nests_from = block.indent if block.kind == "item" else None
    return entries


def _says_nothing(block: Block) -> bool:
    return block.kind in ("item", "text") and is_nothing(block.text)


def _is_nested(block: Block, entry: Entry, nests_from: int | None, path: Sequence[tuple[int, str]]) -> bool:
    if block.kind == "code":
        return entry.group == tuple(title for _, title in path)
    return block.kind != "row" and nests_from is not None and block.indent > nests_from


def split_trailing_prose(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The entries of a list and, apart, the prose that follows the list after a blank line."""
    is_list = next((n for n, entry in enumerate(entries) if entry.kind in ("item", "row")), len(entries))
    apart = [n > is_list and e.kind == "text" and e.block.detached for n, e in enumerate(entries)]
    kept = [e for e, is_apart in zip(entries, apart, strict=True) if not is_apart]
    return kept, [e for e, is_apart in zip(entries, apart, strict=True) if is_apart]


def lines_under(entry: Entry) -> Iterator[tuple[int, str]]:
    """The lines under the first one of an entry, with their numbers; nested entries as `- text`."""
    if entry.kind in ("item", "text"):
        yield from ((entry.line + n, text) for n, text in enumerate(entry.block.text.split("\n")[1:], 1))
    for block in entry.nested:
        if block.kind == "code":
            continue
        margin = " " * max(0, block.indent - entry.block.indent - 2)
        bullet = "- " if block.kind == "item" else ""
        for n, text in enumerate(block.text.split("\n")):
            yield block.line + n, f"{margin}{bullet if n == 0 else ' ' * len(bullet)}{text}".rstrip()


def split_fields(text: str, line: int, allowed: Sequence[FieldName]) -> tuple[str, list[Named]]:
    """`text | Severity: minor | Owner: me` as its text and its fields; a bar without a name behind it parts nothing."""
    cuts: list[re.Match[str]] = []
    at, ticks = 0, 0
    for cut in _CUT.finditer(text):
        ticks += text.count("`", at, cut.start())
        at = cut.start()
        if ticks % 2 == 0 and (cut[0][:1].isspace() or field_named(cut[1], allowed)):
            cuts.append(cut)
    starts = [cut.start() for cut in cuts] + [len(text)]
    fields = [
        _name_field(cut[1], text[cut.end() : end], line, allowed) for cut, end in zip(cuts, starts[1:], strict=True)
    ]
    return text[: starts[0]].strip(), fields


def line_field(text: str, line: int, allowed: Sequence[FieldName]) -> Named | None:
    """A line such as `- **Severity**: minor` when it names one of the fields asked for."""
    match = _NAMED.match(text)
    named = _name_field(match[1], text[match.end() :], line, allowed) if match else None
    return named if named and named.field else None


def row_fields(entry: Entry, allowed: Sequence[FieldName]) -> list[Named]:
    """The cells of a row under the names in the header."""
    block = entry.block
    pairs = zip(block.header, block.cells, strict=False)
    return [_name_field(name, cell, block.line, allowed) for name, cell in pairs if cell]


def first_value(fields: Iterable[Named], name: FieldName) -> str:
    """The first value under a name, or nothing."""
    return next((f.value for f in fields if f.field == name), "")


def other_fields(fields: Iterable[Named]) -> tuple[tuple[str, str], ...]:
    """The values whose names were not asked for."""
    return tuple((f.name, f.value) for f in fields if f.field is None)


def _name_field(name: str, value: str, line: int, allowed: Sequence[FieldName]) -> Named:
    return Named(field_named(name, allowed), name.strip(" *"), value.strip(), line)
