"""How much a result shows for how sure it is: kinds, cross-checks, bands, receipts (RES-2, 6, 10, 12 to 14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.kit.agents import AGENTS, definition
from renkei.reports.check import check_report
from renkei.reports.formats import parse_report, render_report
from renkei.reports.references import CheckedClaim, Claim, Reference
from renkei.reports.rules import Judgement
from renkei.reports.rules.kinds import PARTS, kind_of
from renkei.reports.tool_receipts import Call, ToolReceipts
from renkei.reports.tree import MemoryTree

LOGIN = "export async function authenticate()"
FILES = {
    "src/auth/login.ts": b"// line\n" * 44 + LOGIN.encode() + b" {\n}\n" + b"// line\n" * 54,
    "src/app.py": b"import auth\n\ndef main():\n    auth.login()\n",
}
BREAKDOWN = "- verified_confidence: {n}\n- inferred_confidence: {n}\n- combined_confidence: {n}\n"


def result(findings: str, *, stated: int = 80, agent: str = "scout", rest: str = "", status: str = "SUCCESS") -> str:
    return (
        f"## {agent} Result\n### Status\n{status}\n### Summary\nRead the login.\n### Findings\n{findings}\n"
        "### Key References\n| Item | Location | Relevance |\n|---|---|---|\n| main | `src/app.py:3` | caller |\n"
        f"### Confidence\n{stated} - read\n{BREAKDOWN.format(n=stated)}### Next Steps\n1. Test it\n{rest}"
    )


GOOD = f"""- Authentication found at src/auth/login.ts:45
  - Confirmed: the file was read
  - Code match: `{LOGIN}`
  - Confidence: 95 (direct code evidence)"""
BAD = "- Authentication found at src/auth/login.ts:45"
READ = ToolReceipts.from_calls([Call("Read", "src/auth/login.ts", 40, 50), Call("Read", "src/app.py", 1, 4)])


def judged(text: str, opened: ToolReceipts | None = None) -> Judgement:
    return check_report(text, MemoryTree(FILES), opened=opened)


def rules(text: str, opened: ToolReceipts | None = None, level: str = "L2") -> list[str]:
    """The rules broken, without the justification and the checklist, which are about other things."""
    found = judged(text, opened).violations
    return [v.rule for v in found if v.level == level and v.rule not in ("RES-5", "RES-4")]


@pytest.mark.req("RES-14")
def test_the_good_example_of_the_seed() -> None:
    judgement = judged(
        "## code-explorer 結果\n### ステータス\nSUCCESS\n### サマリー\n認証。\n### 調査結果\n"
        "src/auth/login.ts:45 で認証を発見\n- 確認済み: Read ツールでファイルの存在を確認\n"
        f"- コード一致: `{LOGIN}`\n- 信頼度: 95（直接のコード証拠）\n"
    )
    assert judgement.report
    assert judgement.report.findings
    (finding,) = judgement.report.findings
    assert [evidence.kind for evidence in finding.evidence] == ["confirmed", "code_match", "confidence"]
    assert [(c.state, c.quote) for c in judgement.references] == [("verified", "verified")]
    assert "RES-14" not in [v.rule for v in judgement.violations]


@pytest.mark.req("RES-14")
def test_the_bad_example_of_the_seed_is_noted() -> None:
    assert "RES-14" in rules(result("src/auth/login.ts:45 で認証を発見"), level="L3")
    assert rules(result(GOOD), level="L3") == []


@pytest.mark.req("RES-14")
def test_the_confidence_of_a_finding_is_a_score() -> None:
    assert rules(result(GOOD.replace("95 (", "950 ("))) == ["RES-14"]
    assert rules(result(GOOD)) == []


EXPLORED = """#### Entry Points
| Entry | File:Line | Type |
|---|---|---|
| main | `src/app.py:3` | CLI |
| login | `src/auth/login.ts:45` | HTTP |
#### Execution Flow
1. `src/app.py:3` main
#### Architecture Patterns
- Facade: `src/app.py:4`
#### Dependencies
None"""
KINDS = {
    "code-explorer": EXPLORED,
    "system-architect": """#### Pattern Analysis
