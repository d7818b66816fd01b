"""`# noqa`: what somebody has allowed ruff or flake8 to overlook, other analysers do not bring up again."""

import re
from collections.abc import Iterable
from typing import Final

from renkei.review.target import Target

_NOQA: Final = re.compile(r"#\s*noqa(?::\s*([A-Z0-9, ]+))?", re.IGNORECASE)


def is_allowed(target: Target, path: str, lines: Iterable[int], code: str) -> bool:
    """Whether one of the lines says so, for this rule of ruff's or for all."""
    content = target.lines(path)
    if content is None:
        return False
    shown = (content.raw[number - 1].decode(errors="replace") for number in lines if 0 < number <= len(content.raw))
    return any(_allows(line, code) for line in shown)


def _allows(line: str, code: str) -> bool:
    found = _NOQA.search(line)
    return found is not None and (not found[1] or code in re.split(r"[\s,]+", found[1].upper()))
