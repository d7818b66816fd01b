"""What a call of a tool touches, from its input alone. Pure, and it raises for no input: on the path of a hook."""

import posixpath
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from renkei.lazy import lazy
from renkei.policy.paths import locate
from renkei.policy.touches import Change, Search, Span, ToolCall, Touched

if TYPE_CHECKING:
    import json
    from urllib.parse import unquote

    from renkei.policy.shell_calls import inspect_shell
    from renkei.policy.shell_searches import lines_shown, shows_whole_files
else:
    json, unquote = lazy("json"), lazy("urllib.parse:unquote")
    inspect_shell = lazy("renkei.policy.shell_calls:inspect_shell")
    lines_shown = lazy("renkei.policy.shell_searches:lines_shown")
    shows_whole_files = lazy("renkei.policy.shell_searches:shows_whole_files")


STARTS: Final = ("Agent", "Task", "Workflow", "spawn_agent")
"""Tools that start an agent."""


def inspect_call(call: ToolCall) -> Touched:
    """What a call reads, searches, writes and starts, its paths from the project's folder on."""
    match call.tool:
        case "Read":
            return _inspect_read(call)
        case "Grep" | "Glob" | "LS":
            return _inspect_search(call)
        case "Edit" | "MultiEdit" | "Write" | "NotebookEdit":
            return _inspect_edit(call)
        case "apply_patch":
            return _inspect_patch(call)
        case "Bash":
            return inspect_shell(text_of(call, "command"), _in_own_folder(call))
        case _:
            return _inspect_foreign(call)


def _inspect_foreign(call: ToolCall) -> Touched:
    """A tool that is not known, of a client or of an MCP server: what it does is not known either, so each text in its
    input may be a path, and a command is one for a shell."""
    named = tuple(_path_in(call, text) for text in _texts_within(call.input) if _may_be_path(text))
    told = "\n".join(_orders_of(call))
    found = inspect_shell(told, _in_own_folder(call)) if told else Touched()
    return found._replace(named=named, is_unreadable=bool(told))


def _orders_of(call: ToolCall) -> Iterator[str]:
    """The commands that it is given: a line, a list of words, or a program and what that is given."""
    handed: object = next((call.input[name] for name in _ARGUMENTS if name in call.input), None)
    orders = list(filter(None, (_order_of(call.input.get(name)) for name in _ORDERS)))
    if not orders:
        yield from [_order_of(cast("object", handed))] if handed and isinstance(handed, list) else []
    for each in orders:
        yield f"{each} {_order_of(cast('object', handed))}".rstrip()


def _order_of(found: object) -> str:
    """A command as text, or as the list of its words."""
    if not isinstance(found, list):
        return found if isinstance(found, str) else ""
    words = [each for each in cast("list[object]", found) if isinstance(each, str)]
    return " ".join(f"'{each.replace(chr(39), _QUOTED)}'" for each in words)


_QUOTED: Final = "'\\''"
_ORDERS: Final = ("command", "cmd", "script", "code", "shell_command", "program", "executable")
_ARGUMENTS: Final = ("args", "argv", "arguments")
_MOST_VALUES: Final = 10_000


def _may_be_path(text: str) -> bool:
    """Not what has blanks in it, unless it begins as a path does."""
    return bool(text) and (text.startswith(("/", "~/", "./", "../")) or not any(each.isspace() for each in text))


def _texts_within(found: object) -> Iterator[str]:
    """All texts in an input, names of fields as well (`{PATH: CONTENT}`), and those in JSON that is a text."""
    waiting = [found]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        each = waiting.pop()
        if isinstance(each, str):
            yield _plain_path(each)
            waiting.extend(_read_json(each))
        elif isinstance(each, Mapping):
            waiting.extend(cast("Mapping[str, object]", each).keys())
            waiting.extend(cast("Mapping[str, object]", each).values())
        elif isinstance(each, list):
            waiting.extend(cast("list[object]", each))


def _plain_path(text: str) -> str:
    """Of an address of a file its path."""
    path = text.removeprefix("file://")
    return unquote(path) if path != text and "%" in path else path


def _read_json(text: str) -> list[object]:
    if not text.lstrip().startswith(("{", "[")):
        return []
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        return []


def _in_own_folder(call: ToolCall) -> ToolCall:
    """Where the shell of a call is started: a client may have a field for that."""
    own = text_of(call, *_FOLDERS)
    return call._replace(folder=posixpath.join(call.folder, own)) if own else call


_FOLDERS: Final = ("dir_path", "directory", "workdir", "cwd")


def text_of(call: ToolCall, *names: str) -> str:
    """The first of these fields that is text."""
    return next((found for name in names if isinstance(found := call.input.get(name), str)), "")


