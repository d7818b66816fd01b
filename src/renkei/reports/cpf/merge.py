"""What an auditor does with the inspectors' findings, as far as it needs no judgement: one record for each place and
category with all who reported it, findings at places that do not exist taken out, contradictions named.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from renkei.reports.cpf.codec import write_record
from renkei.reports.cpf.document import SEVERITIES, UNRESOLVED, Document, Issue, Removed, Resolved, Severity, Verified
from renkei.reports.naming import tells_of_absence
from renkei.reports.references import Claim, Reference, check_claims, find_references
from renkei.reports.tree import Tree
from renkei.sentence import Sentence
from renkei.values import value

Key = tuple[str, str]
Refute = Callable[[Issue], Sentence | None]
"""Says why a finding is false, or None."""

_APART: Final = 2
"""Severities of one finding that are so many steps apart contradict each other."""


@value
class MergedFindings:
    """The findings of all inspectors as one list."""

    verified: tuple[Verified, ...]
    removed: tuple[Removed, ...]
    resolved: tuple[Resolved, ...]


class _Report(NamedTuple):
    agent: str
    issue: Issue


def key_of(finding: Issue | Verified) -> Key:
    """Findings with the same category at the same location are one."""
    return " ".join(finding.category.casefold().split()), " ".join(finding.location.replace("`", "").split())


def worst_severity(severities: Sequence[Severity]) -> Severity:
    return min(severities, key=SEVERITIES.index)


def merge_documents(documents: Mapping[str, Document], refute: Refute | None = None) -> MergedFindings:
    """The documents of inspectors, by their short names, as one list: the worst first."""
    removed: list[Removed] = []
    groups: dict[Key, list[_Report]] = {}
    for agent, document in documents.items():
        for issue in document.issues:
            reason = refute(issue) if refute else None
            if reason:
                removed.append(Removed(agent=agent, reason=reason, issue=write_record(issue)))
            else:
                groups.setdefault(key_of(issue), []).append(_Report(agent, issue))
    verified = [_merge_reports(reports) for reports in groups.values()]
    verified.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    resolved = (*_severity_conflicts(groups.values()), *_baseless_verdicts(documents))
    return MergedFindings(verified=tuple(verified), removed=tuple(removed), resolved=resolved)


def _merge_reports(reports: Sequence[_Report]) -> Verified:
    """One finding of several reports: the worst severity, and every reason that was given."""
    first = reports[0].issue
    return Verified(
        agents=tuple(dict.fromkeys(agent for agent, _ in reports)),
        severity=worst_severity([issue.severity for _, issue in reports]),
        category=first.category,
        location=first.location,
        description=" / ".join(dict.fromkeys(issue.description for _, issue in reports)),
    )


def _severity_conflicts(groups: Iterable[list[_Report]]) -> Iterator[Resolved]:
    """One finding whose severities are far apart; the worst counts, so it is resolved."""
    for reports in groups:
        steps = [SEVERITIES.index(issue.severity) for _, issue in reports]
        if max(steps) - min(steps) >= _APART:
            kept = SEVERITIES[min(steps)]
            yield Resolved(
                agents=tuple(dict.fromkeys(agent for agent, _ in reports)),
                resolution=Sentence("severity {kept}, the worst, is kept", kept=kept),
                findings=" / ".join(f"{agent}: {write_record(issue)}" for agent, issue in reports),
            )


def _baseless_verdicts(documents: Mapping[str, Document]) -> Iterator[Resolved]:
    """An inspector that is against it and names nothing: nobody can say what would have to change."""
    for agent, document in documents.items():
        if document.verdict not in ("GO", "ERROR") and not document.issues:
            findings = Sentence("{agent} says {verdict} and names no issue", agent=agent, verdict=document.verdict)
            yield Resolved(agents=(agent,), resolution=UNRESOLVED, findings=findings)


# Whether the place that a finding names is there; one that says that something is missing cannot be refuted so.


_FALSE: Final = ("missing_file", "missing_line")


def make_refuter(tree: Tree, base: str = "") -> Callable[[Issue], Sentence | None]:
    """Says why no place is there that a finding names as `file:line`, or None; paths start from the root or `base`.

    A location without a line is taken as it is: it may be a section of a document, or a file that is still to come.
    """

    @cache
    def refute_location(location: str) -> Sentence | None:
        reasons = [_why_absent(place, tree, base) for place in find_references(location, tree.has)]
        return reasons[0] if reasons and all(reasons) else None

    return lambda issue: None if tells_of_absence(issue.category) else refute_location(issue.location)


def _why_absent(place: Reference, tree: Tree, base: str) -> Sentence | None:
    """Why the place is not there."""
    found = check_claims([Claim(reference=place)], tree, base)[0]
    if found.state not in _FALSE:
        return None
    return Sentence(
        "false positive, {place} is not there: {reason}", place=place.text, reason=found.reason or found.state
    )
