"""What Python sources say to analysers: `# noqa`, `# type: ignore`, and their encoding."""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from typing import Final

from renkei.review.target import Target

_TYPES: Final = re.compile(r"#\s*(?:type|pyright|ty|mypy):\s*ignore")
_NOQA: Final = re.compile(r"#\s*noqa(?::\s*([A-Z0-9, ]+))?", re.IGNORECASE)


def has_noqa(target: Target, path: str, lines: Iterable[int], code: str) -> bool:
    """Whether one of the lines says so, for this rule of ruff's or for all."""
    return any(_noqa_covers(line, code) for line in _line_texts(target, path, lines))


def has_type_ignore(target: Target, path: str, line: int | None) -> bool:
    """Whether a line tells any type checker to overlook it."""
    return line is not None and any(_TYPES.search(text) for text in _line_texts(target, path, [line]))


def _line_texts(target: Target, path: str, lines: Iterable[int]) -> Iterator[str]:
    content = target.lines(path)
    if content is not None:
        yield from (content.raw[at - 1].decode(errors="replace") for at in lines if 0 < at <= len(content.raw))


def _noqa_covers(line: str, code: str) -> bool:
    found = _NOQA.search(line)
    return found is not None and (not found[1] or code in re.split(r"[\s,]+", found[1].upper()))


# Python that is not UTF-8 and says so: Python reads it, and analysers that know UTF-8 alone do not.


def is_in_another_encoding(target: Target, path: str) -> bool:
    lines = target.lines(path)
    if lines is None:
        return False
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(lines.data).readline)
        lines.data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return False
    return not encoding.startswith("utf-8")
