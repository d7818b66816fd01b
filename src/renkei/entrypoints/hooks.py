"""`renkei hook`: what coding clients call at each step. This file is the whole path before and after a tool.

It imports the standard library only, and json, sqlite3 and time only when there is something to do; a stop, which is
rare and may take longer, is handed to `entrypoints.stops`. Whatever goes wrong here is told on standard error and never
blocks the client.
"""

import os
import sys
from pathlib import Path
from typing import Any

HOOK_SETTINGS = ".renkei/hook.json"
"""What `renkei init` compiles for this file, so that a hook has nothing to find out."""

Input = dict[str, Any]


def main() -> int:
    """Reads one hook input from standard input and answers it. Always exits with 0: the answer is what counts."""
    if os.environ.get("RENKEI_HOOKS", "").lower() == "off":
        return 0
    import json

    try:
        given: Input = dict(json.loads(sys.stdin.buffer.read()))
        answer = _answer(given)
    except Exception as error:  # the boundary: a client must go on whatever happens here
        print(f"renkei hook: {type(error).__name__}: {error}", file=sys.stderr)
        return 0
    if answer:
        print(json.dumps(answer))  # in ASCII: a client reads it whatever our locale is
    return 0


def _answer(given: Input) -> Input | None:
    project = project_of(Path(os.environ.get("CLAUDE_PROJECT_DIR") or given.get("cwd") or "."))
    settings = read_settings(project)
    if settings is None or (project / ".renkei" / "off").exists():
        return None
    _check_store(project, Path(settings["store"]))
    event = given.get("hook_event_name")
    if event == "PostToolUse" and given.get("tool_name") not in ("Agent", "Task"):
        keep_receipt(given, project, Path(settings["store"]))
        return _interruption(given, project, settings)
    if event in ("SubagentStop", "PostToolUse") or (event == "Stop" and settings["mode"] == "enforce"):
        import gc

        gc.disable()  # a stop is mostly loading code, and over before there is garbage worth collecting
        from renkei.entrypoints.stops import answer

        return answer(given, project, settings)
    return None


def _interruption(given: Input, project: Path, settings: Input) -> Input | None:
    """What may not wait for the agent's next turn (MSG-5): looked for quickly, told by what takes longer."""
    from renkei.eventlog.interrupted import interrupted

    reader = interrupted(Path(settings["store"]), str(given.get("agent_type") or ""))
    if reader is None:
        return None
    from renkei.entrypoints.interruptions import answer

    return answer(reader, project, settings)


def work_tree_of(folder: Path) -> Path:
    """The work tree around a folder, found by its `.git` (git itself would cost a process per tool call)."""
    folder = folder.resolve()
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), folder)


def tree_of(given: Input, project: Path) -> Path:
    """The code that the agent works on: a linked work tree or submodule that it is in, else the project."""
    tree = work_tree_of(Path(given.get("cwd") or "."))
    return tree if (tree / ".git").exists() and not project.is_relative_to(tree) else project


def project_of(folder: Path) -> Path:
    """The folder that was set up: this one, else the main work tree, which all linked ones share."""
    folder = folder.resolve()
    return folder if (folder / HOOK_SETTINGS).is_file() else main_work_tree_of(folder)


def main_work_tree_of(folder: Path) -> Path:
    """A linked work tree's `.git` leads to the common folder."""
    tree = work_tree_of(folder)
    git = tree / ".git"
    if not git.is_file():
        return tree
    own = tree / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
    common = own / "commondir"
    if not common.is_file():
        return tree  # a submodule: a repository of its own
    shared = (own / common.read_text(encoding="utf-8").strip()).resolve()
    return shared.parent if shared.name == ".git" else tree


def read_settings(project: Path) -> Input | None:
    """What `renkei init` wrote for the hooks: mode, store, language. None where it was not run."""
    import json

    try:
        return json.loads((project / HOOK_SETTINGS).read_bytes())
    except FileNotFoundError:
        return None


def _check_store(project: Path, store: Path) -> None:
    """Settings that came with the repository lead to no store outside of it."""
    if not store.resolve().is_relative_to(project):
        from renkei.tracked import is_tracked

        if is_tracked(project, HOOK_SETTINGS):
            raise PermissionError(f"{HOOK_SETTINGS} is committed and names a store outside the project: {store}")


def keep_receipt(given: Input, project: Path, store: Path) -> None:
    """Notes which file and lines a tool really read or wrote."""
    from renkei.eventlog.receipts import Receipt, keep

    written = given.get("tool_input", {}).get("file_path")
    if not isinstance(written, str):
        return
    first, last = _lines(given.get("tool_response"))
    keep(
        store,
        Receipt(
            at=_now(),
            session=str(given.get("session_id", "")),
            agent_id=str(given.get("agent_id", "")),
            agent=str(given.get("agent_type", "")),
            tool=str(given.get("tool_name", "")),
            path=_relative(written, Path(given.get("cwd") or "."), tree_of(given, project)),
            first_line=first,
            last_line=last,
        ),
    )


def _lines(response: Any) -> tuple[int | None, int | None]:
    """The lines that came back. The client counts one more after the file's last line break; nobody can read that."""
    try:
        file = response["file"]
        first, count = int(file["startLine"]), int(file["numLines"])
        ends_file = first + count - 1 >= int(file.get("totalLines", 0))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None, None
    if ends_file and (file.get("content") == "" or str(file.get("content")).endswith("\n")):
        count -= 1
    return (first, first + count - 1) if count > 0 else (None, None)


def _relative(written: str, cwd: Path, tree: Path) -> str:
    """The path within the tree that the agent works on, else as it was written."""
    full = (cwd / written).resolve()
    return full.relative_to(tree).as_posix() if full.is_relative_to(tree) else written


def _now() -> str:
    import time

    seconds = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1e6):06d}Z"
