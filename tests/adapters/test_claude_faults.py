"""A client that is not as it should be: a program in the place of Claude Code, which prints what the test says."""

import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Broken, Notice, Result, Signal, Text
from renkei.adapters.claude import Claude, find_missing_flags
from tests.support.agent_kinds import job

Shown = Callable[..., list[Signal]]

DONE = {"type": "result", "subtype": "success", "is_error": False, "result": "done"}
INITIALIZED: dict[str, Any] = {"type": "control_response", "response": {"subtype": "success", "response": {}}}
USED = {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": "x"}]}}
CALLED = {"type": "assistant", "message": {"id": "m", "content": [{"type": "tool_use", "id": "t1", "name": "Bash"}]}}


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """What is heard of a client that prints these lines and ends."""

    def start(*lines: dict[str, Any] | str, code: int = 0, error: str = "") -> list[Signal]:
        said = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines)
        (tmp_path / "said").write_text(f"{said}\n", "utf-8")
        program = tmp_path / "bin" / "claude"
        program.parent.mkdir()
        text = f"import sys\nsys.stdin.readline()\nprint(open({str(tmp_path / 'said')!r}).read(), end='', flush=True)\n"
        text += f"print({error!r}, file=sys.stderr)\n"
        program.write_text(f"#!{sys.executable}\n{text}sys.exit({code})\n", "utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
        agent = Claude().start(job(tmp_path))
        found = list(agent.signals())
        agent.cancel()
        return found[1:]

    return start


def test_what_is_no_event_is_something_that_it_said(shown: Shown):
    odd = ["what {", "[1]", "7", {"type": 5}, {"type": "assistant", "message": [1]}, {"type": "user", "message": None}]
    assert shown(INITIALIZED, *odd, DONE)[:-1] == [Text(text="what {"), Text(text="[1]"), Text(text="7")]


def test_how_it_ends_when_it_is_let_go_says_whether_it_did_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lines = "".join(f"print({json.dumps(each)!r}, flush=True)\n" for each in (INITIALIZED, DONE))
    program = tmp_path / "claude"
    program.write_text(f"#!{sys.executable}\nimport sys\n{lines}sys.stdin.read()\nsys.exit(3)\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    agent = Claude().start(job(tmp_path))
    assert list(agent.signals())[-1] == Result(text="done")
    assert agent.find_failure(0) is None
    assert agent.let_go()
    assert agent.find_failure(30) == Broken(kind="crash", reason="exit code 3")
    agent.cancel()


def test_an_end_without_a_result_is_no_success_whatever_its_code(shown: Shown):
    assert shown(INITIALIZED) == [Broken(kind="crash", reason="exit code 0")]


def test_a_client_whose_last_word_is_a_limit_of_its_provider_has_not_crashed(shown: Shown):
    [last] = shown(INITIALIZED, code=1, error="Error: quota exceeded, try again in 2h")
    assert isinstance(last, Broken)
    assert last.kind == "limit"
    assert last.until
    assert 7190 < (datetime.fromisoformat(last.until) - datetime.now(UTC)).total_seconds() <= 7200


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"is_error": True, "api_error_status": 529, "result": "overloaded"}, "api"),
        ({"is_error": True, "api_error_status": 429, "result": "slow down"}, "limit"),
        ({"is_error": True, "api_error_status": 401, "result": "no such key"}, "agent"),
        ({"is_error": True, "result": "You've hit your limit, resets 3pm (UTC)"}, "limit"),
        ({"subtype": "error_max_turns"}, "agent"),
        ({"subtype": "error_max_turns", "is_error": True, "result": "I wrote the rate limiter: 429"}, "agent"),
        ({"subtype": "error_during_execution", "is_error": True, "errors": ["429: retry after 20 s"]}, "limit"),
        ({"is_error": True, "api_error_status": 400, "result": "usage limits, resets in 2 h"}, "limit"),
        ({"is_error": True, "api_error_status": 400, "result": "the prompt is too long"}, "api"),
    ],
)
def test_a_result_that_says_error_is_none(shown: Shown, fields: dict[str, Any], kind: str):
    [last] = shown(INITIALIZED, {**DONE, **fields})
    assert isinstance(last, Broken)
    assert last.kind == kind


def test_a_report_that_is_marked_as_an_error_is_called_that(shown: Shown):
    [last] = shown(INITIALIZED, {**DONE, "is_error": True})
    assert last == Broken(kind="agent", reason="its result is marked as an error: done")


