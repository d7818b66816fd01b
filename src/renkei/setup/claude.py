"""Claude Code: the contract's agents and the hooks that hold them to it."""

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.kit.agents import AGENTS, LANGUAGES, definition
from renkei.sentence import Sentence
from renkei.setup.edits import Edit, read_file

LOCAL_SETTINGS: Final = Path(".claude/settings.local.json")
SHARED_SETTINGS: Final = Path(".claude/settings.json")
AGENT_FOLDER: Final = Path(".claude/agents")

HOOKS: Final[dict[str, str | None]] = {
    "SessionStart": None,
    "UserPromptSubmit": None,
    "PostToolUse": "*",
    "PostToolUseFailure": "Agent|Task|Bash",
    "SubagentStart": None,
    "SubagentStop": None,
    "Stop": None,
    "StopFailure": None,
}
"""Each event that is hooked, and the tools it is for."""

_TIMEOUT_SECONDS: Final = 30
_OURS: Final = re.compile(r"\brenkei'? hook \|\| true$")
_OUR_LINE: Final = re.compile(r"\brenkei'? statusline \|\| true$")
_REFRESH_SECONDS: Final = 3
_COMMENT: Final = re.compile(r"\s*(//|/\*|#)")
_BOM: Final = b"\xef\xbb\xbf"

Json = dict[str, Any]


def plan(root: Path, *, lang: str, shared: bool, program: str, statusline: bool = False) -> list[Edit]:
    """What has to change for Claude Code to work under the contract.

    An agent's file that somebody wrote or changed is left as it is. The hooks stand in one file only: two would count
    every result twice. A status line is shown only where it is asked for, and replaces nobody else's.
    """
    if shared:
        rest = _withdrawal_edits(root, LOCAL_SETTINGS)
        settings = _settings_edit(root, SHARED_SETTINGS, program, shared=True, statusline=statusline)
        return [*_agent_edits(root, lang), *rest, settings]
    if _withdrawal_edits(root, SHARED_SETTINGS):
        return _agent_edits(root, lang)
    return [
        *_agent_edits(root, lang),
        _settings_edit(root, LOCAL_SETTINGS, program, shared=False, statusline=statusline),
    ]


def withdraw(path: Path, data: bytes) -> bytes | None:
    """The settings without our hooks; an agent that was changed by hand is its author's now."""
    if path not in (LOCAL_SETTINGS, SHARED_SETTINGS):
        return None
    settings = _parse_settings(path, data)
    return (
        _dump_settings(path, _without_ours(settings), like=data)
        if _our_commands(settings) or _has_our_line(settings)
        else data
    )


def find_unrecorded(root: Path, *, recorded: bool) -> list[Path]:
    """Files with our part in them of which the record may know nothing: it went with `.renkei/`, or was never there.

    Beside a record, what a team may share in git is not for one member to take out.
    """
    places = [LOCAL_SETTINGS] if recorded else [LOCAL_SETTINGS, SHARED_SETTINGS]
    hooked = [path for path in places if _withdrawal_edits(root, path)]
    return hooked if recorded else [*hooked, *filter(partial(_is_our_agent, root), map(_agent_path, AGENTS))]


def settings_with_hooks(root: Path) -> list[Path]:
    """The files that have our hooks in them."""
    found: list[Path] = []
    for path in (LOCAL_SETTINGS, SHARED_SETTINGS):
        with suppress(BadInput):
            found += [path] if _withdrawal_edits(root, path) else []
    return found


def hook_faults(root: Path) -> Iterator[Sentence]:
    """Why the client calls none of our hooks, or not all: as far as its settings say."""
    personal = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "settings.json"
    for path in (root / LOCAL_SETTINGS, root / SHARED_SETTINGS, personal):
        try:
            settings = _parse_settings(path, path.read_bytes() if path.is_file() else b"")
        except BadInput as error:
            yield Sentence(error.text, **error.params)
        else:
            if settings.get("disableAllHooks") is True:
                yield Sentence("{path}: disableAllHooks is set, so no hook is called", path=str(path))
    where = settings_with_hooks(root)
    by_event = {event: commands for path in where for event, commands in hook_commands(root, path).items()}
    if missing := [event for event in HOOKS if event not in by_event]:
        shown = ", ".join(path.as_posix() for path in where) or LOCAL_SETTINGS.as_posix()
        yield Sentence("{where}: not for {events}", where=shown, events=", ".join(missing))
    for called in sorted({hook_program(command) for commands in by_event.values() for command in commands}):
        if shutil.which(called) is None:
            yield Sentence("{program} is not there, and the client goes on unchecked", program=called)


