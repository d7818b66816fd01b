"""One result in another dialect: what that dialect has no place for is kept as text, or the conversion is refused."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Final

from renkei.errors import BadInput, Problem
from renkei.protocol.documents import MAX_BYTES
from renkei.reports.cpf.codec import unescape
from renkei.reports.formats import parse_report, render_report
from renkei.reports.formats.contract import read_sections
from renkei.reports.formats.kept import KEPT
from renkei.reports.formats.standstill import find_standstill
from renkei.reports.naming import category_of
from renkei.reports.report import Dialect, Extra, Issue, Passage, Report, Status
from renkei.values import value

_OWN: Final = frozenset(("dialect", "status_token", "severity_token", "status_line", "problems", "source"))
"""What belongs to the source's own way of writing, and is meant to change."""
_NO_MILDER: Final[Mapping[str, frozenset[str]]] = {
    "GO": frozenset({"GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED", "ERROR"}),
    "CONDITIONAL": frozenset({"CONDITIONAL", "NO-GO"}),
    "NO-GO": frozenset({"NO-GO"}),
    "SPEC-UPDATE-NEEDED": frozenset({"SPEC-UPDATE-NEEDED"}),
    "ERROR": frozenset({"ERROR"}),
}
"""What a verdict may become."""
_WORST_FIRST: Final[tuple[Status | None, ...]] = ("FAILED", "PARTIAL", "SUCCESS")
_ISSUES: Final = "#### Issues\n"
_LONGEST: Final = 120
"""Characters of what is told in a message."""


@value
class Converted:
    """The text, the parts that it keeps only as text, and what its dialect asks for in vain."""

    text: str
    kept: tuple[str, ...]
    missing: tuple[Problem, ...]


def convert(report: Report, dialect: Dialect) -> Converted:
    """Write a report in a dialect, and read it back to see what has no place there: that is written as text behind it.

    Raises:
        BadInput: the report's own status could not be read or is contradicted, or the dialect can neither say nor keep
            something of it.
    """
    _refuse_unclear(report, dialect)
    if dialect == "cpf":
        report = replace(report, issues=report.issues or _find_kept_issues(report))
    converted = next((each for each in _ways_to_write(report, dialect) if _reads_back(each.text, dialect)), None)
    if converted is None:
        raise BadInput("as {dialect} this result could not be read again; nothing was written.", dialect=dialect)
    if len(converted.text.encode()) > MAX_BYTES:
        raise BadInput(
            "as {dialect} this result would be longer than what can be read again; nothing was written.",
            dialect=dialect,
        )
    _refuse_milder(report, converted.text, dialect)
    return converted


def _find_kept_issues(report: Report) -> tuple[Issue, ...]:
    """The issues that a dialect without a place for them keeps as text."""
    texts = [extra.text for extra in report.extra if KEPT in extra.title or KEPT in extra.text]
    return tuple(
        issue for text in texts if (at := text.find(_ISSUES)) >= 0 for issue in read_sections(text[at:]).issues
    )


def _refuse_unclear(report: Report, dialect: Dialect) -> None:
    """Work that stands still has no verdict, and is no success whatever word stands before it."""
    if report.status is None:
        raise BadInput(
            "a result without a status that can be read is not converted; check it first.", problems=report.problems
        )
    told = "" if dialect == report.dialect and not _has_unread_blockers(report) else find_standstill(report)
    if not told:
        return
    if report.status == "SUCCESS":
        raise BadInput(
            "it says {token}, and that it is blocked, needs input or is in conflict ({told}); it is not converted.",
            token=report.status_token,
            told=" ".join(told.split())[:_LONGEST],
        )
    if dialect == "cpf":
        raise BadInput(
            "{outcome} is no verdict, and cpf has no word for it; it is not converted.",
            outcome=report.reason or report.status_token,
        )


def _ways_to_write(report: Report, dialect: Dialect) -> Iterator[Converted]:
    """As it is; with a section more, where a status alone would be no result; and with what stood before it behind it,
    where that would make it look like another dialect."""
    yield from _convert_once(report, dialect)
    if report.summary is None and dialect.startswith("contract"):
        yield from _convert_once(replace(report, summary=Passage(text="")), dialect)
    if report.preamble:
        behind = Extra(title="", text=report.preamble.text)
        for each in _convert_once(replace(report, preamble=None, extra=(*report.extra, behind)), dialect):
            yield replace(each, kept=(*each.kept, "preamble"))


