"""After a client's tool: what an agent knows of files by it, and whether the lead's own edit is a small one.

Standard library only: every call waits.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from renkei.app.guard_state import GuardState
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei.app.commit_watch import watch_commits
    from renkei.app.trivial_edits import WideEdit, check_edit
    from renkei.policy.tool_use import ToolCall, inspect_call
else:
    watch_commits = lazy("renkei.app.commit_watch:watch_commits")
    check_edit = lazy("renkei.app.trivial_edits:check_edit")
    ToolCall = lazy("renkei.policy.tool_use:ToolCall")
    inspect_call = lazy("renkei.policy.tool_use:inspect_call")

_EDITS = ("Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch")


class MadeCall(NamedTuple):
    """A call of a tool that was made."""

    session: str
    agent: str
    """Who made it, by what the client calls it; empty for the client's own thread."""
    tool: str
    asked: Mapping[str, Any]
    folder: str
    tree: Path
    """The code that the agent works on."""


def settle_call(
    project: Path, call: MadeCall, *, mode: str, is_watched: bool, complain: Callable[[str], None]
) -> "list[WideEdit]":
    """What the agent has just read or written is what it knows of a file; edits of the lead's own that are wider than
    it may make (LEAD-3).

    Args:
        is_watched: whether a person has set what binds here, so that commits of agents are looked at (DEC-52).
    """
    if call.tool == "Bash" and is_watched:
        watch_commits(project, call.session)
    state = GuardState(project, call.session)
    if call.tool == "TaskStop":
        state.release(str(call.asked.get("task_id") or ""))
    try:
        _note_seen(state, call)
    except OSError as error:
        complain(str(error))
    if call.agent or call.tool not in _EDITS or mode != "enforce":
        return []
    found = [check_edit(state, call.tree, path) for path in find_writes(call) if state.kept_before(path)]
    return [each for each in found if each]


def note_gone(project: Path, call: MadeCall) -> None:
    """Of a file that a call named, failed at, and that is not there, the agent knows just that: nobody can read it
    again. Raises: OSError."""
    state = GuardState(project, call.session)
    for path in _named_files(call):
        if not os.path.lexists(call.tree / path):
            state.note_seen(call.agent, call.tree, path)


def _note_seen(state: GuardState, call: MadeCall) -> None:
    for path in _named_files(call):
        state.note_seen(call.agent, call.tree, path)


def _named_files(call: MadeCall) -> list[str]:
    path = call.asked.get("file_path")
    if isinstance(path, str):
        return [path if path.startswith("/") else f"{call.folder}/{path}"]
    touched = inspect_call(ToolCall(call.tool, call.asked, call.folder, str(call.tree)))
    return list(dict.fromkeys(each.path for each in (*touched.reads, *touched.writes)))


def find_writes(call: MadeCall) -> list[str]:
    """The files that a call wrote, from the tree on."""
    return [each.path for each in inspect_call(ToolCall(call.tool, call.asked, call.folder, str(call.tree))).writes]
