"""`renkei mcp` in a process of its own: asked by the official client, or line by line."""

import json
import os
import subprocess
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.support.forked import forked_command


class Told(NamedTuple):
    """What a model reads of a call."""

    text: str
    document: Any
    is_error: bool


class Agent:
    """An agent that calls the tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, /, **arguments: Any) -> Told:
        return await self.call_as(None, tool, **arguments)

    async def call_as(self, call: str | None, tool: str, /, **arguments: Any) -> Told:
        """As Claude Code does, which has a name for each call."""
        meta: Any = {"claudecode/toolUseId": call} if call else None
        result = await self.client.call_tool(tool, arguments, meta=meta)
        (content,) = result.content
        assert content.type == "text"
        return Told(content.text, result.structured_content, result.is_error)

    async def ok(self, tool: str, /, **arguments: Any) -> Any:
        """The document of a call that has to succeed, or its text."""
        told = await self(tool, **arguments)
        assert not told.is_error, told.text
        return told.text if told.document is None else told.document


def server(folder: Path, env: Mapping[str, str]) -> StdioServerParameters:
    around = {**os.environ, **env}
    return StdioServerParameters(command=str(forked_command()), args=["mcp"], cwd=folder, env=around)


@asynccontextmanager
async def joined(folder: Path, env: Mapping[str, str], mode: str = "auto") -> AsyncGenerator[Agent]:
    """An agent whose client has started the server."""
    async with Client(server(folder, env), mode=mode) as client:
        yield Agent(client)


@asynccontextmanager
async def joined_http(port: int, token: str, mode: str = "auto") -> AsyncGenerator[Agent]:
    """An agent whose client knows where the server is."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http), mode=mode) as client,
    ):
        yield Agent(client)


class Wire:
    """The server, spoken to as any program might."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [forked_command(), "mcp"],
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._last = 0

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def hear(self) -> Any:
        """The next line, which has to be a message of the protocol."""
        assert self.process.stdout
        heard = json.loads(self.process.stdout.readline())
        assert heard["jsonrpc"] == "2.0"
        return heard

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a request."""
        self._last += 1
        self.tell(json.dumps({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}))
        heard = self.hear()
        assert heard["id"] == self._last
        return heard.get("result") or heard["error"]

    def shake_hands(self, version: str) -> Any:
        about = {"name": "test", "version": "1"}
        found = self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=about)
        self.tell(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        return found

    def call(self, tool: str, **arguments: Any) -> Any:
        return self.ask("tools/call", name=tool, arguments=arguments)
