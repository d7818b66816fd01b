"""Plain prose: no heading or key of any dialect, but places or quotes that can be checked (DEC-42)."""

from typing import Final

from renkei.reports.formats.outline import read_outline
from renkei.reports.formats.words import SectionName
from renkei.reports.report import Report

_TELLING: Final[frozenset[SectionName]] = frozenset(("status", "confidence", "breakdown", "checklist"))
"""Headings that only a result of the contract has; Summary or Next Steps stand in any answer."""


def read_prose(text: str) -> Report | None:
    """The prose as a report without a status; None if it is half a result."""
    sections = {section.name for section in read_outline(text).sections}
    return None if sections & _TELLING else Report(dialect="prose", status=None, source=text)
