"""The words of the Markdown contract in Japanese and English; the first of each list is the one that is written.

Seed 000 gives the Japanese words and seed 002 the English ones; the others are what models write in their place.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from renkei import lazy_re as re
from renkei.reports.report import EvidenceKind, Label, Point, Severity, Status

Language = Literal["ja", "en"]
SectionName = Literal[
    "status", "summary", "findings", "key_references", "confidence", "breakdown", "justification", "issues",
    "next_steps", "blockers", "checklist", "uncertainty", "error", "attempts", "root_cause", "recovery",
    "artifacts", "questions", "deviations",
]  # fmt: skip
FieldName = Literal[
    "severity", "category", "confidence", "location", "resolution", "id", "issue", "item", "relevance", "code",
    "score", "evidence_count", "method", "blind_spots", "type", "message", "recoverable",
    "verified", "inferred", "combined",
]  # fmt: skip


class Names(NamedTuple):
    ja: tuple[str, ...]
    en: tuple[str, ...]


SECTIONS: Final[Mapping[SectionName, Names]] = {
    "status": Names(("ステータス", "状態", "結果ステータス"), ("Status", "Result Status", "Overall Status")),
    "summary": Names(("サマリー", "サマリ", "要約", "概要"), ("Summary", "Executive Summary", "Overview")),
    "findings": Names(
        ("調査結果", "発見事項", "所見", "調査内容", "検出事項"),
        ("Findings", "Key Findings", "Detailed Findings", "Finding"),
    ),
    "key_references": Names(
        ("主要な参照", "主要参照", "重要な参照", "主な参照", "参照", "参照一覧"),
        ("Key References", "Key Reference", "References", "Key Files"),
    ),
    "confidence": Names(
        ("信頼度", "確信度", "信頼度スコア", "信頼スコア"), ("Confidence", "Confidence Score", "Confidence Level")
    ),
    "breakdown": Names(
        ("信頼度の内訳", "信頼度内訳", "内訳"), ("Confidence Breakdown", "Breakdown", "Breakdown of Confidence")
    ),
    "justification": Names(
        ("信頼度の根拠", "信頼度の正当化", "信頼度の理由"),
        ("Confidence Justification", "Justification", "Confidence Rationale", "Justification of Confidence"),
    ),
    "issues": Names(
        ("問題", "問題点", "検出された問題", "発見された問題", "指摘事項", "課題"),
        ("Issues", "Issues Detected", "Issues Found", "Problems", "Known Issues"),
    ),
    "next_steps": Names(
        ("次のステップ", "次のアクション", "推奨アクション", "今後の対応"),
        ("Next Steps", "Next Step", "Recommended Next Steps", "Recommended Actions"),
    ),
    "blockers": Names(("ブロッカー", "ブロッカ", "阻害要因", "障害"), ("Blockers", "Blocker", "Blocking Issues")),
    "checklist": Names(
        ("検証完了", "検証チェックリスト", "提出前検証", "セルフ検証チェックリスト", "提出前検証チェックリスト"),
        (
            "Verification Completed", "Verification Complete", "Verification Checklist", "Pre-Submission Verification",
            "Self-Verification Checklist", "Verification",
        ),
    ),
    "uncertainty": Names(("不確実性", "不確実な点", "不確実"), ("Uncertainty", "Uncertainties", "Uncertain")),
    "error": Names(("エラー詳細", "エラーの詳細", "エラー情報"), ("Error Details", "Error Detail", "Error")),
    "attempts": Names(
        ("試行したアクション", "試したこと", "実施したアクション"),
        ("Attempted Actions", "Attempts", "Actions Attempted"),
    ),
    "root_cause": Names(("根本原因分析", "根本原因", "原因分析"), ("Root Cause Analysis", "Root Cause")),
    "recovery": Names(
        ("回復オプション", "復旧オプション", "回復方法"), ("Recovery Options", "Recovery Option", "Recovery")
    ),
    "artifacts": Names(("成果物", "生成した成果物", "出力成果物"), ("Artifacts", "Output Artifacts")),
    "questions": Names(
        ("未解決の質問", "質問", "確認事項", "未解決事項", "確認が必要な事項"),
        ("Open Questions", "Open Question", "Questions", "Clarifications Needed", "Clarification Needed"),
    ),
    "deviations": Names(("逸脱", "要件からの逸脱"), ("Deviations", "Deviation")),
}  # fmt: skip

FIELDS: Final[Mapping[FieldName, Names]] = {
    "severity": Names(("重大度", "重要度", "深刻度"), ("Severity",)),
    "category": Names(("カテゴリ", "カテゴリー", "分類"), ("Category",)),
    "confidence": Names(("信頼度", "確信度"), ("Confidence", "Conf", "Conf.")),
    "location": Names(
        ("場所", "発生場所", "ファイル", "該当箇所", "参照", "位置"),
        ("Location", "File:Line", "File", "Occurred At", "Reference", "Path", "Where"),
    ),
    "resolution": Names(("解決策", "解決方法", "解決に必要なこと", "対応"), ("Resolution", "Resolved by", "Needed")),
    "id": Names(("識別子",), ("ID", "#", "No", "No.")),
    "issue": Names(("問題", "内容", "説明", "指摘"), ("Issue", "Problem", "Description", "Title", "Finding")),
    "item": Names(("項目", "名前", "名称", "エントリ"), ("Item", "Name", "Aspect", "Symbol")),
    "relevance": Names(
        ("関連性", "理由", "重要な理由", "役割", "備考"),
        ("Relevance", "Why", "Why important", "Purpose", "Notes", "Note"),
    ),
    "code": Names(("コード", "スニペット", "該当コード"), ("Code", "Snippet", "Quote")),
    "score": Names(("スコア",), ("Score",)),
    "evidence_count": Names(("証拠数", "証拠の数"), ("Evidence Count", "Number of evidence", "Evidence")),
    "method": Names(("検証方法", "検証手段"), ("Verification Method", "How verified", "Method")),
    "blind_spots": Names(
        ("潜在的な盲点", "盲点", "見落としの可能性"), ("Potential Blind Spots", "Blind Spots", "Blind Spot")
    ),
    "type": Names(("タイプ", "種類", "エラータイプ", "種別"), ("Type", "Error Type", "Kind")),
    "message": Names(("メッセージ", "エラーメッセージ", "内容"), ("Message", "Error Message", "Error")),
    "recoverable": Names(("回復可能", "復旧可能", "回復可否"), ("Recoverable",)),
    "verified": Names(
        ("検証済み信頼度", "検証済み", "検証済みの信頼度"), ("verified_confidence", "Verified", "verified confidence")
    ),
    "inferred": Names(
        ("推論信頼度", "推論", "推定信頼度", "推測信頼度"), ("inferred_confidence", "Inferred", "inferred confidence")
    ),
    "combined": Names(
        ("統合信頼度", "統合", "総合信頼度", "合計信頼度"), ("combined_confidence", "Combined", "combined confidence")
    ),
}

EVIDENCE: Final[Mapping[EvidenceKind, Names]] = {
    "confirmed": Names(("確認済み", "検証済み"), ("Confirmed", "Verified")),
    "code_match": Names(("コード一致", "コードの一致", "一致コード"), ("Code match", "Code matches", "Matching code")),
    "confidence": Names(("信頼度", "確信度"), ("Confidence",)),
}

STATUSES: Final[Mapping[str, Status]] = {
    "success": "SUCCESS", "partial": "PARTIAL", "failed": "FAILED",
    "部分的成功": "PARTIAL", "部分成功": "PARTIAL", "一部成功": "PARTIAL", "成功": "SUCCESS", "失敗": "FAILED",
}  # fmt: skip

SEVERITIES: Final[Mapping[str, Severity]] = {
    "critical": "critical", "p0": "critical", "重大": "critical", "致命的": "critical",
    "important": "important", "major": "important", "high": "important", "warning": "important", "p1": "important",
    "重要": "important", "高": "important",
    "minor": "minor", "medium": "minor", "low": "minor", "info": "minor", "suggestion": "minor", "p2": "minor",
    "軽微": "minor", "中": "minor", "低": "minor",
}  # fmt: skip
"""The contract's own three words, and the other specifications' words for them (decided points: severities)."""

POINTS: Final[Mapping[Point, Names]] = {
    "file_references": Names(("ファイル参照が有効",), ("File References Valid",)),
    "code_snippets": Names(("コードスニペットが正確",), ("Code Snippets Accurate",)),
    "no_invented_paths": Names(("ハルシネーションされたパスなし",), ("No Hallucinated Paths",)),
    "evidence": Names(("証拠が文書化済み",), ("Evidence Documented",)),
}

POINT_SUBJECTS: Final[Mapping[Point, re.Pattern[str]]] = {
    "file_references": re.compile(
        r"ファイル参照|(?:file|line) references?\b.*\b(?:valid|verif|exist|check)|file references"
    ),
    "code_snippets": re.compile(r"スニペット|snippets?\b.*\b(?:accurate|match|verif|correct)|code snippets"),
    "no_invented_paths": re.compile(r"ハルシネーション|捏造|hallucinat|\b(?:invented|fabricated)\b"),
    "evidence": re.compile(r"証拠|evidence (?:is |was )?(?:documented|cited|given|provided)"),
}

LABELS: Final[Mapping[Label, Names]] = {
    "uncertain": Names(("不確実",), ("uncertain",)),
    "assumption": Names(("仮定",), ("assumption", "assumed")),
    "needs-corroboration": Names(("裏付けが必要", "要裏付け"), ("needs corroboration",)),
    "unverified": Names(("未検証",), ("UNVERIFIED",)),
}

NOTHING: Final = frozenset(
    (
        "none", "n/a", "na", "nil", "no issues", "no blockers", "none found", "not applicable", "なし", "無し",
        "特になし", "該当なし", "ありません", "特にありません", "問題なし", "ブロッカーなし", "—", "–", "",
    )
)  # fmt: skip
"""What stands in a section that holds nothing."""

_DECORATION = re.compile(r"(?:[*`#\[\]_<>|\s]|[^\w\x00-\x7f])+")
_NUMBERING = re.compile(r"^(?:section )?\(?\d{1,3}(?:\.\d{1,3}){0,3}[.):、 ]*")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")


@lru_cache(maxsize=1024)
def fold_name(text: str) -> str:
    """A name without what does not matter: width, case, bold, numbering, emoji, a closing aside such as (if any)."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = _DECORATION.sub(" ", plain).strip(" .:-")
    plain = _NUMBERING.sub("", plain) or plain
    return _ASIDE.sub("", plain).strip(" .:-")


