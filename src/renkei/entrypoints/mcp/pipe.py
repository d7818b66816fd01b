"""The tools without a process of their own: messages of an agent that this process has started, answered here.

Each is handed in by who has the agent's pipe, so that it is known whose it is. A few methods of the protocol are all
that a client asks of such a server.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from renkei._version import __version__
from renkei.app.project import Project
from renkei.entrypoints.mcp.answers import AgentCaller, Desk
from renkei.entrypoints.mcp.tools import INSTRUCTIONS, TOOLS, Tool, input_schema
from renkei.errors import Refused
from renkei.protocol.actors import Actor

VERSION: Final = "2025-11-25"
_NO_METHOD: Final = -32601
_BAD_PARAMS: Final = -32602
_LAST_SECONDS: Final = 1
_NOTHING: Final[dict[str, Any]] = {}
_ABOUT: Final[dict[str, Any]] = {
    "protocolVersion": VERSION,
    "capabilities": {"tools": _NOTHING},
    "serverInfo": {"name": "renkei", "version": __version__},
    "instructions": INSTRUCTIONS,
}


class AgentPipe:
    """The server of one agent."""

    def __init__(self, project: Project, caller: AgentCaller, token: str) -> None:
        self._project = project
        self._desk = Desk(project, caller)
        self._token = token

    def answer(self, message: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What goes back; None for what asks for nothing."""
        if "id" not in message:
            return None
        params = message.get("params")
        given = cast(dict[str, Any], params) if isinstance(params, dict) else {}
        return {"jsonrpc": "2.0", "id": message["id"], **self._find_answer(message.get("method"), given)}

    def close(self) -> None:
        self._desk.close(_LAST_SECONDS)

    def _find_answer(self, method: Any, params: dict[str, Any]) -> dict[str, Any]:
        match method:
            case "initialize":
                return {"result": _ABOUT}
            case "ping":
                return {"result": _NOTHING}
            case "tools/list":
                return {"result": {"tools": [_describe_tool(name, tool) for name, tool in TOOLS.items()]}}
            case "tools/call" if isinstance(params.get("arguments", {}), dict):
                return {"result": self._call_tool(str(params.get("name")), params.get("arguments", {}))}
            case "tools/call":
                return {"error": {"code": _BAD_PARAMS, "message": "arguments has to be an object"}}
            case _:
                return {"error": {"code": _NO_METHOD, "message": f"{method} is not known here"}}

    def _call_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        reply = self._desk.answer(name, arguments, None, self._find_holder())
        document = {"structuredContent": reply.document} if reply.document is not None else {}
        return {"content": [{"type": "text", "text": reply.text}], **document, "isError": reply.is_error}

    def _find_holder(self) -> Actor | None:
        """Looked up for every call: a credential ends with its attempt."""
        try:
            return self._project.identify_attempt(self._token)
        except Refused:
            return None


def open_pipe(project: Project, folder: Path, token: str) -> AgentPipe:
    """The server of an agent that works in this folder and has this credential."""
    caller = AgentCaller(project.say)
    return AgentPipe(project.for_agent(folder, caller), caller, token)


def _describe_tool(name: str, tool: Tool) -> dict[str, Any]:
    gives = {"outputSchema": tool.gives} if tool.gives else {}
    looks = {"annotations": {"readOnlyHint": True}} if tool.look else {}
    return {"name": name, "description": tool.description, "inputSchema": input_schema(tool), **gives, **looks}
