"""Claude Code: the contract's agents, beside the hooks that hold them to it."""

import os
from functools import partial
from pathlib import Path
from typing import Final

from renkei.kit.agents import AGENTS, LANGUAGES, definition
from renkei.setup.edits import Edit, read_file

AGENT_FOLDER: Final = Path(".claude/agents")


def personal_settings() -> Path:
    """What a person has set for all their projects."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "settings.json"


def agent_edits(root: Path, lang: str) -> list[Edit]:
    """An agent's file that somebody wrote or changed is left as it is."""
    return [
        Edit(path=agent_path(name), before=None, after=definition(name, lang).encode())
        for name in AGENTS
        if read_file(root, agent_path(name)) is None
    ]


def own_agents(root: Path) -> list[Path]:
    """Agents of ours whose files somebody else wrote or changed: the contract does not hold for those."""
    return [
        path for path in map(agent_path, AGENTS) if read_file(root, path) is not None and not _is_our_agent(root, path)
    ]


def our_agents(root: Path) -> list[Path]:
    """The files of agents that are as we wrote them."""
    return list(filter(partial(_is_our_agent, root), map(agent_path, AGENTS)))


def agent_path(name: str) -> Path:
    return AGENT_FOLDER / f"{name}.md"


def _is_our_agent(root: Path, path: Path) -> bool:
    return read_file(root, path) in [definition(path.stem, lang).encode() for lang in LANGUAGES]
