"""The fake model in the form of the Chat Completions API."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support.client_http import Response, send

PATH = "/v1/chat/completions"
SYSTEM = {"role": "system", "content": "Be brief."}


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


def ask(model: FakeModel, *messages: Any, stream: bool = False) -> Response:
    tools = [{"type": "function", "function": {"name": "read"}}]
    body = {"model": "test-model", "messages": [SYSTEM, *messages], "tools": tools, "stream": stream}
    return send(model, PATH, json.dumps(body).encode())


def user(*steps: Step) -> Any:
    return {"role": "user", "content": [{"type": "text", "text": f"Go on. {script(steps)}"}]}


def choice(response: Response) -> Any:
    assert response.status == 200, response.content
    (found,) = response.json["choices"]
    return found


def test_each_answer_is_the_next_step(model: FakeModel):
    prompt = user({"text": "I look.", "tool": "read", "input": {"path": "a"}}, {"text": "Done."})
    called = choice(ask(model, prompt))
    (call,) = called["message"]["tool_calls"]
    assert (called["finish_reason"], called["message"]["content"]) == ("tool_calls", "I look.")
    assert call["function"] == {"name": "read", "arguments": '{"path":"a"}'}
    result = {"role": "tool", "tool_call_id": call["id"], "content": "a.txt"}
    answered = choice(ask(model, prompt, called["message"], result))
    assert (answered["finish_reason"], answered["message"]["content"]) == ("stop", "Done.")
    first, second = model.requests
    assert (first.results, second.results) == ((), ("a.txt",))
    assert second.conversation
    assert (second.conversation.system, second.conversation.tools) == ("Be brief.", ("read",))


def test_a_stream_has_the_answer_its_end_and_what_was_used(model: FakeModel):
    lines = ask(model, user({"text": "Done."}), stream=True).content.decode().split("\n\n")
    said, end = [json.loads(line.removeprefix("data: ")) for line in lines[:2]]
    assert said["choices"][0]["delta"] == {"role": "assistant", "content": "Done."}
    assert end["choices"][0]["finish_reason"] == "stop"
    used = end["usage"]
    assert used["total_tokens"] == used["prompt_tokens"] + used["completion_tokens"] > 0
    assert lines[2:] == ["data: [DONE]", ""]


@pytest.mark.parametrize("body", [{"messages": 1}, {"messages": [{"role": "nobody"}]}, {"messages": [], "tools": [1]}])
def test_what_the_api_would_refuse_is_refused(model: FakeModel, body: Any):
    response = send(model, PATH, json.dumps(body).encode())
    assert (response.status, response.json["error"]["type"]) == (400, "invalid_request_error")


def test_an_error_of_the_script_is_one_of_the_api(model: FakeModel):
    response = ask(model, user({"http": 500}))
    assert (response.status, response.json["error"]["type"]) == (500, "server_error")
