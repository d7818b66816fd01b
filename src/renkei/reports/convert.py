"""One result in another dialect: what that dialect has no place for is kept as text, or the conversion is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.reports.cpf.escapes import unescape
from renkei.reports.formats import parse, render
from renkei.reports.formats.standstill import says_still
from renkei.reports.formats.words import is_nothing
from renkei.reports.report import Dialect, Extra, Report

_OWN: Final = frozenset(("dialect", "status_token", "severity_token", "status_line", "problems", "source"))
"""What belongs to the source's own way of writing, and is meant to change."""
_SAYING: Final = frozenset(("status", "state", "outcome", "reason"))
_STOPPING: Final = frozenset(("blocker", "blockers", "blocked", "blocked_by", "needs_input", "conflict", "conflicts"))
"""Named values that no dialect has a place for, and that tell of work that stands still: by what they say, or by
being there."""
_KEPT_STOP: Final = re.compile(r"^#+ (?:Blockers|Open Questions)$", re.MULTILINE)
_KEPT_REASON: Final = re.compile(r"^- reason: (.*)$", re.MULTILINE)
_NO_MILDER: Final[Mapping[str, frozenset[str]]] = {
    "GO": frozenset({"GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED", "ERROR"}),
    "CONDITIONAL": frozenset({"CONDITIONAL", "NO-GO"}),
    "NO-GO": frozenset({"NO-GO"}),
    "SPEC-UPDATE-NEEDED": frozenset({"SPEC-UPDATE-NEEDED"}),
    "ERROR": frozenset({"ERROR"}),
}
"""What a verdict may become."""
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
        BadInput: the report's own status could not be read or is contradicted, or the dialect can neither say nor keep
            something of it.
    """
    _refuse_unclear(report, dialect)
    converted = _write(report, dialect)
    if not _reads_back(converted.text, dialect) and report.preamble:  # which would make it look like another dialect
        behind = Extra(title="", text=report.preamble.text)
        converted = _write(replace(report, preamble=None, extra=(*report.extra, behind)), dialect)
        converted = replace(converted, kept=(*converted.kept, "preamble"))
    if not _reads_back(converted.text, dialect):
        raise BadInput("as {dialect} this result could not be read again; nothing was written.", dialect=dialect)
    if not _keeps_verdict(report, converted.text, dialect):
        raise BadInput(
            "{dialect} cannot keep the verdict {verdict}: read again, it would be a milder one; nothing was written.",
            verdict=report.status_token,
            dialect=dialect,
        )
    return converted


def _refuse_unclear(report: Report, dialect: Dialect) -> None:
    """Work that stands still has no verdict, and is no success whatever word stands before it."""
    if report.status is None:
        raise BadInput(
            "a result without a status that can be read is not converted; check it first.", problems=report.problems
        )
    if (dialect == report.dialect and not _has_unread_blockers(report)) or not _stands_still(report):
        return
    if report.status == "SUCCESS":
        raise BadInput(
            "the result says {token} and that it is blocked, needs input or is in conflict; it is not converted.",
            token=report.status_token,
        )
    if dialect == "cpf":
        raise BadInput(
            "{outcome} is no verdict, and cpf has no word for it; it is not converted.",
            outcome=report.reason or report.status_token,
        )


def _write(report: Report, dialect: Dialect) -> Converted:
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
    if says_still(report.reason) or any(_tells_of_stop(name, value) for name, value in report.fields):
        return True
    if report.status == "FAILED":
        return False  # which is a verdict: ERROR
    if report.blockers or _has_unread_blockers(report) or (report.status == "PARTIAL" and report.questions):
        return True
    return any(_keeps_stop(each) for each in report.extra)


def _has_unread_blockers(report: Report) -> bool:
    """Blockers in a form that cannot be taken would be left out even in their own dialect."""
    return any("blockers" in problem.path for problem in report.problems)


def _tells_of_stop(name: str, value: object) -> bool:
    plain = name.strip().casefold().replace(" ", "_").replace("-", "_")
    if plain in _STOPPING:
        return not is_nothing(value) if isinstance(value, str) else bool(value)
    return plain in _SAYING and says_still(str(value))


def _keeps_stop(extra: Extra) -> bool:
    """Whether an earlier conversion has kept there, as text, that the work stands still."""
    if KEPT not in extra.title and KEPT not in extra.text:
        return False
    reasons = _KEPT_REASON.findall(extra.text)
    return _KEPT_STOP.search(extra.text) is not None or any(says_still(reason) for reason in reasons)


def _reads_back(text: str, dialect: Dialect) -> bool:
    """Whether the text is known for what it is, without being told, and says how the work came out."""
    try:
        back = parse(text)
    except BadInput:
        return False
    return back.dialect == dialect and back.status is not None


def _keeps_verdict(report: Report, text: str, dialect: Dialect) -> bool:
    """Whether who makes a review of the text again comes to no milder verdict; many dialects have none of their own."""
    if report.dialect != "cpf" or dialect == "cpf":
        return True
    try:
        again = convert(parse(text), "cpf")
    except BadInput:
        return True  # no verdict is made of it at all
    return parse(again.text, "cpf").status_token in _NO_MILDER[report.status_token]


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
