"""The sections of the contract, part by part."""

import pytest

from renkei.reports.formats import parse_report
from renkei.reports.report import (
    Blocker,
    Box,
    Code,
    Confidence,
    ErrorDetails,
    Evidence,
    Finding,
    Issue,
    Justification,
    KeyReference,
    Passage,
    Report,
    Score,
)

HEAD = "## x 結果\n### ステータス\nSUCCESS\n### サマリー\ns\n"


def read(section: str) -> Report:
    return parse_report(HEAD + section)


@pytest.mark.req("RES-14", "RES-13")
@pytest.mark.parametrize("margin", ["", "  "])
def test_the_lines_under_a_finding_are_its_evidence(margin: str) -> None:
    lines = [
        "確認済み: Read ツールで存在を確認",
        "コード一致: `export async function authenticate()`",
        "信頼度: 95（直接のコード証拠）",
    ]
    bullets = "".join(f"{margin}- {line}\n" for line in lines)
    finding = Finding(
        text="src/auth/login.ts:45 で認証を発見",
        evidence=(
            Evidence(kind="confirmed", text="Read ツールで存在を確認"),
            Evidence(kind="code_match", text="`export async function authenticate()`"),
            Evidence(kind="confidence", text="95（直接のコード証拠）"),
        ),
    )
    assert read(f"### 調査結果\nsrc/auth/login.ts:45 で認証を発見\n{bullets}").findings == (finding,)
    assert read(f"### 調査結果\n- src/auth/login.ts:45 で認証を発見\n{bullets}").findings == (finding,)


@pytest.mark.req("RES-14")
def test_the_english_evidence_lines_are_read_too() -> None:
    lines = "   - **Confirmed**: read it\n   - Code match: `go()`\n   - Confidence: 95 (direct)\n"
    findings = read(f"### Findings\n1. Login in src/a.ts:4\n{lines}").findings or ()
    assert [evidence.kind for finding in findings for evidence in finding.evidence] == [
        "confirmed",
        "code_match",
        "confidence",
    ]


@pytest.mark.req("RES-13")
@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("[仮定] a.py:1 を使う", ("assumption",)),
        ("a.py:1 (uncertain)", ("uncertain",)),
        ("**裏付けが必要**: a.py:1", ("needs-corroboration",)),
        ("a.py:1 [UNVERIFIED]", ("unverified",)),
        ("the uncertain value in a.py:1", ()),
    ],
)
def test_labels_of_a_finding_are_kept(text: str, labels: tuple[str, ...]) -> None:
    findings = read(f"### 調査結果\n- {text}\n").findings or ()
    assert [(finding.text, finding.labels) for finding in findings] == [(text, labels)]


def test_findings_know_their_sub_headings_and_their_code() -> None:
    report = read(
        "### 調査結果\n#### 問題の詳細\n**SEC-001: 鍵**\n```ts\n// src/jwt.ts:8\n"
        "const KEY = 1;\n```\n**リスク**: 偽造\n"
        "#### 実行フロー\n1. 受信 → `src/a.ts:4`\n2. 応答\n"
    )
    code = Code(text="// src/jwt.ts:8\nconst KEY = 1;", info="ts")
    assert report.findings == (
        Finding(text="", group=("問題の詳細", "SEC-001: 鍵"), code=(code,)),
        Finding(text="**リスク**: 偽造", group=("問題の詳細", "SEC-001: 鍵"), kind="note"),
        Finding(text="受信 → `src/a.ts:4`", group=("実行フロー",)),
        Finding(text="応答", group=("実行フロー",)),
    )


def test_each_row_of_a_table_is_a_finding() -> None:
    report = read(
        "### 調査結果\n| 入口 | File:Line |\n|---|---|\n| POST /login | `a.ts:4` |\n| GET \\| HEAD | `a.ts:9` |\n"
    )
    assert [finding.text for finding in report.findings or ()] == ["POST /login | `a.ts:4`", "GET | HEAD | `a.ts:9`"]


def test_prose_that_leads_to_a_list_is_a_note() -> None:
    report = read("### 調査結果\n二つ見つけた:\n- a.py:1\n- b.py:2\n\n以上。\n")
    assert [(f.kind, f.text) for f in report.findings or ()] == [
        ("note", "二つ見つけた:"),
        ("finding", "a.py:1"),
        ("finding", "b.py:2"),
        ("note", "以上。"),
    ]


