"""The agents that carry the result contract, as Markdown with front matter: one file each, in each language."""

from importlib.resources import files
from typing import Final

CONTRACT_MARK: Final = "<!-- renkei:contract -->"
"""An agent whose definition carries this mark hands back results in the contract's form, and is held to it."""

AGENTS: Final = (
    "code-explorer",
    "security-auditor",
    "qa-engineer",
    "system-architect",
    "product-manager",
    "backend-specialist",
    "frontend-specialist",
    "verification-specialist",
)

LANGUAGES: Final = ("en", "ja")


def definition(name: str, lang: str) -> str:
    """An agent's definition, with the contract that it is held to."""
    kit = files("renkei.kit")
    agent = kit.joinpath(f"agents/{lang}/{name}.md").read_text(encoding="utf-8")
    contract = kit.joinpath(f"contract/{lang}.md").read_text(encoding="utf-8")
    return f"{agent}\n{contract.replace('{name}', name)}"
