"""`renkei aggregate` on results in different dialects: what is said at one place meets, however it is written."""

from typing import Any

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_project import git
from tests.support.results import result, table, write_files

INSPECTOR = "VERDICT:CONDITIONAL\nSCOPE:db\nISSUES:\nC|SEC|src/db.py:5|Input goes into the query\n"
COMPLETION = "status: ok\nartifacts: [src/app.py]\nblockers: []\n"
TASK_RESULT = "original_task_ref: MSG-1\nstatus: completed\noutput_artifacts: [ART-1]\nsummary: see src/app.py:1\n"
BUILT = "BUILDER_COMPLETE\nFeature: db\nFiles: src/app.py (new)\nTests: 3/3\n"
JAPANESE = """\
## security-auditor の結果
### ステータス
SUCCESS
### サマリー
クエリを確認した。
### 調査結果
- `src/db.py:5` でクエリを組み立てている
### 主要な参照
| 項目 | 場所 | 関連性 |
|---|---|---|
| find | `src/db.py:5` | クエリ |
### 信頼度
70 - 読んだ
### 課題
| ID | 課題 | ファイル:行 | 深刻度 | 信頼度 |
|---|---|---|---|---|
| SEC-001 | SQL インジェクション | `src/db.py:5` | critical | 70 |
"""


@pytest.fixture
def code(renkei: Cli) -> Cli:
    """Commands in a repository with `src/db.py`, `src/app.py` and an auditor's result in the contract's form."""
    write_files(renkei.folder)
    git(renkei.folder, "init", "--quiet")
    renkei.file("auditor.md", result(issues=table("| SEC-001 | SQL injection | `src/db.py:5` | critical | 80 |")))
    return renkei


def put_together(code: Cli, **texts: str) -> tuple[int, Any]:
    files = [code.file(name.replace("_", "."), text) for name, text in texts.items()]
    ran = code("aggregate", *files, "--json")
    return ran.code, ran.document


def sides(document: Any) -> list[list[str]]:
    return [[side["agent"] for side in each["sides"]] for each in document["contradictions"]]


@pytest.mark.req("AGG-1", "AGG-2", "AGG-3")
def test_every_dialect_at_once(code: Cli):
    auditor = (code.folder / "auditor.md").read_text("utf-8")
    exit_code, document = put_together(
        code,
        auditor_md=auditor,
        ja_md=JAPANESE,
        rulebase_cpf=INSPECTOR,
        done_yaml=COMPLETION,
        task_yaml=TASK_RESULT,
        built_txt=BUILT,
        written_txt="WRITTEN:rulebase.cpf\n",
    )
    assert (exit_code, document["status"], document["next"]) == (0, "SUCCESS", "proceed")
    assert {each["source"]: each["valid"] for each in document["results"]} == dict.fromkeys(
        ("auditor.md", "ja.md", "rulebase.cpf", "done.yaml", "task.yaml", "built.txt", "written.txt"), True
    )
    [issue] = document["issues"]
    assert (issue["path"], issue["line"], issue["category"]) == ("src/db.py", 5, "SEC")
    assert issue["reported_by"] == ["rulebase.cpf", "security-auditor"]
    assert (issue["confidence"], issue["combined_confidence"], issue["verified"]) == (90, 90, True)


@pytest.mark.req("AGG-2")
def test_places_of_a_review_meet_those_from_the_root(code: Cli):
    (code.folder / "specs/db/.review").mkdir(parents=True)
    code.file("specs/db/design.md", "# Design\nOne query.\n")
    exit_code, document = put_together(
        code,
        **{
            "specs/db/.review/rulebase_cpf": "VERDICT:GO\nISSUES:\nM|gap|design.md:2|Which one?\n",
            "holistic_cpf": "VERDICT:GO\nISSUES:\nM|gap|specs/db/design.md:2|It is not said which\n",
        },
    )
    assert exit_code == 0
    assert [(each["path"], len(each["reported_by"])) for each in document["issues"]] == [("specs/db/design.md", 2)]


