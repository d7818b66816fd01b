"""Renkei as a plugin of Claude Code: a folder with agents and hooks, and the marketplace file that offers it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from renkei._version import __version__
from renkei.errors import BadInput
from renkei.kit.agents import AGENTS, definition
from renkei.setup.clients import PLUGIN
from renkei.setup.edits import write_atomic
from renkei.setup.hook_files import hook_entries

NAME: Final = "renkei"
MANIFEST: Final = Path(".claude-plugin/plugin.json")
MARKETPLACE: Final = Path(".claude-plugin/marketplace.json")
HOOKS: Final = Path("hooks/hooks.json")

_DESCRIPTION: Final = "Contracts in, verified results out: holds a team of coding agents to what they claim."

_README: Final = """# Renkei for Claude Code

Agents that hand back results in a form that can be checked, and hooks that check them: every `file:line` that an agent
names is looked up in the code, and a result that does not hold is sent back with what is wrong, or recorded.

1. Install Renkei so that `renkei` is on your PATH: `pip install renkei`. Without it the hooks do nothing.
2. In each project that it is for: `renkei init --claude --plugin FOLDER`, with the folder that this file is in.
   `--mode observe` (the default) records what does not hold; `--mode enforce` refuses it.
3. `renkei doctor` says what works and what is missing; `renkei status` what was found.
"""


def plugin_files(lang: str) -> Mapping[Path, bytes]:
    """Every file of the plugin. Its hooks call the `renkei` on the PATH, and do nothing without one."""
    about = {"name": NAME, "version": __version__, "description": _DESCRIPTION}
    owner = {"name": "Renkei"}
    offered = {"name": NAME, "description": _DESCRIPTION, "owner": owner, "plugins": [{**about, "source": "./"}]}
    hooks = {"description": _DESCRIPTION, "hooks": _list_hooks()}
    agents = {Path("agents", f"{name}.md"): definition(name, lang).encode() for name in AGENTS}
    documents = {
        MANIFEST: {**about, "author": owner, "license": "Apache-2.0"},
        MARKETPLACE: offered,
        HOOKS: hooks,
    }
    written = {path: _dump(document) for path, document in documents.items()}
    return {**written, Path("README.md"): _README.encode(), **agents}


def write_plugin(folder: Path, lang: str, *, dry_run: bool) -> list[Path]:
    """Writes what differs; which files these are. A folder that holds something else is not written to.

    Raises: BadInput, Unreachable.
    """
    _check_folder(folder)
    changed = [(path, data) for path, data in plugin_files(lang).items() if _read(folder / path) != data]
    if not dry_run:
        for path, data in changed:
            write_atomic(folder / path, data)
    return [path for path, _ in changed]


def _list_hooks() -> Mapping[str, Any]:
    return {event: [entry] for event, entry in hook_entries(PLUGIN, None).items()}


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput("{path} is no folder. Name one for the plugin.", path=str(folder))
    if folder.is_dir() and any(folder.iterdir()) and _plugin_name(folder) != NAME:
        raise BadInput("{path} holds something else than Renkei's plugin. Name an empty folder.", path=str(folder))


def _plugin_name(folder: Path) -> Any:
    try:
        found = json.loads(_read(folder / MANIFEST) or b"")
    except (ValueError, RecursionError):
        return None
    return found.get("name") if isinstance(found, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _dump(document: object) -> bytes:
    return (json.dumps(document, indent=2) + "\n").encode()
