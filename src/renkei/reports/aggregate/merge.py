"""One record for what is said of one place, whoever says it and in whichever order (AGG-2, AGG-3, AGG-5, DEC-46).

Reports of one place are one issue if their categories agree or their words do.

A record keeps every report it is made of and takes its numbers from them, so that records can be merged again: what
comes out depends on the set of reports alone.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final

from renkei import lazy_re as re
from renkei.reports.naming import normalize_name, role_of
from renkei.reports.references import FALSE, THERE, State
from renkei.reports.report import Severity
from renkei.reports.weights import EQUAL, Weights
from renkei.values import value

# When two texts say the same: most of their words, without those that tell nothing.


SHARED: Final = 0.6
"""How much of the words of the shorter text the other has to have."""

_WORD: Final = re.compile(r"[a-z0-9][a-z0-9_-]+|[\u3005-\u3007\u30a0-\u30ff\u3400-\u9fff]{2}")
_PLACE: Final = re.compile(
    r"[^\s`()\[\]（）「」、。]*[/\\][^\s`()\[\]（）「」、。]*|[\w-]+\.[a-z]\w{0,7}(?![\w.(])(?::\d+)*|(?<![a-z\d])\d+(?:行目?|(?![a-z\d]))"
)
"""Where something is tells nothing of what it is."""
_EMPTY_WORDS: Final = """
    the this that is are was be in on at of to for and or with by from not no it its as an has have may can will
    line file code here there
"""
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())


def significant_words(text: str) -> frozenset[str]:
    """The words that tell what a text is about, without its places; of Japanese, its pairs of characters."""
    return frozenset(
        word.rstrip("s") for word in _WORD.findall(_PLACE.sub(" ", normalize_name(text))) if word not in _EMPTY
    )


def are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= SHARED * shorter and (shorter > 1 or one == other)


# What one agent, or one analyser, says is wrong at one place.


RANKS: Final[Mapping[Severity, int]] = {"minor": 1, "important": 2, "critical": 3}
"""Which severity is the higher."""

UNSTATED: Final[Severity] = "important"
"""What an issue counts as for which nobody gave a severity: not overlooked, and nobody is called out of bed."""


@value
class Reported:
    """One problem, as one reporter sees it. Two that are equal are one."""

    agent: str
    category: str
    text: str
    role: str = ""
    """Whose expertise it is (AGG-5); the agent's own name if empty."""
    path: str | None = None
    line: int | None = None
    end_line: int | None = None
    """The last line of the place; None: it is one line."""
    severity: Severity | None = None
    confidence: float | None = None
    """After its reference was checked, 0-100."""
    id: str = ""
    state: State | None = None
    """Of its reference; None if it has none, or none was checked."""
    discredited: bool = False
    """Its result cites, here or elsewhere, what is not there."""

    @property
    def is_false(self) -> bool:
        """Whether the place it cites is not there, or does not read as it says."""
        return self.state in FALSE

    @property
    def is_verified(self) -> bool:
        """Whether the place was found, if at another line."""
        return self.state in THERE


BONUS: Final = 10
"""For agreement: once, however many agree."""

Key = Callable[[Reported], Hashable]


@value
class Merged:
    """An issue with all who report it. `confidence` is the highest of them, `combined` their weighted mean; both are
    more when they agree.
    """

    path: str | None
    line: int | None
    category: str
    severity: Severity
    confidence: float | None
    combined: float | None
    verified: bool
    reports: tuple[Reported, ...]

    @property
    def reported_by(self) -> tuple[str, ...]:
        return tuple(sorted({report.agent for report in self.reports}))


def place_and_category(report: Reported) -> Hashable:
    """What makes two reports one issue. Without a line there is no place to compare: then the words have to agree."""
    words = "" if report.line is not None else normalize_name(report.text)
    return report.path, report.line, normalize_name(report.category), words


