"""`renkei mcp`: what is too long, too many, malformed or in the wrong place is answered, in words of the tool."""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_messages import decision_request, freeform
from tests.support.cli_run import Cli
from tests.support.mcp_client import Wire


@pytest.fixture
def wire(team: Cli) -> Iterator[Wire]:
    """bob, who has begun his turn."""
    with Wire(team.folder, {"RENKEI_TOKEN": team.ok("agent", "token", "bob").out.strip()}) as wire:
        wire.shake_hands("2025-11-25")
        wire.call("turn_start")
        yield wire


def refusal(answer: Any) -> str:
    assert answer["isError"], answer
    return answer["content"][0]["text"]


class TestALine:
    @pytest.mark.parametrize(
        ("line", "name", "code"),
        [
            ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', None, -32600),
            ('{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": "\\ud800"}}', 7, -32602),
            ('{"jsonrpc": "2.0", "id": 7', None, -32700),
            ('{"jsonrpc": "2.0", "id": {}, "method": "ping"}', None, -32600),
            ('{"id": "x", "method": "ping"}', "x", -32600),
            ("[" * 100_000, None, -32700),
            ('{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', None, -32602),
            ('{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": [1]}', 7, -32600),
            ('\ufeff{"jsonrpc": "2.0", "id": 7, "method": "ping"}', None, -32700),
            (f'{{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {{"a": {"[" * 300}{"]" * 300}}}}}', 7, -32602),
        ],
        ids=[
            "a batch",
            "half a character",
            "half a line",
            "no id",
            "no version",
            "too deep",
            "half an id",
            "a list",
            "with a byte order mark",
            "deep",
        ],
    )
    def test_that_is_no_request_is_answered(self, wire: Wire, line: str, name: object, code: int):
        wire.tell(line)
        heard = wire.hear()
        assert (heard["id"], heard["error"]["code"]) == (name, code)
        assert wire.call("inbox")["structuredContent"]["more"] == 0


class TestWhatIsLong:
    def test_is_read_in_parts_that_make_it_whole(self, team: Cli, wire: Wire):
        sent = team.send(freeform("長い " * 20_000))
        text, start = "", 0
        while start is not None:
            part = wire.call("read", id=sent, start=start)["structuredContent"]
            assert len(part["part"]) <= 20_000
            text, start = text + part["part"], part.get("next_start")
        assert json.loads(text)["payload"]["body"] == "長い " * 20_000
        assert "start: expected at least 0" in refusal(wire.call("read", id=sent, start=-1))

    @pytest.mark.slow
    def test_a_message_that_sets_off_too_much_is_refused_whole(self, team: Cli, wire: Wire):
        many = {"new_status": "blocked", "progress_summary": "x", "blockers": [f"b{n}" for n in range(5000)]}
        before = len(team.log())
        told = refusal(wire.call("post", type="STATUS_UPDATE", to=["lead"], payload=many))
        assert "more than 10000 events" in told
        assert len(team.log()) == before


class TestErrors:
    def test_name_what_the_tool_takes(self, team: Cli, wire: Wire):
        told = refusal(wire.call("ask", to=["alice"], question=""))
        assert told == 'ask is not valid.\n- question: expected some text, not ""'
        told = refusal(wire.call("ask", to=["alice"], question="q", options=["a"], recommended="z"))
        assert "- recommended: " in told
        assert (
            refusal(wire.call("inbox", handled=[""])) == 'inbox is not valid.\n- handled[0]: expected some text, not ""'
        )
        assert refusal(wire.call("read", id="")) == 'read is not valid.\n- id: expected some text, not ""'
        team.send(decision_request(to="bob"), "--as", "alice")
        assert "- why: " in refusal(wire.call("decide", id="D-1", option="yes", why=""))

    def test_tell_where_a_server_stands_that_does_not_know_a_token(self, team: Cli, tmp_path: Path):
        token = team.ok("agent", "token", "bob").out.strip()
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        with Wire(elsewhere, {"RENKEI_TOKEN": token}) as wire:
            wire.shake_hands("2025-11-25")
            told = refusal(wire.call("inbox"))
        assert f"This server is for {elsewhere}, where there is no team" in told

    @pytest.mark.slow
    def test_a_locked_store_is_told_before_a_client_gives_up(self, team: Cli, wire: Wire):
        with contextlib.closing(sqlite3.connect(team.store, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            started = time.monotonic()
            told = refusal(wire.call("post", type="FREEFORM", to=["lead"], payload={"body": "x"}))
            assert time.monotonic() - started < 25
        assert "locked by another process" in told


@pytest.mark.req("CON-2")
def test_files_that_a_delivery_names_and_that_are_not_there_are_told(team: Cli, wire: Wire):
    contract = {
        "assignee": "bob",
        "inputs": {"description": "Build the login"},
        "expected_output": {"format": "a module"},
        "acceptance_criteria": [{"criterion": "It works", "verification_method": "look"}],
    }
    name = team.ok("contract", "offer", "-", "--as", "lead", stdin=json.dumps(contract).encode()).out.strip()
    wire.call("contract_accept", id=name)
    team.file("there.py", "print()\n")
    done = {"status": "completed", "summary": "done", "output_artifacts": ["there.py", "nowhere.py"]}
    (warning,) = wire.call("contract_deliver", id=name, **done)["structuredContent"]["warnings"]
    assert ("nowhere.py" in warning, "there.py," in warning) == (True, False)


class TestANumberOrAnIdWithoutEnd:
    def test_shows_a_page_on_which_nothing_stands(self, wire: Wire):
        assert wire.call("inbox", after=10**30)["structuredContent"] == {"messages": [], "more": 0}

    @pytest.mark.parametrize("name", ["x" * 100_000, f"MSG-{'9' * 5000}"], ids=["a text", "a number"])
    def test_is_not_known_and_not_repeated_at_length(self, wire: Wire, name: str):
        told = refusal(wire.call("read", id=name))
        assert told.startswith("No message, contract, decision or artifact is called")
        assert len(told) < 3_000
