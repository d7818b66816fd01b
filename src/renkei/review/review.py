"""A review from beginning to end: inspectors look, findings become one list, the auditor decides."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from renkei.errors import RenkeiError
from renkei.git import Git
from renkei.review.audit import NOTHING_TO_REVIEW, Audit, audit_findings
from renkei.review.cache import Cache
from renkei.review.change import Change, state_at
from renkei.review.comparison import Comparison, RunJobs
from renkei.review.config import Config
from renkei.review.coverage import (
    Coverage,
    InspectorState,
    IsAsked,
    code_languages,
    find_unsupported,
    measure_coverage,
    state_of,
)
from renkei.review.finding import SEVERITIES, Finding
from renkei.review.inspectors import make_inspectors
from renkei.review.jobs import AnalyserResult, Inspector, Job, list_jobs, run_jobs
from renkei.review.listing import list_findings
from renkei.review.suppressions import drop_suppressed
from renkei.review.target import Target
from renkei.values import value

Watch = Callable[[Iterator[AnalyserResult], Sequence[str]], Iterable[AnalyserResult]]
"""Passes on what is there so far, and may show it; with the names of all analysers that look."""


@value
class InspectorResult:
    """How far an inspector came."""

    name: str
    state: InspectorState
    analysers: tuple[AnalyserResult, ...]
    unsupported: tuple[str, ...] = ()
    """Languages of the code that it has no analyser for."""

    @property
    def seconds(self) -> float:
        return round(sum(each.seconds for each in self.analysers), 3)


@value
class Review:
    """What a review came to."""

    audit: Audit
    findings: tuple[Finding, ...]
    inspectors: tuple[InspectorResult, ...]
    base: str | None
    commit: str | None
    coverage: Coverage
    suppressed: int
    accepted: int
    """Findings that the baseline has."""

    @property
    def counts(self) -> dict[str, int]:
        found = {severity: sum(each.severity == severity for each in self.findings) for severity in SEVERITIES}
        return {**found, "suppressed": self.suppressed, "baseline": self.accepted}


def review_target(
    target: Target,
    *,
    config: Config,
    cache: Cache,
    execute: bool,
    online: bool,
    change: Change | None,
    baseline: frozenset[str],
    watch: Watch,
    only: str | None = None,
    beside: Sequence[AnalyserResult] = (),
) -> Review:
    """Reviews a target, or a change of it.

    `execute`: code of the repository may be run; `online`: the network may be asked; `only`: by this inspector alone;
    `beside`: what inspectors with a model came to.
    """
    team = _select_team(config, execute=execute, online=online, only=only)

    def do_jobs(asked: Sequence[Job]) -> list[AnalyserResult]:
        return _collect_results(asked, cache, config, watch)

    if change:
        looked, every = _review_change(team, target, change, config, do_jobs, beside)
    else:
        looked = do_jobs(list_jobs(team, target))
        every = list_findings([*looked, *beside], target, config.severity)
    found, quiet = drop_suppressed(every, target)
    new = [each for each in found if each.id not in baseline]
    is_asked = _scope_predicate(looked, target, change)
    covered = measure_coverage([*looked, *beside], target, is_asked)
    return Review(
        audit=_audit_review(new, covered, change),
        findings=tuple(new),
        inspectors=(*_inspector_results(team, looked, target, is_asked), *map(_result_beside, beside)),
        coverage=covered,
        base=change.base if change else None,
        commit=_head_commit(target),
        suppressed=quiet,
        accepted=len(found) - len(new),
    )


def _audit_review(findings: Sequence[Finding], covered: Coverage, change: Change | None) -> Audit:
    """Of a change that has nothing for any inspector there is nothing to say."""
    is_idle = change is not None and not (findings or covered.files or change.takes_away)
    return Audit(verdict="GO", reason=NOTHING_TO_REVIEW) if is_idle else audit_findings(findings, covered.sight)


def _select_team(config: Config, *, execute: bool, online: bool, only: str | None) -> list[Inspector]:
    source = config.sources.get("disable", "")
    whole = make_inspectors(execute=execute, online=online, disabled=config.disable, named_in=source)
    return [each for each in whole if only in (None, each.name)]


def _collect_results(asked: Sequence[Job], cache: Cache, config: Config, watch: Watch) -> list[AnalyserResult]:
    """The results in the order of what was asked: who was first does not matter."""
    done: dict[int, AnalyserResult] = {}

    def as_they_come() -> Iterator[AnalyserResult]:
        for number, looked in run_jobs(asked, cache, config.limits):
            done[number] = looked
            yield looked

    for _ in watch(as_they_come(), [job.analyser.name for job in asked]):
        pass
    return [done[number] for number in range(len(asked))]


def _review_change(
    team: Sequence[Inspector],
    target: Target,
    change: Change,
    config: Config,
    do: RunJobs,
    beside: Sequence[AnalyserResult],
) -> tuple[list[AnalyserResult], list[Finding]]:
    """Tests of the state before are not run: one that fails now is a finding now."""
    names = {each.name for each in team}
    earlier = [each for each in _select_team(config, execute=False, online=False, only=None) if each.name in names]
    with state_at(target, change.base, config.exclude) as before:
        comparison = Comparison(
            change=change,
            now=replace(target, gone=target.gone | _gone_files(target, before)),
            before=before,
            team=team,
            team_before=earlier,
            weights=config.severity,
            carry_out=do,
            beside=beside,
        )
        return comparison.find_new_findings()


def _gone_files(target: Target, before: Target) -> frozenset[str]:
    return frozenset(path for path in before.by_path if path.endswith(".py") and path not in target.by_path)


def _scope_predicate(looked: Iterable[AnalyserResult], target: Target, change: Change | None) -> IsAsked:
    """Which files a review is about: of a change those that it touched. What used a file that is gone may be
    anywhere where somebody can tell."""
    told = {path for each in looked for path in each.given if each.tells_about(target.by_path[path])}

    def is_asked(path: str) -> bool:
        is_part = change is None or path in change.touched or (change.takes_away and path in told)
        return is_part and target.in_scope(path)

    return is_asked


def _inspector_results(
    team: Sequence[Inspector], looked: Iterable[AnalyserResult], target: Target, is_asked: IsAsked
) -> Iterator[InspectorResult]:
    code = code_languages(target, is_asked)
    by_name: dict[str, list[AnalyserResult]] = defaultdict(list)
    for each in looked:
        by_name[each.inspector].append(each)
    for inspector in team:
        own = by_name[inspector.name]
        order = [analyser.name for analyser in inspector.analysers]
        own.sort(key=lambda each: order.index(each.analyser))
        foreign = find_unsupported(own, code) if inspector.is_about_code else frozenset[str]()
        state = state_of(own, is_foreign=bool(foreign) and foreign == code)
        yield InspectorResult(
            name=inspector.name, state=state, analysers=tuple(own), unsupported=tuple(sorted(foreign))
        )


def _result_beside(looked: AnalyserResult) -> InspectorResult:
    """An inspector with a model has come as far as the files that it opened."""
    state = state_of([looked], is_foreign=False)
    is_whole = state != "done" or not looked.unread
    return InspectorResult(name=looked.inspector, state=state if is_whole else "partial", analysers=(looked,))


def _head_commit(target: Target) -> str | None:
    try:
        return Git(target.root).read_line("rev-parse", "--verify", "--quiet", "HEAD")
    except RenkeiError:
        return None
