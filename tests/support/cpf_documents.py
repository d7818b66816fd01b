"""CPF documents for tests: any that can be written, and the files of inspectors."""

from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from renkei.reports.cpf.document import (
    CHOICES,
    Document,
    Feedback,
    Issue,
    Removed,
    Resolved,
    Severity,
    Steering,
    Verified,
)
from renkei.reports.cpf.inspectors import TEAMS, ReviewType, output_path
from tests.support.examples import examples

PATIENT = settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no failure: documents with all their sections take a while to think of."""

PIECES = st.sampled_from(
    [
        "a",
        "設計",
        "|",
        "\\",
        "\\n",
        "\n",
        "+",
        ":",
        " ",
        "VERDICT:",
        "NOTES:",
        "ISSUES",
        "x.py:3",
        "```",
        "\t",
        "\\|",
        "#",
    ]
)
TEXT = (
    st.lists(PIECES, max_size=6).map("".join)
    | st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
).map(str.strip)
SOME = TEXT.filter(bool)
NOTE = st.lists(PIECES, min_size=1, max_size=6).map("".join).map(str.rstrip).filter(bool)
NAMES = st.lists(SOME, max_size=3).map(tuple)
SEVERITY = st.sampled_from(CHOICES["severity"])


def _many(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


ISSUE = st.builds(Issue, severity=SEVERITY, category=TEXT, location=TEXT, description=TEXT)
VERIFIED = st.builds(Verified, agents=NAMES, severity=SEVERITY, category=TEXT, location=TEXT, description=TEXT)
DOCUMENTS = st.builds(
    Document,
    verdict=st.sampled_from(CHOICES["verdict"]),
    scope=TEXT,
    wave_scope=TEXT,
    specs_in_scope=st.lists(st.sampled_from(["auth", "検索", "a-b"]), max_size=3).map(tuple),
    issues=_many(ISSUE),
    verified=_many(VERIFIED),
    removed=_many(st.builds(Removed, agent=TEXT, reason=TEXT, issue=TEXT)),
    resolved=_many(st.builds(Resolved, agents=NAMES, resolution=TEXT, findings=TEXT)),
    spec_feedback=_many(st.builds(Feedback, phase=st.sampled_from(CHOICES["phase"]), spec=TEXT, description=TEXT)),
    steering=_many(st.builds(Steering, action=st.sampled_from(CHOICES["action"]), target=TEXT, decision=TEXT)),
    notes=_many(NOTE),
    roadmap_advisory=_many(NOTE),
)
LINES = st.lists(
    st.sampled_from(
        [
            "VERDICT:GO", "VERDICT: NO-GO ", "VERDICT:", "SCOPE:auth", "ISSUES:", "ISSUES:H|a|b|c", "H|a|b|c|d", "h|a",
            "VERIFIED:", "a+b|C|x|y:1|z", "REMOVED:", "a|b|c", "RESOLVED:", "NOTES:", "NOTES: x", "free \\n text",
            "SPEC_FEEDBACK:", "design|s|d", "STEERING:", "CODIFY|f|d", "ROADMAP_ADVISORY:", "FOO:bar", "", "  ", "```",
            "```cpf", "\r", "M|||", "|||||", "\\", "SPECS_IN_SCOPE:a, b,,", "WAVE_SCOPE:1..2", " SCOPE:x", "SCOPE\\:x",
        ]
    )
    | st.text(max_size=12),
    max_size=14,
).map("\n".join)  # fmt: skip


def inspector(*issues: str, verdict: str = "GO", scope: str = "auth") -> str:
    """The file of an inspector."""
    section = "".join(f"{line}\n" for line in ("ISSUES:", *issues)) if issues else ""
    return f"VERDICT:{verdict}\nSCOPE:{scope}\n{section}"


def review(folder: Path, kind: ReviewType = "design", **files: str) -> Path:
    """A review directory with the files of all inspectors; those named hold what is given, `_` for `-`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in TEAMS[kind].expected:
        output_path(folder, name).write_text(files.pop(name.replace("-", "_"), inspector()), "utf-8")
    for name, text in files.items():
        output_path(folder, name.replace("_", "-")).write_text(text, "utf-8")
    return folder


def found(
    severity: Severity, category: str = "x", location: str = "here", description: str = "it", agents: str = "a"
) -> Verified:
    return Verified(
        agents=tuple(agents.split("+")),
        severity=severity,
        category=category,
        location=location,
        description=description,
    )
