"""Writing the Markdown contract, in Japanese or English, in block form (seed 000) or inline form (seed 002)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from renkei import lazy_re as re
from renkei.reports.formats.numbers import write_number
from renkei.reports.formats.words import EVIDENCE, FIELDS, SECTIONS, FieldName, Language, Names, SectionName
from renkei.reports.report import (
    Blocker,
    Code,
    Confidence,
    ErrorDetails,
    Finding,
    Issue,
    Justification,
    KeyReference,
    Passage,
    Report,
    Score,
)

Form = Literal["block", "inline"]

_TITLE: Final = {"ja": "結果", "en": "Result"}
_VALUE: Final = {"ja": ("項目", "値"), "en": ("Aspect", "Value")}


def render_contract(language: Language, report: Report, form: Form) -> str:
    """The report as Markdown. Words of its own dialect are written back as they were."""
    own = report.dialect == f"contract-{language}"
    before = report.preamble.text if report.preamble else ""
    parts = [before, f"## {report.agent} {_TITLE[language]}" if report.agent else ""]
    for name, body in _render_sections(language, report, own):
        title = _local_word(SECTIONS[name], language)
        beside = form == "inline" and name in ("status", "summary", "confidence")
        parts.append(f"### {title}: {body}" if beside else f"### {title}{':' if form == 'inline' else ''}\n{body}")
    parts += [f"### {extra.title}\n{extra.text}" for extra in report.extra if extra.title]
    parts += [f"---\n\n{extra.text}" for extra in report.extra if not extra.title]
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def _render_sections(language: Language, report: Report, own: bool) -> Iterator[tuple[SectionName, str]]:
    """The sections that there are, in the order of the specification."""
    if report.status or report.status_token:
        token = report.status_token if own and report.status_token else report.status or report.status_token
        yield "status", f"{token} - {report.reason}" if report.reason else token
    if report.summary:
        yield "summary", report.summary.text
    if report.findings is not None:
        yield "findings", "\n".join(_render_findings(language, report.findings))
    if report.key_references is not None:
        yield "key_references", "\n".join(_render_key_references(language, report.key_references))
    if report.confidence:
        yield from _render_confidence(language, report.confidence)
    if report.issues:
        yield "issues", "\n".join(_render_issue(language, issue, own) for issue in report.issues)
    if report.next_steps:
        yield "next_steps", _number_list(report.next_steps)
    if report.blockers:
        yield "blockers", "\n".join(_render_blocker(language, blocker) for blocker in report.blockers)
    yield from _error_form(language, report)
    yield from _from_other_seeds(report)
    if report.uncertainty:
        yield "uncertainty", report.uncertainty.text
    if report.checklist:
        boxes = (f"- [{'x' if box.ticked else ' '}] {box.subject}" for box in report.checklist)
        yield "checklist", "\n".join(boxes)


def _error_form(language: Language, report: Report) -> Iterator[tuple[SectionName, str]]:
    if report.error:
        yield "error", "\n".join(_render_error(language, report.error))
    if report.attempts:
        yield "attempts", _number_list(report.attempts)
    if report.root_cause:
        yield "root_cause", report.root_cause.text
    if report.recovery:
        yield "recovery", _number_list(report.recovery)


def _from_other_seeds(report: Report) -> Iterator[tuple[SectionName, str]]:
    """What the other dialects say and the contract has no section of its own for."""
    if report.artifacts:
        yield "artifacts", "\n".join(_list_entry("-", f"`{artifact.path}`") for artifact in report.artifacts)
    if report.questions:
        yield "questions", _number_list(report.questions)
    if report.deviations:
        yield "deviations", _number_list(report.deviations)


def _local_word(names: Names, language: Language) -> str:
    return (names.ja if language == "ja" else names.en)[0]


def _field_name(language: Language, name: FieldName) -> str:
    return _local_word(FIELDS[name], language)


def _list_entry(bullet: str, text: str) -> str:
    """A list entry; its further lines are set under it."""
    first, *rest = text.split("\n")
    return "\n".join([f"{bullet} {first}", *(f"{' ' * (len(bullet) + 1)}{line}".rstrip() for line in rest)])


def _number_list(passages: Sequence[Passage]) -> str:
    return "\n".join(_list_entry(f"{n}.", passage.text) for n, passage in enumerate(passages, 1))


def _render_findings(language: Language, findings: Sequence[Finding]) -> Iterator[str]:
    group: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    for finding in findings:
        if finding.group != group:
            yield from _render_headings(group, finding.group)
            group, header = finding.group, ()
        columns = tuple(name for name, _ in finding.row)
        if columns and columns != header:
            yield from ("", _table_row(columns), _table_row(["---"] * len(columns)))
        if columns:
            yield _table_row(cell for _, cell in finding.row)
        yield from _render_finding(language, finding)
        header = columns if not (finding.code or finding.evidence) else ()


def _render_headings(before: tuple[str, ...], group: tuple[str, ...]) -> Iterator[str]:
    """The sub-headings that change, outermost first."""
    if before == group:
        return
    same = next((n for n, (old, new) in enumerate(zip(before, group, strict=False)) if old != new), len(group) - 1)
    for depth in range(min(same, len(before)), len(group)):
        marks = "#" * (4 + depth)
        yield f"\n{marks} {group[depth]}" if depth < 3 else f"\n**{group[depth]}**"


def _render_finding(language: Language, finding: Finding) -> Iterator[str]:
    if finding.kind == "note":
        yield f"\n{finding.text}\n"
        return
    margin = "  " if finding.text and not finding.row else ""
    if margin:
        yield _list_entry("-", finding.text)
    for code in finding.code:
        yield _render_fence(code, margin)
    for evidence in finding.evidence:
        yield f"{margin}- {_local_word(EVIDENCE[evidence.kind], language)}: {evidence.text}"


def _render_fence(code: Code, margin: str) -> str:
    """A fence longer than any in the code."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", code.text)), default=0))
    lines = [f"{ticks}{code.info}", *code.text.split("\n"), ticks]
    return "\n".join(f"{margin}{line}".rstrip() for line in lines)


