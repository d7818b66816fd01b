"""A review as text: Markdown for a comment on a change, and lines for GitHub and editors."""

import re
from collections.abc import Iterator
from typing import Final

from renkei.kit.words import Say
from renkei.reports.report import Severity
from renkei.review.audit import SURE
from renkei.review.finding import Finding
from renkei.review.formats.document import message_text
from renkei.review.review import Review

_MARKED: Final = re.compile(r"([\\`*_{}\[\]<>|#~])")


def review_markdown(review: Review, say: Say) -> Iterator[str]:
    yield f"## renkei review: {review.audit.verdict}"
    yield ""
    yield f"{_escape_markdown(say(review.audit.reason))}"
    shown = [finding for finding in review.findings if finding.confidence >= SURE]
    if shown:
        yield ""
        yield f"| {say('Severity')} | {say('Place')} | {say('Rule')} | {say('Finding')} | {say('Confidence')} |"
        yield "|---|---|---|---|---|"
        yield from (_finding_row(finding, say) for finding in shown)
    yield ""
    for inspector in review.inspectors:
        absent = [each for each in inspector.analysers if each.state not in ("done", "nothing")]
        said_of = "; ".join(
            f"{each.analyser}: {_escape_markdown(say(each.reason)) if each.reason else each.state}" for each in absent
        )
        yield f"- {inspector.name}: {inspector.state}" + (f" ({said_of})" if said_of else "")


def _finding_row(finding: Finding, say: Say) -> str:
    place = _code_span(finding.place)
    message = _escape_markdown(message_text(finding.message, say))
    return f"| {finding.severity} | {place} | {_code_span(finding.rule)} | {message} | {finding.confidence} |"


def _escape_markdown(text: str) -> str:
    return _MARKED.sub(r"\\\1", " ".join(text.split()))


def _code_span(text: str) -> str:
    return f"`{text.replace('`', '').replace('|', chr(92) + '|')}`"


# A review as lines: annotations that GitHub shows in a change, and what editors' problem matchers read.


_COMMANDS: Final[dict[Severity, str]] = {"critical": "error", "important": "warning", "minor": "notice"}
_WORDS: Final[dict[Severity, str]] = {"critical": "error", "important": "warning", "minor": "note"}


def github_annotations(review: Review, say: Say) -> Iterator[str]:
    """`::warning file=...` lines, and the verdict as a notice."""
    for finding in _sure_findings(review):
        first = finding.line or 1
        place = f"file={_escape_property(finding.path)},line={first},endLine={finding.end_line or first}"
        title = _escape_property(finding.rule)
        message = _escape_data(message_text(finding.message, say))
        yield f"::{_COMMANDS[finding.severity]} {place},title={title}::{message}"
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