def _index_sections(names: Mapping[SectionName, Names]) -> dict[str, tuple[SectionName, Language]]:
    index: dict[str, tuple[SectionName, Language]] = {}
    for key, words in names.items():
        index |= {fold_name(word): (key, "ja") for word in words.ja}
        index |= {fold_name(word): (key, "en") for word in words.en}
    return index


def _fold_words(names: Names) -> frozenset[str]:
    return frozenset(fold_name(word) for word in names.ja + names.en)


SECTION_INDEX: Final = _index_sections(SECTIONS)
FIELD_WORDS: Final[Mapping[FieldName, frozenset[str]]] = {name: _fold_words(names) for name, names in FIELDS.items()}
EVIDENCE_WORDS: Final[Mapping[EvidenceKind, frozenset[str]]] = {kind: _fold_words(n) for kind, n in EVIDENCE.items()}


def field_named(text: str, allowed: Iterable[FieldName]) -> FieldName | None:
    """The first of the allowed fields that goes by this name: 内容 is an issue's text and an error's message."""
    name = fold_name(text)
    return next((candidate for candidate in allowed if name in FIELD_WORDS[candidate]), None)


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row can only be the header of a table: every cell is the name of a field."""
    return len(cells) > 1 and all(field_named(cell, FIELD_WORDS) for cell in cells)


def is_nothing(text: str) -> bool:
    """Whether a section or an entry only says that there is nothing."""
    return len(text) <= 60 and fold_name(text).strip("。.") in NOTHING
