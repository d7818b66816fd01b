"""What lowers the confidence of a finding once its source is read: the analyser's own words, text that only looks like
a query."""

import re
from typing import Final

from renkei.review.checks.secrets import is_stopgap
from renkei.review.finding import Raw
from renkei.review.target import Target

UNSURE: Final = 60

_SAFE: Final = "seems safe"
_QUERY_RULES: Final = frozenset({"ruff/S608", "bandit/B608"})
_VERBS: Final = "SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE|CREATE|DROP|ALTER"
_PARTS: Final = "FROM|INTO|SET|VALUES|TABLE|WHERE|JOIN"
_QUERY: Final = re.compile(
    rf"[\"']\s*(?:(?:{_VERBS})\b.*?\b(?:{_PARTS})\b|(?:{_VERBS.lower()})\b.*?\b(?:{_PARTS.lower()})\b)", re.DOTALL
)
_TOLD: Final = re.compile(
    r"\b(?:help|description|usage|message|msg|title|label|print|echo|raise|warn\w*|log\w*|\w+Error|\w+Exception)\s*[=(]"
)
_MOST_LINES: Final = 12
_PASSWORDS: Final = ("ruff/S105", "ruff/S106", "ruff/S107", "detect-secrets/secret-keyword")
_STOPGAP: Final = 50


def confidence(raw: Raw, target: Target) -> int:
    if _SAFE in raw.message or (raw.rule in _QUERY_RULES and not _is_query(raw, target)):
        return min(raw.confidence, UNSURE)
    if raw.rule in _PASSWORDS and _is_stopgap(raw, target):
        return min(raw.confidence, _STOPGAP)
    return raw.confidence


def _is_stopgap(raw: Raw, target: Target) -> bool:
    lines = target.lines(raw.path)
    return lines is None or raw.line is None or is_stopgap(lines.text(raw.line))


def _is_query(raw: Raw, target: Target) -> bool:
    """A literal that begins like a statement of SQL, in one case, and is not told to a person."""
    lines = target.lines(raw.path)
    if lines is None or raw.line is None:
        return False
    last = min(raw.end_line or raw.line + 1, raw.line + _MOST_LINES, len(lines.raw))
    text = b"\n".join(lines.raw[raw.line - 1 : last]).decode(errors="replace")
    found = _QUERY.search(text)
    return found is not None and not _TOLD.search(text[: found.start()])