_PATHS: Final = ("file_path", "notebook_path", "path", "absolute_path")
_PATCHES: Final = ("input", "patch", "command")
_NEEDED: Final = {
    **dict.fromkeys(("Read", "Edit", "MultiEdit", "Write", "NotebookEdit"), _PATHS),
    "Bash": ("command",),
    "apply_patch": _PATCHES,
}
"""Fields of which a call has one at least."""


def is_malformed(call: ToolCall) -> bool:
    names = _NEEDED.get(call.tool, ())
    if call.tool == "Bash" and not all(isinstance(call.input.get(name, ""), str | None) for name in _FOLDERS):
        return True
    found = [call.input[name] for name in names if call.input.get(name) is not None]
    return bool(names) and (not any(found) or not all(isinstance(each, str) for each in found))


def _texts_of(call: ToolCall, names: tuple[str, ...]) -> list[str]:
    """All of these fields that are text: which of them a client goes by, it does not say."""
    return [found for name in names if isinstance(found := call.input.get(name), str) and found]


def _number_of(call: ToolCall, name: str) -> int | None:
    found = call.input.get(name)
    return found if type(found) is int and found >= 0 else None


def _path_in(call: ToolCall, path: str) -> str:
    return locate(path, call.folder, call.root)


def _inspect_read(call: ToolCall) -> Touched:
    first, lines = _number_of(call, "offset") or 1, _number_of(call, "limit")
    places = dict.fromkeys(_path_in(call, path) for path in _texts_of(call, _PATHS))
    return Touched(reads=tuple(Span(place, first, lines) for place in places))


def _inspect_search(call: ToolCall) -> Touched:
    search = _search_of(call)
    if call.tool != "Grep" or call.input.get("output_mode") != "content":
        return Touched(searches=(search,))
    options = tuple(f"{name}={call.input[name]}" for name in ("-A", "-B", "-C", "context") if name in call.input)
    is_whole = shows_whole_files(text_of(call, "pattern"), options)
    return Touched(reads=(Span(search.path, 1, None if is_whole else lines_shown(options)),), searches=(search,))


def _search_of(call: ToolCall) -> Search:
    place = _path_in(call, text_of(call, "path", "dir_path") or ".")
    if call.tool == "LS":
        return Search(place, deep=False)
    if call.tool == "Grep":
        return Search(place, text_of(call, "glob", "include"))
    return _narrow_glob(place, text_of(call, "pattern"), call)


def _narrow_glob(place: str, pattern: str, call: ToolCall) -> Search:
    """The folder that a pattern begins in, and the rest of it."""
    parts = pattern.split("/")
    plain = next((at for at, part in enumerate(parts) if any(each in part for each in "*?[{")), len(parts))
    below = "/".join(parts[:plain])
    if below or pattern.startswith("/"):
        place = locate(below or "/", _join_folder(call, place), call.root)
    return Search(place, "/".join(parts[plain:]))


def _join_folder(call: ToolCall, place: str) -> str:
    return place if place.startswith("/") else f"{call.root}/{place}"


def _inspect_edit(call: ToolCall) -> Touched:
    places = dict.fromkeys(_path_in(call, path) for path in _texts_of(call, _PATHS))
    return Touched(writes=tuple(_change_of(call, place) for place in places), is_unreadable=not places)


def _change_of(call: ToolCall, place: str) -> Change:
    if call.tool == "Write":
        return Change(place, "write", whole=text_of(call, "content"))
    return Change(place, "edit", () if call.tool == "NotebookEdit" else _pairs_of(call))


def _pairs_of(call: ToolCall) -> tuple[tuple[str, str, bool], ...]:
    found: Any = call.input.get("edits") if call.tool == "MultiEdit" else [call.input]
    edits: list[Any] = cast("list[Any]", found) if isinstance(found, list) else []
    return tuple(_pair_of(cast("Mapping[str, Any]", each)) for each in edits if isinstance(each, Mapping))


def _pair_of(edit: Mapping[str, Any]) -> tuple[str, str, bool]:
    old, new = edit.get("old_string"), edit.get("new_string")
    return old if isinstance(old, str) else "", new if isinstance(new, str) else "", edit.get("replace_all") is True


_PATCH_FILES: Final = {
    "*** Add File: ": "write",
    "*** Update File: ": "edit",
    "*** Delete File: ": "remove",
    "*** Move to: ": "write",
}


def _inspect_patch(call: ToolCall) -> Touched:
    writes = patch_changes("\n".join(_texts_of(call, _PATCHES)), call.folder, call.root)
    return Touched(writes=writes, is_unreadable=not writes)


def patch_changes(text: str, folder: str, root: str) -> tuple[Change, ...]:
    """The files that a patch in the form of `apply_patch` writes."""
    found: list[Change] = []
    for line in text.splitlines():
        for mark, act in _PATCH_FILES.items():
            if line.strip().startswith(mark.strip()) and (path := line.strip()[len(mark.strip()) :].strip()):
                found.append(Change(locate(path, folder, root), act))
    return tuple(found)
