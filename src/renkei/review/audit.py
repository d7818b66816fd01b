"""The auditor's verdict: what stands goes through the rules of an implementation review (seed 004)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from renkei.reports.aggregate import SHOWN_FROM
from renkei.reports.cpf.document import Severity as Letter
from renkei.reports.cpf.document import Verdict, Verified
from renkei.reports.cpf.verdict import Found, judge
from renkei.reports.report import Severity
from renkei.review.finding import Finding
from renkei.sentence import Sentence

SURE: Final = SHOWN_FROM
"""Under this confidence a finding is not shown to people, and decides nothing."""

_LETTERS: Final[dict[Severity, Letter]] = {"critical": "C", "important": "H", "minor": "M"}
_PASSING: Final[frozenset[Verdict]] = frozenset({"GO", "CONDITIONAL"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Audit:
    """The verdict and its reason."""

    verdict: Verdict
    reason: Sentence

    @property
    def passes(self) -> bool:
        return self.verdict in _PASSING


def audit(findings: Sequence[Finding]) -> Audit:
    """The verdict on a list of findings."""
    return verdict([_verified(each) for each in findings if each.verified and each.confidence >= SURE])


def verdict(standing: Sequence[Verified]) -> Audit:
    """The verdict on what stands, whoever lists it: a review at once, or the auditor of a run."""
    judged = judge("impl", Found(verified=standing))
    return Audit(verdict=judged.verdict, reason=judged.reason)


def _verified(finding: Finding) -> Verified:
    return Verified(
        agents=finding.inspectors,
        severity=_LETTERS[finding.severity],
        category=finding.category,
        location=finding.place,
        description=finding.message,
    )
