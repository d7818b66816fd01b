"""What a report claims about code: every reference in it, each with the code that is quoted for it, if any.

Code is paired with a reference where the contract says so: on a コード一致/Code match line, in a fenced block directly
under the reference, under a comment in the block that names the place, or in a column of its own. A block that shows
how it should be, or what a command printed, quotes nothing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, cast

from renkei.reports.references import Claim, Found, find_references
from renkei.reports.report import Code, Evidence, Finding, Issue, KeyReference, Report

Where = Literal[
    "summary", "findings", "key_references", "confidence", "issues", "next_steps", "blockers", "checklist",
    "uncertainty", "error", "attempts", "root_cause", "recovery", "preamble", "extra", "questions", "deviations",
    "knowledge", "outputs", "fields",
]  # fmt: skip
Known = Callable[[str], bool]
"""Says whether a path is a file of the tree."""

_TICKED = re.compile(r"``([^\n]{1,500}?)``|`([^`]+)`")
_CODE_LIKE = re.compile(r"[(){}\[\];=<>]|^\s*(?:def|class|function|export|import|const|let|var|return|if|for)\b")
_COMMENT = re.compile(r"\s*(?://|#|--|/\*|<!--|;|%|\"\"\"|\*)")
_PROPOSAL = re.compile(
    r"修正|提案|推奨|改善|変更後|例[:：]|代わり|べき|\b(?:fix|suggest\w*|propos\w*|recommend\w*|instead|should|example|after|e\.g\.)\b",
    re.IGNORECASE,
)
_OUTPUT = re.compile(
    r"^[ \t]*(?:\$ |> |PASS\b|FAIL|ok\b|not ok\b|Traceback|at .*\(|E   |=====|Error:|\w*Error\b|Tests?:|✓|✗"
    r"|\d+ (?:passed|failed))",
    re.MULTILINE,
)
_OUTPUT_INFO = frozenset(("console", "shell", "sh", "bash", "zsh", "log", "output", "stdout", "diff", "patch", "json"))
_PLAIN_INFO = ("", "text", "txt", "plaintext")
_OF_OTHERS = ("REMOVED", "RESOLVED")
"""Where an auditor repeats what inspectors claimed and it does not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportClaim(Claim):
    """A claim, and where in the report it stands; `finding` or `issue` is the number of the one that makes it."""

    line: int
    where: Where
    finding: int | None = None
    issue: int | None = None


def claims(report: Report, known: Known | None = None) -> tuple[ReportClaim, ...]:
    """Every claim of a report, in its order; a reference with several quotes is one claim for each."""
    reader = _Reader(known)
    found = [*_opening(reader, report)]
    for n, finding in enumerate(report.findings or ()):
        found += reader.finding(finding, n)
    for key in report.key_references or ():
        found += reader.key_reference(key)
    for n, issue in enumerate(report.issues):
        found += reader.issue(issue, n)
    return (*found, *_others(reader, report))


def _opening(reader: "_Reader", report: Report) -> Iterator[ReportClaim]:
    if report.preamble:
        yield from reader.text(report.preamble.text, report.preamble.line, "preamble")
    if report.summary:
        yield from reader.text(report.summary.text, report.summary.line, "summary")


def _others(reader: "_Reader", report: Report) -> Iterator[ReportClaim]:
    """The sections that quote nothing."""
    if report.confidence:
        yield from reader.text(report.confidence.reason, report.confidence.line, "confidence")
    for step in report.next_steps:
        yield from reader.text(step.text, step.line, "next_steps")
    for blocker in report.blockers:
        yield from reader.text(blocker.text, blocker.line, "blockers")
        yield from reader.text(blocker.resolution, blocker.line, "blockers")
    if report.error:
        yield from reader.text(report.error.location, report.error.line, "error")
        yield from reader.text(report.error.message, report.error.line, "error")
    for attempt in report.attempts:
        yield from reader.text(attempt.text, attempt.line, "attempts")
    if report.root_cause:
        yield from reader.text(report.root_cause.text, report.root_cause.line, "root_cause")
    for option in report.recovery:
        yield from reader.text(option.text, option.line, "recovery")
    if report.uncertainty:
        yield from reader.text(report.uncertainty.text, report.uncertainty.line, "uncertainty")
    yield from _of_other_seeds(reader, report)
    for extra in report.extra:
        if not (report.dialect == "cpf" and extra.title in _OF_OTHERS):
            yield from reader.text(extra.text, extra.line, "extra")


def _of_other_seeds(reader: "_Reader", report: Report) -> Iterator[ReportClaim]:
    for question in report.questions:
        yield from reader.text(question.text, question.line, "questions")
    for deviation in report.deviations:
        yield from reader.text(deviation.text, deviation.line, "deviations")
    for known in report.knowledge:
        yield from reader.text(known.text, known.line, "knowledge")
    for output in report.outputs:
        for text in _texts(output.value):
            yield from (replace(claim, line=output.line) for claim in reader.text(text, 1, "outputs"))
    for _, value in report.fields:
        for text in _texts(value):
            yield from (replace(claim, line=0) for claim in reader.text(text, 1, "fields"))


