"""One result in another dialect: what that dialect has no place for is kept as text, or the conversion is refused."""

from dataclasses import dataclass, fields, replace
from typing import Final

from renkei.errors import BadInput, Problem
from renkei.reports.cpf.escapes import unescape
from renkei.reports.formats import parse, render
from renkei.reports.report import Dialect, Extra, Report

_OWN: Final = frozenset(("dialect", "status_token", "severity_token", "status_line", "problems", "source"))
"""What belongs to the source's own way of writing, and is meant to change."""
_NO_VERDICT: Final = frozenset(("blocked", "needs_input", "conflict"))
"""Outcomes that no verdict of a review stands for: nothing was judged."""
KEPT: Final = "Kept from"
"""The title of what a dialect has no place for."""


@dataclass(frozen=True, kw_only=True)
class Converted:
    """The text, the parts that it keeps only as text, and what its dialect asks for in vain."""

    text: str
    kept: tuple[str, ...]
    missing: tuple[Problem, ...]


def convert(report: Report, dialect: Dialect) -> Converted:
    """Write a report in a dialect, and read it back to see what has no place there: that is written as text behind it.

    Raises:
        BadInput: the report's own status could not be read, or the dialect can neither say nor keep something of it.
    """
    if report.status is None:
        raise BadInput(
            "a result without a status that can be read is not converted; check it first.", problems=report.problems
        )
    if dialect == "cpf" and report.dialect != "cpf" and _stands_still(report):
        raise BadInput(
            "{outcome} is no verdict, and cpf has no word for it; it is not converted.",
            outcome=report.reason or report.status_token,
        )
    plain = render(report, dialect)
    lost = _lost(report, parse(plain, dialect))
    if not lost:
        return Converted(text=plain, kept=(), missing=parse(plain, dialect).problems)
    whole = replace(report, extra=(*report.extra, _remainder(report, lost)))
    text = render(whole, dialect)
    back = parse(text, dialect)
    if not _keeps(text, whole):
        raise BadInput(
            "{dialect} has no place for {parts}; nothing was written.", dialect=dialect, parts=", ".join(lost)
        )
    return Converted(text=text, kept=lost, missing=back.problems)


def _stands_still(report: Report) -> bool:
    return report.reason.casefold().split(" ")[0].strip(":,.-") in _NO_VERDICT or (
        report.status == "PARTIAL" and bool(report.blockers or report.questions)
    )


def _lost(report: Report, back: Report) -> tuple[str, ...]:
    """The parts that do not come back."""
    before, after = _comparable(report), _comparable(back)
    return tuple(
        part.name
        for part in fields(Report)
        if part.name not in _OWN
        and getattr(before, part.name) not in (None, "", ())
        and getattr(before, part.name) != getattr(after, part.name)
    )


def _remainder(report: Report, lost: tuple[str, ...]) -> Extra:
    """The lost parts in the words of the contract, which has a place for most, and what not even that has, by name."""
    empty = Report(dialect="contract-en", status=None)
    parts = replace(
        empty, **{name: getattr(report, name) for name in lost if name not in ("envelope", "fields", "extra")}
    )
    body = render(parts, "contract-en").strip()
    named = [f"- {name}: {getattr(report, name)}" for name in ("task", "reason", "severity", "status") if name in lost]
    named += [
        f"- {name}: {value}" for part in ("envelope", "fields") if part in lost for name, value in getattr(report, part)
    ]
    named += [f"- [{each.tag}] {each.text}" for each in report.knowledge if "knowledge" in lost]
    named += [f"- {each.key}: {each.value}" for each in report.outputs if "outputs" in lost]
    text = "\n\n".join(part for part in ("\n".join(named), body.replace("### ", "#### ")) if part)
    return Extra(title=f"{KEPT} {report.dialect}", text=text)


def _keeps(text: str, report: Report) -> bool:
    """Whether the words of what has no place of its own stand in the text; CPF writes some with a backslash."""
    plain = " ".join(unescape(text).split()) if report.dialect != "cpf" else text
    return all(" ".join(line.split()) in plain for line in report.extra[-1].text.split("\n") if line.strip())


def _comparable(report: Report) -> Report:
    """Severities by what they mean, not by the word a dialect has for them."""
    return replace(report, issues=tuple(replace(issue, severity_token="") for issue in report.issues))
