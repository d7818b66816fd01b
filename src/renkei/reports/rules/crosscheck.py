"""What asks for a second look (RES-6): one source alone, findings against each other, doubt, and security."""

from collections.abc import Iterator
from typing import Final

from renkei import lazy_re as re
from renkei.reports.formats import ReportClaim, issue_of
from renkei.reports.formats.fences import is_output
from renkei.reports.formats.numbers import write_number
from renkei.reports.formats.standstill import find_standstill
from renkei.reports.formats.words import SECTIONS, fold_name
from renkei.reports.opposition import Statement, denies_problem, find_opposed
from renkei.reports.references import CheckedClaim, find_references
from renkei.reports.report import Issue, Report, Severity
from renkei.reports.rules.case import Breach, Case, local_name
from renkei.reports.rules.evidence import any_executed

DOUBT_BELOW: Final = 70
_SECURITY: Final = frozenset(("sec", "security", "セキュリティ"))
_SECURITY_WORDS: Final = re.compile(
    r"\b(?:vulnerab\w+|injection|xss|csrf|ssrf|rce|plain ?text passwords?|hard-?coded (?:secret|password|key)s?"
    r"|insecure|exploitable)\b|脆弱性|インジェクション|平文",
    re.IGNORECASE,
)
_VERDICTS: Final = {"pass": True, "passed": True, "合格": True, "fail": False, "failed": False, "不合格": False}
_ID = re.compile(r"\b[A-Z][A-Z0-9]{0,9}-\d{1,6}\b")
_DENIES = re.compile(r"(?:\bdenies|否定)\s?[:：]\s?`?([A-Z][A-Z0-9]{0,9}-\d{1,6})")


def has_one_source(case: Case) -> bool:
    """All that is shown stands in one file, and nothing was run: another source should bear it out."""
    if case.report.findings is None:
        return False  # what was made is no evidence that another could bear out
    files = {checked.claim.reference.path for checked in case.verified_references}
    ran = any_executed(case)
    if case.opened is None:
        ran = any(is_output(code) for finding in case.report.findings or () for code in finding.code)
    return len(files) == 1 and not ran


def asks_for_corroboration(case: Case) -> bool:
    """The agent says itself that a finding needs it, or the result has one source alone."""
    labelled = any("needs-corroboration" in finding.labels for finding in case.report.findings or ())
    return labelled or has_one_source(case)


def findings_do_not_contradict(case: Case) -> Iterator[Breach]:
    for line, subject in find_contradictions(case):
        yield Breach(line, "{subject} is told in two ways; put it up to the lead", {"subject": subject})


def success_does_not_stand_still(case: Case) -> Iterator[Breach]:
    """Who says SUCCESS does not say beside it that the work waits for something."""
    if told := contradicting_standstill(case.report):
        text = "the status is {status}, and {told!r} says that the work stands still; say PARTIAL, or what settled it"
        yield Breach(case.report.status_line, text, {"status": case.report.status_token, "told": told[:80]})


def contradicting_standstill(report: Report) -> str:
    """Where a result that calls itself a success says that it stands still; empty if it does not."""
    return " ".join(find_standstill(report).split()) if report.status == "SUCCESS" else ""


def contradicts_itself(case: Case) -> bool:
    return bool(contradicting_standstill(case.report)) or any(find_contradictions(case))


def find_contradictions(case: Case) -> Iterator[tuple[int, str]]:
    """What the result says against itself, each with the line of the second saying."""
    yield from _severities_apart(case)
    yield from _verdicts_apart(case)
    yield from _words_apart(case)
    ids = {issue.id for issue in case.report.issues if issue.id}
    for finding in case.report.findings or ():
        yield from ((finding.line, denied[1]) for denied in _DENIES.finditer(finding.text) if denied[1] in ids)


def _severities_apart(case: Case) -> Iterator[tuple[int, str]]:
    """Two issues at one place, of one category, one critical and one minor."""
    seen: dict[tuple[str, int, str], set[Severity | None]] = {}
    for issue in case.report.issues:
        if place := _issue_place(issue):
            severities = seen.setdefault(place, set())
            apart = {"critical", "minor"} <= severities
            severities.add(issue.severity)
            if {"critical", "minor"} <= severities and not apart:
                yield issue.line, f"{place[0]}:{place[1]}"