def own_agents(root: Path) -> list[Path]:
    """Agents of ours whose files somebody else wrote or changed: the contract does not hold for those."""
    return [
        path for path in map(_agent_path, AGENTS) if read_file(root, path) is not None and not _is_our_agent(root, path)
    ]


def hook_commands(root: Path, path: Path) -> dict[str, list[str]]:
    """What a file of settings has called at each event, of ours."""
    return _our_commands(_parse_settings(path, read_file(root, path) or b""))


def hook_command(program: str, *, shared: bool, word: str = "hook") -> str:
    """A missing binary, or one that fails, never blocks the client."""
    if shared:
        return f"command -v renkei >/dev/null 2>&1 && renkei {word} || true"
    quoted = shlex.quote(program)
    return f"[ -x {quoted} ] && {quoted} {word} || true"


def hook_program(command: str) -> str:
    """The program that a hook's command starts."""
    found = re.search(r"(?P<program>\S*renkei'?|'[^']*renkei') (hook|statusline) \|\| true$", command)
    return shlex.split(found["program"])[0] if found else command


def _agent_edits(root: Path, lang: str) -> list[Edit]:
    return [
        Edit(path=_agent_path(name), before=None, after=definition(name, lang).encode())
        for name in AGENTS
        if read_file(root, _agent_path(name)) is None
    ]


def _agent_path(name: str) -> Path:
    return AGENT_FOLDER / f"{name}.md"


def _is_our_agent(root: Path, path: Path) -> bool:
    return read_file(root, path) in [definition(path.stem, lang).encode() for lang in LANGUAGES]


def _settings_edit(root: Path, path: Path, program: str, *, shared: bool, statusline: bool) -> Edit:
    """The hooks that are there already stay as they are, whatever somebody has made of their matchers and times."""
    before = read_file(root, path)
    found = _parse_settings(path, before) if before else {}
    command, line = hook_command(program, shared=shared), _status_line(found, program, shared=shared, asked=statusline)
    if before and _our_commands(found) == {event: [command] for event in HOOKS} and (not line or "statusLine" in found):
        return Edit(path=path, before=before, after=before)
    settings = {**_without_ours(found), **line}
    hooks: Json = {**settings.get("hooks", {})}
    for event, matcher in HOOKS.items():
        entry: Json = {} if matcher is None else {"matcher": matcher}
        hook = {"type": "command", "command": command, "timeout": _TIMEOUT_SECONDS}
        hooks[event] = [*hooks.get(event, []), {**entry, "hooks": [hook]}]
    return Edit(path=path, before=before, after=_dump_settings(path, {**settings, "hooks": hooks}, like=before))


def _status_line(found: Json, program: str, *, shared: bool, asked: bool) -> Json:
    """Ours, if somebody asks for it and none is there, or if it was there before."""
    if not (_has_our_line(found) or (asked and "statusLine" not in found)):
        return {}
    command = hook_command(program, shared=shared, word="statusline")
    return {"statusLine": {"type": "command", "command": command, "refreshInterval": _REFRESH_SECONDS}}


def _has_our_line(settings: Json) -> bool:
    line: Any = settings.get("statusLine")
    return isinstance(line, dict) and bool(_OUR_LINE.search(str(cast(Json, line).get("command"))))


def _withdrawal_edits(root: Path, path: Path) -> list[Edit]:
    """The edit that takes our hooks out of a file; none, if it has none."""
    before = read_file(root, path)
    after = withdraw(path, before) if before else None
    return [] if after is None or after == before else [Edit(path=path, before=before, after=after)]


