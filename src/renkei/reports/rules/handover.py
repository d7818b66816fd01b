"""What the other specifications ask of results in their dialects: TEAM-11, SDD-11, SDD-24, and that files are there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from renkei.lazy import lazy
from renkei.reports.formats import render_report
from renkei.reports.rules.case import Breach, Case
from renkei.sentence import Sentence

if TYPE_CHECKING:
    from renkei.reports.cpf.codec import read_cpf
    from renkei.reports.cpf.rules import find_breaches
else:
    read_cpf = lazy("renkei.reports.cpf.codec:read_cpf")
    find_breaches = lazy("renkei.reports.cpf.rules:find_breaches")


def review_is_of_one_piece(case: Case) -> Iterator[Breach]:
    """Which keys and verdicts of CPF go together."""
    for problem in find_breaches(read_cpf(render_report(case.report, "cpf"))):
        expected = Sentence(problem.expected, **problem.params)
        yield Breach(None, "{section}: {expected}", {"section": problem.path, "expected": expected})


def outcome_brings_what_it_needs(case: Case) -> Iterator[Breach]:
    """ok has an artifact, needs_input a question, blocked a blocker."""
    report = case.report
    needs = {
        "ok": ("artifacts", report.artifacts),
        "needs_input": ("open_questions", report.questions),
        "blocked": ("blockers", report.blockers),
    }
    name, there = needs.get(report.status_token.casefold(), ("", True))
    if not there:
        text = "the status {status} needs an entry in {field}"
        yield Breach(report.status_line, text, {"status": report.status_token, "field": name})


def block_names_its_blocker(case: Case) -> Iterator[Breach]:
    report = case.report
    if report.reason == "blocked" and not report.blockers:
        yield Breach(
            report.status_line, "{token} without a blocker; say what stopped the work", {"token": report.status_token}
        )


def output_is_written(case: Case) -> Iterator[Breach]:
    for artifact in case.report.artifacts:
        if reason := case.absent.get(artifact.path):
            text = "no output: {path} was to be written, and {reason}"
            yield Breach(artifact.line, text, {"path": artifact.path, "reason": reason})


def nothing_is_said_beside_the_path(case: Case) -> Iterator[Breach]:
    for extra in case.report.extra:
        yield Breach(extra.line, "WRITTEN: stands alone; what else is said does not reach the lead")
