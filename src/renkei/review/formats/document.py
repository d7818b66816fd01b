"""A review as the JSON document that scripts rely on."""

from typing import Any

from renkei.kit.words import Say
from renkei.review.coverage import Coverage, Language
from renkei.review.finding import Finding
from renkei.review.review import InspectorResult, Review
from renkei.sentence import Sentence


def review_document(review: Review, say: Say) -> dict[str, Any]:
    return {
        "verdict": review.audit.verdict,
        "reason": say(review.audit.reason),
        "base": review.base,
        "commit": review.commit,
        "findings": [_finding_document(finding, say) for finding in review.findings],
        "inspectors": [_inspector_document(inspector, say) for inspector in review.inspectors],
        "counts": review.counts,
        "coverage": _coverage_document(review.coverage),
    }


def message_text(message: str, say: Say) -> str:
    """A sentence of ours in the reader's language; text of an analyser as it is, braces and all."""
    return say(message) if isinstance(message, Sentence) else message


def _finding_document(finding: Finding, say: Say) -> dict[str, Any]:
    return {
        "id": finding.id,
        "path": finding.path,
        "line": finding.line,
        "end_line": finding.end_line,
        "severity": finding.severity,
        "category": finding.category,
        "message": message_text(finding.message, say),
        "inspectors": list(finding.inspectors),
        "rule": finding.rule,
        "confidence": finding.confidence,
        "verified": finding.verified,
        "snippet": finding.snippet,
        "analysers": list(finding.analysers),
        "also": list(finding.also),
    }


def _coverage_document(coverage: Coverage) -> dict[str, Any]:
    return {
        "files": coverage.files,
        "looked_at": coverage.looked_at,
        "languages": {name: _language_document(language) for name, language in coverage.languages.items()},
        "not_looked_at": coverage.unseen,
        "too_large": list(coverage.sight.too_large),
    }


def _language_document(language: Language) -> dict[str, Any]:
    return {
        "files": language.files,
        "lines": language.lines,
        "looked_at": language.looked_at,
        "analysers": list(language.analysers),
    }


def _inspector_document(inspector: InspectorResult, say: Say) -> dict[str, Any]:
    return {
        "name": inspector.name,
        "state": inspector.state,
        "analysers": [
            {
                "name": each.analyser,
                "version": each.version,
                "state": each.state,
                "files": len(each.given),
                "reason": say(each.reason) if each.reason else None,
            }
            for each in inspector.analysers
        ],
        "seconds": inspector.seconds,
        "unsupported": list(inspector.unsupported),
    }
