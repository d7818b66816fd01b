"""A review from beginning to end: inspectors look, findings become one list, the auditor decides."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from renkei.errors import RenkeiError
from renkei.git import Git
from renkei.review.audit import NOTHING_TO_REVIEW, Audit, audit
from renkei.review.cache import Cache
from renkei.review.change import Change, state_at
from renkei.review.comparison import CarryOut, Comparison
from renkei.review.config import Config
from renkei.review.coverage import Coverage, InspectorState, IsAsked, code_languages, coverage, state_of, unsupported
from renkei.review.finding import SEVERITIES, Finding
from renkei.review.inspectors import inspectors
from renkei.review.listing import listed
from renkei.review.suppressions import suppressed
from renkei.review.target import Target
from renkei.review.team import Inspector, Job, Looked, carry_out, jobs

Watch = Callable[[Iterator[Looked], Sequence[str]], Iterable[Looked]]
"""Passes on what is there so far, and may show it; with the names of all analysers that look."""


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
    team = _team(config, execute=execute, online=online, only=only)

    def do(asked: Sequence[Job]) -> list[Looked]:
        return _carried_out(asked, cache, config, watch)

    if change:
        looked, every = _of_change(team, target, change, config, do)
    else:
        looked = do(jobs(team, target))
        every = listed(looked, target, config.severity)
    found, quiet = suppressed(every, target)
    new = [each for each in found if each.id not in baseline]
    is_asked = _asked(looked, target, change)
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
    is_idle = change is not None and not (findings or covered.files or change.takes_away)
    return Audit(verdict="GO", reason=NOTHING_TO_REVIEW) if is_idle else audit(findings, covered.sight)


def _team(config: Config, *, execute: bool, online: bool, only: str | None) -> list[Inspector]:
    source = config.sources.get("disable", "")
    whole = inspectors(execute=execute, online=online, disabled=config.disable, named_in=source)
    return [each for each in whole if only in (None, each.name)]


def _carried_out(asked: Sequence[Job], cache: Cache, config: Config, watch: Watch) -> list[Looked]:
    """The results in the order of what was asked: who was first does not matter."""
    done: dict[int, Looked] = {}

    def as_they_come() -> Iterator[Looked]:
        for number, looked in carry_out(asked, cache, config.limits):
            done[number] = looked
            yield looked

    for _ in watch(as_they_come(), [job.analyser.name for job in asked]):
        pass
    return [done[number] for number in range(len(asked))]


def _of_change(
    team: Sequence[Inspector], target: Target, change: Change, config: Config, do: CarryOut
) -> tuple[list[Looked], list[Finding]]:
    """Tests of the state before are not run: one that fails now is a finding now."""
    names = {each.name for each in team}
    earlier = [each for each in _team(config, execute=False, online=False, only=None) if each.name in names]
    with state_at(target, change.base, config.exclude) as before:
        comparison = Comparison(
            change=change,
            now=replace(target, gone=target.gone | _gone(target, before)),
            before=before,
            team=team,
            team_before=earlier,
            weights=config.severity,
            carry_out=do,
        )
        return comparison.look()


def _gone(target: Target, before: Target) -> frozenset[str]:
    return frozenset(path for path in before.by_path if path.endswith(".py") and path not in target.by_path)


def _asked(looked: Iterable[Looked], target: Target, change: Change | None) -> IsAsked:
    """Which files a review is about: of a change those that it touched. What used a file that is gone may be
    anywhere where somebody can tell."""
    told = {path for each in looked for path in each.given if each.tells_about(target.by_path[path])}

    def is_asked(path: str) -> bool:
        is_part = change is None or path in change.touched or (change.takes_away and path in told)
        return is_part and target.in_scope(path)

    return is_asked


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
