"""The fake model, asked over HTTP as a client asks."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from renkei.testing.fakemodel import BadScript, FakeModel, Step, script
from tests.support.client_http import ask, assistant, result, said, send, system, user

READ: Step = {"tool": "Read", "input": {"file_path": "a.txt"}}


@pytest.fixture
def model() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


def test_prompt_carries_its_own_answer(model: FakeModel):
    response = ask(model, user(f"Please. {script([{'text': 'こんにちは'}])} Thank you."))
    assert response.type == "application/json"
    message = response.json
    assert message.pop("id").startswith("msg_")
    assert message.pop("usage").keys() == {"input_tokens", "output_tokens"}
    assert message == {
        "type": "message",
        "role": "assistant",
        "model": "test-model",
        "content": [{"type": "text", "text": "こんにちは"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
    }


def test_each_answer_is_the_next_step(model: FakeModel):
    prompt = user(script([{"text": "one"}, {"text": "two"}, {"text": "three"}]))
    assert said(ask(model, prompt)) == ["one"]
    assert said(ask(model, prompt, assistant("one"), user("and"))) == ["two"]
    assert said(ask(model, prompt, assistant("one"), user("and"), assistant("two"), user("and"))) == ["three"]


def test_retry_gets_the_same_step(model: FakeModel):
    prompt = user(script([{"text": "one"}, {"text": "two"}]))
    assert [said(ask(model, prompt)) for _ in range(3)] == [["one"]] * 3


def test_refused_stop_leads_to_the_next_step(model: FakeModel):
    prompt = user(script([{"text": "lie"}, {"text": "truth"}]))
    reminder = system("a hook has refused")
    assert said(ask(model, prompt, assistant("lie"), user("Stop hook feedback:\nno"), reminder)) == ["truth"]


def test_answer_that_the_client_has_split_is_one_turn(model: FakeModel):
    prompt = user(script([READ, {"text": "two"}, {"text": "three"}]))
    assert said(ask(model, prompt, assistant("I read"), assistant("it"), user(result("x")))) == ["two"]


def test_after_the_last_step_the_last_text_comes_again(model: FakeModel):
    prompt = user(script([{"text": "done"}, READ]))
    assert said(ask(model, prompt, assistant("done"), user("?"), assistant("."), user("?"))) == ["done"]


def test_script_without_text_has_an_end(model: FakeModel):
    assert said(ask(model, user(script([READ])), assistant("."), user("?"))) == ["The script has ended."]
    assert said(ask(model, user(script([])))) == ["The script has ended."]


def test_conversation_without_a_script_is_answered(model: FakeModel):
    assert said(ask(model, user("hello"))) == ["There is no script in this conversation."]


def test_last_script_rules(model: FakeModel):
    first, second = user(script([{"text": "first"}])), user(script([{"text": "second"}]))
    assert said(ask(model, first, assistant("first"), second)) == ["second"]
    assert said(ask(model, user(script([{"text": "first"}]), script([{"text": "second"}])))) == ["second"]


def test_only_the_texts_of_a_user_carry_a_script(model: FakeModel):
    other = script([{"text": "other"}])
    prompt = user("<system-reminder>the date</system-reminder>", script([READ, {"text": "mine"}]))
    conversation = [prompt, system(other), assistant(other), user(result(other), "<system-reminder/>")]
    assert said(ask(model, *conversation)) == ["mine"]


def test_prose_about_scripts_does_not_disturb_one(model: FakeModel):
    assert said(ask(model, user("write <<SCRIPT [...]", script([{"text": "yes"}]), "<<SCRIPT [1,"))) == ["yes"]


def test_script_inside_a_script_waits_for_its_own_conversation(model: FakeModel):
    inner = script([{"tool": "Read", "input": {"file_path": 'a "quoted" name'}}, {"text": "of the subagent"}])
    outer = user(script([{"tool": "Agent", "input": {"prompt": inner}}, {"text": "of the parent"}]))
    call = ask(model, outer).json["content"][0]
    assert (call["name"], call["input"]) == ("Agent", {"prompt": inner})
    below = ask(model, user(call["input"]["prompt"])).json["content"][0]
    assert below["input"] == {"file_path": 'a "quoted" name'}
    assert said(ask(model, user(inner), assistant("."), user(result("x")))) == ["of the subagent"]
    assert said(ask(model, outer, assistant("."), user(result("x")))) == ["of the parent"]


def test_parallel_conversations_follow_their_own_scripts(model: FakeModel):
    def talk(name: int) -> list[str]:
        prompt = user(script([{"text": f"{name}.{step}"} for step in range(5)]))
        conversation, answers = [prompt], list[str]()
        for _ in range(5):
            answers += said(ask(model, *conversation))
            conversation += [assistant(answers[-1]), user("and")]
        return answers

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(talk, range(16))) == [[f"{name}.{step}" for step in range(5)] for name in range(16)]
    assert len(model.requests) == 80


def test_streamed_text_comes_in_the_order_of_the_api(model: FakeModel):
    response = ask(model, user(script([{"text": "a\n\nb", "usage": {"output_tokens": 7}}])), stream=True)
    assert response.type == "text/event-stream; charset=utf-8"
    events = response.events
    start = events.pop(0)
    assert (start["type"], start["message"]["content"], start["message"]["stop_reason"]) == ("message_start", [], None)
    ending = events.pop(-2)
    assert (ending["type"], ending["usage"]["output_tokens"]) == ("message_delta", 7)
    assert ending["delta"] == {"stop_reason": "end_turn", "stop_sequence": None}
    assert events == [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a\n\nb"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_stop"},
    ]


def test_streamed_step_may_hold_a_text_and_parallel_calls(model: FakeModel):
    step: Step = {"text": "Both.", "blocks": [READ, {"tool": "Bash"}]}
    events = ask(model, user(script([step])), stream=True).events
    starts = [event["content_block"] for event in events if event["type"] == "content_block_start"]
    ids = {block.pop("id") for block in starts[1:]}
    assert len(ids) == 2
    assert starts == [
        {"type": "text", "text": ""},
        {"type": "tool_use", "name": "Read", "input": {}},
        {"type": "tool_use", "name": "Bash", "input": {}},
    ]
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert [json.loads(delta["partial_json"]) for delta in deltas[1:]] == [{"file_path": "a.txt"}, {}]
    assert events[-2]["delta"]["stop_reason"] == "tool_use"


def test_step_sets_the_usage(model: FakeModel):
    usage = {"input_tokens": 100_000, "output_tokens": 5, "cache_read_input_tokens": 3}
    assert ask(model, user(script([{"text": "x", "usage": usage}]))).json["usage"] == usage


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (400, "invalid_request_error"),
        (401, "authentication_error"),
        (418, "invalid_request_error"),
        (429, "rate_limit_error"),
        (503, "api_error"),
        (529, "overloaded_error"),
    ],
)
def test_step_may_be_an_error(model: FakeModel, code: int, kind: str):
    response = ask(model, user(script([{"http": code}])), stream=True)
    assert response.status == code
    assert response.json == {"type": "error", "error": {"type": kind, "message": "the script says so"}}


BAD: list[tuple[Any, str]] = [
    ([5], "step 0 has to be an object"),
    ([{"text": "x"}, {}], "step 1: give it text, tool, blocks, hang or http"),
    ([{"txt": "x"}], "step 0: unknown 'txt'; known are text, tool, input, blocks, delay, hang, http, usage"),
    ([{"text": 5}], "step 0: text has to be a string"),
    ([{"input": {}}], "step 0: input needs a tool"),
    ([{"tool": "Read", "input": []}], "step 0: input has to be an object"),
    ([{"blocks": {"text": "x"}}], "step 0: blocks has to be a list"),
    ([{"blocks": [{"text": "x"}, {}]}], "step 0, block 1: give it text or tool"),
    ([{"blocks": [{"text": "x", "hang": True}]}], "step 0, block 0: unknown 'hang'; known are text, tool, input"),
    ([{"text": "x", "delay": -1}], "step 0: delay has to be a number from 0 to 3600"),
    ([{"text": "x", "delay": True}], "step 0: delay has to be a number from 0 to 3600"),
    ([{"hang": "yes"}], "step 0: hang has to be true or false"),
    ([{"http": 200}], "step 0: http has to be a code from 400 to 599"),
    ([{"text": "x", "usage": {"input_tokens": -1}}], "step 0: usage has to be an object of counts"),
]


@pytest.mark.parametrize(("steps", "message"), BAD)
def test_bad_step_is_named(model: FakeModel, steps: Any, message: str):
    with pytest.raises(BadScript) as raised:
        script(steps)
    assert str(raised.value) == message
    response = ask(model, user(f"<<SCRIPT {json.dumps(steps)}"))
    assert (response.status, response.json["error"]["message"]) == (400, message)


def test_script_is_a_list():
    with pytest.raises(BadScript, match="a script is a list of steps"):
        script({"text": "x"})  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("text", ['<<SCRIPT [{"text": }]', '<<SCRIPT [{"delay": NaN}]', '<<SCRIPT [{"delay": 1e999}]'])
def test_script_that_is_not_json_is_quoted(model: FakeModel, text: str):
    response = ask(model, user(text))
    assert response.status == 400
    assert repr(text.removeprefix("<<SCRIPT ")) in response.json["error"]["message"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([], "the body has to be an object"),
        ({}, "messages has to be a list"),
        ({"messages": ["hello"]}, "a message has to be an object"),
        (
            {"messages": [{"role": "robot", "content": "x"}]},
            "the role of a message has to be user, assistant or system",
        ),
        ({"messages": [{"role": "user", "content": 5}]}, "content has to be a list"),
        ({"messages": [{"role": "user", "content": [5]}]}, "a block has to be an object"),
        ({"messages": [], "tools": [5]}, "a tool has to be an object"),
    ],
)
def test_request_that_the_api_would_refuse_is_refused(model: FakeModel, body: Any, message: str):
    response = send(model, "/v1/messages", json.dumps(body).encode())
    assert (response.status, response.json["error"]["message"]) == (400, message)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000, b'{"messages": NaN}'])
def test_body_that_is_not_json_is_refused(model: FakeModel, data: bytes):
    response = send(model, "/v1/messages", data)
    assert (response.status, response.json["error"]["type"]) == (400, "invalid_request_error")
    assert [request.body for request in model.requests] == [None]


def test_tokens_are_counted_without_following_the_script(model: FakeModel):
    response = ask(model, user(script([{"hang": True}])), path="/v1/messages/count_tokens")
    assert response.status == 200
    assert 0 < response.json["input_tokens"] < 100


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE"])
def test_other_questions_get_a_harmless_answer(model: FakeModel, method: str):
    response = send(model, "/api/hello?x=1", b'{"any": "thing"}' if method == "POST" else None, method=method)
    assert (response.status, response.content) == (200, b"" if method == "HEAD" else b"{}")
    assert [(request.method, request.path) for request in model.requests] == [(method, "/api/hello")]


def test_requests_are_kept_as_the_client_sent_them(model: FakeModel):
    body: dict[str, Any] = {
        "model": "some-model",
        "system": [{"type": "text", "text": "Be brief."}],
        "tools": [{"name": "Read", "input_schema": {}}],
        "messages": [user("one"), assistant("two"), user(result("three"), "four"), user("five"), system("six")],
    }
    send(model, "/v1/messages?beta=true", json.dumps(body).encode())
    (request,) = model.requests
    assert (request.method, request.path, request.body) == ("POST", "/v1/messages", body)
    assert request.conversation
    assert request.conversation.model == "some-model"
    assert request.conversation.system == "Be brief."
    assert request.conversation.tools == ("Read",)
    assert [turn.role for turn in request.conversation.turns] == ["user", "assistant", "user", "user", "system"]
    assert (request.results, request.text) == (("three",), "four\nfive")


def test_requests_are_appended_to_a_log(tmp_path: Path):
    log = tmp_path / "requests.jsonl"
    for text in ("one", "二"):
        with FakeModel(log=log) as model:
            ask(model, user(text))
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [(line["method"], line["path"]) for line in lines] == [("POST", "/v1/messages")] * 2
    assert [line["body"]["messages"] for line in lines] == [[user("one")], [user("二")]]


def test_request_that_is_not_json_is_logged_without_its_body(tmp_path: Path):
    with FakeModel(log=tmp_path / "log.jsonl") as model:
        send(model, "/v1/messages", b"not JSON")
    assert json.loads((tmp_path / "log.jsonl").read_text("utf-8"))["body"] is None


def test_delayed_answer_comes_later(model: FakeModel):
    started = time.monotonic()
    assert said(ask(model, user(script([{"text": "late", "delay": 0.1}])))) == ["late"]
    assert time.monotonic() - started >= 0.1


@pytest.mark.parametrize("step", [Step(hang=True), Step(text="late", delay=3600)])
def test_waiting_client_is_let_go_when_the_server_closes(step: Step):
    before = set(threading.enumerate())
    with FakeModel() as model, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ask, model, user(script([step])))
        model.wait_requests(1)
        assert not waiting.done()
        started = time.monotonic()
        model.close()
        with pytest.raises(OSError):  # noqa: PT011
            waiting.result(30)
    assert time.monotonic() - started < 10
    assert set(threading.enumerate()) - before == set()


def test_connection_without_a_request_does_not_keep_the_server_open():
    with FakeModel() as model:
        address = urlsplit(model.url)
        with socket.create_connection((address.hostname, address.port)) as idle:
            send(model, "/")
            model.close()
            assert idle.recv(1) == b""


def test_client_that_leaves_is_no_trouble(model: FakeModel, capfd: pytest.CaptureFixture[str]):
    address = urlsplit(model.url)
    body = json.dumps({"messages": [user(script([{"hang": True}]))]})
    for length in (len(body), len(body) + 1):
        with socket.create_connection((address.hostname, address.port)) as leaving:
            leaving.sendall(f"POST /v1/messages HTTP/1.1\r\nContent-Length: {length}\r\n\r\n{body}".encode())
    assert said(ask(model, user(script([{"text": "still here"}])))) == ["still here"]
    model.close()
    assert capfd.readouterr().err == ""


def test_waiting_for_requests_that_do_not_come_ends(model: FakeModel):
    with pytest.raises(TimeoutError, match=r"0 of 1 requests came within 0\.01 s"):
        model.wait_requests(1, timeout=0.01)


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"Transfer-Encoding": "chunked"}, 411),
        ("POST", {"Content-Length": "-1"}, 400),
        ("POST", {"Content-Length": "9" * 5000}, 413),
        ("POST", {"Content-Length": str(2**30)}, 413),
        ("BREW", {}, 501),
    ],
)
def test_http_that_is_not_served_is_refused_in_json(
    model: FakeModel, method: str, headers: dict[str, str], status: int
):
    connection = http.client.HTTPConnection(urlsplit(model.url).netloc, timeout=30)
    connection.putrequest(method, "/v1/messages")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    with connection.getresponse() as response:
        assert response.status == status
        assert json.loads(response.read())["type"] == "error"
    connection.close()
