"""The auditor's verdict: what stands goes through the rules of an implementation review (seed 004)."""

from collections.abc import Sequence
from typing import Final, Literal

from renkei.playbooks.blackboard import EXIT_CODES
from renkei.reports.aggregate import SHOWN_FROM
from renkei.reports.cpf.document import Severity as Letter
from renkei.reports.cpf.document import Verdict as Judged
from renkei.reports.cpf.document import Verified
from renkei.reports.cpf.verdict import ReviewFindings, judge_findings
from renkei.reports.report import Severity
from renkei.review.coverage import Sight, incomplete_reason
from renkei.review.finding import Finding
from renkei.sentence import Sentence
from renkei.values import value

SURE: Final = SHOWN_FROM
"""Under this confidence a finding is not shown to people, and decides nothing."""

_LETTERS: Final[dict[Severity, Letter]] = {"critical": "C", "important": "H", "minor": "M"}

Verdict = Judged | Literal["INCOMPLETE"]

NOTHING_TO_REVIEW: Final = Sentence("nothing to review")


@value
class Audit:
    """The verdict and its reason."""

    verdict: Verdict
    reason: Sentence

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]

    @property
    def passes(self) -> bool:
        return self.exit_code == 0


def audit_findings(findings: Sequence[Finding], sight: Sight) -> Audit:
    """The verdict on a list of findings."""
    return reach_verdict([_as_verified(each) for each in findings if each.verified and each.confidence >= SURE], sight)


def reach_verdict(standing: Sequence[Verified], sight: Sight) -> Audit:
    """The verdict on what stands, whoever lists it: a review at once, or the auditor of a run.

    What was found already decides when it is NO-GO; nothing else can be said of what nobody looked at.
    """
    judged = judge_findings("impl", ReviewFindings(verified=standing))
    why = incomplete_reason(sight) if judged.verdict != "NO-GO" else None
    if why:
        return Audit(verdict="INCOMPLETE", reason=why)
    reason = review_wording(judged.reason)
    return Audit(verdict=judged.verdict, reason=_add_unseen(reason, sight))


def _add_unseen(reason: Sentence, sight: Sight) -> Sentence:
    """A verdict is about what was looked at, and says what was not."""
    if not sight.unseen_code:
        return reason
    return Sentence("{reason}; not looked at: {languages}", reason=reason, languages=", ".join(sight.unseen_code))


def review_wording(reason: Sentence) -> Sentence:
    """The reason with the severities that its list has: CPF's own letters are for CPF."""
    match reason.text:
        case "more than 3 of high severity ({count}): {places}":
            return Sentence("more than 3 important findings ({count}): {places}", **reason.params)
        case "nothing worse than 1 to 3 of high severity, to be tracked: {places}":
            return Sentence("nothing worse than 1 to 3 important findings, to be tracked: {places}", **reason.params)
        case "only medium and low severity ({count})":
            return Sentence("only minor findings ({count})", **reason.params)
        case _:
            return reason


def _as_verified(finding: Finding) -> Verified:
    return Verified(
        agents=finding.inspectors,
        severity=_LETTERS[finding.severity],
        category=finding.category,
        location=finding.place,
        description=finding.message,
    )
