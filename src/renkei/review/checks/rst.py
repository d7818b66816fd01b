"""Pages of reStructuredText, as lines: which of them are code, and what prose names as code.

Code is in single back-ticks, as in Markdown, so that both kinds of page are read by the same checks.
"""

import re
from collections.abc import Iterator
from typing import Final

from renkei.review.checks.markdown import PageLine

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
