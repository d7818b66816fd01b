"""A client goes on whatever happens to a hook: it exits with 0, decides nothing and says why on standard error."""

import os
from pathlib import Path
from typing import Any

import pytest

from renkei.processes.ancestry import MARK
from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import LIE, event, git, hook, read, stop

LINES = {"content": "x", "numLines": 1, "startLine": 1, "totalLines": 1}


def inputs(folder: Path) -> list[dict[str, Any]]:
    """One of each kind that has work to do."""
    return [read(folder, folder / "src/app.py", **LINES), stop(folder, LIE)]


def test_persons_switch_in_the_environment(client: Client):
    for given in inputs(client.folder):
        assert client.answer(given, env={"RENKEI_HOOKS": "off"}) is None
        assert client.answer(given, env={"RENKEI_HOOKS": "OFF"}) is None
    assert client.checks() == []
    assert client.answer(stop(client.folder, LIE), env={"RENKEI_HOOKS": "on"})["decision"] == "block"


def test_session_that_began_with_the_switch_leaves_a_trace(client: Client):
    starts = event("SessionStart", client.folder, agent_id="", source="startup")
    assert client.answer(starts, env={"RENKEI_HOOKS": "off"}) is None
    assert "claude (RENKEI_HOOKS=off) 20" in client.renkei.ok("status").out
    assert not (client.folder / ".renkei/live").exists()


def test_switch_holds_whatever_the_input_is(client: Client):
    for data in (b"", b"no JSON", b'{"hook_event_name": "SessionStart", "cwd": 5}'):
        assert client.renkei.ok("hook", stdin=data, env={"RENKEI_HOOKS": "off"}).out == ""


@pytest.mark.req("DEC-52", refused=True)
def test_project_that_was_moved_keeps_its_own_store(client: Client, tmp_path: Path):
    moved = tmp_path / "moved"
    client.folder.rename(moved)
    client.renkei.enter(moved)
    call: dict[str, Any] = {"tool_name": "Write", "tool_input": {"file_path": ".renkei/off", "content": ""}}
    ran = client.send(event("PreToolUse", moved, **call))
    assert (ran.document["decision"], ran.err) == ("block", "")
    assert "DEC-52" in client.renkei.ok("status").out
    assert not client.folder.exists()


def test_persons_switch_for_a_project(client: Client):
    assert client.renkei.json("off") == {"hooks": "off"}
    for given in inputs(client.folder):
        assert client.answer(given) is None
    assert (client.checks(), client.receipts()) == ([], [])
    assert client.renkei.json("on") == {"hooks": "on"}
    assert client.stop(LIE)["decision"] == "block"
    assert client.renkei.ok("on").out == "The hooks of this project are on.\n"


def test_switch_where_init_was_not_run_stays_out_of_git(renkei: Cli):
    renkei.ok("off")
    assert git(renkei.folder, "status", "--porcelain") == ""
    renkei.ok("on")


@pytest.mark.parametrize(("name", "rule"), [(MARK, "DEC-51"), ("RENKEI_TOKEN", "ACTOR-1")])
@pytest.mark.parametrize("word", ["off", "on"])
def test_agent_may_not_switch(client: Client, word: str, name: str, rule: str):
    ran = client.renkei("--json", word, env={name: "1"})
    assert (ran.code, ran.document["error"]["rule"]) == (4, rule)
    assert not (client.folder / ".renkei/off").exists()


def test_folder_that_was_not_set_up_is_left_alone(renkei: Cli, tmp_path: Path):
    client = Client(renkei)
    for folder in (renkei.folder, tmp_path, tmp_path / "nowhere"):
        for given in inputs(folder):
            assert client.answer(given) is None
    assert not (renkei.folder / ".renkei").exists()


def test_event_that_nobody_knows_is_nothing_to_do(client: Client):
    ran = client.send(b'{"hook_event_name": "Tomorrow"}')
    assert (ran.out, ran.err) == ("", "")


@pytest.mark.parametrize("name", ["SubagentStart", "SessionStart", "UserPromptSubmit", "Notification"])
def test_other_events_are_nothing_to_do(client: Client, name: str):
    assert client.answer(event(name, client.folder)) is None


@pytest.mark.parametrize("name", ["PostToolUse", "SubagentStop", "Stop"])
def test_missing_fields_never_block(client: Client, name: str):
    for extra in ({}, {"tool_name": "Read"}, {"tool_name": "Read", "tool_input": None}, {"tool_name": "Agent"}):
        ran = client.send({"hook_event_name": name, **extra})
        assert ran.out == ""


def test_huge_input_is_taken(client: Client):
    given = read(
        client.folder, client.folder / "src/app.py", content="x\n" * 8_000_000, numLines=8_000_001, startLine=1
    )
    assert client.answer(given) is None
    assert client.receipts()[0].last_line == 8_000_000


def test_locale_without_japanese_letters_still_gives_json(client: Client):
    client.renkei.ok("init", "--claude", "--lang", "ja")
    ran = hook(stop(client.folder, LIE), folder=client.folder, env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert ran.err == ""
    assert "src/ghost.py:45" in ran.document["reason"]
    assert any(ord(letter) > 0x3000 for letter in ran.document["reason"])


def test_folder_that_was_deleted_meanwhile_never_blocks(client: Client, tmp_path: Path):
    gone = tmp_path / "gone"
    gone.mkdir()
    client.renkei.enter(gone)
    gone.rmdir()
    assert not os.path.lexists(gone)
    ran = client.send({"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": {"file_path": "a"}})
    assert ran.out == ""
