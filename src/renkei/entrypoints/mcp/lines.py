"""Standard input line by line: what is no request of the protocol is answered here, for the package passes over it in
silence, and a client would wait."""

import json
import os
import re
from collections.abc import AsyncIterator
from typing import Any, BinaryIO, Final, cast

import anyio.to_thread
import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic_core import from_json

_SAID: Final = {
    types.PARSE_ERROR: "This line is no JSON.",
    types.INVALID_REQUEST: (
        "This is no JSON-RPC request. Send one object per line, never a list of them, with `params` that are an object."
    ),
    types.INVALID_PARAMS: (
        "A text has half a character in it (a lone surrogate), or lists and objects stand in each other too deep. "
        "Write the character whole, and no more than 100 levels."
    ),
}

_HALF: Final = re.compile("[\\ud800-\\udfff]")


class Lines:
    """What `stdio_server` reads: lines of text, without those that were answered already."""

    def __init__(self, given: BinaryIO) -> None:
        self._given = given
        self.outgoing: Any = None
        """Where answers go; set once it is there."""

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await anyio.to_thread.run_sync(self._given.readline):
            refusal = check_line(line)
            if refusal is None:
                yield line.decode(errors="replace")
            elif line.strip():
                await self.outgoing.send(SessionMessage(refusal))


def claim_input() -> BinaryIO:
    """Standard input, out of the reach of all that this process starts: what they read would be lost to us."""
    own = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return os.fdopen(own, "rb")


def check_line(line: bytes) -> types.JSONRPCError | None:
    """What is wrong with a line, as an answer; None for a message that can be read."""
    try:
        found: Any = from_json(line)
    except ValueError:
        return _explain_line(line)
    return None if _is_message(found) else _refuse(types.INVALID_REQUEST, found)


def _explain_line(line: bytes) -> types.JSONRPCError:
    """Python's own reader takes half a character, so that the request can be named."""
    try:
        return _refuse(types.INVALID_PARAMS, json.loads(line.decode("utf-8", "surrogatepass")))
    except (ValueError, RecursionError):
        return _refuse(types.PARSE_ERROR, None)


def _is_message(found: Any) -> bool:
    if not isinstance(found, dict):
        return False
    message = cast(dict[str, Any], found)
    has_id = "id" not in message or _is_id(message["id"])
    says = isinstance(message.get("method"), str) or "result" in message or "error" in message
    has_params = isinstance(message.get("params"), dict | None)
    return message.get("jsonrpc") == "2.0" and has_id and says and has_params


def _is_id(given: Any) -> bool:
    """What an answer can name: half a character cannot be written back."""
    if isinstance(given, str):
        return not _HALF.search(given)
    return isinstance(given, int) and not isinstance(given, bool)


def _refuse(code: int, found: Any) -> types.JSONRPCError:
    named = cast(dict[str, Any], found).get("id") if isinstance(found, dict) else None
    known = named if _is_id(named) else None
    return types.JSONRPCError(jsonrpc="2.0", id=known, error=types.ErrorData(code=code, message=_SAID[code]))
