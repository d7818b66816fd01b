"""What models really write around and inside the contract (RES-1)."""

import pytest

from renkei.errors import BadInput
from renkei.reports.formats import parse_report
from renkei.reports.report import Passage, Report, Status

JA = """## security-auditor 結果

### ステータス
SUCCESS

### サマリー
ログイン処理を確認した。

### 調査結果
- `src/auth.py:3` で認証を発見

### 主要な参照
| 項目 | 場所 | 関連性 |
|------|------|--------|
| 認証 | `src/auth.py:3` | 入口 |

### 信頼度
70 - コードを読んだ
"""
EN = """## security-auditor Result
### Status: SUCCESS
### Summary: ログイン処理を確認した。
### Findings:
- `src/auth.py:3` で認証を発見
### Key References:
| Item | Location | Relevance |
| --- | --- | --- |
| 認証 | `src/auth.py:3` | 入口 |
### Confidence: 70 - コードを読んだ
"""


def same_but_for_dialect(one: Report, other: Report) -> bool:
    return (one.agent, one.status, one.summary, one.findings, one.key_references, one.confidence) == (
        other.agent,
        other.status,
        other.summary,
        other.findings,
        other.key_references,
        other.confidence,
    )


DRESSED = {
    "windows line ends": JA.replace("\n", "\r\n"),
    "old mac line ends": JA.replace("\n", "\r"),
    "byte order mark": "\ufeff" + JA,
    "no blank lines": JA.replace("\n\n", "\n"),
    "twice the blank lines": JA.replace("\n", "\n\n").replace("|\n\n|", "|\n|"),
    "fence around it": f"```markdown\n{JA}```",
    "fence without a language": f"```\n{JA}```\n",
    "tildes around it": f"~~~md\n{JA}~~~\n",
    "fence that is never closed": f"```markdown\n{JA}",
    "chatter before": f"Sure, here it is.\n\n{JA}",
    "chatter before the fence": f"Here you are:\n```markdown\n{JA}```",
    "indented hand-back": "".join(f"    {line}\n" for line in JA.splitlines()),
    "tabs before it": "".join(f"\t{line}\n" for line in JA.splitlines()),
    "quoted hand-back": "".join(f"> {line}\n" for line in JA.splitlines()),
    "headings of one level": JA.replace("###", "##"),
    "headings of all levels": JA.replace("### 調査", "# 調査").replace("### 主要", "##### 主要"),
    "no space behind the hashes": JA.replace("### ", "###"),
    "closing hashes": JA.replace("### ステータス", "### ステータス ###"),
    "numbered headings": JA.replace("### ステータス", "### 1. ステータス").replace("### サマリー", "### ２．サマリー"),
    "emoji in headings": JA.replace("### ステータス", "### ✅ ステータス").replace("### 調査", "### 🔍 調査"),
    "asides in headings": JA.replace("### 調査結果", "### 調査結果（ある場合）"),
    "bold headings": JA.replace("## security-auditor 結果", "**security-auditor 結果**").replace(
        "### ステータス", "**ステータス**:"
    ),
    "bold in headings": JA.replace("### ステータス", "### **ステータス**"),
    "one bold heading": JA.replace("### サマリー\n", "**サマリー**: "),
    "underlined heading": JA.replace("### サマリー\n", "サマリー\n------\n"),
    "full-width colon": JA.replace("### ステータス\n", "### ステータス："),
    "full-width digits": JA.replace("70 - ", "７０　－　"),
    "emphasis on the number": JA.replace("70 - ", "**70** - "),
    "out of a hundred": JA.replace("70 - ", "70/100 - "),
    "per cent": JA.replace("70 - ", "70%: "),
    "points": JA.replace("70 - コードを読んだ", "70点（コードを読んだ）"),
    "brackets of the template": JA.replace("70 - ", "[70] - ")
    .replace("SUCCESS", "[SUCCESS]")
    .replace("## security-auditor", "## [security-auditor]"),
    "lower-case status": JA.replace("SUCCESS", "success"),
    "status with emphasis": JA.replace("SUCCESS", "**SUCCESS** ✅"),
    "status with a remark": JA.replace("SUCCESS", "SUCCESS - all read"),
    "table without outer bars": JA.replace("| 認証 | `src/auth.py:3` | 入口 |", "認証 | `src/auth.py:3` | 入口")
    .replace("| 項目 | 場所 | 関連性 |", "項目 | 場所 | 関連性")
    .replace("|------|------|--------|", "---|---|---"),
    "table without its dashes": JA.replace("|------|------|--------|\n", ""),
    "list for the table": JA.replace(
        "| 項目 | 場所 | 関連性 |\n|------|------|--------|\n| 認証 | `src/auth.py:3` | 入口 |",
        "- 認証: `src/auth.py:3` - 入口",
    ),
    "star bullets": JA.replace("- `src", "* `src"),
    "numbered findings": JA.replace("- `src", "1. `src"),
    "japanese bullets": JA.replace("- `src", "・`src"),
    "prose for findings": JA.replace("- `src", "`src"),
    "mixed languages": JA.replace("### サマリー", "### Summary").replace("### 信頼度", "### Confidence"),
}


@pytest.mark.req("RES-1")
@pytest.mark.parametrize("text", DRESSED.values(), ids=DRESSED)
def test_a_result_is_read_however_it_is_dressed(text: str) -> None:
    report = parse_report(text)
    assert same_but_for_dialect(report, parse_report(JA))
    assert report.problems == ()
    assert report.dialect == "contract-ja"


