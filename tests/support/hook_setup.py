"""A folder's files as they are, to see whether a command has changed any."""

import json
import os
from pathlib import Path
from typing import Any

LOCAL = ".claude/settings.local.json"
SHARED = ".claude/settings.json"
EVENTS = [
    *("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"),
    *("SubagentStart", "SubagentStop", "Stop", "StopFailure", "PreCompact"),
]
GUARDS = ["PreToolUse"]


def everything(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every path below with its mode, its time of change and its content; the store and git's own files left out."""
    found: dict[str, tuple[int, int, bytes]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.startswith((".git/", ".renkei/renkei.db")):
            continue
        status = os.lstat(path)
        # SQLite makes and removes files of its own there whenever a store is looked at.
        time = 0 if name == ".renkei" else status.st_mtime_ns
        found[name] = (status.st_mode, time, _content(path))
    return found


def outside_renkei(folder: Path) -> dict[str, bytes]:
    """The content of every path that is not in Renkei's own folder."""
    return {name: content for name, (_, _, content) in everything(folder).items() if not name.startswith(".renkei")}


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def settings(folder: Path, name: str = LOCAL) -> Any:
    return json.loads((folder / name).read_bytes())


def commands(folder: Path, name: str = LOCAL) -> dict[str, list[str]]:
    """The commands of each event, in their order."""
    hooks = settings(folder, name).get("hooks", {})
    return {
        event: [hook["command"] for entry in entries for hook in entry["hooks"]] for event, entries in hooks.items()
    }


def our_commands(program: str) -> dict[str, list[str]]:
    """What `init` has called at each event of Claude Code."""
    informs, guards = (
        f"[ -x {program} ] && {program} hook || true",
        f"[ -x {program} ] || exit 0; {program} hook || exit 2",
    )
    return {event: [guards if event in GUARDS else informs] for event in EVENTS}


def _content(path: Path) -> bytes:
    if path.is_symlink():
        return os.fsencode(path.readlink())
    return path.read_bytes() if path.is_file() else b""
