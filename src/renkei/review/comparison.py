"""A project now and before a change: what has to be looked at to tell which findings are new.

What an analyser finds in a file follows from what it reads. Where that is the same in both states, so is what it
finds, and it need not look. The list is that of two whole reviews; why, says docs/why/review.md.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from renkei.review.analysers.base import Absent
from renkei.review.change import Change
from renkei.review.excuses import Excuses
from renkei.review.finding import Finding, RawFinding
from renkei.review.jobs import AnalyserResult, Inspector, Job, input_keys, list_jobs
from renkei.review.listing import is_weighed_by_number, list_findings
from renkei.review.reexports import ReExports
from renkei.review.severity import Weight
from renkei.review.target import File, Target
from renkei.sentence import Sentence
from renkei.values import value

RunJobs = Callable[[Sequence[Job]], Sequence[AnalyserResult]]
"""Does some jobs, and gives the result of each in their order."""


@dataclass(kw_only=True, slots=True)
class _Side:
    """What one analyser has looked at in one of the two states so far."""

    job: Job
    looked: AnalyserResult | None = None
    files: frozenset[str] = frozenset()

    @property
    def findings(self) -> tuple[RawFinding, ...]:
        return self.looked.findings if self.looked else ()


@dataclass(kw_only=True, slots=True)
class _Pair:
    """One analyser in both states."""

    now: _Side
    before: _Side
    affected: frozenset[str] = frozenset()
    """Files in which it may find something else now."""

    @property
    def is_of_the_tree(self) -> bool:
        return self.now.job.analyser.scope == "tree"


@value
class Comparison:
    """The inspectors and what they look at, now and before."""

    change: Change
    now: Target
    before: Target
    team: Sequence[Inspector]
    team_before: Sequence[Inspector]
    """The same inspectors for the state before: they run no code of it, and ask nobody."""
    weights: Mapping[str, Weight]
    carry_out: RunJobs
    beside: Sequence[AnalyserResult] = ()
    """Of inspectors that look at the state now alone, and say nothing of lines that the change did not touch."""

    def find_new_findings(self) -> tuple[list[AnalyserResult], list[Finding]]:
        """What became of each analyser, and the findings that the change touched or caused."""
        self._look_at_what_differs()
        self._count_where_numbers_weigh()
        unsettled = self._files_to_settle()
        self._look_at([(side, unsettled) for pair in self._pairs for side in (pair.now, pair.before)])
        known = frozenset(each.id for each in self._list_findings("before"))
        new = [
            each
            for each in self._list_findings("now")
            if self.change.touches(each) or (each.path in unsettled and each.id not in known)
        ]
        return [looked for pair in self._pairs if (looked := _final_result(pair))], new

    @cached_property
    def _pairs(self) -> list[_Pair]:
        both = zip(list_jobs(self.team, self.now), list_jobs(self.team_before, self.before), strict=True)
        return [_Pair(now=_Side(job=now), before=_Side(job=before)) for now, before in both]

    @cached_property
    def _files_judged_anew(self) -> frozenset[str]:
        """Files whose findings are the same and may be weighed otherwise: other excuses, or other files that import."""
        if not Excuses(self.now).is_equal_to(Excuses(self.before)):
            return frozenset(self.now.by_path)
        return ReExports(self.now).differ_from(ReExports(self.before))

    def _look_at_what_differs(self) -> None:
        """Whole trees in both states at once; of single files the state before is wanted later, and of a few."""
        asked: list[tuple[_Side, Iterable[str]]] = []
        for pair in self._pairs:
            pair.affected = _find_affected(pair)
            asked.append((pair.now, pair.affected | self._files_judged_anew))
            if pair.is_of_the_tree:
                asked.append((pair.before, pair.affected))
        self._look_at(asked)

    def _count_where_numbers_weigh(self) -> None:
        """What is found in very many places weighs less, so that all of them have to be known."""
        sides = [
            side
            for pair in self._pairs
            for side in (pair.now, pair.before)
            if any(map(is_weighed_by_number, pair.now.findings))
        ]
        self._look_at([(side, side.job.target.by_path) for side in sides])

    def _files_to_settle(self) -> frozenset[str]:
        """Files with findings that the change did not touch, and that need not have been there before."""
        open_ = {each.path for each in self._list_findings("now") if not self.change.touches(each)}
        differing = {*self.change.touched, *self._files_judged_anew}
        for pair in self._pairs:
            if pair.is_of_the_tree:
                differing |= _find_differing(pair.now.findings, pair.before.findings)
            else:
                differing |= pair.affected
                differing |= {raw.path for raw in pair.now.findings if is_weighed_by_number(raw)}
        return frozenset(open_ & differing)

    def _list_findings(self, state: str) -> list[Finding]:
        sides = [pair.now if state == "now" else pair.before for pair in self._pairs]
        target = self.now if state == "now" else self.before
        looked = [side.looked for side in sides if side.looked]
        return list_findings([*looked, *(self.beside if state == "now" else ())], target, self.weights)

    def _look_at(self, asked: Iterable[tuple[_Side, Iterable[str]]]) -> None:
        """Has each look at those of its inputs among these paths that it has not looked at yet."""
        todo = [(side, _still_to_do(side, frozenset(paths))) for side, paths in asked]
        busy = [(side, files) for side, files in todo if files or side.looked is None]
        found = self.carry_out([replace(side.job, choose=partial(_select_paths, files)) for side, files in busy])
        for (side, files), looked in zip(busy, found, strict=True):
            side.files |= files
            side.looked = _merge_results(side.looked, looked)


def _find_affected(pair: _Pair) -> frozenset[str]:
    now, before = pair.now.job, pair.before.job
    inputs = now.analyser.input_files(now.target)
    if not inputs:
        return frozenset()
    version, earlier = now.analyser.version(now.target), before.analyser.version(before.target)
    if isinstance(earlier, Absent) and not isinstance(version, Absent):
        return frozenset(file.path for file in inputs)
    keys = input_keys(now.analyser, _version_text(version), now.target, inputs)
    known = input_keys(
        before.analyser, _version_text(earlier), before.target, before.analyser.input_files(before.target)
    )
    return frozenset(path for path, key in keys.items() if known.get(path) != key)


def _version_text(version: str | Absent) -> str:
    return "" if isinstance(version, Absent) else version


def _still_to_do(side: _Side, paths: frozenset[str]) -> frozenset[str]:
    """Of one whose findings depend on the whole tree: all, if any is asked."""
    inputs = frozenset(file.path for file in side.job.analyser.input_files(side.job.target))
    if side.job.analyser.scope == "tree":
        return inputs if inputs & paths and not side.files else frozenset()
    return (inputs & paths) - side.files


def _select_paths(paths: frozenset[str], inputs: Sequence[File]) -> list[File]:
    return [file for file in inputs if file.path in paths]


def _merge_results(first: AnalyserResult | None, second: AnalyserResult) -> AnalyserResult:
    if first is None or first.state == "nothing":
        return second
    if second.state == "nothing":
        return first
    return replace(
        second if second.state != "done" else first,
        seconds=round(first.seconds + second.seconds, 3),
        findings=(*first.findings, *second.findings),
        given=first.given | second.given,
        unread=first.unread | second.unread,
        too_large=first.too_large | second.too_large,
    )


def _find_differing(now: Iterable[RawFinding], before: Iterable[RawFinding]) -> set[str]:
    """Files in which not the same is found in both."""
    found, known = _by_path(now), _by_path(before)
    return {path for path in found.keys() | known.keys() if found.get(path) != known.get(path)}


def _by_path(findings: Iterable[RawFinding]) -> dict[str, Counter[RawFinding]]:
    found: dict[str, Counter[RawFinding]] = defaultdict(Counter)
    for raw in findings:
        found[raw.path][raw] += 1
    return found


def _final_result(pair: _Pair) -> AnalyserResult | None:
    """How far an analyser came. Who did not see the state before cannot tell what is new."""
    now, before = pair.now.looked, pair.before.looked
    if not now or not before or before.state != "failed" or now.state != "done":
        return now
    reason = Sentence("in the state before: {reason}", reason=before.reason or "")
    return replace(now, state="failed", reason=reason, unread=now.given)
