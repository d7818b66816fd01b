"""Our hooks in the settings of a client: merged in, found again, and taken out, with all else as it was."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.processes.connections import is_listening
from renkei.sentence import Sentence
from renkei.setup import json_text
from renkei.setup.clients import Client
from renkei.setup.edits import Edit, read_file
from renkei.setup.hook_settings import HTTP_HEADERS
from renkei.values import value

_CALL: Final = r"(?P<program>\S*renkei'?|'[^']*renkei') (hook|statusline)( --client [\w-]+)?( \|\| (true|exit 2))?$"
_OURS: Final = re.compile(_CALL.replace("(hook|statusline)", "hook"))
_OUR_LINE: Final = re.compile(_CALL.replace("(hook|statusline)", "statusline"))
_OUR_CALL: Final = re.compile(_CALL)
_REFRESH_SECONDS: Final = 3

Json = dict[str, Any]

_OUR_URL: Final = re.compile(r"http://127\.0\.0\.1:(?P<port>\d{1,5})/hooks")


@value
class OverHttp:
    """Where a client asks by HTTP."""

    port: int
    blocks: bool
    """Whether a tool is refused where nobody answers."""


def hook_command(program: str | None, client: Client, *, guards: bool = False) -> str:
    """What a client calls; without a program, the `renkei` on its PATH. One that is not there blocks nobody; one that
    fails, or is killed, stops only what it guards: by the one exit code that every client takes for a refusal."""
    words = f"hook{'' if client.name == 'claude' else f' --client {client.name}'}"
    is_there = f"[ -x {shlex.quote(program)} ]" if program else "command -v renkei >/dev/null 2>&1"
    called = shlex.quote(program) if program else "renkei"
    return f"{is_there} || exit 0; {called} {words} || exit 2" if guards else f"{is_there} && {called} {words} || true"


def hook_entries(client: Client, program: str | None, http: OverHttp | None = None) -> dict[str, Json]:
    """For each event the entry that calls us."""
    return {event: _entry(client, event, program, http) for event in client.events}


def _entry(client: Client, event: str, program: str | None, http: OverHttp | None) -> Json:
    matcher, guards = client.events[event], event in client.guards
    if http and event in client.over_http:
        hook, blocks = _http_hook(client, http), http.blocks
    else:
        command = hook_command(program, client, guards=guards)
        hook, blocks = {"type": "command", "command": command, "timeout": client.timeout}, client.has_on_failure
    if guards and blocks:
        hook["onFailure"] = "block"
    return {**({} if matcher is None else {"matcher": matcher}), "hooks": [hook]}


def _http_hook(client: Client, http: OverHttp) -> Json:
    """The server looks up who asks; what only the client's environment says comes in headers."""
    return {
        "type": "http",
        "url": f"http://127.0.0.1:{http.port}/hooks",
        "headers": {header: f"${variable}" for variable, header in HTTP_HEADERS.items()},
        "allowedEnvVars": list(HTTP_HEADERS),
        "timeout": client.timeout,
    }


def plan_hooks(
    root: Path, client: Client, program: str, *, shared: bool, line: bool = False, http: OverHttp | None = None
) -> list[Edit]:
    """Our hooks stand in one file only: two would count every result twice.

    Where a team shares them, they stay as they are until somebody shares others. `line`: also the status line.
    """
    if shared:
        rest = [edit for path in client.files if path != client.shared for edit in withdrawal_edits(root, client, path)]
        return [*rest, _merge(root, client, client.shared, None, line=line, http=http)]
    if _is_shared(root, client):
        return []
    return [_merge(root, client, client.local, program, line=line, http=http)]


def _is_shared(root: Path, client: Client) -> bool:
    found = _our_calls(parse_settings(client, client.shared, read_file(root, client.shared) or b""))
    if client.local != client.shared:
        return bool(found)
    return any(hook_program(call) == "renkei" for calls in found.values() for call in calls)


def _merge(root: Path, client: Client, path: Path, program: str | None, *, line: bool, http: OverHttp | None) -> Edit:
    """The hooks that are there already stay as they are, whatever somebody has made of their matchers and times."""
    before = read_file(root, path)
    found = parse_settings(client, path, before or b"")
    entries = hook_entries(client, program, http)
    wanted = {event: list(map(_call_of, entry["hooks"])) for event, entry in entries.items()}
    status = _status_line(found, program, asked=line)
    if before and _our_calls(found) == wanted and (not status or "statusLine" in found):
        return Edit(path=path, before=before, after=before)
    settings = {**_without_ours(found), **status}
    hooks: Json = {**settings.get("hooks", {})}
    for event, entry in entries.items():
        hooks[event] = [*hooks.get(event, []), entry]
    return Edit(path=path, before=before, after=dump_settings(path, {**settings, "hooks": hooks}, before))


def withdraw(client: Client, path: Path, data: bytes) -> bytes:
    """The settings without our hooks."""
    settings = parse_settings(client, path, data)
    if not (_our_calls(settings) or _has_our_line(settings)):
        return data
    return dump_settings(path, _without_ours(settings), data)


def withdrawal_edits(root: Path, client: Client, path: Path) -> list[Edit]:
    """The edit that takes our hooks out of a file; none, if it has none."""
    before = read_file(root, path)
    after = withdraw(client, path, before) if before else before
    return [] if before is None or after is None or after == before else [Edit(path=path, before=before, after=after)]


def settings_with_hooks(root: Path, client: Client) -> list[Path]:
    """The files that have our hooks in them."""
    found: list[Path] = []
    for path in client.files:
        with suppress(BadInput):
            found += [path] if withdrawal_edits(root, client, path) else []
    return found