@pytest.mark.req("RES-1")
def test_block_form_and_inline_form_say_the_same() -> None:
    assert same_but_for_dialect(parse_report(EN), parse_report(JA))
    assert parse_report(EN).dialect == "contract-en"


@pytest.mark.req("RES-1")
def test_plain_names_with_colons_head_sections_when_nothing_stronger_does() -> None:
    report = parse_report("Status: PARTIAL\nSummary: half done\nFindings:\n- x in a.py:3\nConfidence: 40 - a guess\n")
    assert (report.status, report.summary) == ("PARTIAL", Passage(text="half done"))
    assert report.confidence
    assert (report.confidence.stated, report.confidence.reason) == (40, "a guess")


@pytest.mark.req("RES-1")
def test_bulleted_bold_names_head_sections_when_nothing_stronger_does() -> None:
    report = parse_report(
        "- **Status**: FAILED\n- **Summary**: broke\n- **Blockers**:\n  - no key | Resolution: send it\n"
    )
    assert (report.status, report.summary) == ("FAILED", Passage(text="broke"))
    assert [blocker.resolution for blocker in report.blockers] == ["send it"]


@pytest.mark.req("RES-1")
def test_code_inside_a_fenced_result_stays_code() -> None:
    inner = JA.replace("を発見\n", "を発見\n  ```python\n  # Status\n  def login():\n  ```\n")
    report = parse_report(f"```markdown\n{inner}```\n\nAnything else?")
    assert report.findings
    assert report.findings[0].code[0].text == "# Status\ndef login():"
    assert [extra.text for extra in report.extra] == ["Anything else?"]


@pytest.mark.req("RES-1")
def test_what_stands_around_the_result_is_kept_apart() -> None:
    report = parse_report(f"Let me look.\n\n{JA}\n---\nIs there more?\n")
    assert report.preamble == Passage(text="Let me look.")
    assert [(extra.title, extra.text) for extra in report.extra] == [("", "Is there more?")]
    assert report.confidence == parse_report(JA).confidence


@pytest.mark.req("RES-1")
def test_unknown_sections_are_kept() -> None:
    report = parse_report(JA + "\n### 検討したトレードオフ\n- 別サービス: 却下\n")
    assert [(extra.title, extra.text) for extra in report.extra] == [("検討したトレードオフ", "- 別サービス: 却下")]


@pytest.mark.req("RES-1")
def test_of_two_results_the_last_one_counts() -> None:
    draft = JA.replace("SUCCESS", "FAILED").replace("security-auditor", "draft")
    assert parse_report(f"{draft}\n{JA}").status == "SUCCESS"
    assert parse_report(f"{draft}\n{JA}").agent == "security-auditor"


@pytest.mark.req("RES-1")
@pytest.mark.parametrize(
    "title",
    [
        "## qa-engineer Result",
        "# qa-engineer Report",
        "## Result: qa-engineer",
        "## 🔎 [qa-engineer] 結果",
        "## 1. qa-engineer 結果",
    ],
)
def test_the_agent_is_named_by_the_title(title: str) -> None:
    assert parse_report(f"{title}\n### Status\nSUCCESS\n").agent == "qa-engineer"


@pytest.mark.req("RES-1")
def test_a_section_called_results_is_no_title() -> None:
    report = parse_report(JA.replace("- `src", "#### テスト結果\n- `src"))
    assert report.agent == "security-auditor"
    assert report.findings
    assert report.findings[0].group == ("テスト結果",)


@pytest.mark.req("RES-1")
@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("SUCCESS", "SUCCESS"),
        ("partial", "PARTIAL"),
        ("Failed", "FAILED"),
        ("ＦＡＩＬＥＤ", "FAILED"),
        ("PARTIAL SUCCESS", "PARTIAL"),
        ("成功", "SUCCESS"),
        ("部分的成功", "PARTIAL"),
        ("❌ FAILED: no key", "FAILED"),
    ],
)
def test_a_status_is_read_in_any_dress(written: str, status: Status) -> None:
    assert parse_report(f"### Status\n{written}\n### Summary\ns").status == status


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize(
    "written",
    ["DONE", "OK", "UNKNOWN", "[SUCCESS | PARTIAL | FAILED]", "SUCCESS / PARTIAL / FAILED", "successfully", ""],
)
def test_an_unknown_status_is_named_with_its_section_and_line(written: str) -> None:
    problem = parse_report(f"### Status\n{written}\n### Summary\ns").problems[0]
    assert (problem.path, problem.expected) == ("Status", "SUCCESS, PARTIAL or FAILED")
    assert (problem.line, problem.value) == ((2, written) if written else (1, None))


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize("written", ["150", "-5", "101%", "high", "85-94", "8/10", "three", ""])
def test_a_confidence_that_is_no_number_of_0_to_100_is_named(written: str) -> None:
    report = parse_report(f"### ステータス\nSUCCESS\n### 信頼度\n{written}\n")
    assert report.confidence
    assert report.confidence.stated is None
    assert [(p.path, p.expected) for p in report.problems] == [("信頼度", "a number from 0 to 100")]


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize(
    "text", ["", " \n\t", "All good, I am done.", "# Read me\n\n## Usage\nRun it.", "\x00\x01", "Summary"]
)
def test_a_text_that_is_no_result_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="expected the sections") as refusal:
        parse_report(text)
    assert refusal.value.problems[0].expected.startswith("the sections Status")
