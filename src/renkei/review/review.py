"""A review from beginning to end: inspectors look, findings become one list, the auditor decides."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from renkei.errors import RenkeiError
from renkei.git import Git
from renkei.review.audit import NOTHING_TO_REVIEW, Audit, audit
from renkei.review.cache import Cache
from renkei.review.change import Change, state_at
from renkei.review.config import Config
from renkei.review.coverage import Coverage, InspectorState, IsAsked, code_languages, coverage, state_of, unsupported
from renkei.review.finding import SEVERITIES, Finding
from renkei.review.inspectors import inspectors
from renkei.review.listing import listed
from renkei.review.suppressions import suppressed
from renkei.review.target import Target
from renkei.review.team import Inspector, Looked, inspect

Watch = Callable[[Iterator[Looked], int], Iterable[Looked]]
"""Passes on what is there so far, and may show it; with how many there will be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Inspected:
    """How far an inspector came."""

    name: str
    state: InspectorState
    analysers: tuple[Looked, ...]
    unsupported: tuple[str, ...] = ()
    """Languages of the code that it has no analyser for."""

    @property
    def seconds(self) -> float:
        return round(sum(each.seconds for each in self.analysers), 3)


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """What a review came to."""

    audit: Audit
    findings: tuple[Finding, ...]
    inspectors: tuple[Inspected, ...]
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


def review(
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
) -> Review:
    """Reviews a target, or a change of it.

    `execute`: code of the repository may be run; `online`: the network may be asked; `only`: by this inspector alone.
    """
    whole = inspectors(execute=execute, online=online, disabled=config.disable)
    team = [each for each in whole if only in (None, each.name)]
    looked = list(watch(inspect(team, target, cache, config.limits), sum(len(each.analysers) for each in team)))
    looked.sort(key=lambda each: (each.inspector, each.analyser))  # who was first does not matter
    found, quiet = suppressed(listed(looked, target, config.severity), target)
    if change:
        before = _ids_before(target, change, config, cache, watch)
        found = [each for each in found if _is_of(each, change, before)]
    new = [each for each in found if each.id not in baseline]

    def is_asked(path: str) -> bool:
        return target.in_scope(path) and (change is None or change.concerns(path))

    covered = coverage(looked, target, is_asked)
    return Review(
        audit=_audit(new, covered, change),
        findings=tuple(new),
        inspectors=tuple(_inspected(team, looked, target, is_asked)),
        coverage=covered,
        base=change.base if change else None,
        commit=_commit(target),
        suppressed=quiet,
        accepted=len(found) - len(new),
    )


def _audit(findings: Sequence[Finding], covered: Coverage, change: Change | None) -> Audit:
    """Of a change that has nothing for any inspector there is nothing to say."""
    is_idle = change is not None and not findings and not covered.files
    return Audit(verdict="GO", reason=NOTHING_TO_REVIEW) if is_idle else audit(findings, covered.sight)


def _is_of(finding: Finding, change: Change, before: frozenset[str]) -> bool:
    """Touched by the change, or caused by it: it was not there before."""
    return change.touches(finding) or finding.id not in before


def _ids_before(target: Target, change: Change, config: Config, cache: Cache, watch: Watch) -> frozenset[str]:
    """What the inspectors find in the state before. Its tests are not run: one that fails now is a finding now."""
    team = inspectors(execute=False, online=False, disabled=config.disable)
    with state_at(target, change.base, config.exclude) as state:
        looked = watch(inspect(team, state, cache, config.limits), sum(len(each.analysers) for each in team))
        return frozenset(each.id for each in listed(looked, state, config.severity))


def _inspected(
    team: Sequence[Inspector], looked: Iterable[Looked], target: Target, is_asked: IsAsked
) -> Iterator[Inspected]:
    code = code_languages(target, is_asked)
    by_name: dict[str, list[Looked]] = defaultdict(list)
    for each in looked:
        by_name[each.inspector].append(each)
    for inspector in team:
        own = by_name[inspector.name]
        order = [analyser.name for analyser in inspector.analysers]
        own.sort(key=lambda each: order.index(each.analyser))
        foreign = unsupported(own, code) if inspector.is_about_code else frozenset[str]()
        state = state_of(own, is_foreign=bool(foreign) and foreign == code)
        yield Inspected(name=inspector.name, state=state, analysers=tuple(own), unsupported=tuple(sorted(foreign)))


def _commit(target: Target) -> str | None:
    try:
        return Git(target.root).line("rev-parse", "--verify", "--quiet", "HEAD")
    except RenkeiError:
        return None
