"""The Gemini API: plain answers, streams of server-sent events, token counts and errors."""

from collections.abc import Iterator
from typing import Final

from renkei.testing.fakemodel.form import Conversation, Malformed, Reply, require_list, require_object
from renkei.testing.fakemodel.jsons import Json, JsonObject, dump_json
from renkei.testing.fakemodel.script import Turn
from renkei.testing.fakemodel.steps import Answer, Text, ToolCall

_MODELS: Final = "/v1beta/models/"
_COUNT, _PLAIN, _STREAM = ":countTokens", ":generateContent", ":streamGenerateContent"


class Gemini:
    """The form of `POST /v1beta/models/MODEL:generateContent`."""

    def takes_path(self, path: str) -> bool:
        """Whether this path belongs to the API."""
        return path.startswith(_MODELS) and path.endswith((_COUNT, _PLAIN, _STREAM))

    def read_request(self, path: str, body: Json) -> Conversation:
        """What the client asks.

        Raises: Malformed.
        """
        fields = require_object(body, "the body")
        system = require_object(fields.get("systemInstruction") or {}, "systemInstruction")
        return Conversation(
            model=path.removeprefix(_MODELS).partition(":")[0],
            system="\n".join(_texts(_parts(system))),
            tools=tuple(_tool_names(fields.get("tools"))),
            turns=tuple(_parse_turn(content) for content in require_list(fields.get("contents"), "contents")),
            stream=path.endswith(_STREAM),
            counts=path.endswith(_COUNT),
            tokens=len(dump_json(body)) // 4,
        )

    def write_reply(self, asked: Conversation, answer: Answer) -> Reply:
        """The answer; where the client only counts, the count. A stream is one event."""
        if asked.counts:
            return _json_reply(200, {"totalTokens": asked.tokens})
        response = _response_object(asked, answer)
        if not asked.stream:
            return _json_reply(200, response)
        return Reply(type="text/event-stream; charset=utf-8", content=f"data: {dump_json(response)}\n\n".encode())

    def error_reply(self, status: int, message: str) -> Reply:
        """An error of this API."""
        kind = "INVALID_ARGUMENT" if status < 500 else "INTERNAL"
        return _json_reply(status, {"error": {"code": status, "status": kind, "message": message}})


def _json_reply(status: int, value: JsonObject) -> Reply:
    return Reply(status=status, content=dump_json(value).encode())


def _response_object(asked: Conversation, answer: Answer) -> JsonObject:
    parts: list[Json] = [_part_object(block) for block in answer.blocks]
    candidate: JsonObject = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    used: JsonObject = {"promptTokenCount": asked.tokens, "candidatesTokenCount": len(dump_json(parts)) // 4}
    return {"candidates": [candidate], "usageMetadata": used | dict(answer.usage), "modelVersion": asked.model}


def _part_object(block: Text | ToolCall) -> JsonObject:
    if isinstance(block, Text):
        return {"text": block.text}
    return {"functionCall": {"name": block.name, "args": block.input}}


def _parse_turn(content: Json) -> Turn:
    fields = require_object(content, "a content")
    role = fields.get("role", "user")
    if role not in ("user", "model", "function"):
        raise Malformed("the role of a content has to be user, model or function")
    parts = _parts(fields)
    if role == "model":
        return Turn(role="assistant", texts=tuple(_texts(parts)))
    responses = [require_object(part["functionResponse"], "a functionResponse") for part in parts if _responds(part)]
    return Turn(
        role="user",
        texts=tuple(_texts(parts)),
        results=tuple(_result_text(each.get("response")) for each in responses),
    )


def _responds(part: JsonObject) -> bool:
    return part.get("functionResponse") is not None


def _result_text(response: Json) -> str:
    """What the tool said, or what went wrong."""
    fields = response if isinstance(response, dict) else {}
    said = fields.get("output", fields.get("error"))
    return said if isinstance(said, str) else dump_json(response)


def _parts(content: JsonObject) -> list[JsonObject]:
    return [require_object(part, "a part") for part in require_list(content.get("parts") or [], "parts")]


def _texts(parts: list[JsonObject]) -> Iterator[str]:
    return (text for part in parts if isinstance(text := part.get("text"), str))


def _tool_names(tools: Json) -> Iterator[str]:
    for tool in require_list(tools or [], "tools"):
        declared = require_object(tool, "a tool").get("functionDeclarations")
        for each in require_list(declared or [], "functionDeclarations"):
            name = require_object(each, "a declaration").get("name")
            if isinstance(name, str):
                yield name
