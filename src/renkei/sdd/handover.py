"""What one session hands to the next: session.md, decisions.md and buffer.md. None of them says in which phase a
feature is: that stands in its spec.yaml alone (SDD-6, SDD-21)."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from renkei import lazy_re as re
from renkei.values import value

DecisionType = Literal[
    "USER_DECISION",
    "STEERING_UPDATE",
    "DIRECTION_CHANGE",
    "ESCALATION_RESOLVED",
    "STEERING_EXCEPTION",
    "REVISION_INITIATED",
    "SESSION_START",
    "SESSION_END",
]
KnowledgeTag = Literal["PATTERN", "INCIDENT", "REFERENCE"]
TAGS: Final[tuple[KnowledgeTag, ...]] = ("PATTERN", "INCIDENT", "REFERENCE")

_DECISION: Final = re.compile(r"^\[(?P<at>[^\]]+)\] D(?P<seq>[0-9]+): (?P<type>[A-Z_]+) \| (?P<summary>.*)$", re.M)
_BUFFERED: Final = re.compile(
    r"^- \[(?P<tag>PATTERN|INCIDENT|REFERENCE)\] (?P<text>.+?)"
    r" \(source: (?P<spec>\S+) (?P<role>\S+), task (?P<task>.+?)\)$",
    re.M,
)
_KEPT: Final = ("Key Decisions", "Warnings", "Session Context")
"""Sections of session.md that an automatic draft carries on."""


@value
class Decision:
    seq: int
    type: str
    summary: str
    at: str


def read_decisions(text: str) -> list[Decision]:
    return [
        Decision(seq=int(each["seq"]), type=each["type"], summary=each["summary"], at=each["at"])
        for each in _DECISION.finditer(text)
    ]


def append_decision(
    text: str,
    kind: DecisionType,
    summary: str,
    *,
    at: str,
    context: str = "-",
    decision: str = "-",
    reason: str = "-",
    impact: str = "-",
    source: str = "renkei sdd",
    steering: str = "-",
) -> str:
    """decisions.md with one more entry: nothing that stands there is changed."""
    number = max((each.seq for each in read_decisions(text)), default=0) + 1
    fields = {
        "Context": context,
        "Decision": decision,
        "Reason": reason,
        "Impact": impact,
        "Source": source,
        "Steering-ref": steering,
    }
    said = "\n".join(f"- {name}: {_one_line(value)}" for name, value in fields.items())
    head = text or "# Decisions\n"
    gap = "\n" if head.endswith("\n") else "\n\n"
    return f"{head}{gap}[{at}] D{number}: {kind} | {_one_line(summary)}\n{said}\n"


@value
class Knowledge:
    """Something that a builder learned."""

    tag: KnowledgeTag
    text: str
    spec: str
    role: str
    task: str


def read_buffer(text: str) -> list[Knowledge]:
    return [
        Knowledge(tag=to_tag(each["tag"]), text=each["text"], spec=each["spec"], role=each["role"], task=each["task"])
        for each in _BUFFERED.finditer(text)
    ]


def render_buffer(known: Iterable[Knowledge]) -> str:
    """buffer.md whole: what was learned and is in no file yet, each once."""
    entries = list(dict.fromkeys(known))
    lines = ["# Buffer", "", "## Knowledge Buffer", ""]
    lines += [
        f"- [{each.tag}] {_one_line(each.text)} (source: {each.spec} {each.role}, task {each.task})" for each in entries
    ] or ["- none"]
    lines += ["", "## Skill Candidates", ""]
    lines += [
        f"- **{name}**: Detected in {', '.join(specs)} ({count} occurrences)"
        for name, specs, count in skill_candidates(entries)
    ] or ["- none"]
    return "\n".join(lines) + "\n"


def skill_candidates(known: Sequence[Knowledge]) -> list[tuple[str, list[str], int]]:
    """Patterns that were seen twice or more: worth a skill, if a person thinks so."""
    found: dict[str, list[Knowledge]] = {}
    for each in known:
        if each.tag == "PATTERN":
            found.setdefault(pattern_name(each.text), []).append(each)
    return [
        (name, sorted({each.spec for each in group}), len(group)) for name, group in found.items() if len(group) > 1
    ]


def pattern_name(text: str) -> str:
    """The first words of a text, as a name."""
    words = re.findall(r"[a-z0-9]+", text.casefold())
    return "-".join(words[:4]) or "note"


def render_session(
    before: str, *, at: str, branch: str, goal: str, next_action: str, done: Sequence[str], files: Sequence[str]
) -> str:
    """session.md as a draft of the software's: what a person wrote under the sections that stay is carried on."""
    kept = {name: read_section(before, name) for name in _KEPT}
    lines = [
        "# Session",
        "",
        f"**Generated**: {at}",
        f"**Branch**: {branch}",
        f"**Session Goal**: {_one_line(goal)}",
        "**Mode**: auto-draft",
        "",
        "## Direction",
        "",
        "### Immediate Next Action",
        "",
        next_action,
        "",
        "### Key Decisions",
        "",
        kept["Key Decisions"] or "- none",
        "",
        "### Warnings",
        "",
        kept["Warnings"] or "- none",
        "",
        "## Session Context",
        "",
        kept["Session Context"] or "- none",
        "",
        "## Accomplished",
        "",
        *([f"- {_one_line(each)}" for each in done] or ["- nothing yet"]),
        "",
        "### Modified Files",
        "",
        *([f"- {each}" for each in files] or ["- none"]),
        "",
        "## Resume Instructions",
        "",
        "Type `renkei sdd status`: the phase of each feature stands in its spec.yaml, not here.",
    ]
    return "\n".join(lines) + "\n"


def read_section(text: str, title: str) -> str:
    """What stands under a heading, up to the next one of its level or above."""
    found = re.search(rf"^(#{{2,3}}) {re.escape(title)}[ \t]*$", text, re.M)
    if not found:
        return ""
    end = re.compile(rf"^#{{1,{len(found[1])}}} ", re.M).search(text, found.end())
    return text[found.end() : end.start() if end else len(text)].strip()


def to_tag(text: str) -> KnowledgeTag:
    return next(tag for tag in TAGS if tag == text)


def _one_line(text: str) -> str:
    return " ".join(text.split()) or "-"
