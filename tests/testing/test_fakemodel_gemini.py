"""The fake model in the form of the Gemini API."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support.client_http import Response, send

MODEL = "/v1beta/models/gemini-test"


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


def ask(model: FakeModel, *contents: Any, how: str = "generateContent") -> Response:
    body: dict[str, Any] = {
        "contents": contents,
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "tools": [{"functionDeclarations": [{"name": "read_file"}]}, {"googleSearch": {}}],
    }
    return send(model, f"{MODEL}:{how}", json.dumps(body).encode())


def user(*steps: Step) -> Any:
    return {"role": "user", "parts": [{"text": f"Go on. {script(steps)}"}]}


def called(response: Any) -> list[Any]:
    """A call and what it gave back."""
    call: dict[str, Any] = {"functionCall": {"name": "read_file", "args": {}}}
    back = {"functionResponse": {"name": "read_file", "response": response}}
    return [{"role": "model", "parts": [call]}, {"role": "user", "parts": [back]}]


def part(answer: Any) -> Any:
    (candidate,) = answer["candidates"]
    (found,) = candidate["content"]["parts"]
    return found


def test_each_answer_is_the_next_step(model: FakeModel):
    prompt = user({"tool": "read_file", "input": {"file_path": "a.txt"}}, {"text": "Done."})
    assert part(ask(model, prompt).json) == {"functionCall": {"name": "read_file", "args": {"file_path": "a.txt"}}}
    for response in ({"output": "hello"}, {"error": "hello"}):
        assert part(ask(model, prompt, *called(response)).json) == {"text": "Done."}
    first, *others = model.requests
    assert [first.results, *(each.results for each in others)] == [(), ("hello",), ("hello",)]
    assert first.conversation
    assert (first.conversation.model, first.conversation.system) == ("gemini-test", "Be brief.")
    assert first.conversation.tools == ("read_file",)


def test_a_stream_is_one_event(model: FakeModel):
    response = ask(model, user({"text": "Done."}), how="streamGenerateContent?alt=sse")
    assert response.type.startswith("text/event-stream")
    assert part(json.loads(response.content.decode().removeprefix("data: "))) == {"text": "Done."}


def test_tokens_are_counted(model: FakeModel):
    assert ask(model, user({"text": "Done."}), how="countTokens").json["totalTokens"] > 0


@pytest.mark.parametrize("body", [{}, {"contents": [{"role": "nobody"}]}, {"contents": [{"parts": [1]}]}, []])
def test_what_the_api_would_refuse_is_refused(model: FakeModel, body: Any):
    response = send(model, f"{MODEL}:generateContent", json.dumps(body).encode())
    assert (response.status, response.json["error"]["status"]) == (400, "INVALID_ARGUMENT")


def test_an_error_of_the_script_is_one_of_the_api(model: FakeModel):
    response = ask(model, user({"http": 500}))
    assert (response.status, response.json["error"]["status"]) == (500, "INTERNAL")