def retries(attempt: int, status: int = 429, delay: int = 900) -> dict[str, Any]:
    told = {"attempt": attempt, "max_retries": 10, "retry_delay_ms": delay, "error_status": status}
    return {"type": "system", "subtype": "api_retry", **told}


def test_a_client_that_waits_for_its_provider_again_and_again_leaves_the_waiting_to_the_task(shown: Shown):
    [last] = shown(INITIALIZED, *(retries(attempt) for attempt in range(1, 6)))
    assert last == Broken(kind="limit", reason="its provider refused 4 requests (429)")


def test_a_delay_that_the_provider_has_told_is_kept_to(shown: Shown):
    [last] = shown(INITIALIZED, retries(4, delay=600_000))
    assert isinstance(last, Broken)
    assert last.until
    assert 590 < (datetime.fromisoformat(last.until) - datetime.now(UTC)).total_seconds() <= 600


@pytest.mark.parametrize(
    ("moment", "seconds"),
    [
        (lambda: time.time() + 600, 600),
        (lambda: (time.time() + 600) * 1000, 600),
        (lambda: time.time() + 400 * 86400, None),
        (lambda: 1e18, None),
        (lambda: 10**400, None),
        (lambda: float("inf"), None),
        (lambda: float("nan"), None),
        (lambda: -5, None),
    ],
)
def test_a_limit_is_over_when_it_can_be_whatever_number_is_told(
    shown: Shown, moment: Callable[[], float], seconds: float | None
):
    told = {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": moment()}}
    [last] = shown(INITIALIZED, told, {**DONE, "is_error": True, "result": "no more"})
    assert isinstance(last, Broken)
    assert last.kind == "limit"
    waits = (datetime.fromisoformat(last.until) - datetime.now(UTC)).total_seconds() if last.until else None
    assert waits == pytest.approx(seconds, abs=30) if seconds else waits is None


def test_a_result_that_was_cut_off_says_so_beside_what_it_holds(shown: Shown):
    [last] = shown(INITIALIZED, {**DONE, "subtype": "error_max_turns"})
    assert last == Broken(kind="agent", reason="error_max_turns: done")


def test_a_provider_that_is_busy_is_the_clients_own_to_ask_again(shown: Shown):
    again = [retries(attempt, status=529) for attempt in range(1, 9)]
    assert shown(INITIALIZED, retries(1), *again, DONE) == [Result(text="done")]


@pytest.mark.slow
def test_a_client_that_closes_its_output_and_goes_on_says_no_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = tmp_path / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec >&- 2>&-\nexec sleep 3600\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    agent = Claude().start(job(tmp_path))
    *_, last = agent.signals()
    agent.cancel()
    assert last == Broken(kind="crash", reason="it has closed its output and goes on")


@pytest.mark.req("ORCH-6")
def test_nobody_waits_for_a_client_that_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = tmp_path / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec sleep 3600\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    agent = Claude().start(job(tmp_path, prompt="x" * 1_000_000))
    for _ in range(2000):
        agent.send(Notice(text="x" * 1000))
    assert not agent.shutdown(0.1)
    *_, last = agent.signals()
    assert isinstance(last, Broken)


@pytest.mark.req("ORCH-2", refused=True)
def test_a_client_that_uses_a_tool_without_asking_is_ended(shown: Shown):
    *_, last = shown(INITIALIZED, CALLED, USED, DONE)
    assert last == Broken(kind="agent", reason="it used Bash without asking: this version cannot be guarded")


@pytest.mark.parametrize("response", [{"subtype": "error", "error": "what?"}, {"response": {"hooks_applied": False}}])
def test_a_client_that_does_not_take_our_hook_is_not_used(shown: Shown, response: dict[str, Any]):
    told = {"type": "control_response", "response": {"subtype": "success", **response}}
    [first, *_] = shown(told, DONE)
    assert isinstance(first, Broken)
    assert "cannot be guarded" in first.reason


def test_a_result_counts_as_long_as_its_client_is_there_or_has_ended_well(shown: Shown):
    assert shown(INITIALIZED, DONE)[-1] == Result(text="done")


def test_a_version_without_what_is_needed_is_told_by_its_help(tmp_path: Path):
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\necho --input-format --setting-sources --strict-mcp-config\n", "utf-8")
    program.chmod(0o755)
    assert find_missing_flags(program) == ["--replay-user-messages", "--allowedTools"]
    assert find_missing_flags(tmp_path / "none") is None
