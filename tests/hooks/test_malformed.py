"""An input that is not as it should be: refused with the reason in enforce mode, told in observe mode, no error."""

import json
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, event, hook, read, stop

UNREADABLE = [b"", b"{", b"null", b"7", b'"text"', b"[1, 2]", b"[]", b"\xff\xfe", b"[" * 200_000]

WRONG: dict[str, dict[str, Any]] = {
    "cwd is no text": {"cwd": 7},
    "cwd can be no path": {"cwd": "/a\0b"},
    "cwd has half a character": {"cwd": "/\ud800"},
    "session_id is no text": {"session_id": ["s"]},
    "agent_type has half a character": {"agent_type": "code-explorer\udfff"},
    "agent_id is no text": {"agent_id": {}},
    "last_assistant_message is no text": {"last_assistant_message": [HONEST]},
    "last_assistant_message has half a character": {"last_assistant_message": HONEST + "\ud83d"},
}


NO_NAME: dict[str, dict[str, Any]] = {"none": {}, "null": {"hook_event_name": None}, "empty": {"hook_event_name": ""}}


def nameless(client: Client, fields: dict[str, Any]) -> dict[str, Any]:
    given = stop(client.folder, LIE)
    return {**{name: value for name, value in given.items() if name != "hook_event_name"}, **fields}


def observing(client: Client) -> Client:
    client.renkei.ok("init", "--claude", "--mode", "observe")
    return client


@pytest.mark.req("DEC-45", refused=True)
@pytest.mark.parametrize("data", UNREADABLE, ids=lambda data: str(data[:20]))
def test_what_is_no_input_at_all_is_refused(client: Client, data: bytes):
    ran = client.send(data)
    assert ran.err == ""
    assert ran.document["decision"] == "block"
    assert "Renkei cannot check this: what the client sent its hook is malformed (the input is no JSON" in ran.out


@pytest.mark.parametrize("data", UNREADABLE, ids=lambda data: str(data[:20]))
def test_what_is_no_input_at_all_is_told_in_observe_mode(client: Client, data: bytes):
    ran = observing(client).send(data)
    assert ran.err == ""
    assert list(ran.document) == ["systemMessage"]
    assert "the input is no JSON" in ran.out


@pytest.mark.parametrize(("said", "fields"), WRONG.items(), ids=WRONG)
def test_stop_with_a_field_of_the_wrong_form_is_refused_with_its_name(
    client: Client, said: str, fields: dict[str, Any]
):
    answer = client.answer({**stop(client.folder, HONEST), **fields})
    assert answer["decision"] == "block"
    assert said in answer["reason"]
    assert answer["reason"].endswith("[RES-8]")
    assert client.checks() == []


@pytest.mark.parametrize(("said", "fields"), WRONG.items(), ids=WRONG)
def test_such_a_stop_is_told_and_checked_all_the_same_in_observe_mode(
    client: Client, said: str, fields: dict[str, Any]
):
    answer = observing(client).answer({**stop(client.folder, LIE), **fields})
    assert list(answer) == ["systemMessage"]
    assert said in answer["systemMessage"]
    assert len(client.checks()) == 1


@pytest.mark.req("DEC-45", refused=True)
@pytest.mark.parametrize("fields", NO_NAME.values(), ids=NO_NAME)
def test_input_that_does_not_name_its_event_is_refused(client: Client, fields: dict[str, Any]):
    answer = client.answer(nameless(client, fields))
    assert answer["decision"] == "block"
    assert "malformed (hook_event_name is missing)" in answer["reason"]


@pytest.mark.parametrize("fields", NO_NAME.values(), ids=NO_NAME)
def test_input_that_does_not_name_its_event_is_told_in_observe_mode(client: Client, fields: dict[str, Any]):
    answer = observing(client).answer(nameless(client, fields))
    assert list(answer) == ["systemMessage"]
    assert "hook_event_name is missing" in answer["systemMessage"]


@pytest.mark.req("DEC-45", refused=True)
@pytest.mark.parametrize("name", [{}, {"tool_name": None}, {"tool_name": ""}])
def test_a_call_that_does_not_name_its_tool_is_refused(client: Client, name: dict[str, Any]):
    answer = client.answer({**event("PreToolUse", client.folder), **name})
    assert answer["decision"] == "block"
    assert "malformed (tool_name is missing)" in answer["reason"]


def test_event_that_is_not_known_is_let_by(client: Client):
    assert client.answer(event("SomethingNew", client.folder)) is None


