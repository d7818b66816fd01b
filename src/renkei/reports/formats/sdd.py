"""The completion reports of the spec-driven framework (seed 004): a token on the first line, then `Name: value` lines.

A value may go on in indented lines, or be a list below its name. A line at the left edge that follows a blank one and
names nothing belongs to no field.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.reports.formats.findings import labels_of
from renkei.reports.formats.markdown import Form
from renkei.reports.formats.wording import blocker_text
from renkei.reports.report import Artifact, Blocker, Extra, Finding, Knowledge, Passage, Report, Status
from renkei.sentence import Sentence

STATUSES: Final[Mapping[str, tuple[Status, str]]] = {
    "COMPLETE": ("SUCCESS", ""),
    "BLOCKED": ("PARTIAL", "blocked"),
    "FAILED": ("FAILED", ""),
}
_ENDINGS: Final[Mapping[Status, str]] = {"SUCCESS": "COMPLETE", "PARTIAL": "BLOCKED", "FAILED": "FAILED"}
AGENTS: Final[Mapping[str, str]] = {
    "ARCHITECT": "sdd-architect",
    "TASKGEN": "sdd-taskgenerator",
    "BUILDER": "sdd-builder",
}
_NOBODY: Final = "TASK"
_TOKEN = re.compile(
    r"[\s#*`>]*(?P<token>(?P<role>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)_(?P<end>COMPLETE|BLOCKED|FAILED))[\s*`:]*"
)
_FIELD = re.compile(r"\**(?P<name>[A-Za-z][\w ()/&-]{0,40}?)\**[ \t]?[:：]\**(?:[ \t]+|$)")
_KNOWLEDGE = re.compile(r"[ \t]*(?:[-*] )?\[(?P<tag>PATTERN|INCIDENT|REFERENCE)\][ \t]*[:：]?[ \t]*(?P<text>\S.*)")
_ITEM = re.compile(r"[-*•][ \t]+(?=\S)")
_INDENT: Final = "  "
EXPECTED: Final = Sentence("a first line such as BUILDER_COMPLETE, then lines of Name: value")


def is_sdd_report(text: str) -> bool:
    """Whether the first line that says something is the token; a fence may stand around all."""
    lines = (
        line for line in text.lstrip("\ufeff").splitlines() if line.strip() and not line.lstrip().startswith("```")
    )
    return _TOKEN.fullmatch(next(lines, "")[:200]) is not None


def parse_sdd_report(text: str) -> Report:
    """Read a completion report.

    Raises:
        BadInput: no line is a token.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    at, token = next(((n, found) for n, line in enumerate(lines) if (found := _TOKEN.fullmatch(line[:200]))), (0, None))
    if token is None:
        problem = Problem(path="result", expected=EXPECTED, params={})
        said = (
            "the text is no result; expected {expected}" if text.strip() else "the result is empty; expected {expected}"
        )
        raise BadInput(said, problems=[problem], expected=EXPECTED)
    before = "\n".join(lines[:at]).replace("```", "").strip()
    parts = _Parts()
    for entry in _read_entries(lines, at + 1):
        parts.take_entry(entry)
    status, reason = STATUSES[token["end"]]
    return Report(
        dialect="sdd-report",
        agent=_agent_of_role(token["role"]),
        status=status,
        status_token=token["token"],
        reason=reason,
        status_line=at + 1,
        task=parts.task,
        summary=parts.summary,
        findings=tuple(parts.findings) if parts.findings else None,
        blockers=tuple(parts.blockers),
        attempts=tuple(parts.attempts),
        artifacts=tuple(parts.artifacts),
        knowledge=tuple(parts.knowledge),
        fields=tuple(parts.fields),
        preamble=Passage(text=before, line=1) if before else None,
        extra=(Extra(title="", text="\n".join(parts.extra), line=parts.extra_line),) if parts.extra else (),
    )


def _agent_of_role(role: str) -> str | None:
    return None if role == _NOBODY else AGENTS.get(role, role.casefold().replace("_", "-"))


@dataclass
class _Entry:
    """A field with its lines, a knowledge tag, or (without a name) text that belongs to none."""

    name: str
    line: int
    lines: list[str]

    @property
    def text(self) -> str:
        first, *rest = self.lines
        return "\n".join([first, *(line.removeprefix(_INDENT) for line in rest)]).strip("\n")

    def list_items(self, separator: str | None = None) -> Iterator[tuple[str, int]]:
        """The entries of a list below the name; beside it, one, or several behind a separator."""
        first, *rest = self.lines
        beside = re.split(separator, first) if separator else [first]
        below = textwrap.dedent("\n".join(rest)).split("\n")
        if not any(_ITEM.match(line) for line in below):
            below, beside = [], [self.text] if rest else beside
        found = [([part.strip()], self.line) for part in beside if part.strip()]
        for n, line in enumerate(below, 1):
            if item := _ITEM.match(line):
                found.append(([line[item.end() :]], self.line + n))
            elif found:
                found[-1][0].append(line.removeprefix(_INDENT))
        yield from (("\n".join(lines).rstrip(), number) for lines, number in found)


