"""Our MCP server in the files where clients look for servers: merged in, found again, taken out, all else as it was."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any, Final, cast

from renkei.errors import BadInput
from renkei.setup.clients import CLAUDE, CLIENTS, CODEX, GEMINI, Client
from renkei.setup.edits import read_file
from renkei.setup.hook_files import Json, dump_settings, parse_settings

SERVER: Final = "renkei"
"""What it is called: hooks and policy know its tools by that."""

FILES: Final[Mapping[str, Path]] = {
    CLAUDE.name: Path(".mcp.json"),
    CODEX.name: Path(".codex/config.toml"),
    GEMINI.name: Path(".gemini/settings.json"),
}

_ARGUMENTS: Final = ["mcp"]
_TOKEN: Final[Mapping[str, Json]] = {GEMINI.name: {"env": {"RENKEI_TOKEN": "$RENKEI_TOKEN"}}}
"""Gemini CLI passes on what is named; Claude Code everything; for Codex it stands in the table."""

_TABLE: Final = """\
# renkei: begin
[mcp_servers.renkei]
command = {command}
args = ["mcp"]
env_vars = ["RENKEI_TOKEN"]
required = true
startup_timeout_sec = 20
default_tools_approval_mode = "approve"
# renkei: end
"""
_OUR_TABLE: Final = re.compile(r"\n?# renkei: begin\n.*?# renkei: end\n", re.DOTALL)

_SERVERS_VALUE: Final = re.compile(r"""\s*(\[\[\s*)?["']?mcp_servers\b""")


def merge_server(client: Client, before: bytes | None, program: str | None) -> bytes:
    """The file with our server in it; one of that name that is somebody's own stays as it is.

    Args:
        program: None for the `renkei` on the client's PATH.
    """
    path, data, command = FILES[client.name], before or b"", program or SERVER
    found = _servers(_parse(path, data)).get(SERVER)
    if found is not None and (not _is_ours(found) or found["command"] == command):
        return data
    if client is CODEX:
        return _require_readable(path, data, _put_table(data, command))
    settings = parse_settings(client, path, data)
    own: Json = {**_TOKEN.get(client.name, {}), **(found or {}), "command": command, "args": _ARGUMENTS}
    return dump_settings(path, {**settings, "mcpServers": {**_servers(settings), SERVER: own}}, before)


def withdraw_server(path: Path, data: bytes) -> bytes:
    """The file without our server."""
    settings = _parse(path, data)
    servers = _servers(settings)
    if not _is_ours(servers.get(SERVER)):
        return data
    if path == FILES[CODEX.name]:
        return _OUR_TABLE.sub("", data.decode()).encode()
    left = {name: each for name, each in servers.items() if name != SERVER}
    rest = {name: part for name, part in settings.items() if name != "mcpServers"}
    return dump_settings(path, {**settings, "mcpServers": left} if left else rest, data)


def find_command(root: Path, path: Path) -> list[str] | None:
    """What the client is to start, if our server stands in the file."""
    data = read_file(root, path)
    found = _servers(_parse(path, data)).get(SERVER) if data else None
    return [str(found["command"]), *_ARGUMENTS] if found and _is_ours(found) else None


def _parse(path: Path, data: bytes) -> Json:
    if path != FILES[CODEX.name]:
        client = CLIENTS[next(name for name, each in FILES.items() if each == path)]
        return parse_settings(client, path, data)
    try:
        return tomllib.loads(data.decode())
    except ValueError as error:
        raise BadInput("{path}: no TOML ({error}). Mend it and try again.", path=str(path), error=error) from None


def _put_table(data: bytes, command: str) -> bytes:
    """At the end: a table ends where the next begins."""
    text = _OUR_TABLE.sub("", data.decode())
    table = _TABLE.format(command=json.dumps(command, ensure_ascii=False))
    return (f"{text.rstrip()}\n\n{table}" if text.strip() else table).encode()


def _require_readable(path: Path, before: bytes, after: bytes) -> bytes:
    """What would be written, if the client finds our server in it: to servers in one value no table can be added."""
    try:
        is_there = _is_ours(_servers(tomllib.loads(after.decode())).get(SERVER))
    except tomllib.TOMLDecodeError:
        is_there = False
    if is_there:
        return after
    lines = enumerate(before.decode().splitlines(), 1)
    raise BadInput(
        "{path}, line {line}: `mcp_servers` is one value there, to which no server can be added. Write each server as "
        "a table of its own, [mcp_servers.NAME], and try again; nothing was changed.",
        path=str(path),
        line=next((number for number, line in lines if _SERVERS_VALUE.match(line)), 1),
    )


def _servers(settings: Json) -> Json:
    found: Any = settings.get("mcpServers", settings.get("mcp_servers", {}))
    return cast(Json, found) if isinstance(found, dict) else {}


def _is_ours(server: Any) -> bool:
    """By what it starts, wherever that stands."""
    if not isinstance(server, dict):
        return False
    found = cast(Json, server)
    return found.get("args") == _ARGUMENTS and PurePath(str(found.get("command"))).name == SERVER
