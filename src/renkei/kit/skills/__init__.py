"""Skills that ship: what tasks of playbooks name as their `skill`, and `team-orchestration`, which a lead reads."""

from functools import cache
from importlib.resources import files
from typing import Final

from renkei.kit.prompts import read_prompt
from renkei.protocol.actors import Language

SKILLS: Final = (
    "web-requirements", "architecture-skeleton", "database", "design-inventory", "api", "architecture-detail",
    "design-detail", "implementation", "design-doc-reviewer",
)  # fmt: skip

LEADING: Final = "team-orchestration"
"""How a team is led (ORCH-8)."""


@cache
def read_skill(name: str, lang: Language) -> str:
    """How a task is done."""
    return files("renkei.kit").joinpath(f"skills/{lang}/{name}.md").read_text(encoding="utf-8").strip()


def leading_skill(lang: Language) -> str:
    """The whole SKILL.md, with the advice for a lead (LEAD-17, ORCH-13)."""
    return f"{read_skill(LEADING, lang).replace('{advice}', read_prompt('lead', lang))}\n"