def _read_entries(lines: Sequence[str], start: int) -> Iterator[_Entry]:
    current: _Entry | None = None
    for number, line in enumerate(lines[start:], start + 1):
        blank_above = not lines[number - 2].strip()
        if line.strip().startswith("```"):
            continue
        if tag := _KNOWLEDGE.fullmatch(line):
            yield from _finish_entry(current)
            current = None
            yield _Entry(name=f"[{tag['tag']}]", line=number, lines=[tag["text"].rstrip()])
        elif name := _FIELD.match(line):
            yield from _finish_entry(current)
            current = _Entry(name=name["name"], line=number, lines=[line[name.end() :].rstrip()])
        elif current and (current.name == "" or not line.strip() or line[0] in " \t-*•" or not blank_above):
            current.lines.append(line.rstrip())
        elif line.strip():
            yield from _finish_entry(current)
            current = _Entry(name="", line=number, lines=[line.rstrip()])
    yield from _finish_entry(current)


def _finish_entry(entry: _Entry | None) -> Iterator[_Entry]:
    if entry:
        while len(entry.lines) > 1 and not entry.lines[-1]:
            entry.lines.pop()
        yield entry


@dataclass
class _Parts:
    """The parts of a report as they are read."""

    task: str = ""
    summary: Passage | None = None
    findings: list[Finding] = field(default_factory=list[Finding])
    blockers: list[Blocker] = field(default_factory=list[Blocker])
    attempts: list[Passage] = field(default_factory=list[Passage])
    artifacts: list[Artifact] = field(default_factory=list[Artifact])
    knowledge: list[Knowledge] = field(default_factory=list[Knowledge])
    fields: list[tuple[str, object]] = field(default_factory=list[tuple[str, object]])
    extra: list[str] = field(default_factory=list[str])
    extra_line: int = 0

    def take_entry(self, entry: _Entry) -> None:
        match entry.name.casefold():
            case "":
                self.extra += [*([""] if self.extra else []), *entry.lines]
                self.extra_line = self.extra_line or entry.line
            case "[pattern]" | "[incident]" | "[reference]":
                self.knowledge.append(Knowledge(tag=entry.name.strip("[]"), text=entry.text, line=entry.line))
            case "knowledge" | "knowledge tags" | "tags" if not entry.text:
                pass  # the tags that follow say it
            case "feature" if not self.task:
                self.task = entry.text
            case "summary" if self.summary is None:
                self.summary = Passage(text=entry.text, line=entry.line)
            case "artifacts" | "files":
                self.artifacts += [Artifact(path=path, line=line) for path, line in entry.list_items(", |、")]
            case "key findings" | "findings":
                self.findings += [Finding(text=t, labels=labels_of(t), line=n) for t, n in entry.list_items()]
            case "blocker" | "blockers":
                self.blockers += [Blocker(text=text, line=line) for text, line in entry.list_items()]
            case "attempted":
                self.attempts += [Passage(text=text, line=line) for text, line in entry.list_items()]
            case _:
                self.fields.append((entry.name, entry.text))


def render_sdd_report(report: Report, form: Form = "block") -> str:
    """The report as plain text: the token, then a line or a list for each thing there is to say."""
    own = report.dialect == "sdd-report"
    token = report.status_token if own and report.status_token else _status_token(report)
    files = "Files" if token.startswith("BUILDER") else "Artifacts"
    parts = [report.preamble.text + "\n"] if report.preamble else []
    parts.append(token)
    parts += _render_field("Feature", report.task)
    parts += _render_field("Summary", report.summary.text if report.summary else "")
    if own:
        parts += [line for name, value in report.fields for line in _render_field(name, str(value)) or [f"{name}:"]]
    parts += _render_list(files, [artifact.path for artifact in report.artifacts])
    parts += _render_list("Key findings", [finding.text for finding in report.findings or ()])
    parts += _render_list("Blocker", [blocker_text(blocker) for blocker in report.blockers])
    parts += _render_list("Attempted", [attempt.text for attempt in report.attempts])
    parts += [f"[{each.tag}] {each.text}" for each in report.knowledge]
    parts += [f"\n{each.title}\n{each.text}" if each.title else f"\n{each.text}" for each in report.extra]
    return "\n".join(parts) + "\n"


def _status_token(report: Report) -> str:
    known = {agent: role for role, agent in AGENTS.items()}
    role = known.get(report.agent or "") or re.sub(r"[^A-Z0-9]+", "_", (report.agent or "").upper()).strip("_")
    return f"{role if role[:1].isalpha() else _NOBODY}_{_ENDINGS[report.status or 'FAILED']}"


def _render_field(name: str, text: str) -> list[str]:
    if not text:
        return []
    first, *rest = text.split("\n")
    return [f"{name}: {first}".rstrip(), *(f"{_INDENT}{line}".rstrip() for line in rest)]


def _render_list(name: str, items: Sequence[str]) -> list[str]:
    """One short thing stands beside its name, more stand below it."""
    if len(items) == 1 and "\n" not in items[0] and ", " not in items[0] and "、" not in items[0]:
        return _render_field(name, items[0])
    if not items:
        return []
    return [f"{name}:", *(f"- {item}".replace("\n", f"\n{_INDENT}") for item in items)]
