"""Where results contradict each other: kept with both sides, for a person to decide (AGG-4)."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from renkei.reports.aggregate.criteria import CriterionVerdict
from renkei.reports.aggregate.merge import Merged, Reported
from renkei.reports.aggregate.reading import Denial, Lines
from renkei.reports.naming import normalize_name, role_of
from renkei.reports.opposition import Statement, are_opposed, find_opposed
from renkei.values import value


class Side(NamedTuple):
    agent: str
    claim: str


@value
class Contradiction:
    """Claims that cannot both be true. On a criterion there is no place, and it is the category."""

    path: str | None
    line: int | None
    category: str
    sides: tuple[Side, ...]

    def to_json(self) -> dict[str, Any]:
        sides = [{"agent": side.agent, "claim": side.claim} for side in self.sides]
        return {"path": self.path, "line": self.line, "category": self.category, "sides": sides}


class IssueIndex:
    """The issues by place and by id, to find what a denial is about."""

    def __init__(self, issues: Sequence[Merged]) -> None:
        self._issues = issues
        self._whole: dict[str | None, list[int]] = {}
        """Those without a line, by file."""
        self._first: dict[str | None, list[tuple[int, int]]] = {}
        """The others by file, each with its first line, in the order of these."""
        self._wide: dict[str | None, list[int]] = {}
        """Those of several lines, by file."""
        self._by_id: dict[str, list[int]] = {}
        for number, issue in enumerate(issues):
            if issue.line is None:
                self._whole.setdefault(issue.path, []).append(number)
            else:
                insort(self._first.setdefault(issue.path, []), (issue.line, number))
                if _last_line(issue) > issue.line:
                    self._wide.setdefault(issue.path, []).append(number)
            for issue_id in {report.id.casefold() for report in issue.reports if report.id}:
                self._by_id.setdefault(issue_id, []).append(number)

    def find_denied(self, denial: Denial) -> set[int]:
        """The numbers of others' issues that it denies: by id, or where their lines meet, in the same category."""
        found = {number for issue_id in denial.ids for number in self._by_id.get(issue_id, ())}
        for place in () if denial.ids else denial.places:
            found.update(n for n in self._issues_at(place) if _is_about(denial, self._issues[n]))
        own = role_of(denial.agent)
        return {n for n in found if any(role_of(report.agent) != own for report in self._issues[n].reports)}

    def _issues_at(self, place: Lines) -> Iterator[int]:
        if place.line is None:
            yield from self._whole.get(place.path, ())
            return
        last = place.end_line or place.line
        lines = self._first.get(place.path, [])
        yield from (n for _, n in lines[bisect_left(lines, (place.line, -1)) : bisect_left(lines, (last + 1, -1))])
        for number in self._wide.get(place.path, ()):
            if (self._issues[number].line or 0) < place.line <= _last_line(self._issues[number]):
                yield number


def _last_line(issue: Merged) -> int:
    return max(report.end_line or report.line or 0 for report in issue.reports)


def _is_about(denial: Denial, issue: Merged) -> bool:
    """Of its category, or in words that oppose its own."""
    if denial.category is None or normalize_name(denial.category) == normalize_name(issue.category):
        return True
    return any(are_opposed(denial.claim, report.text) for report in issue.reports)


def find_contradictions(
    issues: Sequence[Merged],
    denials: Iterable[Denial],
    verdicts: Iterable[CriterionVerdict],
    statements: Iterable[Statement] = (),
) -> tuple[Contradiction, ...]:
    """One for each issue, criterion or place that is disputed, with all that is said of it."""
    index = IssueIndex(issues)
    against: dict[int, set[Side]] = {n: set() for n, issue in enumerate(issues) if _severities_apart(issue)}
    for denial in denials:
        for number in index.find_denied(denial):
            against.setdefault(number, set()).add(Side(denial.agent, denial.claim))
    disputed = [_issue_contradiction(issues[number], sides) for number, sides in against.items()]
    told = {(each.path, each.line) for each in disputed}
    opposed = [each for each in _statement_contradictions(statements) if (each.path, each.line) not in told]
    return tuple(sorted([*disputed, *opposed, *_verdict_contradictions(verdicts)], key=_sort_key))


def _statement_contradictions(statements: Iterable[Statement]) -> list[Contradiction]:
    """The places of which one says `is safe` and another `is not safe`: the first line that both speak of."""
    at: dict[tuple[str, int], set[Statement]] = {}
    for statement, against in find_opposed(statements):
        if others := [other for other in against if role_of(other.agent) != role_of(statement.agent)]:
            at.setdefault((statement.path, statement.line), set()).update((statement, *others))
    return [
        Contradiction(
            path=path,
            line=line,
            category=min(each.category for each in sides),
            sides=tuple(sorted({Side(each.agent, each.text) for each in sides})),
        )
        for (path, line), sides in at.items()
    ]


def _severities_apart(issue: Merged) -> bool:
    """Whether one calls critical what another calls minor: two steps apart."""
    critical, minor = (_voices(r.agent for r in issue.reports if r.severity == word) for word in ("critical", "minor"))
    return bool(critical and minor) and len(critical | minor) > 1


def _voices(agents: Iterable[str]) -> set[str]:
    """Each agent once, however it writes its name."""
    return set(map(role_of, agents))


def _issue_contradiction(issue: Merged, against: set[Side]) -> Contradiction:
    sides = against | {Side(report.agent, _report_claim(report)) for report in issue.reports}
    return Contradiction(path=issue.path, line=issue.line, category=issue.category, sides=tuple(sorted(sides)))


def _report_claim(report: Reported) -> str:
    return f"{report.severity}: {report.text}" if report.severity else report.text


def _verdict_contradictions(verdicts: Iterable[CriterionVerdict]) -> list[Contradiction]:
    """The criteria that one says are met and another says are not."""
    by_criterion: dict[str, set[CriterionVerdict]] = {}
    for verdict in verdicts:
        by_criterion.setdefault(normalize_name(verdict.criterion), set()).add(verdict)
    return [_criterion_contradiction(group) for group in by_criterion.values() if _are_split(group)]


def _are_split(verdicts: set[CriterionVerdict]) -> bool:
    passed, failed = (_voices(v.agent for v in verdicts if v.passed is word) for word in (True, False))
    return bool(passed and failed) and len(passed | failed) > 1


def _criterion_contradiction(verdicts: set[CriterionVerdict]) -> Contradiction:
    sides = tuple(sorted({Side(verdict.agent, verdict.claim) for verdict in verdicts}))
    return Contradiction(path=None, line=None, category=min(v.criterion for v in verdicts), sides=sides)


def _sort_key(contradiction: Contradiction) -> tuple[str, int, str, tuple[Side, ...]]:
    return contradiction.path or "", contradiction.line or 0, contradiction.category, contradiction.sides
