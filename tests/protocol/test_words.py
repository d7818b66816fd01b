"""Each of the eleven types: a whole message is taken in, and each wrong field is refused by place and expectation."""

import copy
import json
from typing import Any

import pytest
import yaml

from renkei.errors import BadInput, Problem
from renkei.protocol.documents import parse_document, validate
from renkei.protocol.messages import DRAFT, Draft
from renkei.protocol.terms import MESSAGE_TYPES, MessageType
from tests.support.hub_messages import draft

MISSING = object()


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def as_yaml(value: object) -> str:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False)


WRITERS = {"json": as_json, "yaml": as_yaml}


def taken_in(text: str) -> Draft:
    return validate(DRAFT, parse_document(text, "message.txt"), "message.txt", text=text)


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        taken_in(text)
    return caught.value.problems


def said(problem: Problem) -> tuple[str, str | None, str, int | None]:
    return problem.path, problem.value, problem.expected.format(**problem.params), problem.line


def changed(kind: MessageType, place: str, value: object) -> dict[str, Any]:
    """The example of a type with one field changed or taken away."""
    message = copy.deepcopy(draft(kind))
    *above, last = place.split(".")
    inner: Any = message
    for part in above:
        inner = inner[int(part)] if part.isdigit() else inner[part]
    if value is MISSING:
        del inner[last]
    else:
        inner[last] = value
    return message


def line_with(text: str, key: str) -> int:
    """The line of the only field of this name."""
    starts = (f"{key}:", f'"{key}":')
    [line] = [n for n, each in enumerate(text.splitlines(), 1) if each.lstrip("\t -").startswith(starts)]
    return line


@pytest.mark.req("MSG-1", "MSG-2")
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_a_whole_message_of_each_type_is_taken_in_from_json_and_yaml(kind: MessageType, write: Any):
    found = taken_in(write(draft(kind))).model_dump()
    expected = draft(kind)
    if "expected_response_type" in expected:
        expected["expected_response_type"] = expected["expected_response_type"].split(" | ")
    assert found == {"expected_response_type": None, **expected}


REQUIRED: list[tuple[MessageType, str]] = [
    ("TASK_HANDOFF", "payload.task_description"),
    ("TASK_HANDOFF", "payload.expected_output"),
    ("TASK_HANDOFF", "payload.authority_scope"),
    ("TASK_HANDOFF", "payload.fallback_on_failure"),
    ("TASK_RESULT", "payload.original_task_ref"),
    ("TASK_RESULT", "payload.status"),
    ("TASK_RESULT", "payload.summary"),
    ("TASK_BLOCKED", "payload.needed"),
    ("DECISION_REQUEST", "payload.decision_id"),
    ("DECISION_REQUEST", "payload.question"),
    ("DECISION_RESULT", "payload.chosen_option"),
    ("DECISION_RESULT", "payload.rationale"),
    ("STATUS_UPDATE", "payload.new_status"),
    ("CONFLICT_REPORT", "payload.severity"),
    ("CONFLICT_REPORT", "payload.conflicting_artifacts"),
    ("KNOWLEDGE_SHARE", "payload.actionable"),
    ("REVIEW_REQUEST", "payload.blocking"),
    ("REVIEW_RESULT", "payload.verdict"),
    ("FREEFORM", "payload.body"),
]


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize(("kind", "place"), REQUIRED)
def test_a_required_field_that_is_missing_is_named_with_the_line_of_what_lacks_it(
    kind: MessageType, place: str, write: Any
):
    text = write(changed(kind, place, MISSING))
    assert [said(p) for p in problems(text)] == [(place, None, "this field is required", line_with(text, "payload"))]


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("field", ["surprise", "SURPRISE", "str"])
@pytest.mark.parametrize("kind", MESSAGE_TYPES)
def test_an_unknown_field_is_refused_by_its_path(kind: MessageType, field: str, write: Any):
    text = write(changed(kind, f"payload.{field}", 1))
    known = ", ".join(type(validate(DRAFT, changed(kind, "priority", "normal"), "x").payload).model_fields)
    expected = (f"payload.{field}", None, f"no such field is known here; known: {known}", line_with(text, field))
    assert [said(p) for p in problems(text)] == [expected]


