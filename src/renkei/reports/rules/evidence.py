"""Which findings have evidence: each stands by itself (DEC-41).

A finding is a bullet, a row or a paragraph with what is nested in it and what leads to it. A place, or a command with
its output, is evidence; a back-tick is none, and a neighbour's reference is none. Where receipts are kept, only a
command that they show counts, and only if it ended as it is told: that is verified by execution. Some sub-sections of
the contract's forms list what is no finding, such as dependencies.
"""

import re
from collections.abc import Iterator
from typing import Final

from renkei.reports.executions import commands_in, state_of, told_in
from renkei.reports.formats.fences import is_output
from renkei.reports.references import FALSE, find_references
from renkei.reports.report import Finding
from renkei.reports.rules.case import Case, line_of

_NO_FINDINGS: Final = re.compile(
    r"依存関係|ビルド順序|実装マップ|コンプライアンス|重大度サマリー|作成されたファイル|変更されたファイル|実装メモ|トレードオフ|テスト結果"
    r"|dependenc|build (?:order|sequence)|implementation (?:map|notes?)|compliance|severity summary"
    r"|files? (?:created|modified|changed)|(?:created|modified|changed) files?|trade-?offs?|test results?",
    re.IGNORECASE,
)
_RAN: Final = re.compile(
    r"`[^`\n]+`[^\n]{0,80}?(?:\b\d+ (?:passed|failed|tests?|errors?)\b|\bexit(?:s|ed)?(?: with)?(?: code| status)? ?\d+"
    r"|\d+ ?件|終了コード)",
    re.IGNORECASE,
)
_LABELS: Final = frozenset(("uncertain", "assumption", "needs-corroboration", "unverified"))


def without_evidence(case: Case) -> Iterator[Finding]:
    """The findings with neither evidence nor a label that says why there is none."""
    for number, finding in _findings(case):
        if not (_has_place(case, number) or _shows_a_run(case, finding) or _LABELS & set(finding.labels)):
            yield finding


def without_proof(case: Case) -> Iterator[Finding]:
    """The findings that name no place in the code, and that no recorded run shows."""
    return (each for number, each in _findings(case) if not (_has_place(case, number) or is_executed(case, each)))


def any_executed(case: Case) -> bool:
    return any(is_executed(case, finding) for _, finding in _findings(case))


def is_executed(case: Case, finding: Finding) -> bool:
    """Verified by execution: a receipt shows the command that it cites, and that it ended as it is told."""
    if case.opened is None or not case.opened.runs:
        return False
    shown = [code.text for code in finding.code if is_output(code)]
    text = "\n".join([finding.text, *(each.text for each in finding.evidence), *shown])
    if told := list(told_in(text)):
        return any(state_of(each, case.opened.runs) == "verified" for each in told)
    return case.opened.ran_any(commands_in(text))


def without_reference(case: Case) -> Iterator[Finding]:
    """The findings that name no place in the code."""
    return (finding for number, finding in _findings(case) if not _has_place(case, number))


def _findings(case: Case) -> Iterator[tuple[int, Finding]]:
    for number, finding in enumerate(case.report.findings or ()):
        if finding.kind == "finding" and not any(_NO_FINDINGS.search(title) for title in finding.group):
            yield number, finding


def _has_place(case: Case, number: int) -> bool:
    findings = case.report.findings or ()
    return (
        number in case.proven
        or any(each.text in case.cited for title in findings[number].group for each in find_references(title))
        or _lead_in(findings, number) in case.proven
        or (len(findings) == 1 and findings[0].form == "text" and _key_references_hold(case))
    )


def _lead_in(findings: tuple[Finding, ...], number: int) -> int | None:
    """The paragraph that leads to a list, `Two places in a.py:3 differ:`, is part of each of its entries."""
    for before in range(number - 1, -1, -1):
        if findings[before].group != findings[number].group:
            return None
        if findings[before].form == "text":
            return before if findings[before].text.rstrip(" *").endswith((":", "：")) else None
    return None


def _key_references_hold(case: Case) -> bool:
    """The key references are the evidence of findings that are one paragraph."""
    lines = {key.line for key in case.report.key_references or ()}
    return any(line_of(checked) in lines for checked in case.references if checked.state not in FALSE)


def _shows_a_run(case: Case, finding: Finding) -> bool:
    """A command with its output, or the output of a test; where receipts are kept, one that they bear out."""
    if case.opened is not None and _names_a_command(finding):
        return is_executed(case, finding)
    printed = any(is_output(code) for code in finding.code)
    if case.opened is not None:
        return printed and bool(case.opened.runs)
    return printed or bool(_RAN.search(finding.text))


def _names_a_command(finding: Finding) -> bool:
    """Whether it says itself which command showed it; output alone may be of any."""
    shown = (code.text for code in finding.code if is_output(code))
    return any(map(commands_in, (finding.text, *(each.text for each in finding.evidence), *shown)))
