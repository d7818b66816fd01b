"""Whether a result is true: its references, and the boxes that the agent ticked (RES-4, RES-7)."""

from collections.abc import Iterator
from typing import Final

from renkei.reports.counts import say_counts
from renkei.reports.executions import other_counts
from renkei.reports.formats.words import POINTS
from renkei.reports.references import CheckedClaim, State
from renkei.reports.report import Point
from renkei.reports.rules.case import ITSELF, Breach, Case, line_of, local_name
from renkei.reports.rules.evidence import without_evidence

_FALSE: Final[dict[Point, tuple[State, ...]]] = {
    "file_references": ("missing_file", "missing_line", "missing_name"),
    "code_snippets": ("mismatch",),
    "no_invented_paths": ("missing_file",),
}
"""The states that make a tick false; the fourth point, evidence, is about findings."""


def references_exist(case: Case) -> Iterator[Breach]:
    for checked in case.references:
        if checked.state in ("missing_file", "missing_line"):
            yield Breach(line_of(checked), "{reference} is not there: {reason}", _reference_params(checked))


def quoted_code_stands_there(case: Case) -> Iterator[Breach]:
    for checked in case.references:
        if checked.state == "mismatch":
            text = "the code quoted for {reference} is not in the file: {reason}"
            yield Breach(line_of(checked), text, _reference_params(checked))


def names_are_defined_there(case: Case) -> Iterator[Breach]:
    for checked in case.references:
        if checked.state == "missing_name":
            yield Breach(line_of(checked), "{reference} is not there: {reason}", _reference_params(checked))


def commands_ended_as_told(case: Case) -> Iterator[Breach]:
    """A command that a receipt shows to have ended otherwise; one without a receipt is no evidence, but not false."""
    for told, state in case.executions:
        printed = other_counts(told, case.opened.runs) if state == "false" and case.opened else ()
        params = {"command": told.command, "told": say_counts(told.counts), "printed": say_counts(printed)}
        if state == "false":
            text = "`{command}` did not end as it is told: a recorded tool call shows it"
            if printed:
                text = "`{command}` did not print {told}: a recorded tool call shows {printed}"
            yield Breach(told.line, text, params)


def numbers_were_shown(case: Case) -> Iterator[Breach]:
    """Numbers of tests that no receipt shows, of a command that ended as it is told."""
    for told, state in case.executions:
        if state == "not_shown":
            text = "`{command}` was run, but no recorded tool call shows {told}"
            yield Breach(told.line, text, {"command": told.command, "told": say_counts(told.counts)})


def references_were_verified(case: Case) -> Iterator[Breach]:
    """What could not be looked up is said to be so, each place once."""
    told: set[tuple[str, str]] = set()
    for checked in case.references:
        key = (checked.claim.reference.text, str(checked.reason))
        if checked.state in ("unverified", "outside") and checked.reason != ITSELF and key not in told:
            told.add(key)
            yield Breach(line_of(checked), "{reference} is [UNVERIFIED]: {reason}", _reference_params(checked))


def _reference_params(checked: CheckedClaim) -> dict[str, object]:
    return {"reference": checked.claim.reference.text, "reason": checked.reason or checked.state}


def boxes_are_ticked(case: Case) -> Iterator[Breach]:
    for box in case.report.checklist:
        if box.point and not box.ticked:
            text = "the box {subject!r} is not ticked; do the check, then tick it"
            yield Breach(box.line, text, {"subject": box.subject})


def ticks_are_true(case: Case) -> Iterator[Breach]:
    """The four points are checked here, whatever the agent says of them."""
    for box in case.report.checklist:
        reason = _counter_evidence(case, box.point) if box.point and box.ticked else None
        if reason:
            text = "the box {subject!r} is ticked, but {reason} is against it"
            yield Breach(box.line, text, {"subject": box.subject, "reason": reason})


def _counter_evidence(case: Case, point: Point) -> str | None:
    """What speaks against a tick: the first false reference, or the first finding without evidence."""
    if point == "evidence":
        finding = next(without_evidence(case), None)
        return repr(finding.text[:80]) if finding else None
    states = _FALSE[point]
    return next((c.claim.reference.text for c in case.references if c.state in states), None)


def checklist_is_there(case: Case) -> Iterator[Breach]:
    """An absent box is only L2."""
    given = {box.point for box in case.report.checklist}
    missing = [local_name(case.report, names) for point, names in POINTS.items() if point not in given]
    if missing:
        text = "the verification checklist has no box for: {points}"
        yield Breach(None, text, {"points": ", ".join(missing)})