| Pattern | Example | Recommendation |
|---|---|---|
| Facade | `src/app.py:3` | keep |
#### Recommended Architecture
- One door `src/app.py:3`
#### Implementation Map
| Component | File | Action |
|---|---|---|
| door | src/door.py | create |
#### Build Order
1. door""",
    "qa-engineer": """#### Issues
| ID | Issue | File:Line | Severity | Confidence |
|---|---|---|---|---|
| QA-001 | no test | `src/app.py:3` | minor | 80 |
#### Issue Details
- QA-001: main has no test `src/app.py:3`
#### Compliance
| Criterion | Status | Note |
|---|---|---|
| Tests | FAIL | QA-001 |""",
    "backend-specialist": """#### Files Created
| File | Purpose | Lines |
|---|---|---|
| src/door.py | door | 10 |
#### Files Changed
| File:Line | Change | Lines |
|---|---|---|
| `src/app.py:4` | call it | +1 |
#### Test Results
```
5 passed
```
#### Implementation Notes
- None""",
}


@pytest.mark.req("RES-2", "RES-10")
@pytest.mark.parametrize("agent", KINDS)
def test_each_kind_of_result_has_its_parts(agent: str) -> None:
    text = result(KINDS[agent], agent=agent)
    assert "RES-10" not in rules(text)
    for title in [line for line in KINDS[agent].splitlines() if line.startswith("####")]:
        assert "RES-10" in rules(text.replace(title, "#### Other"))


@pytest.mark.req("RES-10")
@pytest.mark.parametrize("agent", [name for name in AGENTS if kind_of(name)])
def test_agents_are_told_the_parts_of_their_kind(agent: str) -> None:
    kind = kind_of(agent)
    assert kind
    for names in PARTS[kind]:
        assert f"`#### {names.en[0]}`" in definition(agent, "en")
        assert f"`#### {names.ja[0]}`" in definition(agent, "ja")


@pytest.mark.req("RES-10")
def test_missing_parts_are_named_in_the_language_of_the_result() -> None:
    (violation,) = [v for v in judged(result(GOOD, agent="Explore")).violations if v.rule == "RES-10"]
    assert violation.level == "L2"
    assert violation.message == (
        "a result of the kind exploration also has: Entry Points, Execution Flow, Architecture Patterns, Dependencies"
    )
    assert judged(result(GOOD, agent="Explore")).valid


@pytest.mark.req("RES-2", "RES-10")
def test_whatever_failed_has_the_error_form() -> None:
    form = (
        "### Error Details\n| Aspect | Value |\n|---|---|\n| Type | Timeout |\n### Attempted Actions\n1. Again\n"
        "### Root Cause Analysis\nThe net.\n### Recovery Options\n1. Wait\n### Blockers\n- net | Resolution: fix\n"
    )
    whole = f"## code-explorer Result\n### Status\nFAILED\n### Summary\nNo.\n{form}"
    assert "RES-10" not in rules(whole)
    assert "RES-10" in rules(whole.replace("### Root Cause Analysis\nThe net.\n", ""))


@pytest.mark.req("RES-2")
@pytest.mark.parametrize("agent", KINDS)
def test_the_tables_of_each_kind_are_written_back_with_their_headings(agent: str) -> None:
    report = parse_report(result(KINDS[agent], agent=agent))
    assert report.findings
    assert parse_report(render_report(report, "contract-en")) == report
    assert any(finding.row for finding in report.findings)


@pytest.mark.req("RES-6")
def test_doubt_needs_a_section() -> None:
    uncertain = "### Uncertainty\nThe cache may differ.\n"
    assert rules(result(GOOD, stated=69)) == ["RES-6", "RES-12"]
    assert rules(result(GOOD, stated=69, rest=uncertain)) == []
    assert rules(result(GOOD + "\n- [assumption] one cache `src/app.py:3`", stated=70)) == []


@pytest.mark.req("RES-6")
@pytest.mark.parametrize(
    ("issue", "ok"),
    [
        ("SEC-001: injection | Severity: critical", False),
        ("SEC-001: injection | Severity: critical | Location: `src/app.py:3`", True),
        ("injection at src/app.py:3 | Severity: critical | Category: security", True),
        ("injection | Severity: critical | Category: セキュリティ", False),
        ("SEC-002: injection | Severity: critical", True),
        ("slow | Severity: minor", True),
    ],
)
def test_a_security_issue_needs_code_evidence(issue: str, ok: bool) -> None:
    text = result(f"{GOOD}\n- SEC-002 stands at `src/app.py:4`", rest=f"### Issues\n- {issue}\n")
    assert ("RES-6" not in rules(text)) == ok


@pytest.mark.req("RES-6")
@pytest.mark.parametrize(
    ("findings", "issues"),
    [
        (GOOD, "- a `src/app.py:3` | Severity: critical\n- b `src/app.py:3` | Severity: minor\n"),
        (f"{GOOD}\n- denies: QA-001 at `src/app.py:3`", "- QA-001: a `src/app.py:3` | Severity: minor\n"),
        (
            f"{GOOD}\n\n| Criterion | Result | At |\n|---|---|---|\n"
            "| Login | PASS | `src/app.py:3` |\n| Login | FAIL | `src/app.py:4` |",
            "- a `src/app.py:3` | Severity: minor\n",
        ),
    ],
    ids=["severities", "denied", "criterion"],
)
def test_a_result_that_contradicts_itself_is_put_up(findings: str, issues: str) -> None:
    text = result(findings, rest=f"### Issues\n{issues}")
    assert "RES-6" in rules(text)
    assert "contradiction" in judged(text).flags
    tame = text.replace("critical", "important").replace("denies", "see").replace("| FAIL |", "| PASS |")
    assert "contradiction" not in judged(tame).flags


@pytest.mark.req("RES-3", "RES-12")
@pytest.mark.parametrize(
    ("findings", "stated", "overconfident"),
    [
        (GOOD, 90, False),
        (f"{GOOD}\n- It is fast", 90, True),
        (f"{GOOD}\n- It is fast", 84, False),
        ("- It is `fast`", 80, False),
    ],
)
def test_what_is_stated_above_its_evidence_is_overconfident(findings: str, stated: int, overconfident: bool) -> None:
    text = result(findings, stated=stated)
    assert ("overconfident" in judged(text).flags, "RES-12" in rules(text)) == (overconfident, overconfident)
    assert judged(text).valid


@pytest.mark.req("RES-12")
def test_a_sure_result_without_a_place_that_is_there_is_overconfident() -> None:
    text = result("- It is `fast`", stated=80).replace("`src/app.py:3`", "main")
    assert "overconfident" in judged(text).flags
    assert "overconfident" not in judged(text.replace("80", "74")).flags


@pytest.mark.req("RES-12")
def test_certainty_without_receipts_is_flagged_and_not_judged() -> None:
    text = result(GOOD, stated=97)
    assert rules(text) == []
    assert judged(text).flags == ("band-not-judged",)


@pytest.mark.req("RES-12")
def test_certainty_is_borne_out_by_tool_calls_that_opened_the_lines() -> None:
    text = result(GOOD, stated=97)
    assert (rules(text, READ), judged(text, READ).flags) == ([], ())
    elsewhere = ToolReceipts.from_calls([Call("Read", "src/auth/login.ts", 1, 44), Call("Read", "src/app.py", 1, 4)])
    judgement = judged(text, elsewhere)
    assert judgement.flags == ("overconfident", "unopened")
    assert {v.rule for v in judgement.violations if v.level == "L2"} >= {"RES-12"}
    assert judgement.valid
    assert (judged(text, READ).confidence["adjusted"], judgement.confidence["adjusted"]) == (97, 87)
    assert [v.message for v in judgement.violations if v.rule == "RES-12"][1:] == [
        "src/auth/login.ts:45 is there, but no recorded tool call opened it"
    ]


@pytest.mark.req("RES-12")
def test_many_references_and_no_tool_call_are_a_finding_of_their_own() -> None:
    text = result(f"{GOOD}\n- and `src/app.py:4`")
    judgement = judged(text, ToolReceipts.from_calls([]))
    assert "no-tool-calls" in judgement.flags
    assert "3 places are cited, and no tool call that opened a file is recorded" in [
        v.message for v in judgement.violations
    ]
    assert "no-tool-calls" not in judged(text, ToolReceipts.from_calls([Call("Read", "README.md", 1, 1)])).flags
    assert "no-tool-calls" not in judged(text).flags
    assert "no-tool-calls" not in judged(result(GOOD), ToolReceipts.from_calls([])).flags


@pytest.mark.req("RES-12")
def test_a_guess_asks_for_clarification() -> None:
    doubt = "### Uncertainty\nMaybe.\n"
    assert rules(result(GOOD, stated=50, rest=doubt)) == ["RES-12"]
    assert rules(result(GOOD, stated=50, rest=doubt.replace("Maybe.", "Which cache?"))) == []
    assert rules(result(GOOD, stated=50, rest=f"{doubt}### Open Questions\n1. Name the cache\n")) == []


@pytest.mark.req("RES-13")
def test_every_finding_cites_evidence() -> None:
    assert rules(result(f"{GOOD}\n- It is fast")) == ["RES-9", "RES-13"]
    assert rules(result(f"{GOOD}\n- `make test` passes")) == ["RES-9", "RES-13"]
    assert rules(result(f"{GOOD}\n- `make test` passes: 12 passed")) == ["RES-9"]


@pytest.mark.req("RES-13")
def test_a_result_is_no_evidence_for_itself() -> None:
    tree = MemoryTree({**FILES, "out/result.md": b"x\n" * 9})
    text = result(f"{GOOD}\n- see `out/result.md:3`")
    judgement = check_report(text, tree, itself="out/result.md")
    (own,) = [c for c in judgement.references if c.claim.reference.path == "out/result.md"]
    assert own.state == "unverified"
    assert "RES-13" in [v.rule for v in judgement.violations]
    assert check_report(text, tree).references[-2].state == "verified"


LINES = st.integers(1, 30)
CALLS = st.lists(
    st.tuples(LINES, LINES).map(lambda pair: Call("Read", "a.py", min(pair), max(pair))) | st.just(Call("Bash", None))
)


@given(calls=CALLS, first=LINES, length=st.integers(0, 5))
def test_lines_are_opened_when_every_one_of_them_was_read(calls: list[Call], first: int, length: int) -> None:
    reference = Reference(text="", path="a.py", line=first, end_line=first + length if length else None)
    read = {n for call in calls for n in range(call.first_line or 1, (call.last_line or 0) + 1)}
    shown = ToolReceipts.from_calls(calls).shows(CheckedClaim(claim=Claim(reference=reference), state="verified"))
    assert shown == (set(range(first, first + length + 1)) <= read)


def test_whoever_wrote_a_file_has_seen_it_and_a_moved_line_counts_where_it_is() -> None:
    claim = Claim(reference=Reference(text="", path="a.py", line=3))
    assert ToolReceipts.from_calls([Call("Edit", "a.py")]).shows(CheckedClaim(claim=claim, state="verified"))
    moved = CheckedClaim(claim=claim, state="moved", found_line=9)
    assert ToolReceipts.from_calls([Call("Read", "a.py", 9, 9)]).shows(moved)
    assert not ToolReceipts.from_calls([Call("Read", "a.py", 3, 3)]).shows(moved)