def read_calls(root: Path, client: Client, path: Path) -> dict[str, list[str]]:
    """What a file of settings has called at each event, of ours: commands, or addresses."""
    return _our_calls(parse_settings(client, path, read_file(root, path) or b""))


def hook_program(call: str) -> str:
    """The program that a hook's command starts; the address of one that is asked by HTTP."""
    if url := _OUR_URL.match(call):
        return url[0]
    found = _OUR_CALL.search(call)
    return shlex.split(found["program"])[0] if found else call


def find_faults(root: Path, client: Client, personal: Path | None) -> Iterator[Sentence]:
    """Why the client calls none of our hooks, or not all: as far as its settings say. `personal`: the user's own."""
    for path in (*(root / path for path in client.files), *filter(None, [personal])):
        try:
            settings = parse_settings(client, path, path.read_bytes() if path.is_file() else b"")
        except BadInput as error:
            yield Sentence(error.text, **error.params)
        else:
            if settings.get("disableAllHooks") is True:
                yield Sentence("{path}: disableAllHooks is set, so no hook is called", path=str(path))
    where = settings_with_hooks(root, client)
    by_event = {event: calls for path in where for event, calls in read_calls(root, client, path).items()}
    if missing := [event for event in client.events if event not in by_event]:
        shown = ", ".join(path.as_posix() for path in where) or client.local.as_posix()
        yield Sentence("{where}: not for {events}", where=shown, events=", ".join(missing))
    for called in sorted({hook_program(call) for calls in by_event.values() for call in calls}):
        if port := http_port(called):
            if not is_listening(port):
                yield Sentence("nobody answers at {url}, where the client asks about its tools", url=called)
        elif shutil.which(called) is None:
            yield Sentence("{program} is not there, and the client goes on unchecked", program=called)


def _status_line(found: Json, program: str | None, *, asked: bool) -> Json:
    """Ours, if somebody asks for it and none is there, or if it was there before."""
    if not (_has_our_line(found) or (asked and "statusLine" not in found)):
        return {}
    is_there = f"[ -x {shlex.quote(program)} ]" if program else "command -v renkei >/dev/null 2>&1"
    command = f"{is_there} && {shlex.quote(program) if program else 'renkei'} statusline || true"
    return {"statusLine": {"type": "command", "command": command, "refreshInterval": _REFRESH_SECONDS}}


def _has_our_line(settings: Json) -> bool:
    line: Any = settings.get("statusLine")
    return isinstance(line, dict) and bool(_OUR_LINE.search(str(cast(Json, line).get("command"))))


def _is_ours(hook: Any) -> bool:
    if not isinstance(hook, dict):
        return False
    found = cast(Json, hook)
    if found.get("type") == "http":
        return http_port(str(found.get("url"))) is not None and "X-Renkei-Token" in (found.get("headers") or ())
    return bool(_OURS.search(str(found.get("command"))))


def _call_of(hook: Json) -> str:
    """What a hook of ours calls: its command, or the address, and what happens where nobody answers there."""
    blocks = " (or block)" if hook.get("onFailure") == "block" else ""
    return f"{hook['url']}{blocks}" if hook.get("type") == "http" else hook["command"]


def http_port(call: str) -> int | None:
    """The port of a hook that is asked by HTTP."""
    found = _OUR_URL.match(call)
    return int(found["port"]) if found else None


def _our_calls(settings: Json) -> dict[str, list[str]]:
    """What our hooks call, by event."""
    found: dict[str, list[str]] = {}
    for event, entries in settings.get("hooks", {}).items():
        for entry in entries:
            for hook in filter(_is_ours, entry.get("hooks", [])):
                found.setdefault(event, []).append(_call_of(hook))
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


def parse_settings(client: Client, path: Path, data: bytes) -> Json:
    try:
        text = _decode(data)
        value: Any = {} if not text.strip() else _load_settings(client, text)
    except json.JSONDecodeError as error:
        raise _syntax_error(client, path, error) from None
    except (ValueError, RecursionError) as error:
        raise BadInput("{path}: no JSON ({error}). Mend it and try again.", path=str(path), error=error) from None
    if not isinstance(value, dict):
        raise BadInput("{path}: expected an object. Mend it and try again.", path=str(path))
    settings = cast(Json, value)
    if not _has_hooks_of_the_clients_form(settings.get("hooks", {})):
        raise BadInput(
            "{path}: hooks are not as {client} has them. Mend it and try again.", path=str(path), client=client.title
        )
    return settings


def _load_settings(client: Client, text: str) -> Any:
    """As the client itself reads it."""
    return json_text.parse(text).value if client.reads_comments else json.loads(text)


def _decode(data: bytes) -> str:
    """In whichever encoding JSON may be in."""
    return data.decode(json.detect_encoding(data), "surrogatepass") if data else ""


def _syntax_error(client: Client, path: Path, error: json.JSONDecodeError) -> BadInput:
    """Where it is no JSON, and what to do; a comment is what people write most."""
    if json_text.find_comment(error.doc, error.pos):
        return BadInput(
            "{path}, line {line}, column {column}: a comment, and {client} reads no file that has one. Mend it and try "
            "again.",
            path=str(path),
            line=error.lineno,
            column=error.colno,
            client=client.title,
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


def dump_settings(path: Path, settings: Json, before: bytes | None) -> bytes:
    """The file that was there, changed in place, in its own encoding."""
    text = _decode(before or b"")
    try:
        json.dumps(settings, ensure_ascii=False, allow_nan=False).encode()  # what JSON cannot hold is no settings
        after = json_text.patch(text if text.strip() else "{}\n", settings)
        return after.encode(json.detect_encoding(before or b""))
    except (ValueError, RecursionError) as error:
        raise BadInput("{path}: no JSON ({error}). Mend it and try again.", path=str(path), error=error) from None
