"""What lowers the confidence of a finding once its source is read: the analyser's own words, text that only looks like
a query."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from renkei.review.checks.secrets import is_stopgap
from renkei.review.finding import Raw
from renkei.review.nesting import changes_defaults, is_tried
from renkei.review.target import Target

UNSURE: Final = 60

_SAFE: Final = "seems safe"
UNDEFINED: Final = ("ruff/F821", "types/unresolved-reference")
_MAKES_NAMES: Final = re.compile(r"\bglobals\(\)(?:\[|\.update)|\bexec\(")
_NAME_ERROR: Final = re.compile("NameError")
_OLD_NAMES: Final = re.compile(
    r"`(?:unicode|basestring|long|buffer|xrange|unichr|raw_input|execfile|reduce|cmp|file|reload|intern|apply)`"
)
_EITHER: Final = re.compile(r"\bif\b.+\belse\b")
_OLD_SYNTAX: Final = re.compile(
    r"\s*(?:print\s+[\w\"'%]|print\s*>>|exec\s+[\w\"']|raise\s+\w+\s*,|except\s+[\w.]+\s*,\s*\w+\s*:)"
)
_QUERY_RULES: Final = frozenset({"ruff/S608", "bandit/B608"})
_VERBS: Final = "SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE|CREATE|DROP|ALTER"
_PARTS: Final = "FROM|INTO|SET|VALUES|TABLE|WHERE|JOIN"
_QUERY: Final = re.compile(
    rf"[\"']\s*(?:(?:{_VERBS})\b.*?\b(?:{_PARTS})\b|(?:{_VERBS.lower()})\b.*?\b(?:{_PARTS.lower()})\b)", re.DOTALL
)
_HOLE: Final = re.compile(r"%s|%\(\w+\)s|%r|[\"']\s*\+|\+\s*[\"']|\{")
"""Where a value is put into a text."""

_TABLE: Final = re.compile(
    r"(?i)\b(?:FROM|INTO|UPDATE|TABLE|JOIN|EXISTS)\s+(?:[\"'`\[\\]*(?:%s|%\(\w+\)s|\{[^{}]*\})[\"'`\]\\]*\.?)+"
)
"""A table's name, which no parameter can stand for."""

_TOLD: Final = re.compile(
    r"\b(?:help|description|usage|message|msg|title|label|print|echo|raise|warn\w*|log\w*|\w+Error|\w+Exception)\s*[=(]"
)
_MOST_LINES: Final = 12
_PASSWORDS: Final = ("ruff/S105", "ruff/S106", "ruff/S107", "detect-secrets/secret-keyword")
_STOPGAP: Final = 50


def confidence(raw: Raw, target: Target) -> int:
    if _SAFE in raw.message.lower() or (raw.rule in _QUERY_RULES and not _is_query(raw, target)):
        return min(raw.confidence, UNSURE)
    if raw.rule in _PASSWORDS and _is_stopgap(raw, target):
        return min(raw.confidence, _STOPGAP)
    if raw.rule in UNDEFINED and _may_be_defined(raw, target):
        return min(raw.confidence, UNSURE)
    if raw.rule in _DOUBTS and _DOUBTS[raw.rule](raw, target):
        return min(raw.confidence, UNSURE)
    if raw.category == "security" and target.by_path[raw.path].kind.is_example:
        return min(raw.confidence, UNSURE)
    return raw.confidence


def _may_be_defined(raw: Raw, target: Target) -> bool:
    """Made while the module runs, or a name of Python 2 that only Python 2 comes to."""
    if _has(target, raw.path, _MAKES_NAMES):
        return True
    if not is_tried(target, raw.path, raw.line or 1) and not _EITHER.search(_text(raw, target, raw.line or 0)):
        return False
    return bool(_OLD_NAMES.search(raw.message)) or _has(target, raw.path, _NAME_ERROR)


def _has(target: Target, path: str, pattern: re.Pattern[str]) -> bool:
    return target.remember(pattern.pattern, path, lambda: bool(pattern.search(target.text(path) or "")))


def _is_old_syntax(raw: Raw, target: Target) -> bool:
    """Python 2, which nobody runs with Python 3."""
    return bool(_OLD_SYNTAX.match(_text(raw, target, raw.line or 0)))


def _is_import(raw: Raw, target: Target) -> bool:
    return _text(raw, target, raw.line or 0).lstrip().startswith(("import ", "from "))


def _is_only_read(raw: Raw, target: Target) -> bool:
    """A default that the function never changes is shared by all calls, and nobody sees it."""
    return not changes_defaults(target, raw.path, raw.line or 1)


def _is_stopgap(raw: Raw, target: Target) -> bool:
    lines = target.lines(raw.path)
    return lines is None or raw.line is None or is_stopgap(lines.text(raw.line))


def _is_query(raw: Raw, target: Target) -> bool:
    """A literal that begins like a statement of SQL, in one case, is not told to a person, and is given more than a
    table's name."""
    text = _text(raw, target, raw.end_line or (raw.line or 0) + 1)
    found = _QUERY.search(text)
    if found is None or _TOLD.search(text[: found.start()]):
        return False
    own = _text(raw, target, raw.end_line or raw.line or 0)
    return not _TABLE.search(own) or bool(_HOLE.search(_TABLE.sub(" ", own)))


def _text(raw: Raw, target: Target, last: int) -> str:
    lines = target.lines(raw.path)
    if lines is None or raw.line is None:
        return ""
    return b"\n".join(lines.raw[raw.line - 1 : min(last, raw.line + _MOST_LINES)]).decode(errors="replace")


_DOUBTS: Final[Mapping[str, Callable[[Raw, Target], bool]]] = {
    "ruff/invalid-syntax": _is_old_syntax,
    "ruff/F811": _is_import,
    "ruff/B006": _is_only_read,
}
"""What makes one rule less certain."""
