"""From what analysers found to one list: weighed, checked against the tree, merged where they agree, named."""

import hashlib
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from renkei.reports.aggregate import SHOWN_FROM, Merged, Reported, merge, place_and_category
from renkei.reports.references import Claim, Reference, State, check_claims
from renkei.reports.report import Severity
from renkei.review.checks.secrets import mask_secrets
from renkei.review.doubts import UNDEFINED, UNSURE, Doubts
from renkei.review.excuses import Excuses
from renkei.review.finding import SEVERITIES, Finding, RawFinding
from renkei.review.jobs import AnalyserResult
from renkei.review.reexports import ReExports
from renkei.review.severity import Weight, effective_severity
from renkei.review.target import Target
from renkei.values import value

FLOOD: Final = 10
"""A type checker that objects to more calls than this does not understand how the project makes its functions."""

UNKNOWN: Final = "tree-sitter/unknown-syntax"
MOST_UNKNOWN: Final = 3
"""More files than this that do not parse are written in a language newer than the grammar."""

_UNSURE: Final = 70

_SHARED: Final = re.compile(r"(?:ruff/S|bandit/B)((?!10[567])\d{3})")

UNVERIFIED: Final = 20
"""What it takes from the confidence when the place is not there to be read."""


@value
class _WeighedFinding:
    """A finding with who reports it, how much it matters, and the line that it is about."""

    raw: RawFinding
    inspector: str
    analyser: str
    severity: Severity
    snippet: str


def list_findings(looked: Iterable[AnalyserResult], target: Target, changed: Mapping[str, Weight]) -> list[Finding]:
    """The findings that count, the worst first; equal ones by place. Who looked first does not matter."""
    in_order = sorted(looked, key=lambda each: (each.inspector, each.analyser))
    weighed = list(_weigh_findings(in_order, target, changed))
    states: list[State] = [
        checked.state for checked in check_claims([_claim_for(each) for each in weighed], target.tree)
    ]
    sources: dict[Reported, list[_WeighedFinding]] = {}
    nth: dict[Reported, int] = {}
    seen: Counter[Hashable] = Counter()
    for each, state in zip(weighed, states, strict=True):
        report = _report_for(each, state)
        if report not in sources:
            mark = (report.agent, place_and_category(report))
            nth[report] = seen[mark]
            seen[mark] += 1
        sources.setdefault(report, []).append(each)
    numbers = {place_and_category(report): _rule_number(report) for report in sources if _rule_number(report)}

    def find_group(report: Reported) -> Hashable:
        """An analyser that found two things on a line keeps both: those of one number agree, or the first with the
        first. Who says in words what goes wrong has no numbers, and agrees with whoever has; one that is not sure of
        it stays alone, for it would lend its severity to what others are sure of."""
        place = place_and_category(report)
        if sources[report][0].raw.severity is None:
            return place, _rule_number(report) or nth[report]
        if (report.confidence or 0) < SHOWN_FROM:
            return place, report.agent, nth[report]
        return place, (None if nth[report] else numbers.get(place)) or nth[report]

    merged = merge(sources, key=find_group)
    return sorted(_name_findings(merged, sources), key=_sort_key)


def _weigh_findings(
    looked: Iterable[AnalyserResult], target: Target, changed: Mapping[str, Weight]
) -> Iterator[_WeighedFinding]:
    excuses, passed_on, doubts = Excuses(target), ReExports(target), Doubts(target)
    for each in looked:
        flooding, repeated = _find_flooding(each.findings), _find_repeated(each.findings)
        for raw in each.findings:
            file = target.by_path.get(raw.path)
            weight = effective_severity(raw, file.kind, changed) if file else "off"
            if weight == "off" or excuses.cover(raw) or passed_on.covers(raw):
                continue
            if target.in_scope(raw.path):
                yield _WeighedFinding(
                    raw=replace(
                        raw,
                        end_line=_last_line(raw, target),
                        confidence=min(
                            doubts.confidence(raw),
                            _UNSURE if raw.rule in flooding else 100,
                            UNSURE if raw.message in repeated else 100,
                        ),
                    ),
                    inspector=each.inspector,
                    analyser=each.analyser,
                    severity=weight,
                    snippet=_snippet_of(raw, target),
                )


