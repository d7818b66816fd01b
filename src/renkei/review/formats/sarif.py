"""A review as SARIF 2.1.0, which code hosts and editors read."""

from typing import Any, Final
from urllib.parse import quote

from renkei._version import __version__
from renkei.kit.words import Say
from renkei.reports.report import Severity
from renkei.review.finding import Finding
from renkei.review.formats.document import message_text
from renkei.review.review import Review

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"

_LEVELS: Final[dict[Severity, str]] = {"critical": "error", "important": "warning", "minor": "note"}


def sarif_document(review: Review, say: Say) -> dict[str, Any]:
    rules = sorted({finding.rule for finding in review.findings})
    run: dict[str, Any] = {
        "tool": {"driver": {"name": "renkei", "version": __version__, "rules": [_rule_object(rule) for rule in rules]}},
        "results": [_result_object(finding, rules, say) for finding in review.findings],
        "invocations": [_invocation_object(review, say)],
        "properties": {"verdict": review.audit.verdict, "reason": say(review.audit.reason)},
        "columnKind": "unicodeCodePoints",
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule_object(rule: str) -> dict[str, Any]:
    return {"id": rule, "shortDescription": {"text": rule}}


def _result_object(finding: Finding, rules: list[str], say: Say) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(finding.path)}}
    if finding.line is not None:
        place["region"] = {"startLine": finding.line, "snippet": {"text": finding.snippet}}
        if finding.end_line is not None:
            place["region"]["endLine"] = finding.end_line
    return {
        "ruleId": finding.rule,
        "ruleIndex": rules.index(finding.rule),
        "level": _LEVELS[finding.severity],
        "message": {"text": message_text(finding.message, say) or finding.rule},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"renkei/v1": finding.id},
        "rank": float(finding.confidence),
        "properties": {
            "category": finding.category,
            "inspectors": list(finding.inspectors),
            "verified": finding.verified,
        },
    }


def _invocation_object(review: Review, say: Say) -> dict[str, Any]:
    """Whether all analysers looked, and which did not."""
    absent = [
        each for inspector in review.inspectors for each in inspector.analysers if each.state not in ("done", "nothing")
    ]
    return {
        "executionSuccessful": review.audit.verdict != "INCOMPLETE" and all(each.state != "failed" for each in absent),
        "toolExecutionNotifications": [
            {
                "level": "error" if each.state == "failed" else "note",
                "message": {"text": f"{each.analyser}: {say(each.reason) if each.reason else each.state}"},
            }
            for each in absent
        ],
    }
