"""What a CPF file says: the file of an inspector (ISSUES) or of an auditor (VERIFIED and what goes with it).

The fields of a record stand in the order in which they are written. A section that is not there is empty. `line` is
where a record stands in the source, 0 when it was not read from text, and never makes two documents differ.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal

from renkei.values import value

Verdict = Literal["GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED"]
Token = Verdict | Literal["ERROR"]
"""What may stand behind VERDICT; ERROR is an inspector that could not do its work."""
Severity = Literal["C", "H", "M", "L"]
Phase = Literal["specifications", "design"]
SEVERITIES: Final[tuple[Severity, ...]] = ("C", "H", "M", "L")
"""Critical, high, medium, low: the worst first."""
UNRESOLVED: Final = "UNRESOLVED"


@value
class Issue:
    """A finding of one inspector."""

    severity: Severity
    category: str
    location: str
    description: str
    line: int = field(default=0, compare=False)


@value
class Verified:
    """A finding that stands, with the short names of all who reported it."""

    agents: tuple[str, ...]
    severity: Severity
    category: str
    location: str
    description: str
    line: int = field(default=0, compare=False)


def as_verified(issue: Issue, agents: tuple[str, ...]) -> Verified:
    """An inspector's finding as one that stands."""
    return Verified(
        agents=agents,
        severity=issue.severity,
        category=issue.category,
        location=issue.location,
        description=issue.description,
        line=issue.line,
    )


@value
class Removed:
    """A finding that was taken out: a false positive, over-engineering and the like."""

    agent: str
    reason: str
    issue: str
    line: int = field(default=0, compare=False)


@value
class Resolved:
    """Findings that contradict each other, and what became of them; the resolution may be UNRESOLVED."""

    agents: tuple[str, ...]
    resolution: str
    findings: str
    line: int = field(default=0, compare=False)

    @property
    def is_open(self) -> bool:
        return self.resolution.startswith(UNRESOLVED)


@value
class Feedback:
    """What has to change in a spec or a design before the code can be right."""

    phase: Phase
    spec: str
    description: str
    line: int = field(default=0, compare=False)


@value
class Steering:
    """A decision to write down in the steering files, or to propose for them."""

    action: Literal["CODIFY", "PROPOSE"]
    target: str
    decision: str
    line: int = field(default=0, compare=False)


Record = Issue | Verified | Removed | Resolved | Feedback | Steering


@value
class Document:
    """One CPF file."""

    verdict: Token
    scope: str = ""
    wave_scope: str = ""
    specs_in_scope: tuple[str, ...] = ()
    issues: tuple[Issue, ...] = ()
    verified: tuple[Verified, ...] = ()
    removed: tuple[Removed, ...] = ()
    resolved: tuple[Resolved, ...] = ()
    spec_feedback: tuple[Feedback, ...] = ()
    steering: tuple[Steering, ...] = ()
    notes: tuple[str, ...] = ()
    roadmap_advisory: tuple[str, ...] = ()

    @property
    def is_audit(self) -> bool:
        """Whether it can only be the auditor's."""
        return any(getattr(self, SECTIONS[key].attribute) for key in AUDIT_SECTIONS)

    @property
    def is_partial(self) -> bool:
        """Whether its notes say that not everything was looked at."""
        return any(note.startswith(PARTIAL_TAGS) for note in self.notes)


@value
class Section:
    """Where the lines of a section go; without a record they are free text."""

    attribute: str
    record: type[Record] | None = None


METADATA: Final[Mapping[str, str]] = {
    "VERDICT": "verdict",
    "SCOPE": "scope",
    "WAVE_SCOPE": "wave_scope",
    "SPECS_IN_SCOPE": "specs_in_scope",
}
SECTIONS: Final[Mapping[str, Section]] = {
    "ISSUES": Section(attribute="issues", record=Issue),
    "VERIFIED": Section(attribute="verified", record=Verified),
    "REMOVED": Section(attribute="removed", record=Removed),
    "RESOLVED": Section(attribute="resolved", record=Resolved),
    "SPEC_FEEDBACK": Section(attribute="spec_feedback", record=Feedback),
    "STEERING": Section(attribute="steering", record=Steering),
    "NOTES": Section(attribute="notes"),
    "ROADMAP_ADVISORY": Section(attribute="roadmap_advisory"),
}
AUDIT_SECTIONS: Final = ("VERIFIED", "REMOVED", "RESOLVED", "SPEC_FEEDBACK", "STEERING", "ROADMAP_ADVISORY")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "verdict": ("GO", "CONDITIONAL", "NO-GO", "SPEC-UPDATE-NEEDED", "ERROR"),
    "severity": SEVERITIES,
    "phase": ("specifications", "design"),
    "action": ("CODIFY", "PROPOSE"),
}
"""The fields that take one of a few words."""

PARTIAL_TAGS: Final = ("PARTIAL:", "PARTIAL_VERIFICATION|", "AUDITOR_UNAVAILABLE|")