def is_weighed_by_number(raw: RawFinding) -> bool:
    """Whether a finding weighs less where there are many like it."""
    is_call = raw.rule.startswith("types/") and raw.category == "call-site-error"
    return is_call or raw.rule == UNKNOWN or raw.rule in UNDEFINED


def _find_flooding(findings: Sequence[RawFinding]) -> frozenset[str]:
    """Rules that object to so much that it is they who do not understand the project."""
    unknown = {raw.path for raw in findings if raw.rule == UNKNOWN}
    if len(unknown) > MOST_UNKNOWN:
        return frozenset({UNKNOWN})
    rules = [raw.rule for raw in findings if raw.rule.startswith("types/") and raw.category == "call-site-error"]
    return frozenset(rules) if len(rules) > FLOOD else frozenset()


def _find_repeated(findings: Sequence[RawFinding]) -> frozenset[str]:
    """Names that are undefined in so many files that something else defines them before these are run."""
    undefined = {(raw.message, raw.path) for raw in findings if raw.rule in UNDEFINED}
    counts = Counter(message for message, _ in undefined)
    return frozenset(message for message, count in counts.items() if count > MOST_UNKNOWN)


def _last_line(raw: RawFinding, target: Target) -> int | None:
    """The last line of a finding: some analysers count one behind the end of the file."""
    lines = target.lines(raw.path) if raw.end_line else None
    last = min(raw.end_line or 0, len(lines.raw)) if lines else 0
    return last if raw.line and last > raw.line else None


def _snippet_of(raw: RawFinding, target: Target) -> str:
    lines = target.lines(raw.path) if raw.line else None
    return lines.line_text(raw.line) if lines and raw.line and raw.line <= len(lines.raw) else ""


def _claim_for(each: _WeighedFinding) -> Claim:
    raw = each.raw
    place = Reference(text=raw.path, path=raw.path, line=raw.line or 1, end_line=raw.end_line)
    return Claim(reference=place, snippet=each.snippet or None)


def _report_for(each: _WeighedFinding, state: State) -> Reported:
    """What is said of a file as a whole holds when the file is there, and that it is was seen when it was listed."""
    raw = each.raw
    known: State = "verified" if raw.line is None else state
    return Reported(
        agent=each.analyser,
        category=raw.category,
        text=raw.message,
        role=each.inspector,
        path=raw.path,
        line=raw.line,
        severity=each.severity,
        confidence=max(0, raw.confidence - (0 if known == "verified" else UNVERIFIED)),
        id=raw.rule,
        state=known,
    )


def _rule_number(report: Reported) -> str:
    """The number that ruff and bandit give to the same rule."""
    found = _SHARED.fullmatch(report.id or "")
    return found[1] if found else ""


def _name_findings(
    merged: Sequence[Merged], sources: Mapping[Reported, Sequence[_WeighedFinding]]
) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    for each in sorted(merged, key=lambda each: (each.path or "", each.line or 0)):
        reports = sorted(each.reports, key=_report_rank)
        by = [source for report in reports for source in sources[report]]
        raw, snippet = by[0].raw, by[0].snippet
        mark = f"{raw.rule}\0{raw.path}\0{snippet.strip()}"
        seen[mark] += 1
        yield Finding(
            id=_finding_id(f"{mark}\0{seen[mark]}"),
            path=raw.path,
            line=raw.line,
            end_line=raw.end_line,
            severity=each.severity,
            category=raw.category,
            message=raw.message,
            rule=raw.rule,
            confidence=round(max(each.combined or 0, *(report.confidence or 0 for report in each.reports))),
            inspectors=tuple(dict.fromkeys(source.inspector for source in by)),
            analysers=tuple(dict.fromkeys(source.analyser for source in by)),
            verified=each.verified,
            snippet=mask_secrets(snippet),
            also=tuple(dict.fromkeys(source.raw.rule for source in by[1:] if source.raw.rule != raw.rule)),
        )


def _report_rank(report: Reported) -> tuple[int, float, str]:
    """The worst and surest speaks for all who agree."""
    return SEVERITIES.index(report.severity or "minor"), -(report.confidence or 0), report.agent


def _sort_key(finding: Finding) -> tuple[int, str, int, str]:
    return SEVERITIES.index(finding.severity), finding.path, finding.line or 0, finding.rule


def _finding_id(mark: str) -> str:
    return f"F-{hashlib.sha256(mark.encode(errors='surrogatepass')).hexdigest()[:12]}"
