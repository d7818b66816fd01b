"""Whatever stands in a field of what a client prints, it is read or passed over: it ends no run."""

import copy
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.acp_updates import UpdateReader
from renkei.adapters.base import Broken, Signal
from renkei.adapters.claude_stream import StreamReader
from renkei.adapters.json_events import as_list, as_object
from renkei.adapters.process_agent import read_object

Place = tuple[str | int, ...]
ODD: list[Any] = [
    *(None, True, 0, -1, 10**30, 10**400, 1e308, float("inf"), float("nan"), 253402300800),
    *("", "\x00", "\ud800", "429, resets 99pm", "resets_at: 1999999999999", "a\x00b"),
    *([], {}, [None], [[]], {"a": None}),
]
USAGE = {"input_tokens": 1, "cache_creation_input_tokens": 3, "cache_creation": {"ephemeral_1h_input_tokens": 4}}
TEXT = {"id": "m", "model": "x", "usage": USAGE, "content": [{"type": "text", "text": "x"}]}
CALL = {"content": [{"type": "tool_use", "id": "t", "name": "Read", "input": {"file_path": "a"}}]}
FAILED = {"type": "result", "subtype": "success", "is_error": True, "result": "resets 3pm", "api_error_status": 429}
CLAUDE: list[dict[str, Any]] = [
    {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": 1}},
    {"type": "system", "subtype": "api_retry", "attempt": 9, "error_status": 429, "retry_delay_ms": 100000},
    {"type": "assistant", "message": TEXT},
    {"type": "assistant", "message": CALL},
    {
        "type": "user",
        "message": {"content": [{"type": "tool_result", "tool_use_id": "t", "content": [{"text": "x"}]}]},
        "tool_use_result": {"file": {"startLine": 1, "numLines": 2, "totalLines": 3}, "stdout": "x"},
    },
    {**FAILED, "usage": USAGE, "modelUsage": {"m": {"costUSD": 1.5}}, "errors": ["x"], "terminal_reason": "x"},
]
DIFF = {"type": "diff", "path": "a", "newText": "x"}
ACP: list[dict[str, Any]] = [
    {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "x"}},
    *(
        {
            "sessionUpdate": "tool_call",
            "toolCallId": "1",
            "title": "t",
            "kind": kind,
            "status": "completed",
            "locations": [{"path": "a", "line": 3}],
            "content": [DIFF],
            "rawInput": {"command": ["a"]},
            "rawOutput": {"exit_code": 0, "metadata": {"exit": 1}},
        }
        for kind in ("edit", "execute", "other")
    ),
    {"sessionUpdate": "usage_update", "cost": {"amount": 1.5, "currency": "USD"}},
]


def list_places(found: Any, place: Place = ()) -> Iterator[Place]:
    if place:
        yield place
    keys: list[Any] = list(as_object(found)) or list(range(len(as_list(found))))
    for key in keys:
        yield from list_places(found[key], (*place, key))


def list_odd(events: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The same events with something odd at one place."""
    for place in list_places(events):
        for odd in ODD:
            changed: Any = copy.deepcopy(events)
            inner = changed
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = odd
            yield [each for each in changed if isinstance(each, dict)]


def read_all(client: str, events: list[dict[str, Any]], folder: Path) -> Iterator[Signal]:
    claude, acp = StreamReader(folder), UpdateReader(folder)
    for event in events:
        found = read_object(json.dumps(event).encode())
        if isinstance(found, dict):
            yield from claude.read_event(found) if client == "claude" else acp.read_update(found)


@pytest.mark.parametrize(("client", "events"), [("claude", CLAUDE), ("acp", ACP)])
def test_an_odd_value_ends_nothing_and_no_limit_is_longer_than_any(
    client: str, events: list[dict[str, Any]], tmp_path: Path
):
    latest = datetime.now(UTC) + timedelta(days=9)
    told = [each for odd in list_odd(events) for each in read_all(client, odd, tmp_path)]
    limits = [each.until for each in told if isinstance(each, Broken) and each.until]
    assert bool(limits) == (client == "claude")
    assert all(datetime.fromisoformat(each) < latest for each in limits)
    json.dumps([str(each) for each in told])
