"""The form of a result: its sections are there, readable and consistent with each other (RES-1, RES-4)."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from renkei.reports.confidence import mean_confidence
from renkei.reports.formats.numbers import write_number
from renkei.reports.formats.words import SECTIONS, SectionName, is_nothing
from renkei.reports.rules.case import Breach, Case, local_name

SUMMARY_TOKENS: Final = 550
"""About 500 tokens (RES-4): one tenth over is still about 500, as the count is an estimate."""
BREAKDOWN_FROM: Final = 75
ROUNDING: Final = 0.5
"""A mean of 87.5 may be given as 87 or 88."""


def estimate_tokens(text: str) -> int:
    """A token per wide (Japanese, Chinese, Korean) character, and one per four of all others; no tokenizer is asked."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return wide + (len(" ".join(text.split())) - wide + 3) // 4


def every_section_can_be_read(case: Case) -> Iterator[Breach]:
    for problem in case.report.problems:
        if problem.value is None and case.report.status == "FAILED":
            continue  # an error has no confidence to give
        text = "{section} is missing or empty; expected {expected}"
        if problem.value is not None:
            text = "{section} is {value!r}; expected {expected}"
        params = {"section": problem.path, "value": problem.value, "expected": problem.expected}
        yield Breach(problem.line, text, params)


def confidence_is_given(case: Case) -> Iterator[Breach]:
    if case.report.confidence is None and case.report.status != "FAILED":
        section = local_name(case.report, SECTIONS["confidence"])
        yield Breach(None, "there is no confidence; add the section {section}", {"section": section})


def required_sections_say_something(case: Case) -> Iterator[Breach]:
    """RES-11. A section that is there and empty is no section; None with a reason is not empty."""
    report = case.report
    empty: list[tuple[SectionName, bool]] = [("summary", report.summary is not None and not report.summary.text)]
    if report.status != "FAILED":
        empty.append(("findings", report.findings is not None and all(is_nothing(f.text) for f in report.findings)))
        empty.append(("key_references", report.key_references == ()))
    for name, is_empty in empty:
        if is_empty:
            text = "a required section is empty: {section}; say something, or None and why"
            yield Breach(None, text, {"section": local_name(report, SECTIONS[name])})


def required_sections_are_there(case: Case) -> Iterator[Breach]:
    """RES-11. A result that failed has the error form, which ends with its summary and the error."""
    report = case.report
    missing: list[SectionName] = []
    if report.summary is None:
        missing.append("summary")
    if report.findings is None and report.status != "FAILED":
        missing.append("findings")
    if report.key_references is None and report.status != "FAILED":
        missing.append("key_references")
    for name in missing:
        yield Breach(None, "a required section is missing: {section}", {"section": local_name(report, SECTIONS[name])})


def summary_is_short(case: Case) -> Iterator[Breach]:
    summary = case.report.summary
    tokens = estimate_tokens(summary.text) if summary else 0
    if summary and tokens > SUMMARY_TOKENS:
        text = "the summary has about {tokens} tokens; keep it within 500"
        yield Breach(summary.line, text, {"tokens": tokens})


def failure_names_its_cause(case: Case) -> Iterator[Breach]:
    report = case.report
    told = report.blockers or report.deviations or report.questions or _has_error(case)
    if report.status == "FAILED" and not told:
        yield Breach(report.status_line, "FAILED without a blocker or error details; say what stopped the work")


def partial_result_says_what_is_left(case: Case) -> Iterator[Breach]:
    report = case.report
    told = report.blockers or report.issues or report.next_steps or report.deviations or report.questions
    if report.status == "PARTIAL" and not told:
        yield Breach(report.status_line, "PARTIAL without a blocker, an issue or a next step; say what is left")


def breakdown_adds_up(case: Case) -> Iterator[Breach]:
    confidence = case.report.confidence
    if confidence is None or confidence.stated is None or confidence.stated < BREAKDOWN_FROM:
        return
    expected = mean_confidence(confidence)
    if expected is None:
        text = "a confidence of {stated} needs verified_confidence and inferred_confidence"
        yield Breach(confidence.line, text, {"stated": write_number(confidence.stated)})
    elif confidence.combined and abs(confidence.combined.value - expected) > ROUNDING:
        text = "combined_confidence is {combined}; the mean of verified and inferred is {mean}"
        given = {"combined": write_number(confidence.combined.value), "mean": write_number(expected)}
        yield Breach(confidence.combined.line, text, given)


def _has_error(case: Case) -> bool:
    error = case.report.error
    return bool(error and (error.type or error.message or error.location or error.extra))
