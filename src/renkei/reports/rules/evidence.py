"""Which findings have evidence.

Findings under one sub-heading are one story: the steps of a flow, an issue with its risk and its fix. It has evidence
if any of them has, or one under a sub-heading below it. Some sub-sections of the contract's forms list what is no
finding, such as dependencies.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from renkei.reports.report import Finding
from renkei.reports.rules.case import Case

_NO_FINDINGS = re.compile(
    r"依存関係|ビルド順序|実装マップ|コンプライアンス|重大度サマリー|作成されたファイル|変更されたファイル|実装メモ|トレードオフ|テスト結果"
    r"|dependenc|build (?:order|sequence)|implementation (?:map|notes?)|compliance|severity summary"
    r"|files? (?:created|modified|changed)|(?:created|modified|changed) files?|trade-?offs?|test results?",
    re.IGNORECASE,
)


def without_evidence(case: Case) -> Iterator[Finding]:
    """The first finding of each story that cites nothing: no place, no code, no evidence line, no command."""
    return _untold(case, lambda n, each: _has_place(case, n, each) or _shows_something(each))


def without_reference(case: Case) -> Iterator[Finding]:
    """The first finding of each story that names no `file:line`."""
    return _untold(case, lambda n, each: _has_place(case, n, each))


def _has_place(case: Case, number: int, finding: Finding) -> bool:
    return number in case.proven or bool(finding.references)


def _shows_something(finding: Finding) -> bool:
    return bool(finding.evidence or finding.code) or "`" in finding.text


def _untold(case: Case, tells: Callable[[int, Finding], bool]) -> Iterator[Finding]:
    """The first finding of each story in which, sub-headings below it included, none tells."""
    findings = [(n, each) for n, each in enumerate(case.report.findings or ()) if each.kind == "finding"]
    telling = {each.group[:depth] for n, each in findings if tells(n, each) for depth in range(len(each.group) + 1)}
    for (group, _), story in groupby(findings, key=lambda pair: (pair[1].group, 0 if pair[1].group else pair[0])):
        number, first = next(story)
        told = group in telling if group else tells(number, first)
        if not told and not any(_NO_FINDINGS.search(title) for title in group):
            yield first
