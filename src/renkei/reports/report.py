"""The one normalised result that an agent hands back. Every dialect parses into it and renders from it (RES-1).

A `Report` says what was written, not whether it is true: that is `rules`. A required section that is absent is None;
`line` is where a part stands in the source, 0 when it was not read from text, and never makes two reports differ.
"""

from dataclasses import field
from functools import cached_property
from typing import Literal

from renkei.errors import Problem
from renkei.reports.references import Reference, find_references, names_place
from renkei.values import value

Dialect = Literal[
    "contract-ja", "contract-en", "completion-yaml", "task-result", "sdd-report", "written", "cpf", "prose"
]
Status = Literal["SUCCESS", "PARTIAL", "FAILED"]
Severity = Literal["critical", "important", "minor"]
EvidenceKind = Literal["confirmed", "code_match", "confidence"]
Label = Literal["uncertain", "assumption", "needs-corroboration", "unverified"]
Point = Literal["file_references", "code_snippets", "no_invented_paths", "evidence"]
"""The four points of the verification checklist (seed 000)."""
Field = tuple[str, str]
"""A named value that the model has no place for: kept, so that nothing is lost."""
Datum = tuple[str, object]
"""The same where the value is one of JSON: text, a number, a list, an object."""


@value
class Passage:
    """Some lines of prose."""

    text: str
    line: int = field(default=0, compare=False)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        return tuple(find_references(self.text))


@value
class Code:
    """A fenced block; `info` is what stands behind the opening fence, `line` that of its first line of code."""

    text: str
    info: str = ""
    line: int = field(default=0, compare=False)


@value
class Evidence:
    """A line under a finding: 確認済み/Confirmed, コード一致/Code match, 信頼度/Confidence (RES-14)."""

    kind: EvidenceKind
    text: str
    line: int = field(default=0, compare=False)


@value
class Finding:
    """One finding with what was written under it. A `note` is prose around findings that points to nothing itself."""

    text: str
    group: tuple[str, ...] = ()
    """The sub-headings above it, outermost first."""
    row: tuple[Field, ...] = ()
    """Its cells under their headings, when it is a row of a table; its text is the cells in one line."""
    kind: Literal["finding", "note"] = "finding"
    form: Literal["item", "row", "text", "code"] = field(default="item", compare=False)
    """How it was written: a paragraph is `text`."""
    evidence: tuple[Evidence, ...] = ()
    code: tuple[Code, ...] = ()
    labels: tuple[Label, ...] = ()
    line: int = field(default=0, compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)
    """Where each line of its text stands: between them there may be evidence, code and empty lines."""

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Those in its text; what its code and evidence name is in `claims`."""
        return tuple(find_references(self.text))

    @cached_property
    def has_reference(self) -> bool:
        return names_place(self.text)

    def line_of(self, number: int) -> int:
        """Where a line of its text, counted from 1, stands in the source."""
        return self.lines[number - 1] if number <= len(self.lines) else self.line


@value
class KeyReference:
    """A row of the table of key references; `location` is the `file:line` as written, back-ticks included."""

    item: str
    location: str
    relevance: str = ""
    code: str = ""
    extra: tuple[Field, ...] = ()
    line: int = field(default=0, compare=False)


@value
class Issue:
    """A problem that the agent reports. `severity` is None when none, or no known one, is given."""

    text: str
    id: str = ""
    severity: Severity | None = None
    severity_token: str = ""
    category: str = ""
    confidence: float | None = None
    location: str = ""
    extra: tuple[Field, ...] = ()
    line: int = field(default=0, compare=False)


@value
class Blocker:
    """What keeps the work from being done, and what would resolve it."""

    text: str
    resolution: str = ""
    line: int = field(default=0, compare=False)


@value
class Box:
    """A tick box. `point` is None when its subject is none of the four."""

    subject: str
    ticked: bool
    point: Point | None = None
    line: int = field(default=0, compare=False)


@value
class Score:
    """One number of the confidence breakdown."""

    value: float
    reason: str = ""
    line: int = field(default=0, compare=False)


@value
class Justification:
    """Why a confidence of 85 or more is held (RES-5); a field that was not given is empty."""

    score: str = ""
    evidence_count: str = ""
    method: str = ""
    blind_spots: str = ""
    extra: tuple[Field, ...] = ()
    line: int = field(default=0, compare=False)


@value
class Confidence:
    """How sure the agent says it is. `stated` is None when the section holds no number of 0-100."""

    stated: float | None
    reason: str = ""
    verified: Score | None = None
    inferred: Score | None = None
    combined: Score | None = None
    justification: Justification | None = None
    line: int = field(default=0, compare=False)


@value
class ErrorDetails:
    """What went wrong, in the error form."""

    type: str = ""
    message: str = ""
    location: str = ""
    recoverable: str = ""
    extra: tuple[Field, ...] = ()
    line: int = field(default=0, compare=False)


@value
class Extra:
    """A section that the contract does not know, or (untitled) text that belongs to none; `line` is the text's."""

    title: str
    text: str
    line: int = field(default=0, compare=False)


@value
class Artifact:
    """A file, or the id of a piece of work, that the agent made; as written."""

    path: str
    ref: str = ""
    """The id that a TASK_RESULT gives it beside its path, and what it says of it."""
    description: str = ""
    line: int = field(default=0, compare=False)


@value
class Output:
    """A value that the task had to settle, under its key on the blackboard (seed 001: contract_outputs)."""

    key: str
    value: object
    line: int = field(default=0, compare=False)


@value
class Knowledge:
    """What others may learn from the work: `[PATTERN]`, `[INCIDENT]` or `[REFERENCE]` and a sentence (seed 004)."""

    tag: str
    text: str
    line: int = field(default=0, compare=False)


@value
class Report:
    """What one agent handed back."""

    dialect: Dialect
    agent: str | None = None
    status: Status | None
    status_token: str = ""
    """The status as written, so that its own dialect renders it back exactly."""
    reason: str = ""
    """Why the work is only part done: needs_input, conflict, blocked; or what was written beside the status."""
    task: str = ""
    """The task, message or feature that it answers."""
    severity: Severity | None = None
    severity_token: str = ""
    """How bad it is as a whole, where a dialect says so, and as written."""
    summary: Passage | None = None
    findings: tuple[Finding, ...] | None = None
    key_references: tuple[KeyReference, ...] | None = None
    confidence: Confidence | None = None
    issues: tuple[Issue, ...] = ()
    next_steps: tuple[Passage, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    checklist: tuple[Box, ...] = ()
    uncertainty: Passage | None = None
    error: ErrorDetails | None = None
    attempts: tuple[Passage, ...] = ()
    root_cause: Passage | None = None
    recovery: tuple[Passage, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    outputs: tuple[Output, ...] = ()
    questions: tuple[Passage, ...] = ()
    deviations: tuple[Passage, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    fields: tuple[Datum, ...] = ()
    """What else a dialect of named values holds, in its order."""
    envelope: tuple[Datum, ...] = ()
    """The header of the message that it came in."""
    preamble: Passage | None = None
    """What stood before the result."""
    extra: tuple[Extra, ...] = ()
    status_line: int = field(default=0, compare=False)
    source: str = field(default="", compare=False, repr=False)
    """The text that it was read from."""
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """What could not be taken, by section and line: an unknown status, a confidence that is no number of 0-100."""