def _texts(value: object) -> Iterator[str]:
    """The texts in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in cast("dict[str, object]", value).values() for text in _texts(each))
    elif isinstance(value, list):
        yield from (text for each in cast("list[object]", value) for text in _texts(each))


class _Reader:
    """Finds the references of a text, with the files of a tree to settle what the text leaves open."""

    def __init__(self, known: Known | None) -> None:
        self.known = known

    def text(self, text: str, line: int, where: Where) -> Iterator[ReportClaim]:
        """The references of prose; of a block in it, only those that it claims itself."""
        for found in find_references(_without_output(text), self.known):
            yield ReportClaim(reference=found, line=line + found.report_line - 1, where=where)

    def finding(self, finding: Finding, number: int) -> Iterator[ReportClaim]:
        own = find_references(finding.text, self.known)
        quotes = [*self._matches(finding, own), *self._blocks(finding, own)]
        paired = {id(place) for place, _, _ in quotes}
        for place in own:
            if id(place) not in paired:
                yield _claim(place, None, finding.line_of(place.report_line), number)
            yield from (_claim(p, snippet, line, number) for p, snippet, line in quotes if p is place)
        mine = {id(place) for place in own}
        yield from (_claim(p, snippet, line, number) for p, snippet, line in quotes if id(p) not in mine)
        for evidence in finding.evidence:
            if evidence.kind != "code_match":
                places = find_references(evidence.text, self.known)
                yield from (_claim(place, None, evidence.line, number) for place in places)

    def _matches(self, finding: Finding, own: list[Found]) -> Iterator[tuple[Found, str | None, int]]:
        """Code match lines: at the place they name, else in order if there is one for each, else at the first."""
        lines = [evidence for evidence in finding.evidence if evidence.kind == "code_match"]
        in_order = len(lines) == len(own)
        for n, evidence in enumerate(lines):
            places = find_references(evidence.text, self.known)
            snippets = _snippets(evidence, places)
            yield from ((place, None, evidence.line) for place in places[1 if snippets else 0 :])
            place = places[0] if places else own[n if in_order else 0] if own else None
            if place:
                yield from ((place, snippet, evidence.line) for snippet in snippets)

    def _blocks(self, finding: Finding, own: list[Found]) -> Iterator[tuple[Found, str | None, int]]:
        """Fenced blocks: under the comment that names their place, else the first directly under the last reference."""
        for n, code in enumerate(finding.code):
            heading, _, body = code.text.partition("\n")
            named = find_references(heading, self.known) if _COMMENT.match(heading) else []
            info = find_references(code.info, self.known)
            if named and body.strip():
                yield named[0], body, code.line
            elif info:
                yield info[0], code.text, code.line
            elif n == 0 and own and _quotes(code, finding.text):
                yield own[-1], code.text, code.line
            elif not is_output(code):
                yield from ((place, None, code.line + place.report_line - 1) for place in self._named_in(code))

    def _named_in(self, code: Code) -> list[Found]:
        """The references in a drawing or list that was put in a fence; what a language's code names is its own."""
        plain = code.info.casefold() in (*_PLAIN_INFO, "mermaid", "markdown", "md")
        return find_references(code.text, self.known) if plain else []

    def key_reference(self, key: KeyReference) -> Iterator[ReportClaim]:
        places = find_references(key.location, self.known)
        for n, place in enumerate(places):
            snippet = key.code if n == 0 and key.code.strip() else None
            yield ReportClaim(reference=place, snippet=snippet, line=key.line, where="key_references")
        rest = "\n".join((key.item, key.relevance, *(value for _, value in key.extra)))
        for place in find_references(rest, self.known):
            yield ReportClaim(reference=place, line=key.line, where="key_references")

    def issue(self, issue: Issue, number: int) -> Iterator[ReportClaim]:
        for place in find_references(issue.location, self.known):
            yield ReportClaim(reference=place, line=issue.line, where="issues", issue=number)
        for place in find_references(issue.text, self.known):
            line = issue.line + place.report_line - 1
            yield ReportClaim(reference=place, line=line, where="issues", issue=number)
        for _, value in issue.extra:
            for place in find_references(value, self.known):
                yield ReportClaim(reference=place, line=issue.line, where="issues", issue=number)


def _claim(place: Found, snippet: str | None, line: int, finding: int) -> ReportClaim:
    return ReportClaim(reference=place, snippet=snippet, line=line, where="findings", finding=finding)


def _snippets(evidence: Evidence, places: list[Found]) -> list[str]:
    """The code on a Code match line: in back-ticks and no reference; without back-ticks, what looks like code."""
    references = {place.text for place in places}
    ticked = [(match[1] or match[2]).strip() for match in _TICKED.finditer(evidence.text)]
    if ticked:
        return [code for code in ticked if code and code not in references]
    rest = evidence.text[places[-1].offset + len(places[-1].text) :] if places else evidence.text
    return [rest.lstrip(" :：-–—").rstrip()] if _CODE_LIKE.search(rest) else []


def _quotes(code: Code, text: str) -> bool:
    """Whether a block under a finding shows what stands there, and not what should, or what a command said."""
    last = text.rpartition("\n")[2]
    places = find_references(last)
    said = last
    for place in places:  # a folder may be called `examples`
        said = said.replace(place.text, "")
    return bool(places) and not _PROPOSAL.search(said) and not is_output(code)


def is_output(code: Code) -> bool:
    """Whether a block is what a command printed: by what it says of itself; where it says nothing, by how it looks."""
    info = code.info.casefold()
    return info in _OUTPUT_INFO or (info in _PLAIN_INFO and _OUTPUT.search(code.text) is not None)


def _without_output(text: str) -> str:
    """Prose with the blocks in it blanked, line by line, when they are output."""
    if "```" not in text:
        return text
    return re.sub(
        r"^[ \t]*(```+)([^\n`]*)\n((?:(?!^[ \t]*```).*\n?)*)(?:^[ \t]*```+[ \t]*$)?",
        lambda m: "\n" * m[0].count("\n") if is_output(Code(text=m[3], info=m[2].strip())) else m[0],
        text,
        flags=re.MULTILINE,
    )
