"""Whether coding clients are there, call our hooks and reach our server; what to do about the rest."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final, Literal

from renkei._version import __version__
from renkei.adapters.programs import converse, read_output
from renkei.app.client_receipts import client_receipts
from renkei.app.clients import clients_set_up, find_hook_faults, find_settings, is_switched_off
from renkei.app.hook_trust import count_trusted_hooks
from renkei.app.project import Project
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.processes.connections import is_listening
from renkei.processes.sessions import run_session
from renkei.setup.clients import CLAUDE, CLIENTS, CODEX, Client
from renkei.setup.hook_files import hook_program, http_port, read_calls, settings_with_hooks
from renkei.setup.hook_settings import HOOK_SETTINGS
from renkei.setup.mcp_files import FILES as SERVER_FILES
from renkei.setup.mcp_files import find_command
from renkei.setup.plugin import MANIFEST
from renkei.values import value

State = Literal["ok", "note", "fail"]
_SECONDS: Final = 20
"""How long a program may take to say which it is."""

_SERVER_SECONDS: Final = 60
"""How long a server may take to list its tools: the package of the protocol alone is loaded for a second."""


@value
class Diagnosis:
    name: str
    state: State
    detail: str
    remedy: str | None = None


def check_clients(project: Project) -> Iterator[Diagnosis]:
    """The clients, the hooks that they call, and what these do with what they find."""
    say, root = project.say, project.settings.project
    set_up = clients_set_up(root)
    for client in CLIENTS.values():
        if client is CLAUDE or client in set_up or shutil.which(client.name):
            yield _check_program(client, say)
    settings = find_settings(project)
    if not set_up and settings is None:
        detail, remedy = say("not set up"), say("Type: {command}", command="renkei init --claude")
        yield Diagnosis(name="hooks", state="note", detail=detail, remedy=remedy)
        return
    if settings and settings["plugin"]:
        yield _check_plugin(settings["plugin"], say)
    for client in set_up or ([] if settings and settings["plugin"] else [CLAUDE]):
        yield _check_hooks(project, client)
    if CODEX in set_up and not is_switched_off(project):
        yield from _check_trust(project, is_enforced=settings is not None and settings["mode"] == "enforce")
    yield from _check_sessions(project, set_up)
    yield _check_mode(settings, say)


def check_servers(project: Project) -> Iterator[Diagnosis]:
    """Whether what each client is to start as our MCP server lists its tools."""
    say, root = project.say, project.settings.project
    count_tools = cache(partial(_count_tools, root))
    for client, path in SERVER_FILES.items():
        try:
            command = find_command(root, path)
        except BadInput as error:
            yield Diagnosis(name="mcp", state="fail", detail=say(error.text, **error.params))
            continue
        if command is None:
            continue
        where, count = path.as_posix(), count_tools(*command)
        if count:
            yield Diagnosis(name="mcp", state="ok", detail=say("{where}: {count} tools", where=where, count=count))
        else:
            detail = say("{where}: {program} lists no tools", where=where, program=command[0])
            remedy = say("Type: {command}", command=f"renkei init --{client} --mcp")
            yield Diagnosis(name="mcp", state="fail", detail=detail, remedy=remedy)


def _count_tools(root: Path, program: str, *words: str) -> int | None:
    """How many tools a server lists when it is asked as a client asks; None where it does not answer. As with hooks,
    what came with the repository is not started."""
    found = shutil.which(program)
    if found is None or Path(found).resolve().is_relative_to(root):
        return None
    about = {"name": "renkei doctor", "version": __version__}
    first = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": first},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    answer = converse([found, *words], root, asked, answer=2, seconds=_SERVER_SECONDS)
    try:
        return len(answer["result"]["tools"])
    except (LookupError, TypeError):
        return None


_PACKAGES: Final = {
    "claude": "@anthropic-ai/claude-code",
    "codex": "@openai/codex",
    "gemini": "@google/gemini-cli",
}


def _check_program(client: Client, say: Say) -> Diagnosis:
    found = shutil.which(client.name)
    if found is None:
        remedy = say("Install it to work with hooks: {command}", command=f"npm install -g {_PACKAGES[client.name]}")
        detail = say("{client}: not found", client=client.title)
        return Diagnosis(name="client", state="note", detail=detail, remedy=remedy)
    version = _first_output_line(found, "--version")
    if version is None:
        remedy = say("See what is wrong with: {command}", command=f"{found} --version")
        detail = say("{client}: {path} does not start", client=client.title, path=found)
        return Diagnosis(name="client", state="fail", detail=detail, remedy=remedy)
    return Diagnosis(name="client", state="ok", detail=f"{client.title}: {version}")


def _check_plugin(folder: str, say: Say) -> Diagnosis:
    """Whether the client has loaded it cannot be seen from here: its sessions tell (`renkei status`)."""
    if (Path(folder) / MANIFEST).is_file():
        return Diagnosis(name="hooks", state="ok", detail=say("by the plugin in {folder}", folder=folder))
    detail = say("by the plugin in {folder}, which is not there", folder=folder)
    remedy = say("Type: {command}", command=f"renkei init --claude --plugin {folder}")
    return Diagnosis(name="hooks", state="fail", detail=detail, remedy=remedy)


def _check_hooks(project: Project, client: Client) -> Diagnosis:
    """Whether what the client would call at each event is there and starts."""
    say, root = project.say, project.settings.project
    port = (find_settings(project) or {"http": 0})["http"] if client.over_http else 0
    mended_by = "renkei serve" if port and not is_listening(port) else f"renkei init --{client.name}"
    again = say("Type: {command}", command=mended_by)
    if faults := [say(each) for each in find_hook_faults(root, client)]:
        return Diagnosis(name="hooks", state="fail", detail="; ".join(faults), remedy=again)
    where = settings_with_hooks(root, client)
    detail = ", ".join(path.as_posix() for path in where)
    if is_switched_off(project):
        remedy = say("Type: {command}", command="renkei on")
        return Diagnosis(name="hooks", state="note", detail=say("{where}: switched off", where=detail), remedy=remedy)
    by_event = [calls for path in where for calls in read_calls(root, client, path).values()]
    for call in dict.fromkeys(call for calls in by_event for call in calls):
        if not _is_answered(call, root):
            program = hook_program(call)
            detail = say(
                "{where}: {program} does not answer, and the client goes on unchecked", where=detail, program=program
            )
            return Diagnosis(name="hooks", state="fail", detail=detail, remedy=again)
    count = len(client.events)
    return Diagnosis(name="hooks", state="ok", detail=say("{where}: {count} events", where=detail, count=count))


def _check_trust(project: Project, *, is_enforced: bool) -> Iterator[Diagnosis]:
    """Codex goes on without hooks that nobody has trusted, and says nothing."""
    say, root = project.say, project.settings.project
    for path in settings_with_hooks(root, CODEX):
        found = count_trusted_hooks(root, path)
        if found is None:
            continue
        trusted, count = found
        if count and trusted == count:
            detail = say("{where}: Codex calls all {count} hooks", where=path.as_posix(), count=count)
            yield Diagnosis(name="trust", state="ok", detail=detail)
            continue
        if count:
            detail = say(
                "{where}: Codex calls {trusted} of {count} hooks and goes on without the others, which nobody has "
                "trusted",
                where=path.as_posix(),
                trusted=trusted,
                count=count,
            )
        else:
            detail = say(
                "{where}: Codex reads no hooks of this folder, for nobody has trusted it, and goes on without",
                where=path.as_posix(),
            )
        remedy = say("Start codex here, trust the folder, look at the hooks and trust them.")
        state = "fail" if is_enforced else "note"
        yield Diagnosis(name="trust", state=state, detail=detail, remedy=remedy)


def _is_answered(call: str, root: Path) -> bool:
    """Whether a hook answers what a client could ask it: an input of no form, about which it has to say something.

    What came with the repository is not started, only looked for: its settings may name anything.
    """
    if port := http_port(call):
        return _is_answered_by_http(port)
    found = shutil.which(hook_program(call))
    if found is None or Path(found).resolve().is_relative_to(root):
        return found is not None
    try:
        done = run_session(["/bin/sh", "-c", call], input=b"{}", folder=root, seconds=_SECONDS)
        return bool(json.loads(done.stdout))
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False


def _is_answered_by_http(port: int) -> bool:
    asking = HTTPConnection("127.0.0.1", port, timeout=_SECONDS)
    try:
        asking.request("POST", "/hooks", body=b"{}")
        answer = asking.getresponse()
        return answer.status == HTTPStatus.OK and bool(json.loads(answer.read()))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        asking.close()


def _check_sessions(project: Project, clients: Sequence[Client]) -> Iterator[Diagnosis]:
    """A client that skips our hooks says nothing of it: that no session of it was heard of is all that can be seen."""
    say, heard = project.say, {each.client: each for each in client_receipts(project.settings.project)}
    for client in clients:
        if last := heard.get(client.name):
            yield Diagnosis(name="sessions", state="ok", detail=f"{client.title}: {last.at}")
            continue
        detail = say("{client}: no session has called the hooks yet", client=client.title)
        remedy = say(
            "Start {client} here. If it asks whether the hooks are to be trusted, it calls none before you say yes.",
            client=client.title,
        )
        yield Diagnosis(name="sessions", state="note", detail=detail, remedy=remedy)


def _check_mode(settings: Mapping[str, Any] | None, say: Say) -> Diagnosis:
    if settings is None or settings["broken"]:
        remedy = say("Type: {command}", command="renkei init --claude --mode observe")
        fields = ", ".join(settings["broken"]) if settings else ""
        broken = say("{path} is broken ({fields})", path=HOOK_SETTINGS, fields=fields)
        detail = broken if settings else say("unknown: {mode}", mode=None)
        return Diagnosis(name="mode", state="fail", detail=detail, remedy=remedy)
    if settings["mode"] == "observe":
        remedy = say("To have it refused: {command}", command="renkei init --claude --mode enforce")
        return Diagnosis(name="mode", state="ok", detail=say("observe: nothing is refused"), remedy=remedy)
    return Diagnosis(name="mode", state="ok", detail=say("enforce: results that do not hold are refused"))


def _first_output_line(program: str, *words: str) -> str | None:
    """The first line that a program answers with; None if it does not start or fails."""
    answer = read_output(program, *words)
    return answer if answer is None else (answer.splitlines() or [""])[0]
