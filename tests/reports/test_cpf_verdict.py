"""One verdict of what the inspectors found: merged, checked against the code, judged by the tables."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput, NotFound
from renkei.reports.cpf import Document, Issue, Verdict, Verified, judge_review, read_cpf, write_cpf
from renkei.reports.cpf.document import METADATA, SECTIONS, SEVERITIES, Resolved
from renkei.reports.cpf.inspectors import TEAMS, ReviewType, output_path
from renkei.reports.cpf.merge import make_refuter, merge_documents
from renkei.reports.cpf.rules import read_valid
from renkei.reports.cpf.verdict import RULES, ReviewFindings, judge_findings
from renkei.reports.tree import MemoryTree
from tests.support.cpf_documents import ISSUE, PATIENT, VERIFIED, found, inspector, review

KINDS: tuple[ReviewType, ...] = ("design", "impl", "dead-code")
OPEN = Resolved(agents=("a", "b"), resolution="UNRESOLVED", findings="x")
CODE = MemoryTree({"src/a.py": b"x = 1\ny = 2\n", "specs/auth/design.md": b"# Design\n"})


@pytest.mark.req("SDD-7")
def test_each_kind_of_review_has_its_inspectors() -> None:
    assert {kind: len(team.expected) for kind, team in TEAMS.items()} == {"design": 6, "impl": 6, "dead-code": 4}
    names = [name for team in TEAMS.values() for name in (*team.expected, *team.optional)]
    assert len(names) == len(set(names)) == 17


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("severities", "verdict"),
    [
        ("", "GO"),
        ("MMMMML", "GO"),
        ("H", "GO"),
        ("HHHML", "GO"),
        ("HHHH", "CONDITIONAL"),
        ("C", "NO-GO"),
        ("HHHHC", "NO-GO"),
    ],
)
def test_severities_decide(kind: ReviewType, severities: str, verdict: Verdict) -> None:
    findings = [found(severity) for severity in SEVERITIES for _ in range(severities.count(severity))]
    assert judge_findings(kind, ReviewFindings(findings)).verdict == verdict


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize(
    ("kind", "findings", "verdict"),
    [
        ("impl", [found("L", "test-failure")], "NO-GO"),
        ("design", [found("L", "test-failure")], "GO"),
        ("impl", [found("L", "Signature-Mismatch")], "CONDITIONAL"),
        ("design", [found("H", "signature-mismatch")], "GO"),
        ("impl", [found("H", "spec-defect")], "SPEC-UPDATE-NEEDED"),
        ("impl", [found("H", "Spec-Ambiguity")], "SPEC-UPDATE-NEEDED"),
        ("impl", [found("H", "design-gap")], "SPEC-UPDATE-NEEDED"),
        ("impl", [found("H", "spec-drift")], "GO"),
        ("impl", [found("H", "design-violation")], "GO"),
        ("impl", [found("M", "untestable", agents="a+b")], "SPEC-UPDATE-NEEDED"),
        ("impl", [found("M", "untestable")], "GO"),
        ("impl", [found("H", "spec-defect"), *[found("H")] * 4], "SPEC-UPDATE-NEEDED"),
        ("impl", [found("H", "spec-defect"), found("L", "test-failure")], "NO-GO"),
        ("impl", [found("C", "spec-defect")], "NO-GO"),
        ("design", [found("H", "spec-defect")], "GO"),
        ("dead-code", [found("L", "spec-drift")] * 3, "GO"),
        ("dead-code", [found("L", "spec-drift")] * 2 + [found("L", "unimplemented-spec")] * 2, "CONDITIONAL"),
        ("impl", [found("L", "spec-drift")] * 4, "GO"),
    ],
)
def test_categories_decide_where_the_kind_says_so(kind: ReviewType, findings: list[Verified], verdict: Verdict) -> None:
    assert judge_findings(kind, ReviewFindings(findings)).verdict == verdict


@pytest.mark.parametrize("kind", KINDS)
def test_open_conflict_is_conditional_and_a_resolved_one_is_not(kind: ReviewType) -> None:
    resolved = Resolved(agents=("a", "b"), resolution="a is right", findings="x")
    assert judge_findings(kind, ReviewFindings([], [OPEN])).verdict == "CONDITIONAL"
    assert judge_findings(kind, ReviewFindings([], [resolved])).verdict == "GO"


@pytest.mark.req("SDD-7")
def test_verdicts_take_precedence_in_one_order() -> None:
    order = ["NO-GO", "SPEC-UPDATE-NEEDED", "CONDITIONAL"]
    for rules in RULES.values():
        ranks = [order.index(rule.verdict) for rule in rules]
        assert ranks == sorted(ranks)


@PATIENT
@given(st.sampled_from(KINDS), st.lists(VERIFIED, max_size=6), VERIFIED)
def test_one_more_finding_never_makes_it_better(kind: ReviewType, findings: list[Verified], more: Verified) -> None:
    order = ["GO", "CONDITIONAL", "SPEC-UPDATE-NEEDED", "NO-GO"]
    before, after = (judge_findings(kind, ReviewFindings(each)).verdict for each in (findings, [*findings, more]))
    assert order.index(after) >= order.index(before)


def documents(**texts: str) -> dict[str, Document]:
    return {name: read_cpf(text) for name, text in texts.items()}


@pytest.mark.req("SDD-7")
def test_one_finding_of_several_inspectors_is_one_record_with_all_reasons() -> None:
    result = merge_documents(
        documents(
            rulebase=inspector("M|Security|`x.py:3`|no check", "L|naming|y|z"),
            holistic=inspector("H|security|x.py:3|anyone may call it"),
        )
    )
    assert result.verified == (
        found("H", "Security", "`x.py:3`", "no check / anyone may call it", "rulebase+holistic"),
        found("L", "naming", "y", "z", "rulebase"),
    )
    assert (result.removed, result.resolved) == ((), ())


def test_severities_far_apart_are_named_and_the_worst_is_kept() -> None:
    result = merge_documents(documents(a=inspector("C|x|y|z"), b=inspector("M|x|y|z")))
    (resolved,) = result.resolved
    assert (resolved.agents, resolved.is_open) == (("a", "b"), False)
    assert result.verified[0].severity == "C"


def test_inspector_that_is_against_it_and_names_nothing_is_an_open_conflict() -> None:
    result = merge_documents(documents(a=inspector(verdict="NO-GO"), b=inspector()))
    assert [(each.agents, each.is_open) for each in result.resolved] == [(("a",), True)]


@PATIENT
@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), st.lists(ISSUE, max_size=5)))
def test_no_finding_is_lost_and_none_becomes_milder(issues: dict[str, list[Issue]]) -> None:
    result = merge_documents({name: Document(verdict="GO", issues=tuple(each)) for name, each in issues.items()})
    for name, each in issues.items():
        for issue in each:
            assert any(
                name in kept.agents
                and issue.description in kept.description
                and SEVERITIES.index(kept.severity) <= SEVERITIES.index(issue.severity)
                for kept in result.verified
            )


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("C|x|src/a.py:2|z", True),
        ("C|x|src/a.py:3|z", False),
        ("C|x|src/ghost.py:1|z", False),
        ("C|x|src/a.py:1, src/ghost.py:1|z", True),
        ("C|x|design.md:1|found from the folder around the review", True),
        ("C|x|Spec 2, criterion 3|z", True),
        ("C|x|src/planned.py|z", True),
        ("C|file-missing|src/ghost.py:1|that is the point", True),
    ],
)
def test_finding_at_a_place_that_does_not_exist_is_removed(line: str, stays: bool) -> None:
    result = merge_documents(documents(a=inspector(line)), make_refuter(CODE, "specs/auth"))
    assert (bool(result.verified), bool(result.removed)) == (stays, not stays)
    assert all(each.issue == line for each in result.removed)


@pytest.mark.req("SDD-7")
@pytest.mark.parametrize("kind", KINDS)
def test_kind_is_told_by_the_names_of_the_files(tmp_path: Path, kind: ReviewType) -> None:
    judged = judge_review(review(tmp_path, kind))
    assert (judged.kind, judged.verdict, judged.partial, judged.unknown) == (kind, "GO", {}, ())


@pytest.mark.req("SDD-24")
def test_retry_writes_the_same_path(tmp_path: Path) -> None:
    first = output_path(tmp_path, "sdd-inspector-rulebase")
    assert first == output_path(tmp_path, "rulebase") == tmp_path / "sdd-inspector-rulebase.cpf"


@pytest.mark.req("SDD-7", "SDD-24")
def test_inspector_without_a_file_or_unavailable_is_partial_and_the_rest_is_judged(tmp_path: Path) -> None:
    review(tmp_path, rulebase=inspector("C|x|y|z"), holistic="VERDICT:ERROR\n")
    (tmp_path / "sdd-inspector-testability.cpf").unlink()
    judged = judge_review(tmp_path)
    assert judged.verdict == "NO-GO"
    assert dict(judged.partial) == {
        "sdd-inspector-testability": "file not found",
        "sdd-inspector-holistic": "the inspector was unavailable",
    }


def test_inspector_of_web_projects_is_taken_and_not_missed(tmp_path: Path) -> None:
    assert judge_review(review(tmp_path / "a", "impl")).partial == {}
    judged = judge_review(review(tmp_path / "b", "impl", e2e=inspector("C|e2e-flow|login|hangs")))
    assert (judged.verdict, judged.unknown) == ("NO-GO", ())
    assert "sdd-inspector-e2e" in judge_review(review(tmp_path / "c", "impl", e2e="VERDICT:ERROR")).partial


@pytest.mark.req("SDD-7")
@pytest.mark.req("DEC-18")
def test_only_the_folder_itself_is_read_and_neither_the_verdict_nor_strangers_count(tmp_path: Path) -> None:
    review(tmp_path, stranger=inspector("C|x|y|z"), interface=inspector("C|x|y|z"))
    (tmp_path / "verdict.cpf").write_text("VERDICT:NO-GO\n", "utf-8")
    (tmp_path / "notes.txt").write_text("C|x|y|z", "utf-8")
    review(tmp_path / "inside", rulebase=inspector("C|x|y|z"))
    judged = judge_review(tmp_path, "design")
    assert judged.verdict == "GO"
    assert judged.unknown == ("sdd-inspector-interface.cpf", "sdd-inspector-stranger.cpf")


def test_files_of_two_kinds_ask_for_the_kind(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="name one with kind"):
        judge_review(review(tmp_path, interface=inspector()))


@pytest.mark.parametrize("name", ["nothing", "a file"])
def test_folder_that_is_none_is_not_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "a file").write_text("VERDICT:GO", "utf-8")
    with pytest.raises(NotFound, match=name):
        judge_review(tmp_path / name)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "holds no file of an inspector"),
        ({"verdict.cpf": b"VERDICT:GO\n"}, "holds no file of an inspector"),
        ({"stranger.cpf": b"VERDICT:GO\n"}, "sdd-inspector-rulebase.cpf"),
        ({"sdd-inspector-rulebase.cpf": b"VERDICT:ERROR\n"}, "start them again"),
        ({"sdd-inspector-rulebase.cpf": b""}, "sdd-inspector-rulebase.cpf is not valid CPF"),
        ({"sdd-inspector-rulebase.cpf": b"\x00\x01"}, "binary"),
        ({"sdd-inspector-rulebase.cpf": b"\xff\xfe"}, "not UTF-8"),
        ({"sdd-inspector-rulebase.cpf": b"x" * 3_000_000}, "larger than"),
        ({"sdd-inspector-rulebase.cpf": b"VERDICT:GO\n", "rulebase.cpf": b"VERDICT:GO\n"}, "one inspector"),
        ({"sdd-inspector-rulebase.cpf": b"VERDICT:GO\nVERIFIED:\na|C|b|c|d\nISSUES:\nL|a|b|c\n"}, "not valid CPF"),
    ],
)
def test_what_cannot_be_judged_is_refused_and_named(tmp_path: Path, files: dict[str, bytes], said: str) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(BadInput) as caught:
        judge_review(tmp_path)
    assert said in str(caught.value)


def test_folder_called_like_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sdd-inspector-rulebase.cpf").mkdir()
    with pytest.raises(BadInput, match="not a regular file"):
        judge_review(tmp_path)


def test_wrong_lines_of_several_files_are_named_at_once(tmp_path: Path) -> None:
    review(tmp_path, rulebase=inspector("X|a|b|c"), holistic="VERDICT:NO\n")
    with pytest.raises(BadInput) as caught:
        judge_review(tmp_path)
    assert [(problem.path, problem.line) for problem in caught.value.problems] == [
        ("sdd-inspector-rulebase.cpf: ISSUES.severity", 4),
        ("sdd-inspector-holistic.cpf: VERDICT", 1),
    ]


@pytest.mark.req("SDD-7")
def test_derived_verdict_is_a_valid_file_of_an_auditor(tmp_path: Path) -> None:
    review(tmp_path, "impl", test=inspector("H|impossible-ac|S1.AC2|cannot hold", "H|design-defect|api|no such call"))
    (tmp_path / "sdd-inspector-quality.cpf").unlink()
    document = judge_review(tmp_path).to_document()
    assert read_valid(write_cpf(document), "verdict.cpf") == document
    assert (document.verdict, document.scope) == ("SPEC-UPDATE-NEEDED", "auth")
    assert [(each.phase, each.spec) for each in document.spec_feedback] == [
        ("specifications", "S1.AC2"),
        ("design", "api"),
    ]
    assert document.notes == (
        "PARTIAL:sdd-inspector-quality|file not found",
        "AUDITOR_UNAVAILABLE|lead-derived verdict",
    )


def test_page_names_every_key_and_every_inspector() -> None:
    page = (Path(__file__).parents[2] / "docs/cpf.md").read_text("utf-8")
    names = [name for team in TEAMS.values() for name in (*team.expected, *team.optional)]
    assert [name for name in (*METADATA, *SECTIONS, *names) if name not in page] == []
