"""The aggregate of several results: the worst status, what comes next, issues, contradictions."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from renkei.errors import BadInput
from renkei.kit.words import Say, english
from renkei.reports.aggregate.contradictions import Contradiction, IssueIndex, find_contradictions
from renkei.reports.aggregate.judged import Judged
from renkei.reports.aggregate.merge import Merged, Reported, merge
from renkei.reports.aggregate.reading import Denial, read_result
from renkei.reports.formats.numbers import plain_number
from renkei.reports.report import Status
from renkei.reports.weights import EQUAL, Weights
from renkei.values import value

Next = Literal["retry", "review", "proceed"]

NEXT: Final[dict[Status, Next]] = {"FAILED": "retry", "PARTIAL": "review", "SUCCESS": "proceed"}
"""The statuses, worst first, and what follows from each (AGG-1)."""

SHOWN_FROM: Final = 80
"""What is less sure is left out where a person reads."""


@value
class Aggregate:
    """What several results add up to."""

    status: Status
    issues: tuple[Merged, ...]
    contradictions: tuple[Contradiction, ...]
    results: tuple[Judged, ...]

    @property
    def next(self) -> Next:
        """What the worst status asks for; a contradiction, and what holds a result, is for a person to see before
        anything is built on it."""
        following = NEXT[self.status]
        waits = self.contradictions or any(result.holds for result in self.results)
        return "review" if following == "proceed" and waits else following

    def to_json(self, say: Say = english) -> dict[str, Any]:
        """The document of `renkei aggregate --json`."""
        return {
            "status": self.status,
            "next": self.next,
            "issues": [_issue_json(issue) for issue in self.issues],
            "contradictions": [each.to_json() for each in self.contradictions],
            "results": [result.to_json(say) for result in self.results],
        }


def aggregate(results: Sequence[Judged], weights: Weights = EQUAL) -> Aggregate:
    """Put results together.

    Raises:
        BadInput: there are none.
    """
    if not results:
        raise BadInput("There are no results to put together.")
    said = [read_result(result) for result in results]
    reports = [report for each in said for report in each.reports]
    denials = [denial for each in said for denial in each.denials]
    verdicts = [verdict for each in said for verdict in each.verdicts]
    statements = [statement for each in said for statement in each.statements]
    affirmed = merge(reports, weights)
    return Aggregate(
        status=min((result.status for result in results), key=list(NEXT).index),
        issues=merge([*reports, *_denials_as_reports(denials, affirmed)], weights),
        contradictions=find_contradictions(affirmed, denials, verdicts, statements),
        results=tuple(sorted(results, key=lambda result: (result.agent, result.source))),
    )


def _denials_as_reports(denials: Iterable[Denial], issues: Sequence[Merged]) -> list[Reported]:
    """What stands among the issues and reads like a denial, of something that nobody reports."""
    index = IssueIndex(issues)
    return [report for denial in denials if not index.find_denied(denial) for report in denial.otherwise]


def _issue_json(issue: Merged) -> dict[str, Any]:
    return {
        "path": issue.path,
        "line": issue.line,
        "category": issue.category,
        "severity": issue.severity,
        "confidence": plain_number(issue.confidence),
        "combined_confidence": plain_number(issue.combined),
        "reported_by": list(issue.reported_by),
        "verified": issue.verified,
        "reasons": [{"agent": each.agent, "id": each.id or None, "text": each.text} for each in issue.reports],
    }
