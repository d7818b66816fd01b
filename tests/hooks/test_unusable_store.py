"""The check needs no store: one that is locked, damaged or gone delays nothing, lets no lie pass, and loses nothing."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from renkei.eventlog.spool import MOST
from tests.support.cli_run import COMMAND
from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, clean_env, hook, read, stop

LINES: dict[str, Any] = {"content": "x", "numLines": 1, "startLine": 1, "totalLines": 1}
SPOOL = ".renkei/renkei.db.spool"


@contextlib.contextmanager
def locked(client: Client, how: str = "IMMEDIATE") -> Generator[None]:
    with contextlib.closing(sqlite3.connect(client.folder / ".renkei/renkei.db", isolation_level=None)) as holder:
        holder.execute(f"BEGIN {how}")
        yield


def spooled(client: Client) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in (client.folder / SPOOL).glob("*.json"))


def test_a_locked_store_lets_no_lie_pass_and_the_count_goes_on(client: Client):
    with locked(client):
        answers = [client.stop(LIE) for _ in range(3)]
        assert [answer and answer["decision"] for answer in answers] == ["block", "block", None]
        assert "(2 of 2)" in answers[1]["reason"]
        assert "failed verification" in client.came_back()["systemMessage"]
        assert spooled(client) == ["check"] * 3
    assert [outcome for _, outcome, _ in client.checks()] == ["refused", "refused", "failed"]
    assert spooled(client) == []
    assert client.renkei.json("trust")[0]["false"] == 6


def test_a_locked_store_delays_no_tool_and_no_stop(client: Client):
    """Against the same calls on a store that is free: what a lock adds is less than a wait for it would."""

    def seconds() -> float:
        started = time.monotonic()
        for given in (read(client.folder, client.folder / "src/app.py", **LINES), stop(client.folder, HONEST)):
            assert client.answer(given) is None
        return time.monotonic() - started

    free = min(seconds() for _ in range(3))
    with locked(client):
        assert min(seconds() for _ in range(3)) < free + 1.0


def test_receipts_wait_for_a_locked_store_and_count_meanwhile(client: Client):
    with locked(client):
        client.read(**LINES)
        assert [each.path for each in client.receipts()] == ["src/app.py"]
        assert spooled(client) == ["receipt"]
    client.read(client.folder / "src/other.py", **LINES)
    assert [each.path for each in client.receipts()] == ["src/app.py", "src/other.py"]
    assert spooled(client) == []


def test_what_waits_is_taken_in_by_a_command_that_only_looks(client: Client):
    with locked(client):
        client.read(**LINES)
        client.stop(LIE)
    assert client.renkei.json("trust")[0]["claims"] == 2
    assert spooled(client) == []
    assert len(client.receipts()) == 1


def test_a_record_that_was_taken_in_is_never_counted_twice(client: Client):
    """As after a kill between the commit and the removal of the file."""
    with locked(client):
        client.stop(LIE)
        client.read(**LINES)
    kept = {path: path.read_bytes() for path in (client.folder / SPOOL).glob("*.json")}
    assert len(client.checks()) == 1
    for path, data in kept.items():
        path.write_bytes(data)
    client.renkei.ok("board", "set", "goal=on")
    assert (len(client.checks()), len(client.receipts()), spooled(client)) == (1, 1, [])


def test_a_hook_that_is_killed_at_the_store_has_lost_nothing(client: Client):
    """The store is locked as in the middle of another's write; the hook is killed when its record waits beside it."""
    with locked(client, "EXCLUSIVE"):
        process = subprocess.Popen(
            [COMMAND, "hook"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=client.folder, env=clean_env()
        )
        with process:
            assert process.stdin
            process.stdin.write(json.dumps(stop(client.folder, LIE)).encode())
            process.stdin.close()
            while not spooled(client):
                assert process.poll() is None or spooled(client)
                time.sleep(0.001)
            os.kill(process.pid, signal.SIGKILL)
    assert client.checks() == [("code-explorer", "refused", 1)]


def test_a_record_that_somebody_broke_keeps_no_other_waiting(client: Client):
    with locked(client):
        client.stop(LIE)
    first = next((client.folder / SPOOL).glob("*.json"))
    (client.folder / SPOOL / "check-0-1.json").write_text('{"lang": "en", "command": {"agent": 7}}', "utf-8")
    (client.folder / SPOOL / "check-0-2.json").write_text("[", "utf-8")
    assert len(client.checks()) == 1
    assert not first.exists()
    assert sorted(path.name for path in (client.folder / SPOOL).iterdir()) == ["check-0-1.refused", "check-0-2.refused"]
    assert client.renkei.json("status")["store"]["spooled"] == 0


def broken(name: str, store: Path) -> None:
    if name == "damaged":
        store.write_bytes(b"no database " * 1000)
    elif name == "empty":
        store.write_bytes(b"")
    elif name == "another's":
        store.unlink()
        with contextlib.closing(sqlite3.connect(store)) as connection:
            connection.execute("CREATE TABLE theirs (a)")
    elif name == "a folder":
        store.unlink()
        store.mkdir()


@pytest.mark.parametrize("name", ["damaged", "empty", "another's", "a folder"])
def test_a_store_that_cannot_be_used_is_said_and_the_lie_is_refused(client: Client, name: str):
    broken(name, client.folder / ".renkei/renkei.db")
    tool = client.send(read(client.folder, client.folder / "src/app.py", **LINES))
    assert (tool.out, tool.err[:13]) == ("", "renkei hook: ")
    at_stop = client.send(stop(client.folder, LIE))
    assert at_stop.document["decision"] == "block"
    assert at_stop.err.startswith("renkei hook: ")
    assert spooled(client) == ["check", "receipt"]


def test_a_store_that_is_gone_is_said_and_never_made_anew(client: Client):
    for path in (client.folder / ".renkei").glob("renkei.db*"):
        path.unlink()
    tool = client.send(read(client.folder, client.folder / "src/app.py", **LINES))
    at_stop = client.send(stop(client.folder, LIE))
    assert (tool.out, "unable to open database file" in tool.err) == ("", True)
    assert "is gone. Run renkei init again." in at_stop.err
    assert at_stop.document["decision"] == "block"
    assert not (client.folder / ".renkei/renkei.db").exists()


def test_a_full_spool_is_said_and_the_lie_is_refused(client: Client):
    (client.folder / SPOOL).mkdir()
    for number in range(MOST):
        (client.folder / SPOOL / f"of-somebody-{number}").touch()
    with locked(client):
        ran = client.send(stop(client.folder, LIE))
    assert ran.document["decision"] == "block"
    assert "is full" in ran.err


def test_many_hooks_at_a_locked_store_keep_their_order(client: Client):
    with locked(client):
        for number in range(5):
            assert hook(stop(client.folder, LIE, agent_id=f"a{number}"), folder=client.folder).err == ""
    checked = [each["data"]["agent_id"] for each in client.renkei.log() if each["type"] == "ClaimChecked"]
    assert checked == [f"a{number}" for number in range(5)]
