"""After a tool: which file and lines it really read is kept, and never more than that."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, event, git, read

WHOLE: dict[str, Any] = {
    "content": "def login(user):\n    return user.ok\n",
    "numLines": 3,
    "startLine": 1,
    "totalLines": 3,
}


def test_receipt_says_who_read_which_lines(client: Client):
    assert client.read(**WHOLE) is None
    (kept,) = client.receipts()
    assert (kept.session, kept.agent_id, kept.agent, kept.tool) == ("session-1", "agent-1", "code-explorer", "Read")
    assert (kept.path, kept.first_line, kept.last_line) == ("src/app.py", 1, 2)
    assert len(kept.at) == len("2026-11-15T09:00:00.000000Z")


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        (WHOLE, (1, 2)),
        ({"content": "second", "numLines": 1, "startLine": 2, "totalLines": 4}, (2, 2)),
        ({"content": "second\n", "numLines": 2, "startLine": 2, "totalLines": 9}, (2, 3)),
        ({"content": "", "numLines": 1, "startLine": 2, "totalLines": 9}, (2, 2)),
        ({"content": "a\n\n", "numLines": 3, "startLine": 1, "totalLines": 3}, (1, 2)),
        ({"content": "a\r\nb\r\n", "numLines": 3, "startLine": 1, "totalLines": 3}, (1, 2)),
        ({"content": "a\nb", "numLines": 2, "startLine": 1, "totalLines": 2}, (1, 2)),
        ({"content": "", "numLines": 1, "startLine": 4, "totalLines": 4}, (None, None)),
        ({"content": "", "numLines": 0, "startLine": 99, "totalLines": 4}, (None, None)),
        ({"content": "", "numLines": 1, "startLine": 1, "totalLines": 1}, (None, None)),
        ({"content": "x", "numLines": "many", "startLine": 1}, (None, None)),
        ({"base64": "...", "type": "image/png"}, (None, None)),
    ],
    ids=[
        *("whole file", "middle", "middle that ends with an empty line", "an empty line", "empty last line", "CRLF"),
        *("no final line break", "after the final line break", "past the end", "empty file", "nonsense", "image"),
    ],
)
def test_lines_are_those_that_a_reader_can_see(
    client: Client, file: dict[str, Any], lines: tuple[int | None, int | None]
):
    client.read(**file)
    (kept,) = client.receipts()
    assert (kept.first_line, kept.last_line) == lines


@pytest.mark.parametrize("tool", ["Edit", "Write"])
def test_writing_leaves_a_receipt_without_lines(client: Client, tool: str):
    path = str(client.folder / "src/app.py")
    client.answer(event("PostToolUse", client.folder, tool_name=tool, tool_input={"file_path": path}, tool_response={}))
    (kept,) = client.receipts()
    assert (kept.tool, kept.path, kept.first_line, kept.last_line) == (tool, "src/app.py", None, None)


def test_path_is_that_of_the_work_tree_the_agent_is_in(client: Client, tmp_path: Path):
    linked = tmp_path / "linked"
    git(client.folder, "worktree", "add", "--quiet", str(linked))
    client.answer(read(linked / "src", linked / "src/app.py", **WHOLE))
    client.answer(read(client.folder / "src", Path("app.py"), **WHOLE))
    client.answer(read(client.folder, Path("/etc/hostname"), **WHOLE))
    client.answer(read(client.folder, client.folder / "日本/資料.md", **WHOLE))
    assert [kept.path for kept in client.receipts()] == ["src/app.py", "src/app.py", "/etc/hostname", "日本/資料.md"]


def test_path_through_a_link_is_that_of_the_file(client: Client, tmp_path: Path):
    (tmp_path / "link").symlink_to(client.folder)
    client.answer(read(tmp_path / "link", tmp_path / "link/src/app.py", **WHOLE))
    assert [kept.path for kept in client.receipts()] == ["src/app.py"]


RAN: dict[str, Any] = {"stdout": "ok", "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}


def bash(client: Client, command: str, name: str = "PostToolUse", **fields: Any) -> Any:
    """After a shell command, in the form that the real client sends."""
    given = event(name, client.folder, tool_name="Bash", tool_input={"command": command}, **fields)
    return client.answer(given)


@pytest.mark.req("RES-12")
@pytest.mark.parametrize(
    ("name", "fields", "code"),
    [
        ("PostToolUse", {"tool_response": RAN}, 0),
        ("PostToolUseFailure", {"error": "Exit code 3\nno", "is_interrupt": False}, 3),
        ("PostToolUse", {"tool_response": {**RAN, "backgroundTaskId": "b1"}}, None),
        ("PostToolUse", {"tool_response": {**RAN, "interrupted": True}}, None),
        ("PostToolUse", {"tool_response": {**RAN, "returnCodeInterpretation": "No matches found"}}, None),
        ("PostToolUse", {"tool_response": "some output"}, None),
        ("PostToolUseFailure", {"error": "Command timed out", "is_interrupt": True}, None),
    ],
    ids=["succeeded", "failed", "background", "interrupted", "no match", "another client", "timed out"],
)
def test_receipt_says_which_command_was_run_and_how_it_ended(
    client: Client, name: str, fields: dict[str, Any], code: int | None
):
    assert bash(client, "pytest -q", name, **fields) is None
    (kept,) = client.receipts()
    assert (kept.tool, kept.path, kept.command, kept.exit_code) == ("Bash", None, "pytest -q", code)


@pytest.mark.req("RES-12")
@pytest.mark.parametrize(
    ("name", "fields", "counts"),
    [
        ("PostToolUse", {"tool_response": {**RAN, "stdout": "my secret\n12 passed in 1s\n"}}, "passed=12"),
        ("PostToolUse", {"tool_response": {**RAN, "stderr": "Ran 12 tests in 0.1s\n\nOK"}}, "tests=12"),
        ("PostToolUse", {"tool_response": RAN}, ""),
        ("PostToolUseFailure", {"error": "Exit code 1\n1 failed, 2 passed in 3s"}, "failed=1 passed=2"),
        ("PostToolUse", {"tool_response": "12 passed"}, None),
        ("PostToolUse", {"tool_response": {"stdout": 7}}, None),
    ],
)
def test_receipt_keeps_the_numbers_of_tests_and_nothing_else_that_was_printed(
    client: Client, name: str, fields: dict[str, Any], counts: str | None
):
    bash(client, "pytest -q", name, **fields)
    (kept,) = client.receipts()
    assert kept.counts == counts
    assert "secret" not in str(kept)


@pytest.mark.req("RES-12", "RES-7", refused=True)
def test_a_result_with_other_numbers_than_were_printed_is_refused(client: Client):
    claim = HONEST.replace("\n### Key", "\n- The suite is green: `pytest -q`: 9999 passed\n\n### Key")
    bash(client, "pytest -q", tool_response={**RAN, "stdout": "12 passed in 1s\n"})
    answer = client.stop(claim)
    assert answer["decision"] == "block"
    assert "`pytest -q` did not print 9999 passed: a recorded tool call shows 12 passed" in answer["reason"]
    assert client.stop(claim.replace("9999", "12")) is None


@pytest.mark.req("RES-12", "RES-7", refused=True)
def test_a_result_that_a_receipt_contradicts_is_refused(client: Client):
    claim = HONEST.replace("\n### Key", "\n- The suite is green: `pytest -q` exit 0\n\n### Key")
    bash(client, "pytest -q", "PostToolUseFailure", error="Exit code 1\n1 failed")
    answer = client.stop(claim)
    assert answer["decision"] == "block"
    assert "`pytest -q` did not end as it is told: a recorded tool call shows it" in answer["reason"]
    bash(client, "pytest -q", tool_response=RAN)
    assert client.stop(claim) is None


@pytest.mark.req("RES-12")
def test_a_receipt_waits_for_a_store_that_an_older_version_made(client: Client):
    store = client.folder / ".renkei/renkei.db"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("ALTER TABLE receipts DROP COLUMN command")
        connection.execute("ALTER TABLE receipts DROP COLUMN exit_code")
        connection.execute("ALTER TABLE receipts DROP COLUMN counts")
        connection.execute("ALTER TABLE receipts DROP COLUMN seal")
        connection.execute("PRAGMA user_version = 3")
    assert bash(client, "pytest -q", tool_response=RAN) is None
    client.stop(HONEST)
    assert [each.command for each in client.receipts()] == ["pytest -q"]


def test_tool_that_opens_no_file_leaves_none(client: Client):
    for given in ({}, {"file_path": None}, {"file_path": 7}, {"command": 7}):
        client.answer(event("PostToolUse", client.folder, tool_name="Bash", tool_input=given, tool_response={}))
    assert client.receipts() == []


def test_before_a_tool_nothing_is_kept_or_said(client: Client):
    assert client.answer(event("PreToolUse", client.folder, tool_name="Read", tool_input={"file_path": "a"})) is None
    assert client.receipts() == []
