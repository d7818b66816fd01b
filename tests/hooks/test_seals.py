"""Receipts are tied to the chain (DEC-52): a row that an agent writes into the store, or takes out, lifts no result."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from renkei.binding import state_file
from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, SESSION, event, read, report, stop

CERTAIN = report("src/app.py:1", confidence=97)
WHOLE: dict[str, Any] = {"content": "def login(user):\n    return user.ok\n", "numLines": 3, "startLine": 1}
RAN: dict[str, Any] = {"stdout": "ok", "stderr": "", "interrupted": False}
GREEN = CERTAIN.replace("\n### Key", "\n- The suite is green: `pytest -q` exit 0\n\n### Key")


def execute(client: Client, statement: str, *values: object) -> None:
    """What an agent could do in its shell."""
    with closing(sqlite3.connect(client.folder / ".renkei/renkei.db")) as connection, connection:
        connection.execute(statement, values)


def forge(client: Client, seal: str | None = None) -> None:
    execute(
        client,
        "INSERT INTO receipts (at, session, agent_id, agent, tool, path, first_line, last_line, seal) "
        "VALUES ('2026-01-01T00:00:00.000000Z', ?, ?, 'code-explorer', 'Read', 'src/app.py', 1, 2, ?)",
        SESSION,
        AGENT,
        seal,
    )


def bash(client: Client, command: str, name: str = "PostToolUse", **fields: Any) -> None:
    client.answer(event(name, client.folder, tool_name="Bash", tool_input={"command": command}, **fields))


def last_check(client: Client) -> dict[str, Any]:
    return [each["data"] for each in client.renkei.log() if each["type"] == "ClaimChecked"][-1]


def is_overconfident(client: Client) -> bool:
    return any(each["rule"] == "RES-12" for each in last_check(client)["violations"])


def refusals(client: Client) -> list[tuple[str, str]]:
    found = [each["data"] for each in client.renkei.log() if each["type"] == "RuleRefused"]
    return [(each["rule"], each["action"]) for each in found]


@pytest.mark.req("DEC-52")
def test_a_receipt_of_a_hook_counts_and_stands_in_the_chain(client: Client):
    client.read(**WHOLE)
    client.stop(CERTAIN)
    assert not is_overconfident(client)
    assert last_check(client)["receipts"].startswith("1:")
    assert refusals(client) == []


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("seal", [None, "0" * 32, ""])
def test_a_forged_receipt_lifts_no_result(client: Client, seal: str | None):
    bash(client, "ls", tool_response=RAN)
    forge(client, seal)
    client.stop(CERTAIN)
    assert is_overconfident(client)
    assert last_check(client)["receipts"].startswith("1:")
    assert refusals(client) == [("DEC-52", "receipts")]
    assert "forged or removed" in client.came_back(AGENT)["systemMessage"]


@pytest.mark.req("DEC-52", refused=True)
def test_the_seal_of_another_receipt_is_none_for_this_one(client: Client):
    bash(client, "ls", tool_response=RAN)
    (real,) = client.receipts()
    forge(client, real.seal)
    client.stop(CERTAIN)
    assert is_overconfident(client)


@pytest.mark.req("DEC-52", refused=True)
def test_a_forged_receipt_that_waits_beside_the_store_lifts_no_result(client: Client):
    client.read(**WHOLE)
    (real,) = client.receipts()
    execute(client, "DELETE FROM receipts")
    folder = client.folder / ".renkei/renkei.db.spool"
    folder.mkdir(exist_ok=True)
    forged = real._replace(last_line=99)._asdict()
    (folder / "receipt-00000000000000000001-1.json").write_text(json.dumps(forged))
    client.stop(CERTAIN)
    assert is_overconfident(client)


@pytest.mark.req("DEC-52", refused=True)
def test_a_receipt_that_was_taken_out_is_missed_and_then_none_counts(client: Client):
    client.read(**WHOLE)
    bash(client, "pytest -q", tool_response=RAN)
    bash(client, "pytest -q", "PostToolUseFailure", error="Exit code 1\n1 failed")
    execute(client, "DELETE FROM receipts WHERE exit_code = 1")
    client.stop(GREEN)
    assert last_check(client)["receipts"].startswith("0:")
    assert ("DEC-52", "receipts") in refusals(client)


def move_rows(client: Client) -> None:
    execute(client, "UPDATE receipts SET id = -id")


def hand_in_again(client: Client) -> None:
    """What says that the tests passed is taken out, and waits beside the store."""
    passed = next(each for each in client.receipts() if each.exit_code == 0)
    execute(client, "DELETE FROM receipts WHERE exit_code = 0")
    folder = client.folder / ".renkei/renkei.db.spool"
    folder.mkdir(exist_ok=True)
    (folder / "receipt-00000000000000000001-1.json").write_text(json.dumps(passed._asdict()))


@pytest.mark.req("DEC-52", refused=True)
@pytest.mark.parametrize("reorder", [move_rows, hand_in_again])
def test_in_another_order_receipts_say_the_same(client: Client, reorder: Callable[[Client], None]):
    client.read(**WHOLE)
    bash(client, "pytest -q", tool_response=RAN)
    bash(client, "pytest -q", "PostToolUseFailure", error="Exit code 1\n1 failed")
    reorder(client)
    client.stop(GREEN)
    assert last_check(client)["outcome"] == "refused"
    assert last_check(client)["receipts"].startswith("3:")


@pytest.mark.req("DEC-52")
def test_whose_tests_passed_at_last_says_so_whatever_came_before(client: Client):
    client.read(**WHOLE)
    bash(client, "pytest -q", "PostToolUseFailure", error="Exit code 1\n1 failed")
    bash(client, "pytest -q", tool_response=RAN)
    client.stop(GREEN)
    assert last_check(client)["outcome"] == "accepted"


@pytest.mark.req("DEC-52")
def test_without_a_place_for_the_key_receipts_show_nothing_and_nobody_is_accused(client: Client, tmp_path: Path):
    blocked = tmp_path / "no-folder"
    blocked.write_text("")
    env = {"XDG_STATE_HOME": str(blocked)}
    client.answer(read(client.folder, client.folder / "src/app.py", **WHOLE), env)
    client.answer(stop(client.folder, CERTAIN), env)
    assert last_check(client)["receipts"] is None
    assert refusals(client) == []


@pytest.mark.req("DEC-52")
def test_the_key_is_its_owners_alone(client: Client):
    client.read(**WHOLE)
    key = state_file(client.folder, os.environ, ".key")
    assert (key.stat().st_mode & 0o777, key.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert key.stat().st_size == 32
