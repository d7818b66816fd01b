"""A review as lines: annotations that GitHub shows in a change, and what editors' problem matchers read."""

from collections.abc import Iterator
from typing import Final

from renkei.kit.words import Say
from renkei.reports.report import Severity
from renkei.review.audit import SURE
from renkei.review.finding import Finding
from renkei.review.formats.document import message_text
from renkei.review.review import Review

_COMMANDS: Final[dict[Severity, str]] = {"critical": "error", "important": "warning", "minor": "notice"}
_WORDS: Final[dict[Severity, str]] = {"critical": "error", "important": "warning", "minor": "note"}


def github_annotations(review: Review, say: Say) -> Iterator[str]:
    """`::warning file=...` lines, and the verdict as a notice."""
    for finding in _sure_findings(review):
        place = (
            f"file={_escape_property(finding.path)},line={finding.line or 1},endLine={finding.end_line or finding.line or 1}"
        )
        title = _escape_property(finding.rule)
        yield f"::{_COMMANDS[finding.severity]} {place},title={title}::{_escape_data(message_text(finding.message, say))}"
    yield f"::notice title=renkei review::{_escape_data(f'{review.audit.verdict}: {say(review.audit.reason)}')}"


def problem_lines(review: Review, say: Say) -> Iterator[str]:
    """`path:line:column: severity: message [rule]`, as compilers write it."""
    for finding in _sure_findings(review):
        message = " ".join(message_text(finding.message, say).split())
        yield f"{finding.path}:{finding.line or 1}:1: {_WORDS[finding.severity]}: {message} [{finding.rule}]"


def _sure_findings(review: Review) -> list[Finding]:
    return [finding for finding in review.findings if finding.confidence >= SURE]


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
