"""What the spec-driven framework ships: its agents, the lead's instructions, slash commands and steering profiles."""

import re
from importlib.resources import files
from typing import Final

AGENTS: Final = (
    "sdd-architect",
    "sdd-auditor-design",
    "sdd-auditor-impl",
    "sdd-auditor-dead-code",
    "sdd-taskgenerator",
    "sdd-builder",
    "sdd-inspector-rulebase",
    "sdd-inspector-testability",
    "sdd-inspector-architecture",
    "sdd-inspector-consistency",
    "sdd-inspector-best-practices",
    "sdd-inspector-holistic",
    "sdd-inspector-impl-rulebase",
    "sdd-inspector-interface",
    "sdd-inspector-test",
    "sdd-inspector-quality",
    "sdd-inspector-impl-consistency",
    "sdd-inspector-impl-holistic",
    "sdd-inspector-e2e",
    "sdd-inspector-dead-settings",
    "sdd-inspector-dead-code",
    "sdd-inspector-dead-specs",
    "sdd-inspector-dead-tests",
)
"""All 23, by the names of their files."""

COMMANDS: Final = ("sdd-roadmap", "sdd-release")
PROFILES: Final = ("python", "typescript", "rust")
STEERING: Final = ("product", "tech", "structure")
_SHARED: Final = {"{{INSPECTOR}}": "_inspector", "{{AUDITOR}}": "_auditor"}
"""What all inspectors, or all auditors, are told alike: written into each definition, for none sees another file."""

LEAD_BEGIN: Final = "<!-- renkei:sdd -->"
LEAD_END: Final = "<!-- /renkei:sdd -->"
_LEAD_PART: Final = re.compile(rf"\n?{LEAD_BEGIN}\n.*?{LEAD_END}\n?", re.DOTALL)


def definition(name: str, lang: str = "en") -> str:
    """An agent's definition, whole: role, mission, steps, form and limits."""
    text = _read(f"agents/{lang}/{name}.md") or _read(f"agents/en/{name}.md")
    for mark, part in _SHARED.items():
        if mark in text:
            text = text.replace(mark, (_read(f"agents/{lang}/{part}.md") or _read(f"agents/en/{part}.md")).rstrip())
    return text


def lead_block(version: str, lang: str = "en") -> str:
    """The lead's instructions, for CLAUDE.md. The names of its sections are the same in every language."""
    return (_read(f"{lang}/CLAUDE.md") or _read("CLAUDE.md")).replace("{{SDD_VERSION}}", version)


def without_lead_block(text: str) -> str:
    """CLAUDE.md without the lead's instructions: agents are told nothing of them (SDD-9)."""
    return _LEAD_PART.sub("", text)


def slash_command(name: str) -> str:
    return _read(f"commands/{name}.md")


def steering(name: str, profile: str, lang: str = "en") -> str:
    """A steering file to begin with; what a profile does not have is the same in all. Programs read its headings,
    so they are the same in every language."""
    places = (f"{before}steering/{behind}{name}.md" for before in (f"{lang}/", "") for behind in (f"{profile}/", ""))
    return next((text for path in places if (text := _read(path))), "")


def _read(path: str) -> str:
    found = files("renkei.kit").joinpath("sdd", *path.split("/"))
    return found.read_text(encoding="utf-8") if found.is_file() else ""
