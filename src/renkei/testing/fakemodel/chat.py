"""The OpenAI Chat Completions API: plain answers, streams of server-sent events and errors."""

import uuid
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from renkei.testing.fakemodel.form import Conversation, Malformed, Reply, require_list, require_object
from renkei.testing.fakemodel.jsons import Json, JsonObject, dump_json
from renkei.testing.fakemodel.script import Turn
from renkei.testing.fakemodel.steps import Answer, Text, ToolCall

_PATH: Final = "/v1/chat/completions"

_ROLES: Final[Mapping[Json, Literal["user", "assistant", "system"]]] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
}


class Chat:
    """The form of `POST /v1/chat/completions`."""

    def takes_path(self, path: str) -> bool:
        """Whether this path belongs to the API."""
        return path == _PATH

    def read_request(self, path: str, body: Json) -> Conversation:
        """What the client asks.

        Raises: Malformed.
        """
        fields = require_object(body, "the body")
        model = fields.get("model")
        turns = tuple(_parse_turn(message) for message in require_list(fields.get("messages"), "messages"))
        return Conversation(
            model=model if isinstance(model, str) else "fake-model",
            system="\n".join(text for turn in turns if turn.role == "system" for text in turn.texts),
            tools=tuple(_tool_names(fields.get("tools"))),
            turns=turns,
            stream=fields.get("stream") is True,
            tokens=len(dump_json(body)) // 4,
        )

    def write_reply(self, asked: Conversation, answer: Answer) -> Reply:
        """The answer. A stream is one chunk with all of it, and one that ends it."""
        message = _message_object(answer)
        used = _usage_object(asked, answer, message)
        reason = "tool_calls" if "tool_calls" in message else "stop"
        head: JsonObject = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": 0, "model": asked.model}
        if not asked.stream:
            choice: JsonObject = {"index": 0, "message": message, "finish_reason": reason}
            return _json_reply(200, {**head, "object": "chat.completion", "choices": [choice], "usage": used})
        said: JsonObject = {"index": 0, "delta": message, "finish_reason": None}
        end: JsonObject = {"index": 0, "delta": {}, "finish_reason": reason}
        head["object"] = "chat.completion.chunk"
        chunks: list[JsonObject] = [{**head, "choices": [said]}, {**head, "choices": [end], "usage": used}]
        lines = "".join(f"data: {dump_json(chunk)}\n\n" for chunk in chunks)
        return Reply(type="text/event-stream; charset=utf-8", content=f"{lines}data: [DONE]\n\n".encode())

    def error_reply(self, status: int, message: str) -> Reply:
        """An error of this API."""
        kind = "invalid_request_error" if status < 500 else "server_error"
        return _json_reply(status, {"error": {"type": kind, "message": message, "param": None, "code": None}})


def _json_reply(status: int, value: JsonObject) -> Reply:
    return Reply(status=status, content=dump_json(value).encode())


def _message_object(answer: Answer) -> JsonObject:
    texts = [block.text for block in answer.blocks if isinstance(block, Text)]
    calls = [block for block in answer.blocks if isinstance(block, ToolCall)]
    said: JsonObject = {"role": "assistant", "content": "\n".join(texts) if texts else None}
    called: list[Json] = [_call_object(index, call) for index, call in enumerate(calls)]
    return {**said, "tool_calls": called} if called else said


def _call_object(index: int, call: ToolCall) -> JsonObject:
    function: JsonObject = {"name": call.name, "arguments": dump_json(call.input)}
    return {"index": index, "id": f"call_{uuid.uuid4().hex}", "type": "function", "function": function}


def _usage_object(asked: Conversation, answer: Answer, message: JsonObject) -> JsonObject:
    counts = {"prompt_tokens": asked.tokens, "completion_tokens": len(dump_json(message)) // 4, **answer.usage}
    return {**counts, "total_tokens": sum(counts.values())}


def _parse_turn(message: Json) -> Turn:
    fields = require_object(message, "a message")
    role, texts = fields.get("role"), tuple(_texts(fields.get("content")))
    if role == "tool":
        return Turn(role="user", results=("\n".join(texts),))
    if not isinstance(role, str) or role not in _ROLES:
        raise Malformed("the role of a message has to be user, assistant, system, developer or tool")
    return Turn(role=_ROLES[role], texts=texts)


def _texts(content: Json) -> Iterator[str]:
    """The texts of a string or of a list of parts."""
    if isinstance(content, str):
        yield content
        return
    for part in require_list(content or [], "content"):
        text = require_object(part, "a part of content").get("text")
        if isinstance(text, str):
            yield text


def _tool_names(tools: Json) -> Iterator[str]:
    for tool in require_list(tools or [], "tools"):
        name = require_object(require_object(tool, "a tool").get("function"), "a function").get("name")
        if isinstance(name, str):
            yield name
