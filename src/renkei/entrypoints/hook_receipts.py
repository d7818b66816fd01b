"""What a client's tool did, as the client tells of it, becomes a receipt: `app.tool_calls` keeps it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from renkei.entrypoints.hook_input import Input, tool_input
from renkei.entrypoints.hook_projects import tree_of
from renkei.lazy import lazy

if TYPE_CHECKING:
    from renkei import tool_results
    from renkei.app import tool_calls
    from renkei.entrypoints import guards
    from renkei.reports.counts import counts_in, write_counts
else:
    tool_results = lazy("renkei.tool_results")
    tool_calls = lazy("renkei.app.tool_calls")
    guards = lazy("renkei.entrypoints.guards")
    counts_in = lazy("renkei.reports.counts:counts_in")
    write_counts = lazy("renkei.reports.counts:write_counts")


def note_tool_call(given: Input, project: Path, store: Path) -> None:
    """Which file and lines a tool really read or wrote, or which command it ran and how that ended, is noted."""
    has_failed = given.get("hook_event_name") == "PostToolUseFailure"
    path, command = tool_input(given).get("file_path"), tool_input(given).get("command")
    tree, cwd = tree_of(given.get("cwd"), project), Path(given.get("cwd") or ".")
    if given.get("tool_name") == "apply_patch":
        for each in guards.written_paths(given, project, tree):
            _note_call(given, project, store, path=each)
    elif isinstance(path, str) and not has_failed:
        _note_call(
            given,
            project,
            store,
            path=_relative_path(path, cwd, tree),
            lines=tool_results.line_range(given.get("tool_response")),
        )
    elif isinstance(command, str):
        said = command[:_LONGEST_COMMAND].encode(errors="replace").decode()
        _note_call(given, project, store, command=said, exit_code=_exit_code(given), counts=_test_counts(given))


def _note_call(given: Input, project: Path, store: Path, **done: Any) -> None:
    tool_calls.note_tool_call(
        store,
        session=str(given.get("session_id", "")),
        agent_id=str(given.get("agent_id", "")),
        agent=str(given.get("agent_type", "")),
        tool=str(given.get("tool_name", "")),
        project=project,
        env=os.environ,
        **done,
    )


_LONGEST_COMMAND = 4000


def _exit_code(given: Input) -> int | None:
    """How a command ended. The client tells of a failure in words."""
    if given.get("hook_event_name") == "PostToolUseFailure":
        return tool_results.failure_code(str(given.get("error") or ""))
    response: Any = given.get("tool_response")
    said: Input = response if isinstance(response, dict) else {}  # pyright: ignore[reportUnknownVariableType]
    if "exit_code" in said:  # as `hook_clients` has read it
        return said["exit_code"]
    return tool_results.success_code(said)


def _test_counts(given: Input) -> str | None:
    """The numbers of tests that a command printed, and nothing else of its output."""
    response: Any = given.get("tool_response")
    said: Input = response if isinstance(response, dict) else {}  # pyright: ignore[reportUnknownVariableType]
    parts = [given.get("error"), said.get("stdout"), said.get("stderr")]
    printed = [write_counts(counts_in(part)) for part in parts if isinstance(part, str)]
    return " ".join(filter(None, printed)) if printed else None


def _relative_path(written: str, cwd: Path, tree: Path) -> str:
    """The path within the tree that the agent works on, else as it was written."""
    try:
        full = (cwd / written).resolve()
    except (OSError, RuntimeError):  # a name that is too long, or links in a circle
        return written
    return full.relative_to(tree).as_posix() if full.is_relative_to(tree) else written
