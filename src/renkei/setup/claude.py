"""Claude Code: the contract's agents, beside the hooks that hold them to it."""

import os
from functools import partial
from pathlib import Path
from typing import Final

from renkei.errors import BadInput
from renkei.kit.agents import AGENTS, LANGUAGES, definition
from renkei.kit.skills import LEADING, leading_skill
from renkei.protocol.actors import Language
from renkei.setup.edits import Edit, read_file

AGENT_FOLDER: Final = Path(".claude/agents")
LEAD_SKILL: Final = Path(f".claude/skills/{LEADING}/SKILL.md")
"""How a team is led (ORCH-8)."""


def personal_settings() -> Path:
    """What a person has set for all their projects."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "settings.json"


def agent_edits(root: Path, lang: str) -> list[Edit]:
    """An agent's file that somebody wrote or changed is left as it is."""
    texts = {agent_path(name): definition(name, lang) for name in AGENTS} | {LEAD_SKILL: leading_skill(_language(lang))}
    return [
        Edit(path=path, before=None, after=text.encode())
        for path, text in texts.items()
        if read_file(root, path) is None
    ]


def own_agents(root: Path) -> list[Path]:
    """Agents of ours whose files somebody else wrote or changed: the contract does not hold for those."""
    return [
        path for path in map(agent_path, AGENTS) if read_file(root, path) is not None and not _is_our_agent(root, path)
    ]


def our_agents(root: Path) -> list[Path]:
    """The files of agents, and the lead's skill, that are as we wrote them."""
    skill = [leading_skill(_language(lang)).encode() for lang in LANGUAGES]
    led = [LEAD_SKILL] if _read_if_allowed(root, LEAD_SKILL) in skill else []
    return [*filter(partial(_is_our_agent, root), map(agent_path, AGENTS)), *led]


def _language(lang: str) -> Language:
    return "ja" if lang == "ja" else "en"


def agent_path(name: str) -> Path:
    return AGENT_FOLDER / f"{name}.md"


def _is_our_agent(root: Path, path: Path) -> bool:
    return _read_if_allowed(root, path) in [definition(path.stem, lang).encode() for lang in LANGUAGES]


def _read_if_allowed(root: Path, path: Path) -> bytes | None:
    """We leave no file behind that its owner may not read."""
    try:
        return read_file(root, path)
    except BadInput:
        return None
