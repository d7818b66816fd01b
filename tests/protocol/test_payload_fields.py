"""MSG-2: what a payload holds inside its lists and objects is checked, too, and acts on the board."""

from typing import Any

import pytest

from renkei.errors import BadInput
from renkei.protocol.documents import validate
from renkei.protocol.messages import DRAFT
from renkei.protocol.schemas import schema
from renkei.protocol.terms import MessageType
from tests.support.hub_messages import PAYLOADS, draft

NESTED: list[tuple[MessageType, tuple[str | int, ...]]] = [
    ("TASK_HANDOFF", ("expected_output",)),
    ("TASK_HANDOFF", ("expected_output", "format")),
    ("TASK_HANDOFF", ("expected_output", "success_criteria")),
    ("DECISION_REQUEST", ("options", 0, "label")),
    ("DECISION_REQUEST", ("options", 0, "analysis")),
    ("REVIEW_RESULT", ("findings", 0, "severity")),
    ("REVIEW_RESULT", ("findings", 0, "location")),
    ("REVIEW_RESULT", ("findings", 0, "description")),
]


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
    return [copied(each) for each in value] if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]


def problems(message: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        validate(DRAFT, message, "in.json")
    return [(each.path, each.expected.format(**each.params)) for each in caught.value.problems]


@pytest.mark.req("MSG-2", refused=True)
@pytest.mark.parametrize(("kind", "path"), NESTED)
def test_a_nested_field_that_the_protocol_requires_is_required(kind: MessageType, path: tuple[str | int, ...]):
    message = copied(draft(kind))
    place: Any = message["payload"]
    for part in path[:-1]:
        place = place[part]
    del place[path[-1]]
    written = "payload" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    assert problems(message) == [(written, "this field is required")]


@pytest.mark.req("MSG-2", "DEC-25", refused=True)
@pytest.mark.parametrize(
    ("given", "path", "expected"),
    [
        ({"path": "a.py"}, "payload.output_artifacts[1].ref", "this field is required"),
        (
            {"ref": "a", "file": "a.py"},
            "payload.output_artifacts[1].file",
            "no such field is known here; known: ref, path, description",
        ),
        ({"ref": "a", "path": 3}, "payload.output_artifacts[1].path", "expected text"),
        ({"ref": "a", "description": " "}, "payload.output_artifacts[1].description", "expected some text"),
        (3, "payload.output_artifacts[1]", "expected text"),
        ("", "payload.output_artifacts[1]", "expected some text"),
    ],
)
def test_an_artifact_is_named_or_described_and_nothing_else(given: Any, path: str, expected: str):
    message = draft("TASK_RESULT")
    message["payload"] = {**PAYLOADS["TASK_RESULT"], "output_artifacts": ["x", given]}
    assert problems(message) == [(path, expected)]


@pytest.mark.req("MSG-2")
def test_the_schemas_tell_both_forms_of_an_artifact_and_what_is_required():
    result = schema("task-result")
    forms = result["properties"]["output_artifacts"]["items"]["oneOf"]
    assert {"type": "string", "maxLength": 1024} in forms
    assert result["$defs"]["OutputArtifact"]["required"] == ["ref"]
    assert schema("task-handoff")["$defs"]["ExpectedOutput"]["required"] == ["format", "success_criteria"]
    assert {"pros", "cons"} <= set(schema("decision-request")["$defs"]["RequestedOption"]["properties"])


LISTS: list[tuple[MessageType, str]] = [
    ("TASK_HANDOFF", "input_artifacts"),
    ("TASK_HANDOFF", "constraints"),
    ("TASK_RESULT", "output_artifacts"),
    ("DECISION_REQUEST", "options"),
    ("REVIEW_REQUEST", "review_focus"),
    ("REVIEW_RESULT", "findings"),
]


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize(("kind", "field"), LISTS)
def test_a_list_that_the_protocol_requires_may_be_empty_and_not_left_out(kind: MessageType, field: str):
    message = copied(draft(kind))
    message["payload"] |= {field: [], "recommended": None} if field == "options" else {field: []}
    assert getattr(validate(DRAFT, message, "in.json").payload, field) == []
    del message["payload"][field]
    assert problems(message) == [(f"payload.{field}", "this field is required; where there is nothing, write []")]