def merge(reports: Iterable[Reported], weights: Weights = EQUAL, key: Key | None = None) -> tuple[Merged, ...]:
    """The issues, the worst and surest first. With a `key`, it alone says which reports are one."""
    groups: dict[Hashable, set[Reported]] = {}
    for report in reports:
        groups.setdefault((key or place_and_category)(report), set()).add(report)
    found = list(groups.values()) if key else _join_by_words(list(groups.values()))
    return tuple(sorted((_merge_group(sorted(group, key=_report_order), weights) for group in found), key=_worst_first))


def _join_by_words(groups: list[set[Reported]]) -> list[set[Reported]]:
    """Groups at one place put together where their words agree, also by way of a third."""
    at_place: dict[tuple[str, int], list[set[Reported]]] = {}
    joined: list[set[Reported]] = []
    for group in groups:
        first = next(iter(group))
        if first.path is None or first.line is None:
            joined.append(group)
        else:
            at_place.setdefault((first.path, first.line), []).append(group)
    for here in at_place.values():
        joined += _join_alike(here)
    return joined


def _join_alike(groups: list[set[Reported]]) -> list[set[Reported]]:
    found: list[tuple[set[Reported], set[frozenset[str]]]] = []
    for group in groups:
        said = {significant_words(report.text) for report in group}
        near = [each for each in found if any(are_alike(one, other) for one in each[1] for other in said)]
        found = [each for each in found if not any(each is other for other in near)]
        found.append((group.union(*(each[0] for each in near)), said.union(*(each[1] for each in near))))
    return [group for group, _ in found]


def _merge_group(reports: Sequence[Reported], weights: Weights) -> Merged:
    confidence, combined = _combine_confidence(reports, weights)
    first = reports[0]
    return Merged(
        path=first.path,
        line=first.line,
        category=min(report.category for report in reports),
        severity=_highest_severity(reports),
        confidence=confidence,
        combined=combined,
        verified=any(report.is_verified for report in reports),
        reports=tuple(reports),
    )


def _highest_severity(reports: Sequence[Reported]) -> Severity:
    """The highest that anybody states."""
    stated: list[Severity] = [report.severity for report in reports if report.severity]
    return max(stated, key=RANKS.__getitem__) if stated else UNSTATED


def _combine_confidence(reports: Sequence[Reported], weights: Weights) -> tuple[float | None, float | None]:
    """The highest, and the mean by expertise with the bonus: each reporter once, with the most that it said.

    Who cites what is not there is counted only where nobody else reports it.
    """
    voices: dict[str, tuple[float, float]] = {}
    stated = [(report, report.confidence) for report in reports if report.confidence is not None]
    trusted = [each for each in stated if not (each[0].is_false or each[0].discredited)]
    for report, confidence in trusted or stated:
        voice = confidence, weights.weight_of(report.role or report.agent, report.category)
        name = role_of(report.agent)
        voices[name] = max(voice, voices.get(name, voice))
    if not voices:
        return None, None
    # fsum: the last digit must not depend on the order.
    total = math.fsum(weight for _, weight in voices.values())
    mean = math.fsum(number * weight for number, weight in voices.values()) / total
    highest = max(number for number, _ in voices.values())
    bonus = BONUS if _has_agreement(reports) else 0
    return _clamp_score(highest + bonus), _clamp_score(mean + bonus)


def _has_agreement(reports: Sequence[Reported]) -> bool:
    """Whether several stand behind it. Who cites what is not there supports nobody."""
    return len({role_of(report.agent) for report in reports if not (report.is_false or report.discredited)}) > 1


def _clamp_score(number: float) -> float:
    return round(max(0.0, min(100.0, number)), 2)


def _report_order(report: Reported) -> tuple[str, str]:
    return report.agent, repr(report)


def _worst_first(merged: Merged) -> tuple[int, float, str, int, str, str]:
    rank = -RANKS[merged.severity]
    sure = -1.0 if merged.confidence is None else merged.confidence
    return rank, -sure, merged.path or "", merged.line or 0, normalize_name(merged.category), repr(merged.reports[0])
