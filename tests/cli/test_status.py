"""`renkei status`: where a project stands; what is not there, is off or cannot be used is said, and nothing is made."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import LIE, repository

SCREEN = {"CLAUDE_CODE_ENTRYPOINT": "cli"}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    for name in ("CLAUDECODE", "CLAUDE_PROJECT_DIR", "RENKEI_HOOKS", "CLAUDE_CODE_SESSION_ATTENDED"):
        monkeypatch.delenv(name, raising=False)
    return Cli(repository(tmp_path / "project"), monkeypatch, capsys)


@pytest.fixture
def client(project: Cli) -> Client:
    project.ok("init", "--claude", "--mode", "enforce")
    return Client(project)


def status(renkei: Cli) -> Any:
    return renkei.json("status")


def test_of_a_project_that_has_nothing_yet(project: Cli):
    before = sorted(project.folder.rglob("*"))
    assert status(project) == {
        "project": str(project.folder),
        "store": {"url": f"sqlite:///{project.store}", "state": "none", "events": None, "spooled": 0},
        "hooks": {"set_up": False, "mode": None, "switch": "on", "settings": [], "faults": [], "heard": []},
        "binding": {"recorded": False, "differences": []},
        "waiting": {"decisions": 0, "questions": 0},
        "caps": [],
        "unseen": [],
        "unseen_more": 0,
        "refusals": [],
    }
    assert project.ok("status").out.splitlines() == [
        f"project   {project.folder}",
        f"store     sqlite:///{project.store}: not there yet",
        "hooks     not set up. Type: renkei init --claude",
        "waiting   Nothing waits for a person.",
        "refused   nothing so far",
    ]
    assert sorted(project.folder.rglob("*")) == before


@pytest.mark.req("DEC-45")
def test_it_shows_the_mode_the_last_refusals_and_what_no_screen_has_shown(client: Client):
    for _ in range(3):
        client.stop(LIE)
    found = status(client.renkei)
    assert found["hooks"] == {
        "set_up": True,
        "mode": "enforce",
        "switch": "on",
        "settings": [".claude/settings.local.json"],
        "faults": [],
        "heard": [],
    }
    assert [(each["actor"], each["rule"], each["mode"]) for each in found["refusals"]] == [
        ("code-explorer", "RES-4", "enforce")
    ] * 3
    (unseen,) = found["unseen"]
    assert unseen["text"] == "code-explorer failed verification: src/ghost.py:45: there is no such file"
    text = client.renkei.ok("status").out
    assert "hooks     enforce mode, on. `renkei off` or RENKEI_HOOKS=off stops them." in text
    assert unseen["text"] in text
    assert len(text.splitlines()) <= 10
    client.session_starts(SCREEN)
    assert status(client.renkei)["unseen"] == []


def test_in_japanese(client: Client):
    client.stop(LIE)
    text = client.renkei.ok("--lang", "ja", "status").out
    assert "フック" in text
    assert "最近の拒否" in text


def test_hooks_that_are_off_are_said_to_be(client: Client):
    client.renkei.ok("off")
    assert status(client.renkei)["hooks"]["switch"] == "off"
    assert "enforce mode, but off." in client.renkei.ok("status").out
    client.renkei.ok("on")
    assert '"switch": "off"' in client.renkei("--json", "status", env={"RENKEI_HOOKS": "off"}).out


def test_what_waits_for_a_person_is_counted(client: Client):
    client.renkei.ok("agent", "add", "lead", "--role", "lead")
    client.renkei.send(
        {
            "type": "DECISION_REQUEST",
            "to": "person",
            "context_summary": "which way",
            "payload": {
                "decision_id": "D-1",
                "question": "left or right?",
                "options": [{"label": "left", "analysis": "near"}, {"label": "right", "analysis": "far"}],
            },
        },
        "--as",
        "lead",
    )
    assert status(client.renkei)["waiting"]["decisions"] == 1
    assert "decisions: 1, questions: 0. See: renkei decide" in client.renkei.ok("status").out


def test_a_store_that_cannot_be_used_and_what_waits_for_it_are_said(client: Client):
    client.renkei.store.write_bytes(b"no database " * 1000)
    client.send(b'{"hook_event_name": "SubagentStop", "agent_type": "code-explorer"}')
    found = status(client.renkei)["store"]
    assert (found["state"], found["spooled"]) == ("unusable", 1)
    assert "is damaged or is no SQLite file" in found["problem"]
    assert (status(client.renkei)["waiting"], status(client.renkei)["refusals"]) == (None, None)
    said = client.renkei.ok("status").out
    assert "Nothing waits" not in said
    assert "nothing so far" not in said
    assert said.count("not known: the store cannot be read") == 2
    assert "records that wait for it: 1" in client.renkei.ok("status").out


def test_of_a_store_that_is_gone_nothing_is_said_to_be_well(client: Client):
    for each in client.folder.glob(".renkei/renkei.db*"):
        each.unlink()
    client.send(b'{"hook_event_name": "SubagentStop", "agent_type": "code-explorer"}')
    assert (status(client.renkei)["waiting"], status(client.renkei)["refusals"]) == (None, None)
    assert "nothing so far" not in client.renkei.ok("status").out


def test_a_store_that_somebody_keeps_to_himself_is_said_and_not_waited_for(client: Client):
    with contextlib.closing(sqlite3.connect(client.renkei.store, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN IMMEDIATE")
        holder.execute("CREATE TABLE theirs (a)")
        assert client.stop(LIE)["decision"] == "block"
        client.read(startLine=1, numLines=1, totalLines=1, content="x")
        found = status(client.renkei)["store"]
        assert (found["state"], found["spooled"]) == ("unusable", 2)
        assert "is locked by another process" in found["problem"]
    assert len(status(client.renkei)["refusals"]) == 1


def test_a_store_that_is_locked_is_read_at_once(client: Client):
    with contextlib.closing(sqlite3.connect(client.renkei.store, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        client.stop(LIE)
        found = status(client.renkei)
    assert (found["store"]["state"], found["store"]["spooled"]) == ("there", 1)
    assert len(status(client.renkei)["refusals"]) == 1


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"mode": 7}'])
def test_settings_of_the_hooks_that_somebody_broke_are_said_to_be_broken(client: Client, broken: bytes):
    (client.folder / ".renkei/hook.json").write_bytes(broken)
    found = status(client.renkei)["hooks"]
    assert (found["set_up"], found["mode"]) == (True, "enforce"), "what the person set is recorded elsewhere"
    assert found["faults"][0].startswith(".renkei/hook.json is broken (mode")