def _convert_once(report: Report, dialect: Dialect) -> Iterator[Converted]:
    """The text, if it is a result at all."""
    plain = render_report(report, dialect)
    if (back := _read(plain, dialect)) is None:
        return
    lost = _find_lost_parts(report, back)
    remainder = _remainder_section(report, lost)
    whole = replace(report, extra=(*report.extra, remainder)) if remainder.text else report
    text = render_report(whole, dialect)
    if lost and not _keeps_words(text, whole):
        raise BadInput(
            "{dialect} has no place for {parts}; nothing was written.", dialect=dialect, parts=", ".join(lost)
        )
    if read := _read(text, dialect):
        yield Converted(text=text, kept=lost, missing=read.problems)


def _read(text: str, dialect: Dialect | None = None) -> Report | None:
    try:
        return parse_report(text, dialect)
    except BadInput:
        return None


def _has_unread_blockers(report: Report) -> bool:
    """Blockers in a form that cannot be taken would be left out even in their own dialect."""
    return any("blockers" in problem.path for problem in report.problems)


def _reads_back(text: str, dialect: Dialect) -> bool:
    """Whether the text is known for what it is, without being told, and says how the work came out."""
    back = _read(text)
    return back is not None and back.dialect == dialect and back.status is not None


def _refuse_milder(report: Report, text: str, dialect: Dialect) -> None:
    """Who reads the text again comes to no milder status, and who makes a review of it to no milder verdict."""
    back = parse_report(text)
    if _WORST_FIRST.index(back.status) > _WORST_FIRST.index(report.status):
        raise BadInput(
            "{dialect} cannot keep the status {status}: read again, it would be a milder one; nothing was written.",
            status=report.status,
            dialect=dialect,
        )
    if dialect == "cpf" or dialect == report.dialect:
        return
    before, after = _verdict(report), _verdict(back)
    if after and after not in _NO_MILDER.get(before, ()):
        raise BadInput(
            "{dialect} cannot keep the verdict {verdict}: read again, it would be a milder one; nothing was written.",
            verdict=before or report.status_token,
            dialect=dialect,
        )


def _verdict(report: Report) -> str:
    """Of the review that would be made of it; empty if none would."""
    try:
        return (
            report.status_token if report.dialect == "cpf" else parse_report(convert(report, "cpf").text).status_token
        )
    except BadInput:
        return ""


def _find_lost_parts(report: Report, back: Report) -> tuple[str, ...]:
    """The parts that do not come back."""
    before, after = _strip_severity_tokens(report), _strip_severity_tokens(back)
    return tuple(
        part.name
        for part in fields(Report)
        if part.name not in _OWN
        and getattr(before, part.name) not in (None, "", ())
        and getattr(before, part.name) != getattr(after, part.name)
    )


def _remainder_section(report: Report, lost: tuple[str, ...]) -> Extra:
    """The lost parts in the words of the contract, which has a place for most, and what not even that has, by name."""
    empty = Report(dialect=report.dialect, status=None)
    parts = replace(
        empty, **{name: getattr(report, name) for name in lost if name not in ("envelope", "fields", "extra")}
    )
    body = render_report(parts, "contract-en").strip()
    named = [f"- {name}: {getattr(report, name)}" for name in ("task", "reason", "severity", "status") if name in lost]
    named += [
        f"- {name}: {value}" for part in ("envelope", "fields") if part in lost for name, value in getattr(report, part)
    ]
    named += [f"- [{each.tag}] {each.text}" for each in report.knowledge if "knowledge" in lost]
    named += [f"- {each.key}: {each.value}" for each in report.outputs if "outputs" in lost]
    text = "\n\n".join(part for part in ("\n".join(named), body.replace("### ", "#### ")) if part)
    return Extra(title=f"{KEPT} {report.dialect}", text=text)


def _keeps_words(text: str, report: Report) -> bool:
    """Whether the words of what has no place of its own stand in the text; CPF writes some with a backslash."""
    plain = " ".join(unescape(text).split()) if report.dialect != "cpf" else " ".join(text.split())
    lines = (line for each in report.extra for line in (each.title, *each.text.split("\n")))
    return all(" ".join(line.split()) in plain for line in lines)


def _strip_severity_tokens(report: Report) -> Report:
    """Severities by what they mean, not by the word a dialect has for them; of an issue, what all dialects can say."""
    return replace(report, issues=tuple(map(_comparable_issue, report.issues)))


def _comparable_issue(issue: Issue) -> Issue:
    text = f"{issue.id}: {issue.text}" if issue.id else issue.text
    return replace(
        issue, severity_token="", id="", text=text, category=category_of(issue), location=issue.location.strip("`")
    )
