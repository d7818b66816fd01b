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
    """An agent's definition, which is the prompt that it is started with: who it is, how it takes part in the team, and
    the contract that it is held to (ORCH-2)."""
    kit = files("renkei.kit")
    agent, protocol = (
        kit.joinpath(path).read_text(encoding="utf-8")
        for path in (f"agents/{lang}/{name}.md", f"contract/protocol.{lang}.md")
    )
    return f"{agent}\n{protocol}\n{read_contract(name, lang)}"


def read_contract(name: str, lang: str) -> str:
    """How an agent of this name hands its result back."""
    contract = files("renkei.kit").joinpath(f"contract/{lang}.md").read_text(encoding="utf-8")
    return contract.replace("{name}", name)
