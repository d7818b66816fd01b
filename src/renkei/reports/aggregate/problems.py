"""What in a report is a problem: its issues, and those findings that call themselves one.

A finding tells what there is, and an explorer's list of entry points is no list of problems. So it counts only if it
names a place and a severity, and says so itself: in a field Severity, under an id such as SEC-001, or in the result of
an agent whose findings are reviews.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.formats.blocks import Block
from renkei.reports.formats.entries import Entry
from renkei.reports.formats.numbers import read_number
from renkei.reports.formats.sections import read_issue, severity_of
from renkei.reports.formats.words import FIELDS
from renkei.reports.references import find_references
from renkei.reports.report import Finding, Issue, Report
from renkei.reports.rules.quality import kind_of

_ID: Final = re.compile(r"\W{0,4}([A-Z][A-Z0-9]{0,9}(?:-[A-Z]{1,10})?-\d{1,6})\W{0,4}")
_BARE_NUMBER: Final = re.compile(r"\W{0,4}\d{1,3}(?:\.\d+)? ?(?:%|/ ?100)?\W{0,4}")
_NAMED_SEVERITY: Final = re.compile(
    rf"(?:{'|'.join((*FIELDS['severity'].ja, *FIELDS['severity'].en))})\**\s?[:：]", re.IGNORECASE
)
_SEVERITY_HEADING: Final = re.compile(
    r"\W*(\w+?)(?:[ -]severity)?(?: (?:issues?|findings?|problems?)|な?の?問題)?\W*(?:\d+\W*)?", re.IGNORECASE
)
_LONGEST_HEADING: Final = 60


class ReportedProblem(NamedTuple):
    """An issue, with its number among the issues or, if it was told as one, among the findings."""

    issue: Issue
    number: int
    in_findings: bool


def find_problems(report: Report, role: str) -> Iterator[ReportedProblem]:
    """The problems that a report of an agent of this role tells of, in its order."""
    is_review = kind_of(role) == "review"
    for number, finding in enumerate(report.findings or ()):
        if issue := _issue_in_finding(finding, is_review=is_review):
            yield ReportedProblem(issue, number, in_findings=True)
    for number, issue in enumerate(report.issues):
        yield ReportedProblem(issue, number, in_findings=False)


def as_issue(finding: Finding) -> Issue:
    """A finding read as an issue: its id, category, severity and confidence, as far as it gives them."""
    cells = finding.text.partition("\n")[0].split(" | ")
    issue = _issue_from_cells(cells, finding) if len(cells) > 2 and not _NAMED_SEVERITY.search(finding.text) else None
    if issue is None:
        group = tuple(title for title in finding.group if _is_severity_heading(title))
        issue = read_issue(Entry(block=Block(kind="item", line=finding.line, text=finding.text), group=group))
    return issue


def own_confidence(issue: Issue, finding: Finding | None) -> float | None:
    """That of the issue's column or field; of a finding, also that of the line Confidence under it."""
    if issue.confidence is not None or finding is None:
        return issue.confidence
    stated = [read_number(each.text) for each in finding.evidence if each.kind == "confidence"]
    return next((each.value for each in stated if each and 0 <= each.value <= 100), None)


def _issue_in_finding(finding: Finding, *, is_review: bool) -> Issue | None:
    if finding.kind == "note":
        return None
    issue = as_issue(finding)
    says_so = is_review or issue.id or _NAMED_SEVERITY.search(finding.text)
    return issue if issue.severity and says_so and find_references(finding.text) else None


def _is_severity_heading(title: str) -> bool:
    match = _SEVERITY_HEADING.fullmatch(title) if len(title) <= _LONGEST_HEADING else None
    return match is not None and severity_of(match[1]) is not None


def _issue_from_cells(cells: Sequence[str], finding: Finding) -> Issue | None:
    """A row `SEC-001 | what | file:line | critical | 95`: each cell is known by what it holds."""
    severity = next((cell for cell in cells if severity_of(cell)), None)
    if severity is None:
        return None
    ids = [match[1] for cell in cells if (match := _ID.fullmatch(cell))]
    numbers = [cell for cell in cells if _BARE_NUMBER.fullmatch(cell)]
    stated = read_number(numbers[-1]) if numbers else None
    told = [cell for cell in cells if cell is not severity and cell not in numbers and not _ID.fullmatch(cell)]
    return Issue(
        text=max((cell for cell in told if not find_references(cell)), key=len, default=finding.text),
        id=ids[0] if ids else "",
        severity=severity_of(severity),
        severity_token=severity,
        confidence=stated.value if stated and 0 <= stated.value <= 100 else None,
        location=next((cell for cell in told if find_references(cell)), ""),
        line=finding.line,
    )
