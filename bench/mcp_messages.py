"""What a durable message costs over MCP: sent by one agent and received by another, beside a server whose tools do
nothing, on the same stack: the official client, HTTP, the same web server and package.

A message is two calls, and two commits: `post` by one, and `inbox` by the other, who marks what it received
before. Both servers are asked in turns, so that a busy machine is busy for both; the medians of the turns are compared.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

RENKEI = str(Path(sys.executable).parent / "renkei")
GOAL = 0.8
"""Of the messages that pass through a server that does nothing."""
AGENTS = (1, 8)


def main() -> int:
    """Measure and print; 1 only with --check and a missed goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each turn is measured (default 2)")
    parser.add_argument("--turns", type=int, default=5, help="turns of each server (default 5)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
    parser.add_argument("--agents", type=int, nargs="*", default=AGENTS, help="how many send at once (default 1 and 8)")
    parser.add_argument("--nothing", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.nothing:
        serve_nothing()
        return 0
    found = anyio.run(measure, args.seconds, args.turns, args.agents)
    met = all(each["share"] >= GOAL for each in found.values())
    if args.json:
        print(json.dumps({"agents": found, "met": met}))
    for count, each in found.items() if not args.json else ():
        ours, nothing = each["renkei"], each["nothing"]
        print(
            f"{count} agents: {ours:>7.0f} messages a second, {nothing:>7.0f} through a server that does nothing: "
            f"{each['share']:.2f}, goal {GOAL}; processor time of client and server for a message "
            f"{each['busy_ms']:.1f} and {each['nothing_busy_ms']:.1f} ms"
        )
    return 1 if args.check and not met else 0


async def measure(seconds: float, turns: int, counts: Sequence[int]) -> dict[int, dict[str, float]]:
    """Messages a second by the number of agents: ours, and those of a server that does nothing."""
    found: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        names = [f"agent{number}" for number in range(max(counts) + 1)]
        tokens = make_team(Path(folder), names)
        async with (
            served([RENKEI, "--json", "serve", "--port", "0", "--no-browser"], folder) as ours,
            served([sys.executable, __file__, "--nothing"], folder) as nothing,
        ):
            for count in counts:
                taken: dict[str, list[Taken]] = {"renkei": [], "nothing": []}
                for turn in range(turns + 1):
                    for name, server in (("renkei", ours), ("nothing", nothing)):
                        one = await send_messages(server, names[: count + 1], tokens, seconds if turn else 0.5)
                        if turn:
                            taken[name].append(one)
                rates = {name: statistics.median(one.rate for one in each) for name, each in taken.items()}
                busy = {name: statistics.median(one.busy for one in each) for name, each in taken.items()}
                found[count] = {
                    **rates,
                    "share": rates["renkei"] / rates["nothing"],
                    "busy_ms": busy["renkei"] * 1000,
                    "nothing_busy_ms": busy["nothing"] * 1000,
                }
    return found


def make_team(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """A project with these agents; their tokens."""
    env = {name: each for name, each in os.environ.items() if not name.startswith("RENKEI_")}

    def run(*words: str) -> str:
        done = subprocess.run([RENKEI, *words], cwd=folder, env=env, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    for name in names:
        run("agent", "add", name, "--role", "builder")
    return {name: run("agent", "token", name) for name in names}


class Taken(NamedTuple):
    """One turn: messages a second, and the processor time of one in seconds."""

    rate: float
    busy: float


class ServerProcess(NamedTuple):
    port: int
    pid: int

    def busy(self) -> float:
        """The processor time that it has taken, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def served(command: Sequence[str], folder: str) -> AsyncGenerator[ServerProcess]:
    """A server, in a process of its own."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE)  # noqa: ASYNC220 - nobody waits yet
    out = cast(IO[bytes], process.stdout)
    try:
        yield ServerProcess(json.loads(out.readline())["port"], process.pid)
    finally:
        process.terminate()
        process.wait()
        out.close()


async def send_messages(server: ServerProcess, names: Sequence[str], tokens: dict[str, str], seconds: float) -> Taken:
    """Each agent but the last sends to the one after it, who receives."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(joined(server.port, tokens[name])) for name in names]
        sent, before = 0, time.process_time() + server.busy()
        started = time.perf_counter()

        async def send(number: int) -> None:
            nonlocal sent
            known: list[str] = []
            while time.perf_counter() - started < seconds:
                await call(clients[number], "post", type="FREEFORM", to=[names[number + 1]], payload={"body": "Hello"})
                received = await call(clients[number + 1], "inbox", handled=known)
                known = [each["id"] for each in received["messages"]]
                sent += 1

        async with anyio.create_task_group() as tasks:
            for number in range(len(names) - 1):
                tasks.start_soon(send, number)
        passed = time.perf_counter() - started
        return Taken(rate=sent / passed, busy=(time.process_time() + server.busy() - before) / max(sent, 1))


async def call(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, given)
    if result.is_error:
        raise RuntimeError(f"{tool}: {result.content}")
    return result.structured_content or {}


@asynccontextmanager
async def joined(port: int, token: str) -> AsyncGenerator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
        Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http), mode="2026-07-28") as client,
    ):
        yield client


def serve_nothing() -> None:
    """The same tools, by name and schema, that answer at once and keep nothing."""
    import mcp_types as types
    import uvicorn
    from mcp.server.lowlevel import Server
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from starlette.applications import Starlette
    from starlette.routing import Route

    from renkei.entrypoints.mcp.tools import TOOLS, input_schema

    tools = [types.Tool(name=name, input_schema=input_schema(each)) for name, each in TOOLS.items()]
    message = {"id": "MSG-1", "type": "FREEFORM", "from": "a", "priority": "normal", "context_summary": "Hello"}

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        document = {"messages": [message], "more": 0} if params.name == "inbox" else {"id": "MSG-1", "seq": 1}
        text = types.TextContent(type="text", text=json.dumps(document))
        return types.CallToolResult(content=[text], structured_content=document)

    server = Server("nothing", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with manager.run():
            yield

    class Door:
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await manager.handle_request(scope, receive, send)

    listening = socket.socket(proto=socket.IPPROTO_TCP)  # else asyncio leaves Nagle's algorithm on
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
    app = Starlette(routes=[Route("/mcp", Door(), methods=["POST"])], lifespan=lifespan)
    config = uvicorn.Config(app, access_log=False, log_config=None, ws="none")
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    sys.exit(main())
