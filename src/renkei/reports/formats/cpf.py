"""CPF as a dialect of results: the file of an inspector or auditor as a report, and back without loss.

The verdict is the token of the status: who says NO-GO has done its work. What a report has no place for stays in
`extra` under its keyword, in the lines that CPF has for it. Of a report in another dialect the issues become ISSUES,
and what was said beside them NOTES.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from renkei import lazy_re as re
from renkei.errors import BadInput
from renkei.reports.cpf.codec import escape, read_cpf, read_names, write_cpf, write_field, write_note, write_record
from renkei.reports.cpf.document import METADATA, SECTIONS, SEVERITIES, Document, as_verified
from renkei.reports.cpf.document import Issue as CpfIssue
from renkei.reports.cpf.document import Severity as Code
from renkei.reports.cpf.document import Verified as CpfVerified
from renkei.reports.cpf.verdict import ReviewFindings, judge_findings
from renkei.reports.formats.markdown import Form
from renkei.reports.formats.numbers import write_number
from renkei.reports.formats.standstill import leaves_questions
from renkei.reports.report import Extra, Issue, Report, Severity, Status

SEVERITY: Final[Mapping[Code, Severity]] = {"C": "critical", "H": "important", "M": "minor", "L": "minor"}
CODE: Final[Mapping[Severity, Code]] = {"critical": "C", "important": "H", "minor": "M"}
_LOW: Final = frozenset({"suggestion", "info", "l", "low"})
"""Words for a minor severity that are less than minor."""
_AGENTS: Final = "agents"
_FIRST: Final = re.compile(rf"\s*(?:```\w*\s+)?(?:{'|'.join([*METADATA, *SECTIONS])}):")
_VERDICT: Final = re.compile(r"^VERDICT:[ \t]*(?:GO|CONDITIONAL|NO-GO|SPEC-UPDATE-NEEDED|ERROR)\s*$", re.MULTILINE)


def is_cpf(text: str) -> bool:
    """Whether a text begins with a keyword of CPF and gives a verdict in its form."""
    return bool(_FIRST.match(text.removeprefix("\ufeff")) and _VERDICT.search(text))


def parse_cpf(text: str) -> Report:
    """Read the file of an inspector or auditor.

    Raises:
        BadInput: the text is no CPF; each wrong line is named.
    """
    document = _read_or_explain(text)
    return Report(
        dialect="cpf",
        status=_document_status(document),
        status_token=document.verdict,
        issues=(
            *(_issue_from_record(each) for each in document.issues),
            *(_issue_from_record(each) for each in document.verified),
        ),
        extra=tuple(_extra_sections(document)),
    )


def _read_or_explain(text: str) -> Document:
    try:
        return read_cpf(text)
    except BadInput as error:
        if not error.problems:
            raise
        first = error.problems[0]
        said = "the text is not valid CPF; {field}: {expected} (`renkei cpf check` lists all that is wrong)"
        raise BadInput(said, problems=error.problems, field=first.path, expected=first.said) from None


def render_cpf(report: Report, form: Form) -> str:
    """The report as CPF; `form` is that of the Markdown contract and means nothing here."""
    return _render_own(report) if report.dialect == "cpf" else write_cpf(_foreign_document(report))


def _document_status(document: Document) -> Status:
    if document.verdict == "ERROR":
        return "FAILED"
    return "PARTIAL" if document.is_partial else "SUCCESS"


def _issue_from_record(record: CpfIssue | CpfVerified) -> Issue:
    agents = write_field(record.agents) if isinstance(record, CpfVerified) else None
    return Issue(
        text=record.description,
        severity=SEVERITY[record.severity],
        severity_token=record.severity,
        category=record.category,
        location=record.location,
        extra=() if agents is None else ((_AGENTS, agents),),
        line=record.line,
    )


def _extra_sections(document: Document) -> Iterator[Extra]:
    """What a report has no place for, by its keyword and in the order of the file."""
    for key, name in METADATA.items():
        value = getattr(document, name)
        if value and key != "VERDICT":
            yield Extra(title=key, text=value if isinstance(value, str) else ",".join(value))
    for key, section in SECTIONS.items():
        entries = getattr(document, section.attribute)
        if entries and key not in ("ISSUES", "VERIFIED"):
            lines = (write_record(each) if section.record else write_note(each) for each in entries)
            yield Extra(title=key, text="\n".join(lines))


def _render_own(report: Report) -> str:
    """A report that was CPF, as it was written."""
    kept = {each.title: each.text for each in report.extra}
    lines = [f"VERDICT:{report.status_token}"]
    lines += [f"{key}:{escape(kept[key])}" for key in METADATA if key in kept]
    found = {"ISSUES": _issue_lines(report, audited=False), "VERIFIED": _issue_lines(report, audited=True)}
    for key in SECTIONS:
        body = found[key] if key in found else kept[key].split("\n") if key in kept else []
        lines += [f"{key}:", *body] if body else []
    return "".join(f"{line}\n" for line in lines)


def _issue_lines(report: Report, *, audited: bool) -> list[str]:
    records = [_issue_record(issue) for issue in report.issues]
    return [write_record(each) for each in records if isinstance(each, CpfVerified) == audited]


def _issue_record(issue: Issue) -> CpfIssue | CpfVerified:
    agents = next((value for name, value in issue.extra if name == _AGENTS), None)
    found = CpfIssue(
        severity=_severity_code(issue), category=issue.category, location=issue.location, description=issue.text
    )
    return found if agents is None else as_verified(found, read_names(agents))


def _severity_code(issue: Issue) -> Code:
    """The code as it was written; else the one of its severity. What has none is not made worse than it may be."""
    for code in SEVERITIES:
        if code == issue.severity_token:
            return code
    return "L" if issue.severity_token.casefold() in _LOW else CODE[issue.severity or "minor"]


def _foreign_document(report: Report) -> Document:
    """A report in another dialect. Its verdict follows from its issues, by the rules that all kinds of review have."""
    issues = tuple(CpfIssue(**_issue_fields(issue)) for issue in report.issues)
    judged = judge_findings("design", ReviewFindings([as_verified(each, ()) for each in issues]))
    failed = report.status == "FAILED"
    unfinished = judged.verdict == "GO" and (report.status == "PARTIAL" or leaves_questions(report))
    notes = [*_report_notes(report), *(f"ISSUE|{write_record(each)}" for each in issues if failed)]
    return Document(
        verdict="ERROR" if failed else "CONDITIONAL" if unfinished else judged.verdict,
        issues=() if failed else issues,
        notes=tuple(note for note in notes if note),
    )


def _issue_fields(issue: Issue) -> dict[str, Any]:
    text = f"{issue.id}: {issue.text}" if issue.id else issue.text
    category = issue.category or issue.id.partition("-")[0]
    return {
        "severity": _severity_code(issue),
        "category": category,
        "location": issue.location.strip("`"),
        "description": text,
    }


def _report_notes(report: Report) -> Iterator[str]:
    """What CPF has no section for, each line under a tag as CPF writes them."""
    if report.status == "PARTIAL":
        yield f"PARTIAL_VERIFICATION|{report.status_token or report.status}"
    if report.agent:
        yield f"AGENT|{report.agent}"
    if report.summary:
        yield f"SUMMARY|{report.summary.text}"
    yield from (f"FINDING|{finding.text}" for finding in report.findings or ())
    yield from (f"REFERENCE|{key.item}|{key.location}|{key.relevance}" for key in report.key_references or ())
    if report.confidence and report.confidence.stated is not None:
        yield f"CONFIDENCE|{write_number(report.confidence.stated)}|{report.confidence.reason}"
    yield from (f"BLOCKER|{blocker.text}|{blocker.resolution}" for blocker in report.blockers)
    if report.error:
        yield f"ERROR|{report.error.type}|{report.error.location}|{report.error.message}"
    yield from (f"NEXT_STEP|{step.text}" for step in report.next_steps)
    for extra in report.extra:
        yield from (f"{extra.title or 'TEXT'}|{line}" for line in extra.text.split("\n") if line.strip())
