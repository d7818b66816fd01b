"""Whatever a client sends, it gets JSON, events or a clean refusal."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.testing.fakemodel import FakeModel
from tests.support.client_http import Response, send

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20)
ANY = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))


def some_of(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An object with some of these fields, each as it should be or not."""
    return st.fixed_dictionaries({}, optional={name: field | ANY for name, field in fields.items()})


BLOCK = some_of(
    text=st.text(), tool=st.sampled_from(["Read", "Bash"]), input=st.dictionaries(st.text(), ANY, max_size=2)
)
STEP = some_of(
    text=st.text(),
    tool=st.just("Read"),
    input=st.just({"file_path": "a"}),
    blocks=st.lists(BLOCK, max_size=2),
    http=st.integers(390, 610),
    usage=st.dictionaries(st.text(), st.integers(), max_size=2),
)
SCRIPT = st.lists(STEP, max_size=3).map(lambda steps: f"go <<SCRIPT {json.dumps(steps)} now")
TEXT = SCRIPT | st.text() | st.sampled_from(["<<SCRIPT", "<<SCRIPT [", "<<SCRIPT []"])
CONTENT = TEXT | st.lists(some_of(type=st.sampled_from(["text", "tool_result"]), text=TEXT, content=TEXT), max_size=3)
MESSAGE = some_of(role=st.sampled_from(["user", "assistant", "system"]), content=CONTENT)
BODY = some_of(messages=st.lists(MESSAGE, max_size=4), stream=st.booleans(), tools=st.just([{"name": "Read"}]))


@pytest.fixture(scope="module")
def model() -> Iterator[FakeModel]:
    with FakeModel() as model:
        yield model


def check(response: Response) -> None:
    if response.type.startswith("text/event-stream"):
        assert response.status == 200
        assert response.events[0]["type"] == "message_start"
        assert response.events[-1]["type"] == "message_stop"
    else:
        assert response.json["type"] == ("message" if response.status == 200 else "error")
        # Only a script asks for more than a refusal.
        assert response.status == 200 or 400 <= response.status < 500 or "script" in response.json["error"]["message"]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(body=BODY)
def test_any_conversation(model: FakeModel, body: Any):
    check(send(model, "/v1/messages", json.dumps(body).encode()))


@given(data=st.binary() | ANY.map(lambda value: json.dumps(value).encode()))
def test_any_bytes(model: FakeModel, data: bytes):
    check(send(model, "/v1/messages", data))


@pytest.mark.parametrize("depth", [100, 500, 900, 1000, 2000, 5000, 50_000])
def test_any_depth(model: FakeModel, depth: int):
    deep = "[" * depth + "]" * depth
    conversation = {"role": "user", "content": f'<<SCRIPT [{{"tool": "Read", "input": {{"deep": {deep}}}}}]'}
    check(send(model, "/v1/messages", json.dumps({"messages": [conversation]}).encode()))
    check(send(model, "/v1/messages", f'{{"messages": [], "deep": {deep}}}'.encode()))
