"""The OpenAI Responses API: plain answers, streams of server-sent events and errors.

A step calls a tool of a namespace as `NAMESPACE/NAME`. A tool that takes text instead of an object gets the `input` of
its input.
"""

import uuid
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from renkei.testing.fakemodel.form import Conversation, Malformed, Reply, require_list, require_object
from renkei.testing.fakemodel.jsons import Json, JsonObject, dump_json
from renkei.testing.fakemodel.script import Turn
from renkei.testing.fakemodel.steps import Answer, Text, ToolCall

_PATH: Final = "/v1/responses"

_ROLES: Final[Mapping[Json, Literal["user", "assistant", "system"]]] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
}
_CALLS: Final = ("function_call", "custom_tool_call")
_OUTPUTS: Final = ("function_call_output", "custom_tool_call_output")


class Responses:
    """The form of `POST /v1/responses`."""

    def takes_path(self, path: str) -> bool:
        """Whether this path belongs to the API."""
        return path == _PATH

    def read_request(self, path: str, body: Json) -> Conversation:
        """What the client asks.

        Raises: Malformed.
        """
        fields = require_object(body, "the body")
        model, system, given = fields.get("model"), fields.get("instructions"), fields.get("input")
        items: list[Json] = (
            [{"role": "user", "content": given}] if isinstance(given, str) else require_list(given, "input")
        )
        tools = [each for found in _tool_lists(fields, items) for each in _flatten(found)]
        return Conversation(
            model=model if isinstance(model, str) else "fake-model",
            system=system if isinstance(system, str) else "",
            tools=tuple(_names(tools)),
            text_tools=frozenset(_names([tool for tool in tools if tool.get("type") == "custom"])),
            turns=tuple(turn for item in items if (turn := _parse_turn(require_object(item, "an item")))),
            stream=fields.get("stream") is True,
            tokens=len(dump_json(body)) // 4,
        )

    def write_reply(self, asked: Conversation, answer: Answer) -> Reply:
        """The answer."""
        response = _response_object(asked, answer)
        if not asked.stream:
            return _json_reply(200, response)
        events = "".join(f"event: {event['type']}\ndata: {dump_json(event)}\n\n" for event in _stream_events(response))
        return Reply(type="text/event-stream; charset=utf-8", content=events.encode())

    def error_reply(self, status: int, message: str) -> Reply:
        """An error of this API."""
        kind = "invalid_request_error" if status < 500 else "server_error"
        return _json_reply(status, {"error": {"type": kind, "message": message, "param": None, "code": None}})


def _json_reply(status: int, value: JsonObject) -> Reply:
    return Reply(status=status, content=dump_json(value).encode())


def _response_object(asked: Conversation, answer: Answer) -> JsonObject:
    output: list[Json] = [_item_object(asked, block) for block in answer.blocks]
    used: JsonObject = {"input_tokens": asked.tokens, "output_tokens": len(dump_json(output)) // 4, **answer.usage}
    return {
        "id": f"resp_{uuid.uuid4().hex}",
        "object": "response",
        "status": "completed",
        "model": asked.model,
        "output": output,
        "usage": {**used, "total_tokens": sum(count for count in used.values() if isinstance(count, int))},
    }


def _item_object(asked: Conversation, block: Text | ToolCall) -> JsonObject:
    if isinstance(block, Text):
        content: JsonObject = {"type": "output_text", "text": block.text, "annotations": []}
        return {"type": "message", "id": f"msg_{uuid.uuid4().hex}", "role": "assistant", "content": [content]}
    space, _, name = block.name.rpartition("/")
    call: JsonObject = {"id": f"item_{uuid.uuid4().hex}", "call_id": f"call_{uuid.uuid4().hex}", "name": name}
    if block.name in asked.text_tools:
        return {"type": "custom_tool_call", **call, "input": str(block.input.get("input", ""))}
    named: JsonObject = {"namespace": space} if space else {}
    return {"type": "function_call", **call, **named, "arguments": dump_json(block.input)}


def _stream_events(response: JsonObject) -> Iterator[JsonObject]:
    yield {"type": "response.created", "response": response | {"status": "in_progress", "output": []}}
    for index, item in enumerate(require_list(response["output"], "output")):
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": response}


def _parse_turn(item: JsonObject) -> Turn | None:
    """None for what nobody said: a chain of thought, say."""
    kind = item.get("type", "message")
    if kind in _CALLS:
        return Turn(role="assistant")
    if kind in _OUTPUTS:
        return Turn(role="user", results=("\n".join(_texts(item.get("output"), "output")),))
    if kind != "message":
        return None
    role = item.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise Malformed("the role of a message has to be user, assistant, system or developer")
    return Turn(role=_ROLES[role], texts=tuple(_texts(item.get("content"), "content")))


def _texts(content: Json, name: str) -> Iterator[str]:
    """The texts of a string or of a list of parts."""
    if isinstance(content, str):
        yield content
        return
    for part in require_list(content or [], name):
        text = require_object(part, f"a part of {name}").get("text")
        if isinstance(text, str):
            yield text


def _tool_lists(fields: JsonObject, items: list[Json]) -> Iterator[list[Json]]:
    """The tools of a request, and those that come among what was said."""
    yield require_list(fields.get("tools") or [], "tools")
    for item in items:
        if isinstance(item, dict) and item.get("type") == "additional_tools":
            yield require_list(item.get("tools") or [], "tools")


def _flatten(tools: list[Json]) -> Iterator[JsonObject]:
    """Namespaces, and the tools in them."""
    for each in tools:
        tool = require_object(each, "a tool")
        yield tool
        if tool.get("type") == "namespace":
            yield from _flatten(require_list(tool.get("tools") or [], "tools"))


def _names(tools: list[JsonObject]) -> Iterator[str]:
    return (name for tool in tools if isinstance(name := tool.get("name"), str))
