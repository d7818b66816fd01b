"""Pages of Markdown and reStructuredText as lines: which are code, what headings are called, where links point."""

import re
from collections.abc import Iterator
from typing import Final

from renkei.protocol.fences import mark_fences
from renkei.values import value

_LINK: Final = re.compile(
    r"(?<!\\)!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+[\"'(][^)]*)?\)"
)
_DEFINITION: Final = re.compile(r"^\s{0,3}\[[^\]^]+\]:\s+<?([^\s<>]+)>?")
_CODE: Final = re.compile(r"(`+)(?:(?!`).|(?!\1)`+)*?\1")
_ITEM: Final = re.compile(r"^\s{0,3}(?:[-*+]|\d+[.)])\s")
_INDENTED: Final = re.compile(r"^(?: {4}|\t)\s*\S")
_COMMENT: Final = re.compile(r"<!--.*?-->")
_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_UNDERLINE: Final = re.compile(r"^\s{0,3}(=+|-{2,})\s*$")
_ANCHOR: Final = re.compile(r"<\w+\s[^>]*(?:id|name)=[\"']([^\"']+)[\"']|\{#([\w-]+)\}")
_NOT_IN_ANCHORS: Final = re.compile(r"[^\w\- ]")
_EMPHASIS: Final = re.compile(r"(?<!\w)_([^_]+)_(?!\w)")
_MARKED_UP: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)|<[^>]+>")


@value
class PageLine:
    """A line of a page; `language` is that of the code it belongs to, None for prose."""

    number: int
    text: str
    language: str | None = None


def markdown_lines(text: str) -> Iterator[PageLine]:
    """The lines of a page without those that only open or close a block of code."""
    indented = _find_indented(text)
    for at, (line, mark, language) in enumerate(mark_fences(text.split("\n"), plain=indented)):
        if mark in ("text", "code"):
            of_block = language if mark == "code" else "" if at in indented else None
            yield PageLine(number=at + 1, text=line, language=of_block)


def _find_indented(text: str) -> set[int]:
    """Lines of code by their indent, from 0: behind an empty line, and not in a list."""
    found: set[int] = set()
    is_open, is_list = True, False
    for number, line in enumerate(text.split("\n")):
        if _INDENTED.match(line):
            is_open = is_open and not is_list
            if is_open:
                found.add(number)
        elif line.strip():
            is_open, is_list = False, (is_list and line[:1].isspace()) or bool(_ITEM.match(line))
        else:
            is_open = True
    return found


def find_links(line: str) -> list[str]:
    """Where the links of a line of prose point; what stands in back-ticks or in a comment is none."""
    plain = _COMMENT.sub("", _CODE.sub("", line))
    return [*_LINK.findall(plain), *_DEFINITION.findall(plain)]


def find_anchors(text: str) -> set[str]:
    """The anchors of a page: of its headings, numbered where they are equal, and those that are written out."""
    found: set[str] = set()
    seen: dict[str, int] = {}
    before = ""
    for line in markdown_lines(text):
        found |= {name for pair in _ANCHOR.findall(line.text) for name in pair if name}
        heading = _HEADING.match(line.text) if line.language is None else None
        title = heading[1] if heading else before if _UNDERLINE.match(line.text) else ""
        before = line.text if line.language is None else ""
        if title.strip():
            slug = _heading_slug(title)
            seen[slug] = seen.get(slug, -1) + 1
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
    return found


def _heading_slug(title: str) -> str:
    plain = _EMPHASIS.sub(r"\1", _MARKED_UP.sub(r"\1", title))
    return _NOT_IN_ANCHORS.sub("", plain.strip()).lower().replace(" ", "-")


# Pages of reStructuredText, as lines: which of them are code, and what prose names as code.
# Code is in single back-ticks, as in Markdown, so that both kinds of page are read by the same checks.


_BLOCK: Final = re.compile(r"^(\s*)\.\.\s+(?:code|code-block|sourcecode|highlight)::\s*([\w+-]*)")
_DIRECTIVE: Final = re.compile(r"^\s*\.\.\s")
_LITERAL: Final = re.compile(r"``(.+?)``")
_ROLE: Final = re.compile(r"(?<!`)`[^`]+`(?!`)_{0,2}")


def rst_lines(text: str) -> Iterator[PageLine]:
    """The lines of a page, those of blocks of code with their language."""
    indent, language = -1, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and _indent_width(line) <= indent:
            indent = -1
        if indent >= 0:
            yield PageLine(number=number, text=line, language=language)
            continue
        if block := _BLOCK.match(line):
            indent, language = len(block[1]), block[2].lower()
        elif line.rstrip().endswith("::") and not _DIRECTIVE.match(line):
            indent, language = _indent_width(line), ""
        yield PageLine(number=number, text=_LITERAL.sub(r"`\1`", _ROLE.sub("", line)))


def _indent_width(line: str) -> int:
    return len(line) - len(line.lstrip())