def _render_key_references(language: Language, references: Sequence[KeyReference]) -> Iterator[str]:
    named: tuple[FieldName, ...] = ("item", "location", "relevance")
    if any(reference.code for reference in references):
        named += ("code",)
    others = list(dict.fromkeys(name for reference in references for name, _ in reference.extra))
    yield _table_row([*(_field_name(language, name) for name in named), *others])
    yield _table_row(["---"] * (len(named) + len(others)))
    for reference in references:
        extra = dict(reversed(reference.extra))
        code = [f"`{reference.code}`" if reference.code else ""] if "code" in named else []
        cells = [reference.item, reference.location, reference.relevance, *code]
        yield _table_row([*cells, *(extra.get(name, "") for name in others)])


def _table_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|").replace("\n", "<br>") for cell in cells) + " |"


def _render_confidence(language: Language, confidence: Confidence) -> Iterator[tuple[SectionName, str]]:
    number = "" if confidence.stated is None else write_number(confidence.stated)
    yield "confidence", " - ".join(part for part in (number, confidence.reason) if part)
    scores: dict[FieldName, Score | None] = {
        "verified": confidence.verified,
        "inferred": confidence.inferred,
        "combined": confidence.combined,
    }
    # The specification writes these three names in Latin letters in both languages.
    breakdown = [f"- {FIELDS[name].en[0]}: {_render_score(score)}" for name, score in scores.items() if score]
    if breakdown:
        yield "breakdown", "\n".join(breakdown)
    if confidence.justification:
        yield "justification", "\n".join(_render_justification(language, confidence.justification))


def _render_score(score: Score) -> str:
    return f"{write_number(score.value)} - {score.reason}" if score.reason else write_number(score.value)


def _render_justification(language: Language, why: Justification) -> Iterator[str]:
    fields: dict[FieldName, str] = {
        "score": why.score,
        "evidence_count": why.evidence_count,
        "method": why.method,
        "blind_spots": why.blind_spots,
    }
    yield from (f"**{_field_name(language, name)}**: {value}  " for name, value in fields.items() if value)
    yield from (f"**{name}**: {value}  " if name else value for name, value in why.extra)


def _render_issue(language: Language, issue: Issue, own: bool) -> str:
    token = issue.severity_token if own and issue.severity_token else issue.severity or issue.severity_token
    score = "" if issue.confidence is None else write_number(issue.confidence)
    fields: dict[FieldName, str] = {
        "severity": token,
        "category": issue.category,
        "confidence": score,
        "location": issue.location,
    }
    first, *rest = issue.text.split("\n")
    head = " ".join(part for part in (f"{issue.id}:" if issue.id else "", first) if part)
    named = [(_field_name(language, name), value) for name, value in fields.items() if value]
    line = head + "".join(f" | {name}: {value}" for name, value in [*named, *issue.extra])
    return _list_entry("-", "\n".join([line, *rest]))


def _render_blocker(language: Language, blocker: Blocker) -> str:
    first, *rest = blocker.text.split("\n")
    resolution = f" | {_field_name(language, 'resolution')}: {blocker.resolution}" if blocker.resolution else ""
    return _list_entry("-", "\n".join([first + resolution, *rest]))


def _render_error(language: Language, error: ErrorDetails) -> Iterator[str]:
    fields: dict[FieldName, str] = {
        "type": error.type,
        "message": error.message,
        "location": error.location,
        "recoverable": error.recoverable,
    }
    yield _table_row(_VALUE[language])
    yield _table_row(["---", "---"])
    yield from (_table_row([_field_name(language, name), value]) for name, value in fields.items() if value)
    yield from (_table_row([name, value]) for name, value in error.extra)
