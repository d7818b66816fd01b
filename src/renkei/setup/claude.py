"""Claude Code: the contract's agents and the hooks that hold them to it."""

import json
import re
import shlex
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.kit.agents import AGENTS, definition
from renkei.setup.edits import Edit, read

LOCAL_SETTINGS: Final = Path(".claude/settings.local.json")
SHARED_SETTINGS: Final = Path(".claude/settings.json")
AGENT_FOLDER: Final = Path(".claude/agents")

HOOKS: Final[dict[str, str | None]] = {
    "PostToolUse": "Read|Edit|Write|Agent|Task",
    "SubagentStop": None,
    "Stop": None,
}
"""Each event that is hooked, and the tools it is for."""

_TIMEOUT_SECONDS: Final = 30
_OURS: Final = re.compile(r"renkei\S* hook \|\| true")


def plan(root: Path, *, lang: str, shared: bool, program: str) -> list[Edit]:
    """What has to change for Claude Code to work under the contract.

    An agent's file that somebody wrote or changed is left as it is.
    """
    return [*_agents(root, lang), _settings(root, SHARED_SETTINGS if shared else LOCAL_SETTINGS, shared, program)]


def withdraw(path: Path, data: bytes) -> bytes | None:
    """The settings without our hooks; an agent that was changed by hand is its author's now."""
    if path not in (LOCAL_SETTINGS, SHARED_SETTINGS):
        return None
    return _written(_without_ours(_parsed(path, data)), like=data)


def _agents(root: Path, lang: str) -> list[Edit]:
    edits: list[Edit] = []
    for name in AGENTS:
        path = AGENT_FOLDER / f"{name}.md"
        before = read(root, path)
        if before is None:
            edits.append(Edit(path=path, before=None, after=definition(name, lang).encode()))
    return edits


def _settings(root: Path, path: Path, shared: bool, program: str) -> Edit:
    before = read(root, path)
    settings = _without_ours(_parsed(path, before)) if before else {}
    hooks = cast(dict[str, list[Any]], settings.setdefault("hooks", {}))
    for event, matcher in HOOKS.items():
        entry: dict[str, Any] = {} if matcher is None else {"matcher": matcher}
        command = {"type": "command", "command": hook_command(program, shared), "timeout": _TIMEOUT_SECONDS}
        hooks.setdefault(event, []).append({**entry, "hooks": [command]})
    if before and settings == _parsed(path, before):
        return Edit(path=path, before=before, after=before)
    return Edit(path=path, before=before, after=_written(settings, like=before))


def hook_command(program: str, shared: bool) -> str:
    """A missing binary, or one that fails, never blocks the client."""
    if shared:
        return "command -v renkei >/dev/null 2>&1 && renkei hook || true"
    quoted = shlex.quote(program)
    return f"[ -x {quoted} ] && {quoted} hook || true"


def _is_our_entry(entry: object) -> bool:
    return bool(_OURS.search(json.dumps(entry)))


def _without_ours(settings: dict[str, Any]) -> dict[str, Any]:
    hooks = settings.get("hooks")
    if not isinstance(hooks, dict):
        return settings
    left = {
        event: [entry for entry in entries if not _is_our_entry(entry)]
        for event, entries in cast(dict[str, list[Any]], hooks).items()
    }
    kept = {event: entries for event, entries in left.items() if entries}
    rest = {key: value for key, value in settings.items() if key != "hooks"}
    return {**rest, "hooks": kept} if kept else rest


def _parsed(path: Path, data: bytes) -> dict[str, Any]:
    try:
        value: Any = json.loads(data)
    except ValueError as error:
        raise BadInput(
            "{path}: no JSON ({error}). Mend it, then run init again.", path=str(path), error=error
        ) from None
    if not isinstance(value, dict):
        raise BadInput("{path}: expected an object. Mend it and try again.", path=str(path))
    return cast(dict[str, Any], value)


def _written(settings: dict[str, Any], like: bytes | None) -> bytes:
    """JSON in the manner of the file that was there."""
    found = re.search(rb"\n([ \t]+)\"", like or b"")
    indent = found[1].decode() if found else "  "
    end = "" if like and not like.endswith(b"\n") else "\n"
    return (json.dumps(settings, ensure_ascii=False, indent=indent) + end).encode()
