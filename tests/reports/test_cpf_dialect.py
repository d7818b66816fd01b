"""CPF is a dialect of results like any other: read into the one report and written back without loss."""

import pytest
from hypothesis import given

from renkei.errors import BadInput
from renkei.reports.cpf import Document, read_cpf, write_cpf
from renkei.reports.formats import parse_report, render_report
from renkei.reports.formats.cpf import SEVERITY
from renkei.reports.report import Extra, Issue, Report
from tests.reports.test_cpf_form import AUDITOR, INSPECTOR
from tests.reports.test_format_round_trip import REPORTS
from tests.support.cpf_documents import DOCUMENTS, PATIENT


@pytest.mark.parametrize("text", [INSPECTOR, f"\n```cpf\n{AUDITOR}```\n", "SCOPE:auth\nVERDICT:GO\n"])
def test_dialect_is_found_out(text: str) -> None:
    assert parse_report(text).dialect == "cpf"


def test_result_that_only_mentions_a_verdict_is_none() -> None:
    text = "## qa-engineer Result\n### Status\nSUCCESS\n### Summary\nVERDICT:GO\n"
    assert parse_report(text).dialect == "contract-en"
    with pytest.raises(BadInput):
        parse_report(text, "cpf")


@pytest.mark.req("RES-1")
def test_file_of_an_inspector_is_a_report() -> None:
    report = parse_report(INSPECTOR)
    assert (report.status, report.status_token) == ("SUCCESS", "CONDITIONAL")
    assert report.issues == (
        Issue(
            text="No error is defined for an expired token",
            severity="important",
            severity_token="H",
            category="interface-contract",
            location="design.md:45",
        ),
        Issue(text="login or signIn", severity="minor", severity_token="L", category="naming", location="Spec 2"),
    )
    assert [issue.line for issue in report.issues] == [4, 5]
    assert report.extra == (
        Extra(title="SCOPE", text="auth"),
        Extra(title="NOTES", text="Read design.md and research.md."),
    )


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("VERDICT:NO-GO\n", "SUCCESS"),
        ("VERDICT:ERROR\n", "FAILED"),
        ("VERDICT:GO\nNOTES:\nPARTIAL:sdd-inspector-test|file not found\n", "PARTIAL"),
        ("VERDICT:GO\nNOTES:\nPARTIAL_VERIFICATION|steps completed: 1..4\n", "PARTIAL"),
        ("VERDICT:GO\nNOTES:\nAUDITOR_UNAVAILABLE|lead-derived verdict\n", "PARTIAL"),
    ],
)
def test_outcome_is_whether_the_work_was_done(text: str, status: str) -> None:
    assert parse_report(text, "cpf").status == status


@pytest.mark.req("DEC-2")
def test_severities_map_as_decided() -> None:
    assert SEVERITY == {"C": "critical", "H": "important", "M": "minor", "L": "minor"}


@PATIENT
@given(DOCUMENTS)
def test_every_document_goes_through_a_report_without_loss(document: Document) -> None:
    written = write_cpf(document)
    report = parse_report(written, "cpf")
    assert render_report(report, "cpf") == written
    assert parse_report(render_report(report, "cpf"), "cpf") == report


@PATIENT
@given(REPORTS)
def test_report_of_another_dialect_becomes_valid_cpf_with_all_its_issues(report: Report) -> None:
    document = read_cpf(render_report(report, "cpf"))
    assert [each.severity for each in document.issues] == ["C"] * len(report.issues)
    assert document.verdict == ("NO-GO" if report.issues else "CONDITIONAL")
    assert document.is_partial


@pytest.mark.parametrize(
    ("severity", "code"),
    [("critical", "C"), ("major", "H"), ("important", "H"), ("minor", "M"), ("suggestion", "L"), ("info", "L")],
)
@pytest.mark.req("DEC-2")
def test_words_of_other_dialects_become_codes(severity: str, code: str) -> None:
    text = f"## x Result\n### Status\nSUCCESS\n### Summary\ns\n### Issues\n- SEC-1: y | Severity: {severity}\n"
    document = read_cpf(render_report(parse_report(text), "cpf"))
    assert [(each.severity, each.category, each.description) for each in document.issues] == [(code, "SEC", "SEC-1: y")]


def test_failed_result_is_an_inspector_that_could_not_work() -> None:
    text = "## x Result\n### Status\nFAILED\n### Summary\ns\n### Issues\n- y | Severity: critical\n### Blockers\n- b\n"
    document = read_cpf(render_report(parse_report(text), "cpf"))
    assert (document.verdict, document.issues) == ("ERROR", ())
    assert document.notes == ("AGENT|x", "SUMMARY|s", "BLOCKER|b|", "ISSUE|C|||y")


def test_file_of_an_inspector_reads_as_a_markdown_result_too() -> None:
    written = render_report(parse_report(INSPECTOR), "contract-ja")
    assert "重大度: important" in written
    assert "design.md:45" in written