@pytest.mark.req("AGG-4")
@pytest.mark.parametrize(
    "denial",
    [
        "VERDICT:GO\nISSUES:\nL|SEC|src/db.py:5|False positive: the name is a constant\n",
        "VERDICT:GO\nREMOVED:\nsecurity|false positive|C|SEC|src/db.py:5|SQL injection\n",
        "VERDICT:GO\nREMOVED:\nsecurity|FALSE_POSITIVE|SQL injection at src/db.py:5\n",
        "VERDICT:GO\nREMOVED:\nsecurity|hallucination|src/db.py:5 SQL injection\n",
    ],
)
def test_review_denies_what_a_result_reports(code: Cli, denial: str):
    auditor = (code.folder / "auditor.md").read_text("utf-8")
    exit_code, document = put_together(code, auditor_md=auditor, verdict_cpf=denial)
    assert (exit_code, document["next"]) == (1, "review")
    assert sides(document) == [["security-auditor", "verdict.cpf"]]
    assert [each["reported_by"] for each in document["issues"]] == [["security-auditor"]]


@pytest.mark.parametrize(
    "removed",
    [
        "security|duplicate|src/db.py:5 SQL injection",
        "holistic|over-engineering|src/db.py:5 a cache",
        "holistic|false positive|C|naming|src/db.py:5|No noun",
    ],
)
def test_what_was_taken_out_for_another_reason_or_in_another_category_denies_nothing(code: Cli, removed: str):
    auditor = (code.folder / "auditor.md").read_text("utf-8")
    _, document = put_together(code, auditor_md=auditor, verdict_cpf=f"VERDICT:GO\nREMOVED:\n{removed}\n")
    assert document["contradictions"] == []


@pytest.mark.req("AGG-4")
def test_severities_two_steps_apart_across_dialects(code: Cli):
    auditor = (code.folder / "auditor.md").read_text("utf-8")
    minor = "VERDICT:GO\nISSUES:\nL|SEC|src/db.py:5|Input is not escaped\n"
    _, document = put_together(code, auditor_md=auditor, rulebase_cpf=minor)
    assert sides(document) == [["rulebase.cpf", "security-auditor"]]


@pytest.mark.req("SDD-24", "AGG-1")
@pytest.mark.req("DEC-1")
def test_return_without_its_file_is_a_failure(code: Cli):
    exit_code, document = put_together(code, rulebase_cpf=INSPECTOR, holistic_txt="WRITTEN:holistic.cpf\n")
    assert (exit_code, document["status"], document["next"]) == (1, "FAILED", "retry")
    failed = [each["source"] for each in document["results"] if each["status"] == "FAILED"]
    assert failed == ["holistic.txt"]


@pytest.mark.parametrize(
    ("text", "status", "following"),
    [
        ("VERDICT:ERROR\n", "FAILED", "retry"),
        ("VERDICT:GO\nNOTES:\nPARTIAL:sdd-inspector-test|file not found\n", "PARTIAL", "review"),
        ("status: blocked\nblockers: [no key]\n", "PARTIAL", "review"),
        ("VERDICT:NO-GO\n", "SUCCESS", "review"),
    ],
)
def test_worst_status_of_any_dialect_counts(code: Cli, text: str, status: str, following: str):
    _, document = put_together(code, a_cpf="VERDICT:GO\n", b_txt=text)
    assert (document["status"], document["next"]) == (status, following)


def test_result_that_cites_itself_verifies_nothing(code: Cli):
    own = "VERDICT:GO\nISSUES:\nM|gap|{place}|It is not said which\n"
    for place in ("self.cpf:1", f"{code.folder}/self.cpf:1", "src/../self.cpf:1"):
        _, document = put_together(code, self_cpf=own.format(place=place))
        assert [each["verified"] for each in document["issues"]] == [False]
        assert "this result itself" in code("check", "self.cpf").out


def test_zero_bytes_are_bad_input(code: Cli):
    code.file("nul.md", "a\0b")
    ran = code("aggregate", "auditor.md", "nul.md")
    assert (ran.code, ran.out) == (2, "")
    assert "nul.md is binary" in ran.err


BLOCKED = "SUCCESS - blocked"
WAITING = "### Blockers\n- It waits for the DBA | Resolution: ask\n"