WRONG: list[tuple[MessageType, str, object, str, str]] = [
    ("TASK_HANDOFF", "payload.constraints", "none", '"none"', "expected a list"),
    ("TASK_HANDOFF", "payload.expected_output", "code", '"code"', "expected an object"),
    ("TASK_HANDOFF", "payload.task_description", " ", '" "', "expected some text"),
    ("TASK_RESULT", "payload.summary", 5, "5", "expected text"),
    ("TASK_RESULT", "payload.status", "done", '"done"', "expected 'completed', 'partial' or 'failed'"),
    ("TASK_BLOCKED", "payload.can_continue_partially", "yes", '"yes"', "expected true or false"),
    ("DECISION_REQUEST", "payload.deadline_steps", "soon", '"soon"', "expected a whole number"),
    ("DECISION_REQUEST", "payload.deadline_steps", 0, "0", "expected at least 1"),
    ("DECISION_RESULT", "payload.rationale", None, "null", "expected text"),
    ("STATUS_UPDATE", "payload.new_status", "idle", '"idle"', "expected 'working', 'blocked', 'completed' or 'error'"),
    ("STATUS_UPDATE", "payload.blockers", {}, "{}", "expected a list"),
    ("CONFLICT_REPORT", "payload.severity", "major", '"major"', "expected 'critical', 'warning' or 'info'"),
    ("KNOWLEDGE_SHARE", "payload.actionable", 1, "1", "expected true or false"),
    ("REVIEW_REQUEST", "payload.artifact_ref", ["a"], '["a"]', "expected text"),
    ("REVIEW_REQUEST", "payload.artifact_ref", "x" * 1025, f'"{"x" * 78}…', "expected at most 1024 characters"),
    (
        "REVIEW_RESULT",
        "payload.verdict",
        "ok",
        '"ok"',
        "expected 'approved', 'changes_requested' or 'rejected'",
    ),
    ("FREEFORM", "payload.urgency", "critical", '"critical"', "expected 'blocking', 'high', 'normal' or 'low'"),
    ("KNOWLEDGE_SHARE", "priority", "urgent", '"urgent"', "expected 'blocking', 'high', 'normal' or 'low'"),
    ("KNOWLEDGE_SHARE", "payload", [], "[]", "expected an object"),
]


@pytest.mark.req("MSG-2")
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize(("kind", "place", "value", "shown", "expected"), WRONG)
@pytest.mark.req("DEC-9", refused=True)
def test_a_wrong_value_is_refused_with_path_value_expectation_and_line(
    kind: MessageType, place: str, value: object, shown: str, expected: str, write: Any
):
    text = write(changed(kind, place, value))
    line = line_with(text, place.rpartition(".")[2])
    assert [said(p) for p in problems(text)] == [(place, shown, expected, line)]


@pytest.mark.req("MSG-2")
def test_a_wrong_value_inside_a_list_is_named_by_its_place_in_the_list():
    text = as_yaml(changed("REVIEW_RESULT", "payload.findings.0.severity", "P0"))
    expected = "expected 'critical', 'major', 'minor' or 'suggestion'"
    assert [said(p) for p in problems(text)] == [
        ("payload.findings[0].severity", '"P0"', expected, line_with(text, "severity"))
    ]


@pytest.mark.req("MSG-2")
def test_every_wrong_place_of_a_message_is_named_at_once():
    message = {**draft("TASK_BLOCKED"), "priority": "urgent", "extra": 1, "payload": {"needed": 1}}
    assert [(p.path, p.line) for p in problems(as_json(message))] == [
        ("priority", 7),
        ("payload.original_task_ref", 16),
        ("payload.blocked_by", 16),
        ("payload.needed", 17),
        ("payload.can_continue_partially", 16),
        ("extra", 19),
    ]


def test_a_document_full_of_mistakes_names_only_the_first_fifty():
    text = as_json({**draft("FREEFORM"), **{f"x{n}": n for n in range(5_000)}})
    assert [p.path for p in problems(text)] == [f"x{n}" for n in range(50)]


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize("score", [0, 0.0, 0.5, 1, 1.0, None])
def test_a_recommendation_score_from_0_to_1_is_taken(score: float | None):
    message = changed("DECISION_REQUEST", "payload.options.0.recommendation_score", score)
    found = taken_in(as_json(message)).model_dump()
    assert found["payload"]["options"][0]["recommendation_score"] == score


