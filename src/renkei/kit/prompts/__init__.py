"""What agents of a run are told, in Markdown and in each language: roles, how roles work together, and the parts that
every prompt has."""

from functools import cache
from importlib.resources import files
from typing import Final

from renkei.protocol.actors import Language

ROLES: Final = (
    "security-auditor", "qa-engineer", "system-architect", "product-manager", "verification-specialist",
    "analyst", "architect", "designer", "reviewer",
    "inspector-correctness", "inspector-security", "inspector-tests", "inspector-dead-code", "inspector-complexity",
    "inspector-documents",
)  # fmt: skip
"""Roles that a playbook may take its prompt from (`template`)."""


@cache
def read_prompt(name: str, lang: Language) -> str:
    """A role or a part."""
    return files("renkei.kit").joinpath(f"prompts/{lang}/{name}.md").read_text(encoding="utf-8").strip()


def read_role(name: str, lang: Language) -> str:
    """What a role is told; inspectors have a part in common."""
    own = read_prompt(name, lang)
    return f"{own}\n\n{read_prompt('inspector', lang)}" if name.startswith("inspector-") else own


def read_cooperation(role: str, lang: Language) -> str:
    """How a role works with the others of its team (ORCH-9); nothing for one that has no such part."""
    return read_prompt(f"{role}.team", lang) if role in _COOPERATE else ""


_COOPERATE: Final = frozenset({"security-auditor", "qa-engineer", "system-architect"})
