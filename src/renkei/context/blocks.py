"""What fits into a budget: (blocks by importance, room) -> which form each of them gets.

A block has forms from the fullest to the shortest. Groups are served in order: the first block of a group is told in
full if that leaves half of the room, all others get their shortest form as far as there is room, then the fullest that
still fits, and only what is left goes on to the next group. So what is least important shrinks first, and goes first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from renkei.values import value

if TYPE_CHECKING:
    from renkei.context.gather import PlacedMessage

Lines: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Block:
    """Lines that belong together. Two blocks are never equal, whatever they say."""

    forms: tuple[Lines, ...]
    """From the fullest to the shortest."""
    message: "PlacedMessage | None" = None


Choice: TypeAlias = Mapping[Block, Lines]
"""The form of each block that is shown."""


@value
class Section:
    """Blocks in the order in which they are read, under a head; what is said of those that are left out."""

    blocks: Sequence[Block]
    head: Lines = ()
    has_fixed_head: bool = False
    """Whether the head stands there with nothing below it, too."""
    spaced: bool = False
    """Whether an empty line stands between blocks."""
    notice: Callable[[Choice], Lines] = lambda choice: ()


@value
class Part:
    heading: str
    sections: Sequence[Section]


def fit_blocks(groups: Iterable[Sequence[Block]], room: int, size: Callable[[Lines], int]) -> dict[Block, Lines]:
    """The form of each block that has room; the most important group first."""
    choice: dict[Block, Lines] = {}
    for group in groups:
        shown: list[tuple[Block, int]] = []
        for block in group:
            form = block.forms[-1] if shown or size(block.forms[0]) > room / 2 else block.forms[0]
            if (taken := size(form)) > room:
                break
            room -= taken
            choice[block] = form
            shown.append((block, taken))
        for block, taken in shown:
            if choice[block] is not block.forms[0]:
                choice[block], room = _grow(block, room + taken, size)
    return choice


def _grow(block: Block, room: int, size: Callable[[Lines], int]) -> tuple[Lines, int]:
    """The fullest form that fits, and what is left of the room; the shortest is known to."""
    sizes = ((form, size(form)) for form in block.forms)
    return next((form, room - taken) for form, taken in sizes if taken <= room)


def write_text(parts: Sequence[Part], choice: Choice, nothing: str, *, all_heads: bool = False) -> str:
    """The text of the parts. `all_heads`: those of sections with nothing to show, too."""
    return "\n\n".join("\n".join((part.heading, *_write_part(part, choice, nothing, all_heads))) for part in parts)


def _write_part(part: Part, choice: Choice, nothing: str, all_heads: bool) -> list[str]:
    lines: list[str] = []
    for section in part.sections:
        shown = section_lines(section, choice)
        if section.spaced and lines and shown:
            lines.append("")
        if shown or all_heads or section.has_fixed_head:
            lines += section.head
        lines += shown
        notice = section.notice(choice)
        if section.spaced and lines and notice:
            lines.append("")
        lines += notice
    return lines or [nothing]


def section_lines(section: Section, choice: Choice) -> list[str]:
    """What a section shows of its blocks."""
    forms = [choice[block] for block in section.blocks if block in choice]
    if not section.spaced:
        return [line for form in forms for line in form]
    return [line for form in forms for line in (*form, "")][:-1]
