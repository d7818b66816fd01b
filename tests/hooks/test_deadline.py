"""A check has a deadline of its own (DEC-44): over it a result is unverified, sent back once, never called false."""

import json
import os
import re
import signal
import time
from pathlib import Path

import pytest

from renkei.processes.deadline import OutOfTime, WorkFailed, run_within
from renkei.sentence import Sentence
from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, hook, stop

LINES = 300_000


@pytest.fixture
def slow(client: Client) -> str:
    """A result that takes longer to check than the project allows: many quotes from one huge, even file."""
    (client.folder / "even.py").write_text("value = compute(1)\n" * LINES, "utf-8")
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "deadline": 0.001}), "utf-8")
    client.renkei.ok("accept", "mode")
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
    said = "Renkei could not check all of the result of code-explorer. It is not verified."
    assert said in told["systemMessage"]
    assert said in told["hookSpecificOutput"]["additionalContext"]
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
    client.renkei.ok("accept", "mode")
    assert client.stop(slow) is None
    assert list(client.came_back()) == ["systemMessage"]


@pytest.mark.req("DEC-44")
def test_the_deadline_is_kept_whatever_the_check_is_at(client: Client, slow: str):
    """Many quotes of an even file, in a process of its own: it ends within the time, whatever the check would take."""
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "deadline": 1}), "utf-8")
    client.renkei.ok("accept", "mode")
    quotes = "\n".join(f"- At `even.py:{line}`\n  - Code match: `value = compute(2)`" for line in range(1, 160))
    started = time.monotonic()
    assert hook(stop(client.folder, f"{slow}\n{quotes}"), folder=client.folder).document["decision"] == "block"
    assert time.monotonic() - started < 15


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "huge"])
def test_a_transcript_that_is_no_file_to_read_holds_no_check_up(client: Client, tmp_path: Path, kind: str):
    paths = {"device": Path("/dev/zero"), "pipe": tmp_path / "pipe", "folder": tmp_path, "huge": tmp_path / "huge"}
    os.mkfifo(paths["pipe"])
    with paths["huge"].open("wb") as file:
        file.truncate(2 * 1024**3)
    told = {**stop(client.folder, LIE), "agent_transcript_path": str(paths[kind])}
    answer = hook(told, folder=client.folder).document
    assert "Renkei does not accept this result" in answer["reason"]


def test_the_deadline_lies_within_the_clients_own(client: Client):
    ours = json.loads((client.folder / ".renkei/hook.json").read_bytes())["deadline"]
    hooks = json.loads(Path(client.folder, ".claude/settings.local.json").read_bytes())["hooks"]
    times = {hook["timeout"] for entries in hooks.values() for entry in entries for hook in entry["hooks"]}
    assert all(ours <= time - 5 for time in times)


FULL = 9_000_000
"""Bytes of a file, of which some hundred quotes are compared until all the work is done."""


@pytest.fixture
def vast(client: Client) -> str:
    """An honest result with so many quotes of a huge file that not all of them can be compared."""
    line = "value = compute(1)  # the same again, and again\n"
    (client.folder / "vast.py").write_text(line * (FULL // len(line)), "utf-8")
    quotes = "\n".join(f"- At `vast.py:{number}`\n  - Code match: `value =  compute(1)`" for number in range(1, 151))
    rows = "\n".join(f"| it | `vast.py:{number}` | x |" for number in range(1, 151))
    found = HONEST.replace("- Login is defined", f"{quotes}\n- Login is defined")
    return found.replace("| login |", f"{rows}\n| login |")


@pytest.mark.req("DEC-44", refused=True)
def test_over_the_budget_of_work_only_what_was_not_looked_at_is_unverified(client: Client, vast: str):
    first, second = client.stop(vast), client.stop(vast)
    assert first["decision"] == "block"
    assert "so these are not verified: vast.py:" in first["reason"]
    assert first["reason"].endswith("[RES-8]")
    assert second is None
    checks = [event["data"] for event in client.renkei.log() if event["type"] == "ClaimChecked"]
    assert [each["outcome"] for each in checks] == ["unverified", "unverified"]
    states = checks[0]["counts"]
    assert states.keys() == {"verified", "unverified"}
    assert min(states.values()) > 5
    told = client.came_back()["hookSpecificOutput"]["additionalContext"]
    assert "[UNVERIFIED] vast.py:" in told
    assert "it was not looked at: the check has done all the work that it may" in told
    assert client.renkei.json("trust")[0]["false"] == 0


@pytest.mark.req("DEC-44", refused=True)
def test_what_is_false_is_refused_whether_or_not_all_of_it_was_looked_at(client: Client, vast: str):
    answer = client.stop(vast.replace("- Login is", "- See `src/ghost.py:3`\n- Login is"))
    assert "src/ghost.py:3 is not there" in answer["reason"]
    answer = client.stop(vast.replace("def login(user):", "def logout(user):"))
    assert "the code quoted for src/app.py:1 is not in the file" in answer["reason"]
    answer = client.answer(stop(client.folder, f"{vast}\nSee `vast.py:999999`.", agent_id="agent-2"))
    assert "vast.py:999999 is not there" in answer["reason"]


@pytest.mark.req("DEC-44", refused=True)
def test_a_check_that_fails_is_no_check(client: Client, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    with monkeypatch.context() as patch:
        patch.setattr("renkei.app.stops.check_report", fails)
        first, second = client.send(stop(client.folder, LIE)), client.send(stop(client.folder, LIE))
    assert json.loads(first.out)["decision"] == "block"
    assert "Renkei failed at this result (RecursionError: too deep), so" in json.loads(first.out)["reason"]
    assert json.loads(first.out)["reason"].endswith("[RES-8]")
    assert (second.code, second.out) == (0, "")
    assert "RecursionError: too deep" in second.err
    assert [outcome for _, outcome, _ in client.checks()] == ["unverified", "unverified"]
    assert "It is not verified." in client.came_back()["systemMessage"]


@pytest.mark.req("DEC-44", refused=True)
def test_work_that_never_comes_back_is_ended_by_the_system():
    started = time.monotonic()
    with pytest.raises(OutOfTime):
        run_within(0.5, lambda: re.sub("x*y", "", "x" * 3_000_000))
    assert time.monotonic() - started < 10


def test_work_that_fails_or_dies_is_said():
    assert run_within(20, lambda: [Sentence("{a}: {b}", a="{", b=1)]) == ["{: 1"]
    with pytest.raises(WorkFailed, match="ZeroDivisionError: "):
        run_within(20, lambda: 1 // 0)
    with pytest.raises(WorkFailed, match="ended with -9"):
        run_within(20, lambda: os.kill(os.getpid(), signal.SIGKILL))


@pytest.mark.req("DEC-45")
def test_the_lead_is_told_of_a_failed_result_though_its_own_words_cannot_be_checked_in_time(client: Client, slow: str):
    patient(client)
    for _ in range(3):
        client.stop(LIE)
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "deadline": 0.001}), "utf-8")
    client.renkei.ok("accept", "mode")
    told = client.lead_stops(slow)
    assert told["decision"] == "block"
    assert "src/ghost.py:45" in told["reason"]
    assert "Renkei could not check what main thread says last. It is not verified." in told["systemMessage"]
    assert "main thread" not in told["reason"]
