"""The fake model in the form of the Responses API."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support.client_http import Response, send

TOOLS = [
    {"type": "function", "name": "exec_command"},
    {"type": "custom", "name": "apply_patch"},
    {"type": "web_search"},
]


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


def ask(model: FakeModel, *items: Any, stream: bool = False) -> Response:
    body = {"model": "test-model", "instructions": "Be brief.", "input": items, "tools": TOOLS, "stream": stream}
    return send(model, "/v1/responses", json.dumps(body).encode())


def user(*steps: Step) -> Any:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": f"Go on. {script(steps)}"}]}


def called(output: str) -> list[Any]:
    """A call and what it gave back."""
    return [
        {"type": "function_call", "call_id": "1", "name": "exec_command", "arguments": "{}"},
        {"type": "reasoning", "summary": []},
        {"type": "function_call_output", "call_id": "1", "output": output},
    ]


def output(response: Response) -> Any:
    assert response.status == 200, response.content
    (item,) = response.json["output"]
    return item


def test_each_answer_is_the_next_step(model: FakeModel):
    prompt = user({"tool": "exec_command", "input": {"cmd": "ls"}}, {"text": "Done."})
    call = output(ask(model, prompt))
    assert (call["type"], call["name"], call["arguments"]) == ("function_call", "exec_command", '{"cmd":"ls"}')
    answer = output(ask(model, prompt, *called("a.txt")))
    assert (answer["role"], answer["content"][0]["text"]) == ("assistant", "Done.")
    first, second = model.requests
    assert (first.results, second.results) == ((), ("a.txt",))
    assert second.conversation
    assert (second.conversation.system, second.conversation.tools) == ("Be brief.", ("exec_command", "apply_patch"))


def test_a_stream_has_every_item_and_ends(model: FakeModel):
    events = ask(model, user({"text": "Done."}), stream=True).events
    assert [event["type"] for event in events] == [
        "response.created",
        "response.output_item.done",
        "response.completed",
    ]
    assert events[2]["response"]["output"] == [events[1]["item"]]


def test_a_tool_of_text_and_one_of_a_namespace_are_called_in_their_form(model: FakeModel):
    patch = output(ask(model, user({"tool": "apply_patch", "input": {"input": "*** Begin Patch"}})))
    assert (patch["type"], patch["input"]) == ("custom_tool_call", "*** Begin Patch")
    spawn = output(ask(model, user({"tool": "agents/spawn", "input": {}})))
    assert (spawn["namespace"], spawn["name"]) == ("agents", "spawn")


def test_tools_that_come_among_what_was_said_are_known(model: FakeModel):
    """As Codex hands them to models that call tools from a script."""
    inside = {"type": "namespace", "name": "functions", "tools": [{"type": "custom", "name": "exec"}]}
    told = {"type": "additional_tools", "role": "developer", "tools": [inside]}
    prompt = user({"tool": "exec", "input": {"input": "text(1)"}})
    response = send(model, "/v1/responses", json.dumps({"input": [told, prompt]}).encode())
    call = response.json["output"][0]
    assert (call["type"], call["name"], call["input"]) == ("custom_tool_call", "exec", "text(1)")


def test_a_field_of_an_earlier_result_is_filled_in(model: FakeModel):
    spawn: Step = {"tool": "agents/spawn", "input": {}}
    prompt = user(spawn, {"tool": "agents/wait", "input": {"of": ["{{agent_id}}", "{{other}}"]}})
    wait = output(ask(model, prompt, *called('{"agent_id": "a-1"}')))
    assert json.loads(wait["arguments"]) == {"of": ["a-1", "{{other}}"]}


@pytest.mark.parametrize("body", [{"input": 1}, {"input": [{"role": "nobody"}]}, {"input": [], "tools": [1]}, []])
def test_what_the_api_would_refuse_is_refused(model: FakeModel, body: Any):
    response = send(model, "/v1/responses", json.dumps(body).encode())
    assert (response.status, response.json["error"]["type"]) == (400, "invalid_request_error")


def test_an_error_of_the_script_is_one_of_the_api(model: FakeModel):
    response = ask(model, user({"http": 500}))
    assert (response.status, response.json["error"]["type"]) == (500, "server_error")
