"""CPF is read as people and models write it, written in one form, and what is wrong is named by line."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.cpf import Document, Issue, Verified, read_cpf, write_cpf
from renkei.reports.cpf.document import Feedback, Removed, Resolved, Steering
from renkei.reports.cpf.rules import read_valid
from tests.support.cpf_documents import DOCUMENTS, LINES, PATIENT

INSPECTOR = """VERDICT:CONDITIONAL
SCOPE:auth
ISSUES:
H|interface-contract|design.md:45|No error is defined for an expired token
L|naming|Spec 2|login or signIn
NOTES:
Read design.md and research.md.
"""
AUDITOR = """VERDICT:SPEC-UPDATE-NEEDED
SCOPE:wave-scoped-cross-check
WAVE_SCOPE:1..2
SPECS_IN_SCOPE:auth,search
VERIFIED:
rulebase+quality|H|spec-defect|S1.AC2|The criterion cannot be met
REMOVED:
holistic|false positive|M|blind-spot|x.py:3|No lock
RESOLVED:
test+quality|UNRESOLVED|one says tested, one says not
SPEC_FEEDBACK:
specifications|auth|S1.AC2 contradicts S1.AC4
STEERING:
CODIFY|tech.md|Tokens live for an hour
NOTES:
PARTIAL:sdd-inspector-e2e|file not found
ROADMAP_ADVISORY:
Merge waves 2 and 3.
"""


def problems(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadInput) as caught:
        read_valid(text, "x.cpf")
    assert "x.cpf" in str(caught.value)
    return [(problem.line, problem.path) for problem in caught.value.problems]


def read_or_refusal(text: str) -> Document | BadInput:
    try:
        return read_cpf(text)
    except BadInput as error:
        return error


@pytest.mark.req("SDD-7")
def test_file_of_an_inspector_is_read_whole() -> None:
    assert read_cpf(INSPECTOR) == Document(
        verdict="CONDITIONAL",
        scope="auth",
        issues=(
            Issue(
                severity="H",
                category="interface-contract",
                location="design.md:45",
                description="No error is defined for an expired token",
            ),
            Issue(severity="L", category="naming", location="Spec 2", description="login or signIn"),
        ),
        notes=("Read design.md and research.md.",),
    )


@pytest.mark.req("SDD-7")
def test_file_of_an_auditor_is_read_whole() -> None:
    document = read_valid(AUDITOR, "verdict.cpf")
    assert document.is_audit
    assert document.is_partial
    assert document == Document(
        verdict="SPEC-UPDATE-NEEDED",
        scope="wave-scoped-cross-check",
        wave_scope="1..2",
        specs_in_scope=("auth", "search"),
        verified=(
            Verified(
                agents=("rulebase", "quality"),
                severity="H",
                category="spec-defect",
                location="S1.AC2",
                description="The criterion cannot be met",
            ),
        ),
        removed=(Removed(agent="holistic", reason="false positive", issue="M|blind-spot|x.py:3|No lock"),),
        resolved=(
            Resolved(agents=("test", "quality"), resolution="UNRESOLVED", findings="one says tested, one says not"),
        ),
        spec_feedback=(Feedback(phase="specifications", spec="auth", description="S1.AC2 contradicts S1.AC4"),),
        steering=(Steering(action="CODIFY", target="tech.md", decision="Tokens live for an hour"),),
        notes=("PARTIAL:sdd-inspector-e2e|file not found",),
        roadmap_advisory=("Merge waves 2 and 3.",),
    )


@pytest.mark.parametrize("text", [INSPECTOR, AUDITOR.replace("M|blind-spot|x.py:3|No", r"M\|blind-spot\|x.py:3\|No")])
def test_what_is_in_its_own_form_is_written_back_byte_by_byte(text: str) -> None:
    assert write_cpf(read_cpf(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "VERDICT: CONDITIONAL\r\nSCOPE:auth\r\n\r\nISSUES:\r\n H | x | y:1 | a | b \r\n",
        "```cpf\nVERDICT:CONDITIONAL\nSCOPE:auth\nISSUES:H|x|y:1|a | b\n```\n",
        "\ufeffISSUES:\nH|x|y:1|a \\| b\nSCOPE:auth\nVERDICT:CONDITIONAL",
    ],
    ids=["blanks", "fence", "order"],
)
def test_dress_does_not_matter(text: str) -> None:
    issue = Issue(severity="H", category="x", location="y:1", description="a | b")
    assert read_cpf(text) == Document(verdict="CONDITIONAL", scope="auth", issues=(issue,))


def test_section_that_is_not_there_means_none() -> None:
    assert read_cpf("VERDICT:GO\n") == Document(verdict="GO")
    assert write_cpf(Document(verdict="GO")) == "VERDICT:GO\n"


@pytest.mark.parametrize(
    ("description", "line"),
    [
        ("a|b", r"H|x|y|a\|b"),
        ("two\nlines", r"H|x|y|two\nlines"),
        (r"C:\new", r"H|x|y|C:\\new"),
        (r"C:\dir", r"H|x|y|C:\dir"),
        ("ends in \\", r"H|x|y|ends in \\"),
    ],
)
def test_what_would_break_a_line_is_escaped(description: str, line: str) -> None:
    issue = Issue(severity="H", category="x", location="y", description=description)
    written = write_cpf(Document(verdict="GO", issues=(issue,)))
    assert written == f"VERDICT:GO\nISSUES:\n{line}\n"
    assert read_cpf(written).issues == (issue,)


def test_note_that_looks_like_a_keyword_stays_a_note() -> None:
    document = Document(verdict="GO", notes=("VERDICT:NO-GO was too hard", "  indented"))
    assert write_cpf(document) == "VERDICT:GO\nNOTES:\nVERDICT\\:NO-GO was too hard\n  indented\n"
    assert read_cpf(write_cpf(document)) == document


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [(None, "VERDICT")]),
        ("\n \n", [(None, "VERDICT")]),
        ("SCOPE:auth\n", [(None, "VERDICT")]),
        ("VERDICT:\n", [(1, "VERDICT")]),
        ("VERDICT:MAYBE\nISSUES:\nX|a|b|c\nH|a|b\n", [(1, "VERDICT"), (3, "ISSUES.severity"), (4, "ISSUES")]),
        ("VERDICT:GO\nVERDICT:GO\n", [(2, "VERDICT")]),
        ("VERDICT:GO\nHello\n", [(2, "-")]),
        ("VERDICT:GO\nISSUES:\n- [H] security|x|y|z\n", [(3, "ISSUES.severity")]),
        (
            "VERDICT:GO\nSTEERING:\nDO|a|b\nSPEC_FEEDBACK:\nlater|a|b\n",
            [(3, "STEERING.action"), (5, "SPEC_FEEDBACK.phase")],
        ),
    ],
    ids=repr,
)
def test_what_is_wrong_is_named_by_line_and_field(text: str, places: list[tuple[int | None, str]]) -> None:
    assert problems(text) == places


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("VERDICT:GO\nISSUES:\nL|a|b|c\nVERIFIED:\nx|L|a|b|c\n", "ISSUES"),
        ("VERDICT:ERROR\nISSUES:\nL|a|b|c\n", "ISSUES"),
        ("VERDICT:ERROR\nREMOVED:\na|b|c\n", "VERDICT"),
        ("VERDICT:SPEC-UPDATE-NEEDED\nISSUES:\nL|a|b|c\n", "VERDICT"),
        ("VERDICT:GO\nSPEC_FEEDBACK:\ndesign|a|b\n", "SPEC_FEEDBACK"),
        ("VERDICT:GO\nSCOPE:auth\nWAVE_SCOPE:1..2\n", "WAVE_SCOPE"),
        ("VERDICT:GO\nSCOPE:cross-check\nSPECS_IN_SCOPE:a,b\n", "SPECS_IN_SCOPE"),
        ("VERDICT:GO\nROADMAP_ADVISORY:\nx\n", "ROADMAP_ADVISORY"),
    ],
)
def test_what_does_not_go_together_is_refused(text: str, key: str) -> None:
    read_cpf(text)
    assert problems(text) == [(None, key)]


@pytest.mark.parametrize(
    "text",
    ["VERDICT:ERROR\nNOTES:\nNo access\n", "VERDICT:GO\nSCOPE:wave-1..2\nWAVE_SCOPE:1..2\nSPECS_IN_SCOPE:a\n", AUDITOR],
)
def test_what_goes_together_is_taken(text: str) -> None:
    assert read_valid(text, "x.cpf") == read_cpf(text)


def test_binary_is_named_as_such() -> None:
    with pytest.raises(BadInput, match="binary"):
        read_cpf("VERDICT:GO\n\0\0")


def test_only_the_first_problems_of_many_are_named() -> None:
    with pytest.raises(BadInput) as caught:
        read_cpf("VERDICT:GO\nISSUES:\n" + "x\n" * 50_000)
    assert len(caught.value.problems) == 50


@pytest.mark.req("SDD-7")
@PATIENT
@given(DOCUMENTS)
def test_every_document_reads_back_as_it_was_written(document: Document) -> None:
    written = write_cpf(document)
    assert read_cpf(written) == document, written
    assert write_cpf(read_cpf(written)) == written


@PATIENT
@given(LINES | st.text())
@example("VERDICT:GO\nNOTES:\n\\")
def test_any_text_is_read_or_cleanly_refused_and_its_own_form_is_a_fixed_point(text: str) -> None:
    document = read_or_refusal(text)
    if isinstance(document, BadInput):
        assert document.problems or "\0" in text
        return
    assert read_cpf(write_cpf(document)) == document
    assert write_cpf(read_cpf(write_cpf(document))) == write_cpf(document)
