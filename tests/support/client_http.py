"""A client of the fake model that speaks HTTP by hand."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from renkei.testing.fakemodel import FakeModel

Message = Mapping[str, Any]

_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass(frozen=True, kw_only=True)
class Response:
    """What came back."""

    status: int
    type: str
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The data of the server-sent events; the name of each is the type of its data."""
        events: list[dict[str, Any]] = []
        for part in self.content.decode().removesuffix("\n\n").split("\n\n"):
            name, data = part.split("\n")
            events.append(json.loads(data.removeprefix("data: ")))
            assert name == f"event: {events[-1]['type']}"
        return events


def send(model: FakeModel, path: str, data: bytes | None = None, *, method: str | None = None) -> Response:
    """Any request; a refusal is a response too."""
    request = urllib.request.Request(f"{model.url}{path}", data, method=method)  # noqa: S310
    try:
        with _DIRECT.open(request, timeout=30) as response:
            return Response(status=response.status, type=response.headers["Content-Type"], content=response.read())
    except urllib.error.HTTPError as error:
        with error:
            return Response(status=error.code, type=error.headers["Content-Type"], content=error.read())


def ask(model: FakeModel, *messages: Message, stream: bool = False, path: str = "/v1/messages") -> Response:
    """A conversation so far, to be answered."""
    body = {"model": "test-model", "max_tokens": 100, "messages": messages, "stream": stream}
    return send(model, path, json.dumps(body).encode())


def user(*content: str | Message) -> Message:
    """A user's message of texts and other blocks."""
    return {"role": "user", "content": _blocks(content)}


def assistant(*content: str | Message) -> Message:
    return {"role": "assistant", "content": _blocks(content)}


def system(text: str) -> Message:
    return {"role": "system", "content": text}


def result(text: str) -> Message:
    """A tool's result."""
    return {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": text}]}


def said(response: Response) -> list[str]:
    """The texts of a plain answer."""
    assert response.status == 200, response.content
    return [block["text"] for block in response.json["content"] if block["type"] == "text"]


def _blocks(content: Sequence[str | Message]) -> list[Message]:
    return [{"type": "text", "text": block} if isinstance(block, str) else block for block in content]