@pytest.mark.req("AGG-1", refused=True)
@pytest.mark.parametrize(
    ("text", "status"),
    [
        (result(status=BLOCKED), "PARTIAL"),
        (result(status="SUCCESS - needs_input", more="### Open Questions\n- Which one?\n"), "PARTIAL"),
        (result(more=WAITING), "PARTIAL"),
        (result(more="### Blocked by\nThe DBA\n"), "PARTIAL"),
        (COMPLETION.replace("blockers: []", "status_detail: needs_input"), "PARTIAL"),
        (TASK_RESULT + "is_blocked: true\n", "PARTIAL"),
        (BUILT + "Blocked tasks: 1.3 no key\n", "PARTIAL"),
        ("VERDICT:NO-GO\nSCOPE:db\nISSUES:\nC|SEC|src/db.py:5|Input goes into the query\n", "SUCCESS"),
        (
            "VERDICT:SPEC-UPDATE-NEEDED\nVERIFIED:\na|H|gap|src/db.py:5|x\nSPEC_FEEDBACK:\ndesign|db|say which\n",
            "SUCCESS",
        ),
        (result(findings=["- `src/db.py:5` is safe", "- `src/db.py:5` is not safe"]), "SUCCESS"),
    ],
)
def test_a_result_that_waits_for_somebody_stops_a_chain_of_commands(code: Cli, text: str, status: str):
    exit_code, document = put_together(code, one_txt=text)
    assert (exit_code, document["status"], document["next"]) == (1, status, "review")
    [one] = document["results"]
    assert (one["stated_status"], one["status"], len(one["holds"])) == ("SUCCESS", status, 1)
    assert one["holds"][0] in code("aggregate", "one.txt").out


@pytest.mark.req("AGG-1")
def test_what_waits_for_nobody_goes_on(code: Cli):
    for text in (COMPLETION, TASK_RESULT, BUILT, result(), result(more="### Conflicts\nNone\n"), INSPECTOR):
        exit_code, document = put_together(code, one_txt=text)
        assert (exit_code, document["next"], document["results"][0]["holds"]) == (0, "proceed", [])


@pytest.mark.req("RES-6", refused=True)
def test_check_remarks_on_a_success_that_stands_still(code: Cli):
    code.file("one.md", result(more=WAITING))
    ran = code("check", "one.md", "--json")
    assert ran.document["valid"] is True
    assert "contradiction" in ran.document["flags"]
    assert any("It waits for the DBA" in each["message"] for each in ran.document["violations"])


@pytest.mark.req("AGG-3", "DEC-46", refused=True)
@pytest.mark.parametrize("name", ["QA-Engineer", "qa engineer", "qa_engineer"])
def test_an_agent_does_not_agree_with_itself_by_another_spelling(code: Cli, name: str):
    row = "| SEC-001 | SQL injection | `src/db.py:5` | critical | {} |"
    _, document = put_together(
        code,
        one_md=result("qa-engineer", issues=table(row.format(95))),
        two_md=result(name, issues=table(row.format(78))),
    )
    [issue] = document["issues"]
    assert (issue["confidence"], issue["combined_confidence"]) == (95, 95)


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize("stated", ["85-95 - read", "85 – 95", "85%-95%"])
def test_a_range_is_no_confidence_whatever_the_breakdown_says(code: Cli, stated: str):
    text = result(confidence=85).replace("85 - read", stated, 1)
    assert stated in text
    code.file("one.md", text)
    ran = code("check", "one.md", "--json")
    assert (ran.code, [each["rule"] for each in ran.document["violations"] if each["level"] == "L1"]) == (1, ["RES-1"])


@pytest.mark.req("DEC-41", refused=True)
def test_a_name_in_the_code_is_no_label(code: Cli):
    def unproven(finding: str) -> bool:
        code.file("one.md", result(findings=[finding, "- It is in `src/db.py:5`"]))
        violations = code("check", "one.md", "--json").document["violations"]
        return any(each["rule"] == "RES-13" and each["level"] == "L2" for each in violations)

    assert unproven("- `Uncertain` class stores passwords")
    assert not unproven("- `uncertain`: it may store passwords")