def _issue_place(issue: Issue) -> tuple[str, int, str] | None:
    found = find_references(issue.location or issue.text)
    category = fold_name(issue.category) or issue.id.partition("-")[0].casefold()
    lines = [(each.path, each.line) for each in found if each.line is not None]
    return (*lines[0], category) if lines else None


def _verdicts_apart(case: Case) -> Iterator[tuple[int, str]]:
    """A criterion that is met in one row and not in another."""
    met: dict[str, bool] = {}
    for finding in case.report.findings or ():
        cells = [value for _, value in finding.row]
        verdict = next((_VERDICTS[fold_name(cell)] for cell in cells if fold_name(cell) in _VERDICTS), None)
        if verdict is not None and met.setdefault(fold_name(cells[0]), verdict) != verdict:
            yield finding.line, repr(cells[0][:80])


def _words_apart(case: Case) -> Iterator[tuple[int, str]]:
    """`is safe` and `is not safe`, said of one place."""
    told: set[tuple[str, int]] = set()
    for statement, against in find_opposed(_place_statements(case)):
        place = (statement.path, statement.line)
        if place not in told:
            told.add(place)
            yield max(statement.said_at, next(against).said_at), f"{place[0]}:{place[1]}"


def _place_statements(case: Case) -> Iterator[Statement]:
    for checked in case.references:
        text, line = _statement_of(case, checked)
        reference = checked.claim.reference
        if text and reference.line is not None:
            last = max(reference.line, reference.end_line or 0)
            yield Statement(reference.path, reference.line, last, text, said_at=line)


def _statement_of(case: Case, checked: CheckedClaim) -> tuple[str, int]:
    """What the finding or the issue says that cites a place."""
    claim, report = checked.claim, case.report
    if isinstance(claim, ReportClaim) and claim.finding is not None and report.findings:
        return report.findings[claim.finding].text, report.findings[claim.finding].line
    issue = issue_of(report, claim)
    return (issue.text, issue.line) if issue else ("", 0)


def security_findings_show_code(case: Case) -> Iterator[Breach]:
    """A finding that tells of a weakness has a place of its own, whatever its label says."""
    shown = {c.claim.finding for c in case.verified_references if isinstance(c.claim, ReportClaim)}
    for number, finding in enumerate(case.report.findings or ()):
        is_security = _SECURITY_WORDS.search(finding.text) and not denies_problem(finding.text)
        if finding.kind == "finding" and is_security and number not in shown and not _ID.search(finding.text):
            text = "the security finding {finding!r} shows no code that is there; name its file:line"
            yield Breach(finding.line, text, {"finding": finding.text[:80]})


def doubt_is_written_down(case: Case) -> Iterator[Breach]:
    confidence = case.report.confidence
    if confidence and confidence.stated is not None and confidence.stated < DOUBT_BELOW and not case.report.uncertainty:
        text = "a confidence of {stated} needs the section {section}"
        section = local_name(case.report, SECTIONS["uncertainty"])
        yield Breach(confidence.line, text, {"stated": write_number(confidence.stated), "section": section})


def security_issues_show_code(case: Case) -> Iterator[Breach]:
    """A place of its own, or of the finding that tells more about it."""
    auditor = fold_name(case.report.agent or "") in ("security-auditor", "security auditor")
    issues = [issue for issue in case.report.issues if auditor or _is_security(issue)]
    details = _issue_details(case) if issues else {}
    for issue in issues:
        texts = [issue.location, issue.text, *details.get(issue.id, ())]
        if not any((found.path, found.line) in case.places for text in texts for found in find_references(text)):
            text = "the security issue {issue!r} shows no code that is there; name its file:line"
            yield Breach(issue.line, text, {"issue": (issue.id or issue.text)[:80]})


def _is_security(issue: Issue) -> bool:
    return fold_name(issue.category) in _SECURITY or issue.id.startswith("SEC-")


def _issue_details(case: Case) -> dict[str, list[str]]:
    """What the findings tell of each issue that they, or their headings, name by its id."""
    told: dict[str, list[str]] = {}
    for finding in case.report.findings or ():
        for issue_id in dict.fromkeys(_ID.findall("\n".join((finding.text, *finding.group)))):
            told.setdefault(issue_id, []).extend((finding.text, *(code.text for code in finding.code)))
    return told