@pytest.mark.req("RES-1", "RES-11")
@pytest.mark.parametrize("empty", ["なし", "- 特になし", "None", "N/A", "- None.", ""])
def test_a_section_that_says_nothing_is_empty(empty: str) -> None:
    report = read(
        f"### 問題（ある場合）\n{empty}\n### ブロッカー\n{empty}\n### 次のステップ\n{empty}\n### 主要な参照\n{empty}\n"
    )
    assert (report.issues, report.blockers, report.next_steps, report.key_references) == ((), (), (), ())


@pytest.mark.req("RES-11")
def test_an_issue_is_read_from_the_line_form() -> None:
    report = read(
        "### 問題\n- SEC-001: 鍵が固定 `a.py:3` | 重大度: critical\n"
        "- **QA-2**: 試験なし | Severity: Important | カテゴリ: test | 信頼度: 78 | Owner: me\n"
    )
    assert report.issues == (
        Issue(id="SEC-001", text="鍵が固定 `a.py:3`", severity="critical", severity_token="critical"),
        Issue(
            id="QA-2",
            text="試験なし",
            severity="important",
            severity_token="Important",
            category="test",
            confidence=78,
            extra=(("Owner", "me"),),
        ),
    )


@pytest.mark.req("RES-1")
@pytest.mark.parametrize(
    "lines",
    [
        "- slow | Severity: minor",
        "- slow ｜ 重大度：minor",
        "- [minor] slow",
        "- **Minor**: slow",
        "- slow (severity: minor)",
        "- slow\n  - Severity: minor",
        "- slow\n  重大度: minor",
        "#### Minor\n- slow",
        "| Issue | Severity |\n|---|---|\n| slow | Minor |",
    ],
)
def test_a_severity_is_found_wherever_it_is_put(lines: str) -> None:
    (issue,) = read(f"### Issues\n{lines}\n").issues
    assert (issue.text, issue.severity) == ("slow", "minor")


@pytest.mark.req("RES-1")
def test_an_issue_table_inside_the_findings_gives_issues() -> None:
    report = read(
        "### 調査結果\n#### 検出された問題\n| ID | 問題 | File:Line | 重大度 | 信頼度 |\n|--|--|--|--|--|\n"
        "| SEC-001 | 固定の鍵 | `src/jwt.ts:8` | Critical | 98 |\n#### 問題の詳細\n- `src/jwt.ts:8` を参照\n"
    )
    assert report.issues == (
        Issue(
            id="SEC-001",
            text="固定の鍵",
            severity="critical",
            severity_token="Critical",
            confidence=98,
            location="`src/jwt.ts:8`",
        ),
    )
    assert [finding.group for finding in report.findings or ()] == [("問題の詳細",)]


@pytest.mark.req("RES-11")
def test_a_blocker_says_what_resolves_it_behind_a_bar_or_on_its_own_line() -> None:
    report = read("### ブロッカー\n- 鍵がない | 解決策: 鍵を配る\n- DB が遠い\n  解決策: 近くに置く\n- 不明\n")
    assert report.blockers == (
        Blocker(text="鍵がない", resolution="鍵を配る"),
        Blocker(text="DB が遠い", resolution="近くに置く"),
        Blocker(text="不明"),
    )


@pytest.mark.req("RES-1")
def test_key_references_keep_item_place_and_relevance() -> None:
    report = read(
        "### Key References\n| File:Line | Name | Why | Owner |\n|---|---|---|---|\n| src/a.py:3 | Auth | core | me |\n"
        "- `src/b c.py:4` - the other one\n"
    )
    assert report.key_references == (
        KeyReference(item="Auth", location="src/a.py:3", relevance="core", extra=(("Owner", "me"),)),
        KeyReference(item="", location="`src/b c.py:4`", relevance="the other one"),
    )


@pytest.mark.req("RES-4")
@pytest.mark.parametrize(
    "lines",
    [
        (
            "85 - 読んだ\n- verified_confidence: 90（関数を読んだ）\n"
            "- inferred_confidence: 80 (推測)\n- combined_confidence: 85"
        ),
        (
            "85 - 読んだ\n### 信頼度の内訳\n- **verified_confidence**: 90（関数を読んだ）\n"
            "- **inferred_confidence**: 80 (推測)\n- **combined_confidence**: (90 + 80) / 2 = 85"
        ),
        (
            "85 - 読んだ\n| 要素 | 値 | 理由 |\n|---|---|---|\n| verified | 90 | 関数を読んだ |\n"
            "| inferred | 80 | 推測 |\n| combined | 85 | |"
        ),
        (
            "85 - 読んだ\n```yaml\nverified_confidence: 90 - 関数を読んだ\n"
            "inferred_confidence: 80 - 推測\ncombined_confidence: 85\n```"
        ),
        (
            "**スコア**: 85\n理由: 読んだ\n検証済み信頼度：９０（関数を読んだ）\n"
            "推論信頼度：８０（推測）\n統合信頼度：８５"
        ),
    ],
    ids=["list", "section", "table", "yaml", "japanese"],
)
def test_the_breakdown_of_a_confidence_is_found(lines: str) -> None:
    assert read(f"### 信頼度\n{lines}\n").confidence == Confidence(
        stated=85,
        reason="読んだ",
        verified=Score(value=90, reason="関数を読んだ"),
        inferred=Score(value=80, reason="推測"),
        combined=Score(value=85),
    )