@pytest.mark.req("MSG-9")
@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (-0.1, "expected at least 0.0"),
        (1.01, "expected at most 1.0"),
        ("0.5", "expected a number"),
        (True, "expected a number"),
    ],
)
def test_a_recommendation_score_beyond_0_to_1_is_refused(score: object, expected: str):
    message = changed("DECISION_REQUEST", "payload.options.0.recommendation_score", score)
    place = "payload.options[0].recommendation_score"
    assert [(p.path, p.expected.format(**p.params)) for p in problems(as_json(message))] == [(place, expected)]


@pytest.mark.req("MSG-9")
def test_the_recommended_option_has_to_be_a_label_of_the_request():
    text = as_yaml(changed("DECISION_REQUEST", "payload.recommended", "cookies"))
    assert [said(p) for p in problems(text)] == [
        (
            "payload.recommended",
            '"cookies"',
            "expected one of the labels ['JWT', 'sessions']",
            line_with(text, "recommended"),
        )
    ]


@pytest.mark.req("MSG-9")
def test_two_options_with_one_label_are_refused():
    text = as_yaml(changed("DECISION_REQUEST", "payload.options.1.label", "JWT"))
    [(path, _, expected, line)] = [said(p) for p in problems(text)]
    assert (path, line) == ("payload.options", line_with(text, "options"))
    assert expected == "expected options with different labels, not ['JWT', 'JWT']"


@pytest.mark.parametrize("kind", MESSAGE_TYPES)
@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\x9b"])
def test_a_control_character_in_any_type_is_refused_and_shown_harmlessly(kind: MessageType, character: str):
    message = draft(kind)
    field = next(name for name, value in message["payload"].items() if isinstance(value, str))
    broken = changed(kind, f"payload.{field}", f"ab{character}c")
    [problem] = [p for p in problems(as_json(broken)) if p.path == f"payload.{field}"]
    assert problem.value is not None
    assert character not in problem.value


def test_a_control_character_is_named_with_its_position():
    text = json.dumps(changed("FREEFORM", "payload.body", "ab\x1b[31m"))
    expected = "expected text without control characters (found U+001B at position 2)"
    assert [said(p) for p in problems(text)] == [("payload.body", '"ab\\u001b[31m"', expected, 1)]


def test_half_a_character_is_refused_and_shown_harmlessly():
    text = json.dumps(changed("FREEFORM", "payload.body", "ab\ud800"), indent=1)
    expected = "expected text without control characters (found U+D800 at position 2)"
    assert [said(p) for p in problems(text)] == [("payload.body", '"ab\\ud800"', expected, line_with(text, "body"))]


def test_a_field_name_that_a_terminal_would_obey_is_shown_harmlessly():
    assert [p.path for p in problems(json.dumps({**draft("FREEFORM"), "\x1b[31m": 1}))] == ["\\u001b[31m"]
    expected = "expected text without half characters (lone surrogates)"
    [problem] = problems(json.dumps({**draft("FREEFORM"), "\ud800": 1}))
    assert said(problem) == ("(the document)", '"\\ud800"', expected, 1)


@pytest.mark.parametrize(
    "text", ["tabs\tand\nline ends\r\n", "絵文字 😀 e\u0301", "\u202eright to left", "a" * 100_000]
)
def test_any_other_text_is_taken_as_it_is(text: str):
    assert taken_in(json.dumps(changed("FREEFORM", "payload.body", text))).payload.model_dump()["body"] == text


def test_a_mistake_is_found_on_its_line_in_json_that_escapes_its_characters():
    message = {**changed("FREEFORM", "payload.urgency", "now"), "context_summary": "😀 /"}
    text = json.dumps(message, indent=2).replace("/", "\\/")
    assert [said(p)[3] for p in problems(text)] == [line_with(text, "urgency")]


def test_a_mistake_is_found_on_its_line_in_json_that_is_indented_with_tabs():
    text = json.dumps(changed("FREEFORM", "payload.urgency", "now"), indent="\t")
    assert [said(p)[3] for p in problems(text)] == [line_with(text, "urgency")]
