"""What a checked result says that others may say too, or deny: problems, denials, verdicts on criteria."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from renkei import lazy_re as re
from renkei.reports.aggregate.criteria import CriterionVerdict, read_verdicts
from renkei.reports.aggregate.judged import Judged
from renkei.reports.aggregate.merge import Reported
from renkei.reports.aggregate.places import Place, Places
from renkei.reports.aggregate.problems import ReportedProblem, as_issue, find_problems, own_confidence
from renkei.reports.confidence import COSTS
from renkei.reports.cpf.codec import split_escaped, unescape
from renkei.reports.cpf.document import SEVERITIES
from renkei.reports.naming import category_of
from renkei.reports.opposition import Statement, denies_problem, read_denied_ids
from renkei.reports.references import find_references
from renkei.reports.report import Finding, Issue
from renkei.values import value

_FILE: Final = re.compile(r"[^\s:]{1,300}")
_INVENTED: Final = re.compile(r"hallucinat|幻覚|ハルシネーション", re.IGNORECASE)


class Lines(NamedTuple):
    """Lines of a file; no numbers: somewhere in it."""

    path: str
    line: int | None
    end_line: int | None


@value
class Denial:
    """Somebody says that there is no problem."""

    agent: str
    claim: str
    places: tuple[Lines, ...] = ()
    category: str | None = None
    """None: of whatever is reported there."""
    ids: tuple[str, ...] = ()
    otherwise: tuple[Reported, ...] = ()
    """What stands among the issues and denies nothing that anybody reports is an issue after all."""


@value
class ResultContent:
    """What one result says."""

    reports: tuple[Reported, ...] = ()
    denials: tuple[Denial, ...] = ()
    verdicts: tuple[CriterionVerdict, ...] = ()
    statements: tuple[Statement, ...] = ()


def read_result(judged: Judged) -> ResultContent:
    """What a result says; nothing, if it is none."""
    if judged.report is None:
        return ResultContent()
    reader = _Reader(judged)
    reports: list[Reported] = []
    denials: list[Denial] = []
    told: set[int] = set()
    for problem in find_problems(judged.report, judged.expertise):
        found = reader.problem_reports(problem)
        if problem.in_findings:
            told.add(problem.number)
        if denial := reader.read_denial(problem, found):
            denials.append(denial)
        else:
            reports += found
    for number, finding in enumerate(judged.report.findings or ()):
        if number not in told and (denial := reader.denial_in(finding, number)):
            denials.append(denial)
    denials += reader.read_removals()
    statements = tuple(reader.read_statements())
    return ResultContent(
        reports=tuple(reports), denials=tuple(denials), verdicts=read_verdicts(judged), statements=statements
    )


class _Reader:
    """One result, with its places at hand."""

    def __init__(self, judged: Judged) -> None:
        self.judged = judged
        self.places = Places(judged)
        self.findings: Sequence[Finding] = (judged.report and judged.report.findings) or ()

    def problem_reports(self, problem: ReportedProblem) -> list[Reported]:
        """The problem at each place that its location names, else at the first place it names."""
        issue = problem.issue
        base = Reported(
            agent=self.judged.agent,
            role=self.judged.expertise,
            category=category_of(issue) or self.judged.expertise,
            text=issue.text or issue.id,
            severity=issue.severity,
            confidence=self._problem_confidence(problem, []),
            id=issue.id,
            discredited=self.judged.cites_what_is_not_there,
        )
        places = self._problem_places(problem)
        if not places:
            return [replace(base, path=_location_file(issue))]
        return [
            replace(
                base,
                path=at.path,
                line=at.line,
                end_line=at.end_line,
                state=at.state,
                confidence=self._problem_confidence(problem, [at]),
            )
            for at in places
        ]

    def _problem_places(self, problem: ReportedProblem) -> list[Place]:
        number = problem.number
        places = self.places.of_finding(number) if problem.in_findings else self.places.of_issue(number)
        named = {reference.text for reference in find_references(problem.issue.location)}
        located = {(at.path, at.line): at for at in places if at.cited in named}
        return list(located.values()) or places[:1]

    def _problem_confidence(self, problem: ReportedProblem, places: Sequence[Place]) -> float | None:
        """Its own number, less what its reference costs; without one, the result's, which is also the most for one
        that cites what is not there.
        """
        finding = self.findings[problem.number] if problem.in_findings else None
        own = own_confidence(problem.issue, finding)
        if own is None:
            return self.judged.confidence
        own = max(0.0, own - max((COSTS[at.state] for at in places), default=0))
        result = self.judged.confidence
        return min(own, result) if self.judged.cites_what_is_not_there and result is not None else own

    def read_denial(self, problem: ReportedProblem, found: Sequence[Reported]) -> Denial | None:
        """A problem that is there to say that there is none."""
        issue = problem.issue
        fields = "\n".join(f"{name}: {value}" for name, value in issue.extra)
        ids = read_denied_ids(f"{fields}\n{issue.text}")
        if not ids and not denies_problem(issue.text):
            return None
        return Denial(
            agent=self.judged.agent,
            claim=issue.text or issue.id,
            places=tuple(
                Lines(each.path, each.line, each.end_line) for each in found if each.path and each.line is not None
            ),
            category=category_of(issue) or None,
            ids=ids,
            otherwise=() if ids else tuple(found),
        )

    def denial_in(self, finding: Finding, number: int) -> Denial | None:
        ids = read_denied_ids(finding.text)
        if not ids and not denies_problem(finding.text):
            return None
        issue = as_issue(finding)
        places = tuple(Lines(at.path, at.line, at.end_line) for at in self.places.of_finding(number))
        if not ids and issue.id and not places:
            ids = (issue.id.casefold(),)
        category = category_of(issue) or None
        return Denial(agent=self.judged.agent, claim=finding.text, places=places, category=category, ids=ids)

    def read_statements(self) -> Iterator[Statement]:
        """What each finding and issue says of each place that it cites."""
        issues = self.judged.report.issues if self.judged.report else ()
        said = [(finding.text, self.places.of_finding(n)) for n, finding in enumerate(self.findings)]
        said += [(issue.text, self.places.of_issue(n)) for n, issue in enumerate(issues)]
        for text, places in said:
            for at in places:
                if at.line is not None:
                    agent, category = self.judged.agent, self.judged.expertise
                    yield Statement(at.path, at.line, at.end_line or at.line, text, agent, category)

    def read_removals(self) -> Iterator[Denial]:
        """What an auditor took out because it is not so; a duplicate, or what is out of scope, may well be so."""
        report = self.judged.report
        sections = report.extra if report and report.dialect == "cpf" else ()
        for line in (line for each in sections if each.title == "REMOVED" for line in each.text.split("\n")):
            _, reason, issue = map(unescape, split_escaped(line, "|", 3))
            if denies_problem(reason.replace("_", " ")) or _INVENTED.search(reason):
                yield self._removal_denial(reason, issue)

    def _removal_denial(self, reason: str, issue: str) -> Denial:
        """The finding may stand there as it was, with its category."""
        fields = [field.strip() for field in issue.split("|", 3)]
        category = fields[1] if len(fields) == 4 and fields[0] in SEVERITIES else None
        places = tuple(
            Lines(self.places.plain_path(each.path), each.line, each.end_line or each.line)
            for each in find_references(issue)
        )
        return Denial(agent=self.judged.agent, claim=f"{reason}: {issue}", places=places, category=category)


def _location_file(issue: Issue) -> str | None:
    """The file of a location that names no line."""
    named = issue.location.strip("`* ")
    return named if _FILE.fullmatch(named) and ("." in named or "/" in named) else None
