"""The protocol around the tools: what there is, one call after the other or many at once, and a clean end.

Protocol versions and framing are the package's; no session is kept, for each call says all that it needs.
"""

import os
import signal
import sys
from typing import Any, Final, cast

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from renkei._version import __version__
from renkei.entrypoints.mcp.answers import HOLDER, Desk
from renkei.entrypoints.mcp.lines import Lines, claim_input
from renkei.entrypoints.mcp.tools import INSTRUCTIONS, TOOLS, Tool, input_schema

CALL_NAMES: Final = ("claudecode/toolUseId", "callId")
"""Where clients say what they call a call by, as they do to their hook: Claude Code, Codex."""

_MOST_AT_ONCE: Final = 32
_LAST_SECONDS: Final = 3
"""How long calls that are at work may take once the server is told to end."""


Context = ServerRequestContext[Any]


def make_server(desk: Desk) -> Server[Any]:
    """The server of one project, for whichever transport."""
    limiter = anyio.CapacityLimiter(_MOST_AT_ONCE)
    tools = [_describe_tool(name, tool) for name, tool in TOOLS.items()]  # once: a call over HTTP asks for them, too

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments, call = params.arguments or {}, _name_of_call(params)
        holder = context.request.scope.get(HOLDER) if context.request else None
        reply = await anyio.to_thread.run_sync(desk.answer, params.name, arguments, call, holder, limiter=limiter)
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=reply.text)],
            structured_content=reply.document,
            is_error=reply.is_error,
        )

    schemas = {tool.name: tool.input_schema for tool in tools}
    return Server(
        "renkei",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=schemas.get,
    )


def _describe_tool(name: str, tool: Tool) -> types.Tool:
    return types.Tool(
        name=name,
        description=tool.description,
        input_schema=input_schema(tool),
        output_schema=tool.gives,
        annotations=types.ToolAnnotations(read_only_hint=True) if tool.look else None,
    )


def _name_of_call(params: types.CallToolRequestParams) -> str | None:
    meta: dict[str, Any] = dict(params.meta or {})
    return next((str(meta[name]) for name in CALL_NAMES if meta.get(name)), None)


def serve_stdio(desk: Desk) -> None:
    """Until standard input ends, nobody reads the answers, or the process is told to end."""
    try:
        anyio.run(_serve_stdio, make_server(desk), desk)
    except* BrokenPipeError:
        pass


async def _serve_stdio(server: Server[Any], desk: Desk) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_when_told, desk)
        with claim_input() as given:
            lines = Lines(given)
            async with stdio_server(stdin=cast(Any, lines)) as (incoming, outgoing):
                lines.outgoing = outgoing
                await server.run(incoming, outgoing, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _end_when_told(desk: Desk) -> None:
    """A thread that waits for standard input cannot be stopped: what is at work ends, then the process does."""
    if sys.platform == "win32":
        return
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            await anyio.to_thread.run_sync(desk.close, _LAST_SECONDS)
            os._exit(0)
