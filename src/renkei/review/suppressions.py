"""`# renkei: ignore[rule] reason`: what a person has looked at and lets stand. Without a reason it does not count."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Final

from renkei.review.finding import Finding
from renkei.review.target import Target

MARK: Final = re.compile(r"(?:#|//|/\*|--|;|<!--|%)\s*renkei:\s*ignore\[([^\]\n]*)\][ \t:—–-]*(.*?)\s*(?:\*/|-->)?\s*$")
_ALONE: Final = re.compile(r"\s*(?:#|//|/\*|--|;|<!--|%)")


def drop_suppressed(findings: Sequence[Finding], target: Target) -> tuple[list[Finding], int]:
    """The findings that stand, and how many were let be: on their line, or on a line of its own above."""
    standing = [finding for finding in findings if not _is_suppressed(finding, target)]
    return standing, len(findings) - len(standing)


def _is_suppressed(finding: Finding, target: Target) -> bool:
    lines = target.lines(finding.path)
    if finding.line is None or lines is None or finding.line > len(lines.raw):
        return False
    own = lines.raw[finding.line - 1].decode(errors="replace")
    above = lines.raw[finding.line - 2].decode(errors="replace") if finding.line > 1 else ""
    return _suppresses_finding(own, finding) or (bool(_ALONE.match(above)) and _suppresses_finding(above, finding))


def _suppresses_finding(line: str, finding: Finding) -> bool:
    found = MARK.search(line) if "renkei:" in line else None
    if not found or not found[2]:
        return False
    return any(_names_rule(pattern.strip(), rule) for pattern in found[1].split(",") for rule in finding.rules)


def _names_rule(pattern: str, rule: str) -> bool:
    """By the whole name of the rule, or by the analyser's own name of it."""
    return bool(pattern) and (fnmatchcase(rule, pattern) or fnmatchcase(rule.partition("/")[2], pattern))