def test_who_is_stopped_again_is_looked_at_by_what_can_be_read(client: Client):
    given = {**stop(client.folder, LIE), "cwd": 7}
    assert "malformed" in client.answer(given)["reason"]
    again = client.answer({**given, "stop_hook_active": True})
    assert again["decision"] == "block"
    assert "src/ghost.py:45" in again["reason"]
    assert "malformed" in again["systemMessage"]


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("tool_input is no object", {"tool_input": ["a.py"]}),
        ("file_path has half a character", {"tool_input": {"file_path": "src/\ud800.py"}}),
        ("file_path can be no path", {"tool_input": {"file_path": "src/\0.py"}}),
    ],
    ids=["list", "half", "zero"],
)
def test_tool_call_with_a_field_of_the_wrong_form(client: Client, said: str, fields: dict[str, Any]):
    given = {**read(client.folder, client.folder / "src/app.py"), **fields}
    assert said in client.answer(given)["reason"]
    answer = observing(client).answer(given)
    assert list(answer) == ["systemMessage"]
    assert said in answer["systemMessage"]


def test_what_came_back_from_a_tool_may_be_anything(client: Client):
    responses: list[Any] = [None, 7, "\ud800", {"file": "\ud800"}, [[]]]
    for response in responses:
        given = {**read(client.folder, client.folder / "src/app.py"), "tool_response": response}
        assert client.answer(given) is None


@pytest.mark.parametrize("name", ["UserPromptSubmit", "SessionStart", "SubagentStart", "PostToolUseFailure"])
def test_a_prompt_or_a_result_is_never_withheld(client: Client, name: str):
    answer = client.answer({**event(name, client.folder), "cwd": 7})
    assert list(answer) == ["systemMessage"]


def test_the_complaint_is_in_the_language_of_the_project(client: Client):
    client.renkei.ok("init", "--claude", "--lang", "ja")
    reason = json.loads(client.send(b"{").out)["reason"]
    assert "malformed" not in reason
    assert "Renkei" in reason


def unreachable(client: Client, kind: str) -> str:
    (client.folder / "loop").symlink_to("loop")
    folders = {
        "long": "/" + "a" * 5000,
        "long name": str(client.folder / ("a" * 300)),
        "loop": str(client.folder / "loop"),
        "behind a loop": str(client.folder / "loop/deep"),
    }
    return folders[kind]


UNREACHABLE = ["long", "long name", "loop", "behind a loop"]


@pytest.mark.req("DEC-45", refused=True)
@pytest.mark.parametrize("kind", UNREACHABLE)
def test_a_folder_that_cannot_be_looked_at_is_refused_and_then_checked_by_the_project(client: Client, kind: str):
    given = {**stop(client.folder, LIE), "cwd": unreachable(client, kind)}
    first = client.send(given)
    assert (first.document["decision"], first.err) == ("block", "")
    assert "cwd cannot be looked at: " in first.document["reason"]
    again = client.send({**given, "stop_hook_active": True}).document
    assert (again["decision"], "src/ghost.py:45" in again["reason"]) == ("block", True)


@pytest.mark.req("DEC-45", refused=True)
def test_a_folder_that_may_not_be_searched_is_refused(client: Client):
    """As an agent can bring about that is not root: it goes there, and closes the door behind it."""
    shut = client.folder / "shut"
    (shut / "deep").mkdir(parents=True)
    shut.chmod(0)
    try:
        given = {**stop(client.folder, LIE), "cwd": str(shut / "deep")}
        assert "block" in client.send(given).document["decision"]
    finally:
        shut.chmod(0o700)


@pytest.mark.parametrize("kind", UNREACHABLE)
def test_such_a_folder_is_told_and_checked_all_the_same_in_observe_mode(client: Client, kind: str):
    observing(client)
    ran = client.send({**stop(client.folder, LIE), "cwd": unreachable(client, kind)})
    assert (list(ran.document), ran.err) == (["systemMessage"], "")
    assert "cwd cannot be looked at: " in ran.out
    assert [outcome for _, outcome, _ in client.checks()] == ["observed"]


def test_a_project_that_cannot_be_looked_at_is_that_of_the_agents_folder(client: Client):
    env = {"CLAUDE_PROJECT_DIR": "/" + "a" * 5000}
    ran = hook(stop(client.folder, LIE), folder=client.folder, env=env)
    assert ran.document["decision"] == "block"
    assert "CLAUDE_PROJECT_DIR cannot be looked at: " in ran.out
