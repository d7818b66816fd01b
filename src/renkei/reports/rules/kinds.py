"""The five kinds of results and the sub-sections that each has (RES-2, RES-10)."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from renkei.reports.formats.words import Names, fold_name
from renkei.reports.rules.case import Breach, Case, local_name

Kind = Literal["exploration", "design", "review", "implementation", "error"]
KINDS: Final[dict[str, Kind]] = {
    "code-explorer": "exploration",
    "explore": "exploration",
    "code-architect": "design",
    "system-architect": "design",
    "qa-engineer": "review",
    "security-auditor": "review",
    "frontend-specialist": "implementation",
    "backend-specialist": "implementation",
}
"""The kind of result by the agent that hands it back; whatever failed is an error."""

PARTS: Final[Mapping[Kind, tuple[Names, ...]]] = {
    "exploration": (
        Names(("エントリポイント", "エントリーポイント", "入口"), ("Entry Points", "Entry Point")),
        Names(("実行フロー", "処理フロー", "フロー"), ("Execution Flow", "Flow")),
        Names(("アーキテクチャパターン", "パターン"), ("Architecture Patterns", "Architecture", "Patterns")),
        Names(("依存関係", "依存"), ("Dependencies", "Dependency")),
    ),
    "design": (
        Names(("パターン分析", "既存パターン"), ("Pattern Analysis", "Existing Patterns", "Patterns")),
        Names(("推奨アーキテクチャ", "推奨設計", "推奨アプローチ"), ("Recommended Architecture", "Recommendation")),
        Names(("実装マップ",), ("Implementation Map",)),
        Names(("ビルド順序", "実装順序", "構築順序"), ("Build Order", "Build Sequence", "Implementation Order")),
    ),
    "review": (
        Names(("問題", "検出された問題", "指摘"), ("Issues",)),
        Names(("問題の詳細", "問題詳細", "指摘の詳細", "詳細"), ("Issue Details", "Details")),
        Names(("コンプライアンス", "準拠"), ("Compliance",)),
    ),
    "implementation": (
        Names(("作成されたファイル", "作成したファイル"), ("Files Created", "Created Files", "New Files")),
        Names(("変更されたファイル", "変更したファイル"), ("Files Changed", "Files Modified", "Modified Files")),
        Names(("テスト結果",), ("Test Results", "Test Result", "Tests")),
        Names(("実装メモ", "実装ノート"), ("Implementation Notes", "Implementation Note", "Notes")),
    ),
    "error": (
        Names(("エラー詳細",), ("Error Details",)),
        Names(("試行したアクション",), ("Attempted Actions",)),
        Names(("根本原因分析",), ("Root Cause Analysis",)),
        Names(("回復オプション",), ("Recovery Options",)),
        Names(("ブロッカー",), ("Blockers",)),
    ),
}  # fmt: skip
"""Facts of the contract: the headings under Findings by kind; those of an error are sections of their own."""


def kind_of(agent: str | None) -> Kind | None:
    """The kind of result that an agent hands back; Code Explorer is code-explorer."""
    return KINDS.get("-".join((agent or "").casefold().split()))


def the_kind_of_result_has_its_parts(case: Case) -> Iterator[Breach]:
    """The sub-sections of its kind are there; one that says that there is nothing is there, too."""
    report = case.report
    kind = "error" if report.status == "FAILED" else kind_of(report.agent)
    if kind is None:
        return
    there = _error_parts(case) if kind == "error" else _section_titles(case)
    missing = [local_name(report, part) for part in PARTS[kind] if not _is_there(part, there)]
    if missing:
        text = "a result of the kind {kind} also has: {parts}"
        yield Breach(None, text, {"kind": kind, "parts": ", ".join(missing)})


def _is_there(part: Names, there: set[str]) -> bool:
    names = [fold_name(name) for name in (*part.ja, *part.en)]
    return any(title == name or title.startswith(f"{name} ") for title in there for name in names)


def _section_titles(case: Case) -> set[str]:
    """Every heading under which something stands."""
    report = case.report
    titles = [title for finding in report.findings or () for title in finding.group]
    titles += [extra.title for extra in report.extra]
    return {fold_name(title) for title in titles} | ({"issues"} if report.issues else set())


def _error_parts(case: Case) -> set[str]:
    report = case.report
    parts = (report.error, report.attempts, report.root_cause, report.recovery, report.blockers)
    return {fold_name(names.en[0]) for names, part in zip(PARTS["error"], parts, strict=True) if part}
