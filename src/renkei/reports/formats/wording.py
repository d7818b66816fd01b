"""How parts of a report are put into dialects that have only text, or one word, for them."""

from collections.abc import Iterable
from typing import Final

from renkei.reports.report import Blocker, Severity

SEVERITY_ORDER: Final[tuple[Severity, ...]] = ("critical", "important", "minor")
"""The worst first."""


def blocker_text(blocker: Blocker) -> str:
    """A blocker with what would resolve it, in the contract's line form (RES-11)."""
    return f"{blocker.text} | Resolution: {blocker.resolution}" if blocker.resolution else blocker.text


def worst_severity(severities: Iterable[Severity | None]) -> Severity | None:
    """The worst of some severities."""
    given = set(severities)
    return next((severity for severity in SEVERITY_ORDER if severity in given), None)
