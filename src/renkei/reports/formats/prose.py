"""Plain prose: no heading or key of any dialect, but places or quotes that can be checked (DEC-42)."""

from typing import Final, get_args

from renkei.reports.formats.outline import read_outline
from renkei.reports.formats.words import SectionName
from renkei.reports.report import Report, Status

_TELLING: Final[frozenset[SectionName]] = frozenset(("status", "confidence", "breakdown", "checklist"))
"""Headings that only a result of the contract has; Summary or Next Steps stand in any answer."""


def read_prose(text: str) -> Report:
    """The prose as a report without a status."""
    return Report(dialect="prose", status=None, source=text)


def is_half_a_result(text: str) -> bool:
    """Whether it is told like a result; lines `Status: done` and `Confidence: high` stand in any answer."""
    telling = [section for section in read_outline(text).sections if section.name in _TELLING]
    lines = text.splitlines()
    return any(
        lines[section.line - 1].lstrip().startswith("#") or section.value.strip("* ") in get_args(Status)
        for section in telling
    )
