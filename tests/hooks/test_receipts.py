"""After a tool: which file and lines it really read is kept, and never more than that."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import event, git, read

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


def test_tool_that_opens_no_file_leaves_none(client: Client):
    for given in ({}, {"file_path": None}, {"file_path": 7}, {"command": "ls"}):
        client.answer(event("PostToolUse", client.folder, tool_name="Bash", tool_input=given, tool_response={}))
    assert client.receipts() == []


def test_before_a_tool_nothing_is_kept_or_said(client: Client):
    assert client.answer(event("PreToolUse", client.folder, tool_name="Read", tool_input={"file_path": "a"})) is None
    assert client.receipts() == []
