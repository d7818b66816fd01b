"""The exported JSON Schemas say what the words say."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from renkei.protocol import schemas
from renkei.protocol.terms import MESSAGE_TYPES, MessageType
from tests.support.hub_messages import PAYLOADS, draft
from tests.support.hub_team import Team, open_log


def accepts(name: str, value: Any) -> bool:
    return Draft202012Validator(schemas.schema(name)).is_valid(value)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("name", schemas.names())
def test_every_schema_is_a_valid_json_schema_with_its_own_name(name: str):
    found = schemas.schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$id"] == f"urn:renkei:{name}"


def test_there_is_a_schema_of_every_payload_and_of_the_whole():
    payloads = {kind.lower().replace("_", "-") for kind in MESSAGE_TYPES}
    assert {"draft", "message", "board", "event-MessagePosted", *payloads} <= set(schemas.names())
    with pytest.raises(KeyError):
        schemas.schema("nothing")


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_the_schemas_accept_each_types_example(kind: MessageType):
    assert accepts("draft", draft(kind))
    assert accepts(kind.lower().replace("_", "-"), PAYLOADS[kind])


def broken(kind: MessageType) -> dict[str, dict[str, Any]]:
    payload = PAYLOADS[kind]
    first = next(iter(payload))
    required = next(name for name in payload if name not in ("intent_hint",))
    return {
        "unknown field": {**payload, "surprise": 1},
        "wrong type": {**payload, first: 5},
        "missing field": {name: value for name, value in payload.items() if name != required},
    }


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize("kind", [kind for kind in MESSAGE_TYPES if kind != "STATUS_UPDATE"])
@pytest.mark.parametrize("flaw", ["unknown field", "wrong type", "missing field"])
def test_the_schemas_refuse_each_types_broken_example(kind: MessageType, flaw: str):
    payload = broken(kind)[flaw]
    assert not accepts("draft", {**draft(kind), "payload": payload})
    assert not accepts(kind.lower().replace("_", "-"), payload)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to", []),
        ("to", 5),
        ("type", "HELLO"),
        ("priority", "urgent"),
        ("from", "alice"),
        ("related_state_refs", [{"type": "task", "id": "x"}]),
        ("expected_response_type", 5),
    ],
)
def test_the_schema_of_a_draft_refuses_a_broken_header(field: str, value: object):
    message = copy.deepcopy(draft("KNOWLEDGE_SHARE"))
    assert accepts("draft", message)
    assert not accepts("draft", {**message, field: value})


@pytest.mark.req("BOARD-1")
def test_what_is_read_back_is_what_the_schemas_say(tmp_path: Path):
    team = Team(open_log("memory", tmp_path)).join("alice", "bob", "carol")
    for kind in MESSAGE_TYPES:
        sender = "bob" if kind in ("DECISION_RESULT", "REVIEW_RESULT") else "alice"
        team.post(kind, PAYLOADS[kind], by=sender, to=["alice", "bob", "carol"], priority="high")
    answered = "DECISION_REQUEST"
    assert [message.type for message in team.inbox("carol")] == [kind for kind in MESSAGE_TYPES if kind != answered]
    for message in team.inbox("carol"):
        assert accepts("message", message.model_dump(by_alias=True))
    assert accepts("board", team.board().model_dump())
    for record in team.events():
        body = {} if record.body is None else {"body": json.loads(record.body)}
        assert accepts(f"event-{record.type}", {**json.loads(record.data), **body})
