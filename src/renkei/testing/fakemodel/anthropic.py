"""The Anthropic Messages API: plain answers, streams of server-sent events, token counts and errors."""

import uuid
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from renkei.testing.fakemodel.form import Conversation, Malformed, Reply, require_list, require_object
from renkei.testing.fakemodel.jsons import Json, JsonObject, dump_json
from renkei.testing.fakemodel.script import Turn
from renkei.testing.fakemodel.steps import Answer, Text, ToolCall

_MESSAGES: Final = "/v1/messages"
_COUNT: Final = "/v1/messages/count_tokens"

_ROLES: Final[Mapping[Json, Literal["user", "assistant", "system"]]] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
}

_ERRORS: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class Anthropic:
    """The form of `POST /v1/messages`."""

    def takes_path(self, path: str) -> bool:
        """Whether this path belongs to the API."""
        return path in (_MESSAGES, _COUNT)

    def read_request(self, path: str, body: Json) -> Conversation:
        """What the client asks.

        Raises: Malformed.
        """
        fields = require_object(body, "the body")
        model = fields.get("model")
        return Conversation(
            model=model if isinstance(model, str) else "fake-model",
            system="\n".join(_block_texts(fields.get("system"), "system")),
            tools=tuple(_tool_names(fields.get("tools"))),
            turns=tuple(_parse_turn(message) for message in require_list(fields.get("messages"), "messages")),
            stream=fields.get("stream") is True,
            counts=path == _COUNT,
            tokens=len(dump_json(body)) // 4,
        )

    def write_reply(self, asked: Conversation, answer: Answer) -> Reply:
        """The answer; where the client only counts, the count."""
        if asked.counts:
            return _json_reply(200, {"input_tokens": asked.tokens})
        message = _message_object(asked, answer)
        if not asked.stream:
            return _json_reply(200, message)
        events = "".join(f"event: {event['type']}\ndata: {dump_json(event)}\n\n" for event in _stream_events(message))
        return Reply(type="text/event-stream; charset=utf-8", content=events.encode())

    def error_reply(self, status: int, message: str) -> Reply:
        """An error of this API."""
        kind = _ERRORS.get(status, "invalid_request_error" if status < 500 else "api_error")
        return _json_reply(status, {"type": "error", "error": {"type": kind, "message": message}})


def _json_reply(status: int, value: JsonObject) -> Reply:
    return Reply(status=status, content=dump_json(value).encode())


def _message_object(asked: Conversation, answer: Answer) -> JsonObject:
    content: list[Json] = [_block_object(block) for block in answer.blocks]
    calls = any(isinstance(block, ToolCall) for block in answer.blocks)
    return {
        "id": f"msg_{uuid.uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": asked.tokens, "output_tokens": len(dump_json(content)) // 4, **answer.usage},
    }


def _block_object(block: Text | ToolCall) -> JsonObject:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    # Ids are random, since a server without memory cannot count calls over parallel conversations.
    return {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex}", "name": block.name, "input": block.input}


def _stream_events(message: JsonObject) -> Iterator[JsonObject]:
    start = message | {"content": [], "stop_reason": None}
    yield {"type": "message_start", "message": start}
    for index, block in enumerate(require_list(message["content"], "content")):
        yield from _block_events(index, require_object(block, "block"))
    ending: JsonObject = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": message["usage"]}
    yield {"type": "message_stop"}


def _block_events(index: int, block: JsonObject) -> Iterator[JsonObject]:
    """A block starts empty, grows by one delta and stops."""
    empty: JsonObject = {"text": ""}
    delta: JsonObject = {"type": "text_delta", "text": block.get("text")}
    if block["type"] == "tool_use":
        empty = {"input": {}}
        delta = {"type": "input_json_delta", "partial_json": dump_json(block["input"])}
    yield {"type": "content_block_start", "index": index, "content_block": block | empty}
    yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _parse_turn(message: Json) -> Turn:
    fields = require_object(message, "a message")
    role = fields.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise Malformed("the role of a message has to be user, assistant or system")
    content = fields.get("content")
    blocks = (
        []
        if isinstance(content, str)
        else [require_object(block, "a block") for block in require_list(content, "content")]
    )
    results = (block.get("content") for block in blocks if block.get("type") == "tool_result")
    return Turn(
        role=_ROLES[role],
        texts=tuple(_block_texts(content, "content")),
        results=tuple("\n".join(_block_texts(result, "the content of a tool_result")) for result in results),
    )


def _block_texts(content: Json, name: str) -> Iterator[str]:
    """The texts of a string or of a list of blocks."""
    if isinstance(content, str):
        yield content
        return
    for block in require_list(content or [], name):
        fields = require_object(block, f"a block of {name}")
        text = fields.get("text")
        if fields.get("type") == "text" and isinstance(text, str):
            yield text


def _tool_names(tools: Json) -> Iterator[str]:
    for tool in require_list(tools or [], "tools"):
        name = require_object(tool, "a tool").get("name")
        if isinstance(name, str):
            yield name
