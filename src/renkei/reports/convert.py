"""One result in another dialect, and what that dialect has no place for."""

from dataclasses import dataclass, fields, replace
from typing import Final

from renkei.errors import BadInput, Problem
from renkei.reports.formats import parse, render
from renkei.reports.report import Dialect, Report

_OWN: Final = frozenset(("dialect", "status_token", "severity_token", "status_line", "problems", "source"))
"""What belongs to the source's own way of writing, and is meant to change."""


@dataclass(frozen=True, kw_only=True)
class Converted:
    """The text, the parts of the report that it does not keep, and what its dialect asks for in vain."""

    text: str
    lost: tuple[str, ...]
    missing: tuple[Problem, ...]


def convert(report: Report, dialect: Dialect) -> Converted:
    """Write a report in a dialect, and read it back to see what is lost: what does not come back did not go in.

    Raises:
        BadInput: the report's own status could not be read, or the dialect cannot say anything of it.
    """
    if report.status is None:
        raise BadInput(
            "a result without a status that can be read is not converted; check it first.", problems=report.problems
        )
    text = render(report, dialect)
    back = parse(text, dialect)
    before, after = _comparable(report), _comparable(back)
    lost = tuple(
        part.name
        for part in fields(Report)
        if part.name not in _OWN
        and getattr(before, part.name) not in (None, "", ())
        and getattr(before, part.name) != getattr(after, part.name)
    )
    return Converted(text=text, lost=lost, missing=back.problems)


def _comparable(report: Report) -> Report:
    """Severities by what they mean, not by the word a dialect has for them."""
    return replace(report, issues=tuple(replace(issue, severity_token="") for issue in report.issues))
