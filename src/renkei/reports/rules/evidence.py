"""Which findings have evidence: each stands by itself (DEC-41).

A finding is a bullet, a row or a paragraph with what is nested in it and what leads to it. A place, or a command with
its output, is evidence; a back-tick is none, and a neighbour's reference is none. A place that is not there, or that
was not looked up, shows nothing. Where receipts are kept, only a
command that they show counts, and only if it ended as it is told: that is verified by execution. Some sub-sections of
the contract's forms list what is no finding, such as dependencies.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Final

from renkei import lazy_re as re
from renkei.reports.executions import ExecutionState, command_claims, commands_in, execution_state
from renkei.reports.formats.fences import is_output
from renkei.reports.references import NO_EVIDENCE, CheckedClaim, find_references
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
    return (finding for finding in without_reference(case) if not _is_excused(case, finding))


def unsupported(case: Case) -> Iterator[Finding]:
    """Those, too, that name only places which are not there or were not looked up."""
    return (finding for finding in _without(case, held=True) if not _is_excused(case, finding))


def _is_excused(case: Case, finding: Finding) -> bool:
    return _shows_a_run(case, finding) or bool(_LABELS & set(finding.labels))


def without_proof(case: Case) -> Iterator[Finding]:
    """The findings that name no place in the code which shows something, and that no recorded run shows."""
    return (finding for finding in _without(case, held=True) if not is_executed(case, finding))


def any_executed(case: Case) -> bool:
    return any(is_executed(case, finding) for _, _, finding in _number_findings(case))


def is_executed(case: Case, finding: Finding) -> bool:
    """Verified by execution: a receipt shows the command that it cites, and that it ended as it is told."""
    return _has_run(case, finding, ("verified",))


def _has_run(case: Case, finding: Finding, states: Collection[ExecutionState]) -> bool:
    """Whether receipts show a command that it cites, told in one of these ways."""
    if case.opened is None or not case.opened.runs:
        return False
    shown = [code.text for code in finding.code if is_output(code)]
    text = "\n".join([_with_heads(finding), *(each.text for each in finding.evidence), *shown])
    if told := list(command_claims(text, case.opened.runs)):
        return any(execution_state(each, case.opened.runs) in states for each in told)
    return case.opened.ran_any(commands_in(text))


def _with_heads(finding: Finding) -> str:
    """A row under the heads of its columns: they say what its cells are."""
    if not finding.row:
        return finding.text
    heads, cells = (" | ".join(each) for each in zip(*finding.row, strict=True))
    return f"| {heads} |\n|--|\n| {cells} |\n"


def without_reference(case: Case) -> Iterator[Finding]:
    """The findings that name no place in the code."""
    return _without(case, held=False)


def _without(case: Case, *, held: bool) -> Iterator[Finding]:
    """The findings that name no place; with `held`, none that shows something."""
    cited = [checked for checked in case.citation_texts if not (held and checked.state in NO_EVIDENCE)]
    if _key_references_hold(case, cited):
        return
    proven = case.borne_out if held else case.findings_with_places
    is_cited = cache(partial(_is_cited_above, frozenset(checked.claim.reference.text for checked in cited)))
    for number, lead_in, finding in _number_findings(case):
        if proven.isdisjoint((number, lead_in)) and not is_cited(finding.group):
            yield finding


def _number_findings(case: Case) -> Iterator[tuple[int, int, Finding]]:
    """What is a finding, each with its number and that of what leads to it."""
    findings = case.report.findings or ()
    for number, (finding, lead_in) in enumerate(zip(findings, _lead_ins(findings), strict=True)):
        if finding.kind == "finding" and not any(map(_leads_to_no_findings, finding.group)):
            yield number, lead_in, finding


@lru_cache(maxsize=64)
def _leads_to_no_findings(title: str) -> bool:
    """Asked for each finding below: a long heading is read once."""
    return _NO_FINDINGS.search(title) is not None


def _lead_ins(findings: Sequence[Finding]) -> Iterator[int]:
    """For each, the paragraph that leads to its list and is part of it, `Two places in a.py:3 differ:`; or -1."""
    lead_in, group = -1, None
    for number, finding in enumerate(findings):
        lead_in = lead_in if finding.group == group else -1
        yield lead_in
        group = finding.group
        if finding.form == "text":
            lead_in = number if finding.text.rstrip(" *").endswith((":", "：")) else -1


def _is_cited_above(cited: Collection[str], group: tuple[str, ...]) -> bool:
    """Whether one of these headings names a place."""
    return any(each.text in cited for title in group for each in find_references(title))


def _key_references_hold(case: Case, cited: Iterable[CheckedClaim]) -> bool:
    """Findings that are one paragraph have the key references as their evidence."""
    findings = case.report.findings or ()
    if len(findings) != 1 or findings[0].form != "text":
        return False
    lines = {key.line for key in case.report.key_references or ()}
    return any(line_of(checked) in lines for checked in cited)


def _shows_a_run(case: Case, finding: Finding) -> bool:
    """A command with its output, or the output of a test; where receipts are kept, one that they bear out."""
    if case.opened is not None and _names_a_command(finding):
        return _has_run(case, finding, ("verified", "not_shown"))
    printed = any(is_output(code) for code in finding.code)
    if case.opened is not None:
        return printed and bool(case.opened.runs)
    return printed or bool(_RAN.search(finding.text))


def _names_a_command(finding: Finding) -> bool:
    """Whether it says itself which command showed it; output alone may be of any."""
    shown = (code.text for code in finding.code if is_output(code))
    return any(map(commands_in, (finding.text, *(each.text for each in finding.evidence), *shown)))
