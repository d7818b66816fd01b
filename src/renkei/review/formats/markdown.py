"""A review as Markdown, for a comment on a change."""

import re
from collections.abc import Iterator
from typing import Final

from renkei.kit.words import Say
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
    return (
        f"| {finding.severity} | {place} | {_code_span(finding.rule)} | {_escape_markdown(message_text(finding.message, say))} "
        f"| {finding.confidence} |"
    )


def _escape_markdown(text: str) -> str:
    return _MARKED.sub(r"\\\1", " ".join(text.split()))


def _code_span(text: str) -> str:
    return f"`{text.replace('`', '').replace('|', chr(92) + '|')}`"
