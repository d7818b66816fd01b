"""The header that a sender writes: addresses, priority, references, expected answers; the rest Renkei fills in."""

from typing import Any

import pytest
from pydantic import ValidationError

from renkei.commands.contracts import VerifyContract
from renkei.errors import BadInput
from renkei.protocol.documents import validate
from renkei.protocol.messages import DRAFT
from renkei.protocol.terms import MessageType
from tests.support.hub_messages import PAYLOADS

HEADER = "to, priority, context_summary, related_state_refs, in_reply_to, expected_response_type, type, payload"


def problems(**header: Any) -> list[tuple[str, str | None, str]]:
    kind: MessageType = header.pop("type", "FREEFORM")
    message = {"type": kind, "to": "bob", "payload": PAYLOADS[kind], **header}
    with pytest.raises(BadInput) as caught:
        validate(DRAFT, message, "message")
    return [(p.path, p.value, p.expected.format(**p.params)) for p in caught.value.problems]


def test_a_message_needs_only_type_address_and_payload():
    found = validate(DRAFT, {"type": "FREEFORM", "to": "bob", "payload": {"body": "hi"}}, "message")
    assert found.model_dump() == {
        "type": "FREEFORM",
        "to": "bob",
        "priority": "normal",
        "context_summary": None,
        "related_state_refs": [],
        "in_reply_to": None,
        "expected_response_type": None,
        "payload": {"intent_hint": "", "body": "hi", "requires_response": False, "urgency": "normal"},
    }


@pytest.mark.req("MSG-1")
@pytest.mark.parametrize("field", ["id", "from", "timestamp"])
def test_what_renkei_fills_in_may_not_be_given(field: str):
    assert problems(**{field: "x"}) == [(field, None, "leave this out: Renkei fills it in")]


@pytest.mark.req("MSG-1")
def test_an_unknown_field_of_the_header_is_refused():
    assert problems(subject="x") == [("subject", None, f"no such field is known here; known: {HEADER}")]


@pytest.mark.req("MSG-1")
@pytest.mark.parametrize(
    ("to", "problem"),
    [
        ("", ("to", '""', "expected some text")),
        (" ", ("to", '" "', "expected some text")),
        ([], ("to", "[]", "expected at least 1 entries")),
        (["bob", ""], ("to[1]", '""', "expected some text")),
        (["bob", 5], ("to[1]", "5", "expected text")),
        (["bob", "bob"], ("to", '["bob", "bob"]', "expected each name once")),
        (["\u00e9", "e\u0301"], ("to", '["é", "e\u0301"]', "expected each name once")),
        (5, ("to", "5", "expected text")),
        (None, ("to", "null", "expected text")),
        ({"a": 1}, ("to", '{"a": 1}', "expected text")),
    ],
)
def test_an_address_that_is_none_is_refused(to: Any, problem: tuple[str, str, str]):
    assert problems(to=to) == [problem]


@pytest.mark.req("MSG-1")
def test_an_address_has_one_spelling():
    found = validate(DRAFT, {"type": "FREEFORM", "to": ["e\u0301", "bob"], "payload": {"body": "hi"}}, "message")
    assert found.to == ["\u00e9", "bob"]


@pytest.mark.req("MSG-1")
@pytest.mark.parametrize("priority", ["blocking", "high", "normal", "low"])
def test_the_four_priorities_are_taken(priority: str):
    message = {"type": "FREEFORM", "to": "bob", "priority": priority, "payload": {"body": "hi"}}
    assert validate(DRAFT, message, "message").priority == priority


@pytest.mark.req("MSG-1")
def test_a_reference_is_to_an_agent_decision_blocker_or_artifact():
    refs = [{"type": kind, "id": "x"} for kind in ("agent", "decision", "blocker", "artifact")]
    message = {"type": "FREEFORM", "to": "bob", "related_state_refs": refs, "payload": {"body": "hi"}}
    assert [ref.model_dump() for ref in validate(DRAFT, message, "message").related_state_refs] == refs
    expected = "expected 'agent', 'decision', 'blocker' or 'artifact'"
    assert problems(related_state_refs=[{"type": "task", "id": "x"}]) == [
        ("related_state_refs[0].type", '"task"', expected)
    ]
    assert problems(related_state_refs=[{"type": "agent"}]) == [
        ("related_state_refs[0].id", None, "this field is required")
    ]


@pytest.mark.req("MSG-2")
def test_a_message_has_one_of_the_eleven_types():
    eleven = (
        "'TASK_HANDOFF', 'TASK_RESULT', 'TASK_BLOCKED', 'DECISION_REQUEST', 'DECISION_RESULT', 'STATUS_UPDATE', "
        "'CONFLICT_REPORT', 'KNOWLEDGE_SHARE', 'REVIEW_REQUEST', 'REVIEW_RESULT', 'FREEFORM'"
    )
    with pytest.raises(BadInput) as caught:
        validate(DRAFT, {"type": "HELLO", "to": "bob", "payload": {}}, "message")
    assert [(p.path, p.expected.format(**p.params)) for p in caught.value.problems] == [
        ("type", f"expected one of {eleven}")
    ]
    with pytest.raises(BadInput) as caught:
        validate(DRAFT, {"to": "bob", "payload": {}}, "message")
    [problem] = caught.value.problems
    assert (problem.path, problem.value) == ("type", None)
    assert problem.expected.startswith("this field is required")


@pytest.mark.parametrize("document", [None, "hello", 5, [], [{"type": "FREEFORM"}]])
def test_a_document_that_is_no_object_is_refused(document: Any):
    with pytest.raises(BadInput) as caught:
        validate(DRAFT, document, "message")
    assert [(p.path, p.expected.format(**p.params)) for p in caught.value.problems] == [
        ("(the document)", "expected an object")
    ]


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("TASK_RESULT | TASK_BLOCKED", ["TASK_RESULT", "TASK_BLOCKED"]),
        ("TASK_RESULT|TASK_BLOCKED", ["TASK_RESULT", "TASK_BLOCKED"]),
        ("TASK_RESULT", ["TASK_RESULT"]),
        (["TASK_BLOCKED"], ["TASK_BLOCKED"]),
        (None, None),
    ],
)
def test_expected_answers_are_written_with_bars_or_as_a_list(given: Any, taken: Any):
    message = {"type": "TASK_HANDOFF", "to": "bob", "payload": PAYLOADS["TASK_HANDOFF"]}
    found = validate(DRAFT, {**message, "expected_response_type": given}, "message")
    assert found.expected_response_type == taken


@pytest.mark.parametrize("given", ["", "TASK_RESULT | ", "RESULT", ["TASK_RESULT", "DONE"], 5, ["FREEFORM"] * 2])
def test_expected_answers_that_are_no_types_are_refused(given: Any):
    found = problems(type="TASK_HANDOFF", expected_response_type=given)
    assert {path.partition("[")[0] for path, _, _ in found} == {"expected_response_type"}


@pytest.mark.req("DEC-29", refused=True)
@pytest.mark.parametrize(
    "text", ["", " ", "\t\n", "\u00a0", "\u200b", "\ufeff \u2060", "\u2800", "\u3164", "\u00ad", "\ufe0f", "\u034f"]
)
def test_text_that_nobody_sees_says_nothing(text: str):
    with pytest.raises(ValidationError):
        VerifyContract(contract="TC-1", confirm=text)


@pytest.mark.req("DEC-29")
@pytest.mark.parametrize("text", ["x", "\u200bx", "承認", "👍", "\ue000", "-"])
def test_text_that_somebody_sees_says_something(text: str):
    assert VerifyContract(contract="TC-1", confirm=text).confirm == text
