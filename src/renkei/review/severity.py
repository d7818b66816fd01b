"""How much a finding matters: a table of rules, which a team can change rule by rule.

The pattern that says most decides, and a team's own pattern beats any of ours. `off` leaves a rule out.
"""

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final, Literal

from renkei.reports.report import Severity
from renkei.review.file_kinds import Kind
from renkei.review.finding import RawFinding

Weight = Severity | Literal["off"]

TABLE: Final[Mapping[str, Weight]] = {
    "*": "minor",
    "*/invalid-syntax": "critical",
    "tree-sitter/unknown-syntax": "important",
    "renkei/merge-marker": "critical",
    "secrets/*": "critical",
    "secrets/password": "important",
    "detect-secrets/*": "critical",
    "detect-secrets/secret-keyword": "important",
    "ruff/S10[5-7]": "important",
    "renkei/environment-file": "important",
    "renkei/key-file": "important",
    "renkei/hidden-characters": "important",
    "renkei/debugger": "important",
    "tests/failed": "critical",
    "tests/not-collected": "critical",
    "tests/focused": "important",
    # Correctness: what fails, or does something else than it says, when it is reached.
    "ruff/F[5-8]*": "important",
    "ruff/F541": "minor",
    "ruff/F401": "minor",
    "ruff/F811": "minor",
    "ruff/F841": "minor",
    "ruff/B*": "important",
    "ruff/B023": "minor",
    "ruff/B01[57]": "minor",
    "ruff/PL*": "important",
    "ruff/PLR0915": "minor",
    "ruff/PLR0124": "minor",
    "ruff/RUF*": "important",
    "ruff/ASYNC*": "important",
    "ruff/T100": "important",
    "ruff/PT*": "minor",
    "ruff/E722": "minor",
    "ruff/F403": "minor",
    "ruff/F405": "minor",
    # Security: what lets somebody else's input run, or turns a protection off.
    "ruff/S[367]*": "important",
    "ruff/S30[16]": "minor",
    "ruff/S324": "minor",
    "ruff/S501": "important",
    "ruff/S50[2-9]": "important",
    "ruff/S113": "minor",
    "ruff/S110": "minor",
    "ruff/S112": "minor",
    "bandit/*": "minor",
    "bandit/B102": "important",
    "bandit/B201": "important",
    "bandit/B307": "important",
    "bandit/B50[1-9]": "important",
    "bandit/B60[1-9]": "important",
    "bandit/B70[1-3]": "important",
    "oxlint/*": "important",
    "oxlint/no-unused-vars": "minor",
    "oxlint/no-unreachable": "minor",
    "ast-grep/*": "important",
    "types/*": "minor",
    "types/unresolved-reference": "important",
    "types/missing-import": "important",
    "types/missing-argument": "important",
    "types/too-many-positional-arguments": "important",
    "types/unknown-argument": "important",
    "types/parameter-already-assigned": "important",
    "advisories/*": "important",
    "documents/*": "minor",
    "documents/missing-command": "important",
    "configuration/missing-file": "important",
    "configuration/not-readable": "critical",
}
"""Rules with their severity."""

_LOWER: Final[Mapping[Severity, Severity]] = {"critical": "important", "important": "minor", "minor": "minor"}
_LESS_IN_TESTS: Final = frozenset({"security", "secrets", "error-handling", "types", "complexity"})
"""What matters less in a test or an example than in code that runs for others."""


_OPEN: Final = re.compile(r"\[[^\]]*\]|[*?]")


def effective_severity(finding: RawFinding, kind: Kind, changed: Mapping[str, Weight]) -> Weight:
    """The severity in force."""
    if own := _closest_weight(finding.rule, changed):
        return own
    found = finding.severity or _closest_weight(finding.rule, TABLE) or "minor"
    if found != "off" and finding.category in _LESS_IN_TESTS and (kind.is_test or kind.is_data or kind.is_example):
        return _LOWER[found]
    return found


def _closest_weight(rule: str, table: Mapping[str, Weight]) -> Weight | None:
    fitting = [pattern for pattern in table if fnmatchcase(rule, pattern)]
    return table[max(fitting, key=_pattern_closeness)] if fitting else None


def _pattern_closeness(pattern: str) -> int:
    """How many characters of a rule a pattern names; one that names all of them wins."""
    return len(_OPEN.sub("", pattern)) + (0 if _OPEN.search(pattern) else 1000)
