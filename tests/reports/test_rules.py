"""The rules of the result contract: what makes a result invalid, what is only shown (RES-4, RES-7, RES-9, RES-11)."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.rules import RULES, Judgement
from renkei.reports.tree import MemoryTree

FILES = {"src/auth.py": b"import jwt\n\ndef login():\n    return jwt.encode({})\n", "src/app.py": b"import auth\n"}
CHECKLIST = """### 検証完了
- [x] **ファイル参照が有効**: すべて確認
- [x] **コードスニペットが正確**: 一致
- [x] **ハルシネーションされたパスなし**: なし
- [x] **証拠が文書化済み**: 引用あり
"""
GOOD = f"""## scout 結果
### ステータス
SUCCESS
### サマリー
ログインを調べた。
### 調査結果
- ログインのパターンは `src/auth.py:3`
  - コード一致: `def login():`
### 主要な参照
| 項目 | 場所 | 関連性 |
|---|---|---|
| login | `src/auth.py:3` | 入口 |
### 信頼度
80 - コードを読んだ
- verified_confidence: 90
- inferred_confidence: 70
- combined_confidence: 80
### 次のステップ
1. テストを書く
{CHECKLIST}"""


def judged(text: str) -> Judgement:
    return check_report(text, MemoryTree(FILES))


def broken(text: str, level: str = "L1") -> list[tuple[str, int | None]]:
    """Rule and line of each violation of a level."""
    return [(v.rule, v.line) for v in judged(text).violations if v.level == level]


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.req("RES-4", "RES-9")
def test_a_good_result_breaks_no_rule() -> None:
    assert judged(GOOD).to_json() == {
        "agent": "scout",
        "dialect": "contract-ja",
        "status": "SUCCESS",
        "valid": True,
        "violations": [],
        "references": [
            {
                "text": "src/auth.py:3",
                "path": "src/auth.py",
                "line": 3,
                "end_line": None,
                "state": "verified",
                "found_line": None,
                "quote": "verified",
            }
        ],
        "confidence": {"stated": 80, "verified": 90, "inferred": 70, "combined": 80, "adjusted": 80, "band": "medium"},
        "flags": ["needs-corroboration"],
        "commands": [],
    }


def test_every_rule_has_a_sentence_for_a_name_and_the_levels_are_those_of_the_contract() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert {rule.id for rule in RULES if rule.level == "L1"} == {
        *("RES-1", "RES-4", "RES-7"),
        *("TEAM-11", "SDD-24"),  # what the other seeds ask of the results in their dialects
    }


@pytest.mark.req("RES-1")
@pytest.mark.parametrize("text", ["", "I am done."])
def test_a_text_that_is_no_result_is_judged_all_the_same(text: str) -> None:
    document = judged(text).to_json()
    assert (document["valid"], document["agent"], document["status"]) == (False, None, None)
    assert broken(text) == [("RES-1", None)]


@pytest.mark.req("RES-1", refused=True)
@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("SUCCESS", "DONE", 3),
        ("### ステータス\nSUCCESS\n", "", None),
        (
            "80 - コードを読んだ\n- verified_confidence: 90\n- inferred_confidence: 70\n- combined_confidence: 80",
            "高い",
            14,
        ),
        ("80 - コード", "180 - コード", 14),
        ("verified_confidence: 90", "verified_confidence: 900", 15),
    ],
)
def test_what_cannot_be_read_is_named_by_line(old: str, new: str, line: int | None) -> None:
    assert ("RES-1", line) in broken(changed(old, new))


@pytest.mark.req("RES-1")
def test_a_message_names_section_value_and_what_was_expected() -> None:
    (violation,) = judged(changed("SUCCESS", "DONE")).violations
    assert violation.message == "ステータス is 'DONE'; expected SUCCESS, PARTIAL or FAILED"
    assert violation.params == {"section": "ステータス", "value": "DONE", "expected": "SUCCESS, PARTIAL or FAILED"}


@pytest.mark.req("RES-11", refused=True)
@pytest.mark.parametrize("section", ["サマリー\nログインを調べた。", "調査結果", "主要な参照"])
def test_a_required_section_has_to_be_there(section: str) -> None:
    assert ("RES-4", None) in broken(changed(f"### {section}", f"### 別の{section}"))


@pytest.mark.req("RES-11", refused=True)
def test_a_confidence_has_to_be_there() -> None:
    assert ("RES-1", None) in broken(changed("### 信頼度", "### 別"))


@pytest.mark.req("RES-4")
@pytest.mark.req("RES-4", refused=True)
@pytest.mark.parametrize("summary", ["word " * 600, "長" * 600])
def test_a_summary_is_held_to_about_500_tokens(summary: str) -> None:
    assert broken(changed("ログインを調べた。", summary)) == [("RES-4", 5)]
    assert broken(changed("ログインを調べた。", summary[: len(summary) // 2])) == []


@pytest.mark.req("RES-4", "RES-11")
@pytest.mark.req("RES-4", "RES-11", refused=True)
def test_a_failure_names_a_blocker_or_its_error() -> None:
    failed = "## x 結果\n### ステータス\nFAILED\n### サマリー\nだめ。\n"
    assert broken(failed) == [("RES-4", 3)]
    assert broken(failed + "### ブロッカー\n- なし\n") == [("RES-4", 3)]
    assert broken(failed + "### ブロッカー\n- 鍵がない | 解決策: 配る\n") == []
    assert broken(failed + "### エラー詳細\n| 項目 | 値 |\n|--|--|\n| タイプ | Timeout |\n") == []


@pytest.mark.req("RES-4", "RES-11")
@pytest.mark.req("RES-4", "RES-11", refused=True)
@pytest.mark.parametrize(
    "rest",
    ["### ブロッカー\n- 鍵 | 解決策: 配る\n", "### 問題\n- 遅い | 重大度: minor\n", "### 次のステップ\n1. 続ける\n"],
)
def test_a_partial_result_says_what_is_left(rest: str) -> None:
    partial = changed("SUCCESS", "PARTIAL").replace("### 次のステップ\n1. テストを書く\n", "")
    assert broken(partial) == [("RES-4", 3)]
    assert broken(partial + rest) == []


@pytest.mark.req("RES-4")
@pytest.mark.req("RES-4", refused=True)
def test_a_confidence_of_75_needs_its_breakdown() -> None:
    bare = changed("- verified_confidence: 90\n- inferred_confidence: 70\n- combined_confidence: 80\n", "")
    assert broken(bare) == [("RES-4", 14)]
    assert broken(bare.replace("80 - ", "75 - ")) == [("RES-4", 14)]
    assert broken(bare.replace("80 - ", "74 - ")) == []
    assert broken(changed("- inferred_confidence: 70\n", "")) == [("RES-4", 14)]


@pytest.mark.req("RES-4")
def test_the_combined_confidence_is_the_mean() -> None:
    assert broken(changed("combined_confidence: 80", "combined_confidence: 85")) == [("RES-4", 17)]
    assert broken(changed("inferred_confidence: 70", "inferred_confidence: 69")) == []
    assert broken(changed("- combined_confidence: 80\n", "")) == []


@pytest.mark.req("RES-4", "RES-7", refused=True)
@pytest.mark.parametrize(
    ("reference", "state"),
    [
        ("src/ghost.py:45", "missing_file"),
        ("src/auth.py:400", "missing_line"),
        ("../../etc/passwd:1", "missing_file"),
        ("/etc/passwd:1", "missing_file"),
    ],
)
def test_a_reference_that_is_not_there_makes_the_result_invalid(reference: str, state: str) -> None:
    judgement = judged(changed("ログインを調べた。", f"ログインは {reference} にある。").replace(CHECKLIST, ""))
    assert not judgement.valid
    assert [(v.rule, v.line) for v in judgement.violations if v.level == "L1"] == [("RES-4", 5)]
    assert next((c.claim.reference.text, c.state) for c in judgement.references) == (reference, state)


@pytest.mark.req("RES-7", "DEC-4")
def test_what_the_agent_marks_as_unverified_is_looked_up_and_never_called_false() -> None:
    marked = changed("ログインを調べた。", "src/ghost.py:45 [UNVERIFIED]").replace(CHECKLIST, "")
    assert (broken(marked), broken(marked, "L2")[:1]) == ([], [("RES-4", None)])
    assert ("RES-7", 5) in broken(marked, "L2")
    assert [c.state for c in judged(marked).references][:1] == ["unverified"]
    there = judged(changed("ログインを調べた。", "src/auth.py:1 [UNVERIFIED]"))
    assert [c.state for c in there.references][:1] == ["verified"]


@pytest.mark.req("RES-7", refused=True)
def test_a_quote_that_stands_nowhere_makes_the_result_invalid() -> None:
    text = changed("`def login():`", "`def logout():`").replace(CHECKLIST, "")
    assert broken(text) == [("RES-7", 8)]
    (reference,) = judged(text).to_json()["references"]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
    assert reference["state"] == "mismatch"


@pytest.mark.req("RES-7")
def test_a_line_that_moved_is_corrected_and_costs_10() -> None:
    judgement = judged(changed("`src/auth.py:3`", "`src/auth.py:1`"))
    assert judgement.valid
    document = judgement.to_json()
    (reference,) = document["references"]
    assert (reference["state"], reference["found_line"], reference["quote"]) == ("moved", 3, "verified")
    assert document["confidence"] == {
        "stated": 80,
        "verified": 90,
        "inferred": 70,
        "combined": 80,
        "adjusted": 70,
        "band": "low",
    }


@pytest.mark.req("RES-4", refused=True)
@pytest.mark.parametrize("number", [20, 21, 22, 23])
def test_an_unticked_box_is_a_breach(number: int) -> None:
    lines = GOOD.splitlines()
    lines[number] = lines[number].replace("[x]", "[ ]")
    assert broken("\n".join(lines)) == [("RES-4", number + 1)]


@pytest.mark.req("RES-4", refused=True)
@pytest.mark.parametrize(
    ("old", "new", "boxes"),
    [
        ("ログインを調べた。", "src/ghost.py:1 を見た。", [21, 23]),
        ("ログインを調べた。", "src/auth.py:99 を見た。", [21]),
        ("`def login():`", "`def logout():`", [22]),
        ("### 主要な参照", "- とても遅い\n### 主要な参照", [25]),
    ],
)
def test_a_false_tick_is_a_breach(old: str, new: str, boxes: list[int]) -> None:
    false = [v.line for v in judged(changed(old, new)).violations if "is ticked, but" in v.text]
    assert false == boxes


@pytest.mark.req("RES-4")
def test_an_absent_box_is_only_shown() -> None:
    text = changed("- [x] **証拠が文書化済み**: 引用あり\n", "")
    assert judged(text).valid
    assert broken(text, "L2") == [("RES-4", None)]
    assert broken(changed(CHECKLIST, ""), "L2") == [("RES-4", None)]


@pytest.mark.req("RES-5")
def test_a_confidence_of_85_needs_a_justification() -> None:
    high = changed("80 - コード", "85 - コード")
    assert broken(high, "L2") == [("RES-5", 14)]
    why = "### 信頼度の根拠\n**スコア**: 85\n**証拠数**: 1\n**検証方法**: 読んだ\n"
    assert broken(high + why, "L2") == [("RES-5", 26)]
    assert broken(high + why + "**潜在的な盲点**: 設定\n", "L2") == []
    assert broken(changed("80 - コード", "84 - コード"), "L2") == []


@pytest.mark.req("RES-9")
@pytest.mark.parametrize(
    ("old", "new", "violation"),
    [
        ("### 主要な参照", "- 実行 `make` で遅い: 5 passed\n### 主要な参照", ("RES-9", 9)),
        ("80 - コードを読んだ", "80", ("RES-9", 14)),
        ("### 次のステップ", "### 問題\n- 遅い\n### 次のステップ", ("RES-9", 19)),
        (
            "  - コード一致",
            "".join(f"  src/auth.py:{1 + n % 4}: x\n" for n in range(20)) + "  - コード一致",
            ("RES-9", 7),
        ),
    ],
)
def test_what_should_be_better_is_shown_and_not_refused(old: str, new: str, violation: tuple[str, int]) -> None:
    text = changed(old, new)
    assert broken(text, "L2") == [violation]
    assert judged(text).valid


@pytest.mark.req("RES-6", "RES-11", refused=True)
def test_a_blocker_says_what_resolves_it_and_stands_beside_no_success() -> None:
    text = changed("### 次のステップ", "### ブロッカー\n- 鍵がない\n### 次のステップ")
    assert broken(text, "L2") == [("RES-6", 3), ("RES-11", 19)]
    assert judged(text).valid


@pytest.mark.req("RES-9")
def test_advice_is_only_noted() -> None:
    assert broken(changed("### 次のステップ\n1. テストを書く\n", ""), "L3") == [("RES-9", None)]
    design = changed("scout", "System Architect")
    assert [v.text for v in judged(design).violations if v.level == "L3"] == ["no trade-offs are weighed"]
    assert broken(design + "### 検討したトレードオフ\n- 別案: 却下\n", "L3") == []
    assert [
        v.text for v in judged(changed("パターン", "処理").replace("scout", "Explore")).violations if v.level == "L3"
    ] == ["no patterns of the code are cited"]
    failed = (
        "## x 結果\n### ステータス\nFAILED\n### サマリー\nだめ。\n### ブロッカー\n"
        "- 鍵 | 解決策: 配る\n### 次のステップ\n1. 待つ\n"
    )
    assert [v.text for v in judged(failed).violations if v.level == "L3"] == [
        "no recovery options are given for the error"
    ]


@pytest.mark.req("RES-9")
def test_lists_of_the_known_forms_need_no_reference_of_their_own() -> None:
    parts = (
        "#### 実行フロー\n1. 受信 `src/auth.py:3`\n2. 応答 `src/auth.py:4`\n#### 依存関係\n- 外部: jwt\n"
        "#### テスト結果\n```\n5 passed\n```\n"
    )
    text = changed("### 主要な参照", parts + "### 主要な参照")
    assert judged(text).violations == ()


@pytest.mark.req("RES-6", "RES-13")
def test_one_source_alone_or_the_agents_own_word_asks_for_corroboration() -> None:
    two = changed("| login | `src/auth.py:3`", "| login | `src/app.py:1`")
    assert judged(GOOD).flags == ("needs-corroboration",)
    assert judged(two).flags == ()
    assert judged(two.replace("- ログインの", "- [裏付けが必要] ログインの")).flags == ("needs-corroboration",)
    ran = changed("### 主要な参照", "- `make` を実行した\n```console\n$ make\n5 passed\n```\n### 主要な参照")
    assert judged(ran).flags == ()