def _is_ours(hook: Any) -> bool:
    return isinstance(hook, dict) and bool(_OURS.search(str(cast(Json, hook).get("command"))))


def _our_commands(settings: Json) -> dict[str, list[str]]:
    """Our commands, by event."""
    found: dict[str, list[str]] = {}
    for event, entries in settings.get("hooks", {}).items():
        for entry in entries:
            for hook in filter(_is_ours, entry.get("hooks", [])):
                found.setdefault(event, []).append(hook["command"])
    return found


def _without_ours(settings: Json) -> Json:
    """Also what became empty by that goes; what was empty before stays."""
    if _has_our_line(settings):
        settings = {key: value for key, value in settings.items() if key != "statusLine"}
    hooks = settings.get("hooks", {})
    left = {event: _foreign_entries(entries) for event, entries in hooks.items()}
    kept = {event: entries for event, entries in left.items() if entries or not hooks[event]}
    if kept or not hooks:
        return {**settings, "hooks": kept} if "hooks" in settings else settings
    return {key: value for key, value in settings.items() if key != "hooks"}


def _foreign_entries(entries: list[Json]) -> list[Json]:
    """Somebody may have put a hook of theirs into an entry of ours: that one stays."""
    others: list[Json] = []
    for entry in entries:
        theirs = [hook for hook in entry.get("hooks", []) if not _is_ours(hook)]
        if len(theirs) == len(entry.get("hooks", [])):
            others.append(entry)
        elif theirs:
            others.append({**entry, "hooks": theirs})
    return others


def _parse_settings(path: Path, data: bytes) -> Json:
    try:
        value: Any = json.loads(data) if data.strip() else {}
    except json.JSONDecodeError as error:
        raise _syntax_error(path, error) from None
    except (ValueError, RecursionError) as error:
        raise BadInput("{path}: no JSON ({error}). Mend it and try again.", path=str(path), error=error) from None
    if not isinstance(value, dict):
        raise BadInput("{path}: expected an object. Mend it and try again.", path=str(path))
    settings = cast(Json, value)
    if not _has_hooks_of_the_clients_form(settings.get("hooks", {})):
        raise BadInput("{path}: hooks are not as Claude Code has them. Mend it and try again.", path=str(path))
    return settings


def _syntax_error(path: Path, error: json.JSONDecodeError) -> BadInput:
    """Where it is no JSON, and what to do; a comment is what people write most."""
    if _COMMENT.match(error.doc, error.pos):
        return BadInput(
            "{path}, line {line}, column {column}: a comment, and JSON has none: Renkei would lose it. Mend it and try "
            "again.",
            path=str(path),
            line=error.lineno,
            column=error.colno,
        )
    return BadInput(
        "{path}, line {line}, column {column}: no JSON ({error}). Mend it and try again.",
        path=str(path),
        line=error.lineno,
        column=error.colno,
        error=error.msg,
    )


def _has_hooks_of_the_clients_form(hooks: Any) -> bool:
    """For each event a list of objects, each with a list of hooks."""
    if not isinstance(hooks, dict):
        return False
    lists = list(cast(Json, hooks).values())
    if not all(isinstance(entries, list) for entries in lists):
        return False
    entries = [entry for entries in lists for entry in entries]
    return all(isinstance(entry, dict) and isinstance(cast(Json, entry).get("hooks", []), list) for entry in entries)


def _dump_settings(path: Path, settings: Json, like: bytes | None) -> bytes:
    """JSON in the manner of the file that was there."""
    like = like or b"\n"
    found = re.search(rb"\n([ \t]+)\"", like)
    indent = found[1].decode() if found else "  "
    try:
        text = json.dumps(settings, ensure_ascii=False, indent=indent, allow_nan=False)
        data = text.encode()
    except (ValueError, RecursionError) as error:
        raise BadInput("{path}: no JSON ({error}). Mend it and try again.", path=str(path), error=error) from None
    data = data + b"\n" if like.endswith(b"\n") else data
    data = data.replace(b"\n", b"\r\n") if b"\r\n" in like else data
    return _BOM + data if like.startswith(_BOM) else data
