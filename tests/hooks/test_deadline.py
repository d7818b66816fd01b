"""A check has a deadline of its own (DEC-44): over it a result is unverified, sent back once, never called false."""

import json
import time
from pathlib import Path

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, hook, stop

LINES = 300_000


@pytest.fixture
def slow(client: Client) -> str:
    """A result that takes longer to check than the project allows: many quotes from one huge, even file."""
    (client.folder / "even.py").write_text("value = compute(1)\n" * LINES, "utf-8")
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "deadline": 0.001}), "utf-8")
    return HONEST.replace("src/app.py:1", "even.py:1")


def patient(client: Client) -> None:
    client.renkei.ok("init", "--claude")


@pytest.mark.req("DEC-44", refused=True)
def test_over_the_deadline_a_result_is_sent_back_once_with_that_reason(client: Client, slow: str):
    first, second = client.stop(slow), client.stop(slow)
    assert first["decision"] == "block"
    assert "Renkei could not check this result within 0.001 s, so it is not verified." in first["reason"]
    assert first["reason"].endswith("[RES-8]")
    assert second is None
    assert [outcome for _, outcome, _ in client.checks()] == ["unverified", "unverified"]
    refused = [event["data"] for event in client.renkei.log() if event["type"] == "RuleRefused"]
    assert [each["rule"] for each in refused] == ["RES-8"]


@pytest.mark.req("DEC-44")
def test_it_is_told_as_unverified_and_never_counted_as_false(client: Client, slow: str):
    client.stop(slow)
    client.stop(slow)
    told = client.came_back()
    assert "could not be checked in time. It is not verified." in told["systemMessage"]
    assert "could not be checked in time" in told["hookSpecificOutput"]["additionalContext"]
    (row,) = client.renkei.json("trust")
    assert (row["claims"], row["false"]) == (0, 0)


@pytest.mark.req("DEC-44")
def test_a_shorter_result_is_then_checked_like_any_other(client: Client, slow: str):
    client.stop(slow)
    patient(client)
    assert client.stop(HONEST) is None
    assert [outcome for _, outcome, _ in client.checks()] == ["unverified", "accepted"]


@pytest.mark.req("DEC-44")
def test_observe_mode_sends_nothing_back(client: Client, slow: str):
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(settings.read_text("utf-8").replace("enforce", "observe"), "utf-8")
    assert client.stop(slow) is None
    assert list(client.came_back()) == ["systemMessage"]


@pytest.mark.req("DEC-44")
def test_the_deadline_is_kept_whatever_the_check_is_at(client: Client, slow: str):
    """Many quotes of an even file, in a process of its own: it ends within the time, whatever the check would take."""
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "deadline": 1}), "utf-8")
    quotes = "\n".join(f"- At `even.py:{line}`\n  - Code match: `value = compute(2)`" for line in range(1, 160))
    started = time.monotonic()
    assert hook(stop(client.folder, f"{slow}\n{quotes}"), folder=client.folder).document["decision"] == "block"
    assert time.monotonic() - started < 15


def test_the_deadline_lies_within_the_clients_own(client: Client):
    ours = json.loads((client.folder / ".renkei/hook.json").read_bytes())["deadline"]
    hooks = json.loads(Path(client.folder, ".claude/settings.local.json").read_bytes())["hooks"]
    times = {hook["timeout"] for entries in hooks.values() for entry in entries for hook in entry["hooks"]}
    assert all(ours <= time - 5 for time in times)