@pytest.mark.req("RES-4")
def test_the_breakdown_may_stand_on_the_line_of_the_number() -> None:
    confidence = read("### Confidence: 85 (verified: 90, inferred: 80, combined: 85)\n").confidence
    assert confidence
    assert confidence.verified
    assert confidence.inferred
    assert confidence.combined
    assert (confidence.verified.value, confidence.inferred.value, confidence.combined.value) == (90, 80, 85)


@pytest.mark.req("RES-5")
def test_the_justification_is_read_field_by_field() -> None:
    report = read(
        "### 信頼度\n92 - x\n### 信頼度の根拠\n**スコア**: 92\n**証拠数**: 3\n"
        "**検証方法**: 全部読んだ\n**潜在的な盲点**: 設定\n"
    )
    assert report.confidence
    assert report.confidence.justification == Justification(
        score="92", evidence_count="3", method="全部読んだ", blind_spots="設定"
    )


@pytest.mark.req("RES-4")
def test_boxes_are_known_by_their_subject_wherever_they_stand() -> None:
    report = read(
        "### 調査結果\n- a.py:1\n- [x] **File References Valid**: all `file:line` exist\n### 検証完了\n```markdown\n"
        "- [ ] **コードスニペットが正確**: 一致\n```\n- ☑ ハルシネーションされたパスなし\n"
        "* [X] Evidence documented\n- [x] 清書\n"
    )
    assert report.checklist == (
        Box(subject="**File References Valid**: all `file:line` exist", ticked=True, point="file_references"),
        Box(subject="**コードスニペットが正確**: 一致", ticked=False, point="code_snippets"),
        Box(subject="ハルシネーションされたパスなし", ticked=True, point="no_invented_paths"),
        Box(subject="Evidence documented", ticked=True, point="evidence"),
        Box(subject="清書", ticked=True),
    )
    assert [finding.text for finding in report.findings or ()] == ["a.py:1"]


@pytest.mark.req("RES-2", "RES-9")
def test_the_error_form_is_read() -> None:
    report = parse_report(
        "## builder 結果\n### ステータス\nFAILED\n### サマリー\n時間切れ。\n### エラー詳細\n"
        "| 項目 | 値 |\n|--|--|\n| タイプ | Timeout |\n"
        "| メッセージ | 長い |\n| 発生場所 | src/a.py:3 |\n| 回復可能 | true |\n### 試行したアクション\n1. 再実行\n"
        "### 根本原因分析\n遅い。\n### 回復オプション\n1. 分割: 小さくする\n### ブロッカー\n- 上限\n  解決策: 上げる\n"
    )
    assert report.error == ErrorDetails(type="Timeout", message="長い", location="src/a.py:3", recoverable="true")
    assert report.attempts == (Passage(text="再実行"),)
    assert report.root_cause == Passage(text="遅い。")
    assert report.recovery == (Passage(text="分割: 小さくする"),)


def test_every_part_knows_its_line() -> None:
    report = parse_report(
        "intro\n## x Result\n### Status\nPARTIAL\n### Summary\n\ns\n### Findings\n- a.py:1\n\n"
        "  b.py:2\n### Key References\n"
        "| Item | Location |\n|--|--|\n| a | a.py:1 |\n### Confidence\n80\nverified: 90\n"
        "### Issues\n- i\n### Blockers\n- b\n- [x] evidence cited\n"
    )
    assert report.findings
    assert report.key_references
    assert report.confidence
    assert report.confidence.verified
    assert report.summary
    assert report.findings[0].lines == (9, 10, 11)
    assert [
        report.status_line,
        report.summary.line,
        report.findings[0].line,
        report.key_references[0].line,
        report.confidence.line,
        report.confidence.verified.line,
        report.issues[0].line,
        report.blockers[0].line,
        report.checklist[0].line,
    ] == [4, 7, 9, 15, 17, 18, 20, 22, 23]
