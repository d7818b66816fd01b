"""A guard answers in time whatever it hangs in, from its first line on, and refuses where it cannot answer (DEC-44)."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.binding import state_file
from renkei.processes import watchdog
from renkei.processes.watchdog import Answer, answer_within
from tests.support.cli_run import COMMAND
from tests.support.hook_client import Client
from tests.support.hook_project import LIE, clean_env, event, hook, stop

CLIENTS = ("claude", "codex", "gemini")
BEFORE = {"claude": "PreToolUse", "codex": "PreToolUse", "gemini": "BeforeTool"}
AFTER = {"claude": "PostToolUse", "codex": "PostToolUse", "gemini": "AfterTool"}
WRITE: dict[str, dict[str, Any]] = {
    "claude": {"tool_name": "Write", "tool_input": {"file_path": "src/new.py", "content": "x"}},
    "codex": {
        "tool_name": "apply_patch",
        "tool_input": {"command": "*** Begin Patch\n*** Add File: src/new.py\n+x\n*** End Patch\n"},
    },
    "gemini": {"tool_name": "write_file", "tool_input": {"file_path": "src/new.py", "content": "x"}},
}
HOLD = 8
"""Seconds that a store is looked for at the most; after the deadline of the project, before that of the client."""


def before(client: Client, name: str) -> dict[str, Any]:
    return event(BEFORE[name], client.folder, agent_type="qa-engineer", agent_id="a", **WRITE[name])


def make_hurried(client: Client) -> None:
    settings = client.folder / ".renkei/hook.json"
    settings.write_text(json.dumps({**json.loads(settings.read_text("utf-8")), "deadline": 1}), "utf-8")
    client.renkei.ok("accept", "mode")


def replace_by_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize("name", CLIENTS)
def test_a_guard_that_hangs_in_the_store_refuses_in_time(client: Client, name: str):
    make_hurried(client)
    replace_by_pipe(client.folder / ".renkei/renkei.db")
    started = time.monotonic()
    ran = hook(before(client, name), "--client", name, folder=client.folder)
    assert (ran.document["decision"], "TimeoutError: 1 s" in ran.document["reason"]) == ("block", True)
    assert time.monotonic() - started < HOLD


@pytest.mark.req("DEC-44")
@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize("path", [".renkei/hook.json", "record"])
def test_a_pipe_in_the_place_of_what_it_goes_by_holds_it_up_no_more(client: Client, name: str, path: str):
    record = state_file(client.folder, os.environ, ".json")
    replace_by_pipe(record if path == "record" else client.folder / path)
    started = time.monotonic()
    guarded: dict[str, Any] = {**before(client, name), "tool_input": {}}
    assert hook(guarded, "--client", name, folder=client.folder).document["decision"] == "block"
    assert time.monotonic() - started < HOLD


@pytest.mark.req("DEC-44")
@pytest.mark.slow
@pytest.mark.parametrize("name", CLIENTS)
def test_what_informs_and_hangs_ends_without_holding_anybody(client: Client, name: str):
    (client.folder / ".renkei/renkei.db").unlink()
    os.mkfifo(client.folder / ".renkei/renkei.db")
    given: dict[str, Any] = {**before(client, name), "hook_event_name": AFTER[name], "tool_response": {}}
    started = time.monotonic()
    ran = hook(given, "--client", name, folder=client.folder)
    assert "decision" not in (json.loads(ran.out) if ran.out else {})
    assert time.monotonic() - started < 30  # the client's own time-out


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize(
    "name", ["codex", *(pytest.param(name, marks=pytest.mark.slow) for name in ("gemini", "claude"))]
)
@pytest.mark.parametrize(
    "sent",
    [b"", pytest.param(b'{"hook_event_name": "PreToolUse", ', marks=pytest.mark.slow)],
    ids=["nothing", "half"],
)
def test_an_input_that_never_ends_is_refused_in_time(client: Client, name: str, sent: bytes):
    with subprocess.Popen(
        [COMMAND, "hook", "--client", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=client.folder,
        env=clean_env(),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(sent)
        process.stdin.flush()
        assert process.wait(25) == 2
        assert process.stdout.read() == b""
        assert b"nothing was checked, so this is refused" in process.stderr.read()


def called(client: Client, given: dict[str, Any], redirection: str) -> "subprocess.CompletedProcess[bytes]":
    """The hook as a shell calls it, with files that are closed or take nothing."""
    return subprocess.run(
        ["sh", "-c", f"'{COMMAND}' hook {redirection}"],
        input=json.dumps(given).encode(),
        capture_output=True,
        cwd=client.folder,
        env=clean_env(),
        timeout=30,
    )


GUARDED: dict[str, Any] = {"tool_name": "Write", "tool_input": {"file_path": ".renkei/off", "content": ""}}


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize("redirection", ["<&-", "<&- >&-", "<&- 2>&-", "<&- 2>/dev/full"])
def test_without_an_input_everything_is_refused(client: Client, redirection: str):
    done = called(client, {}, redirection)
    assert (done.returncode, done.stdout, b"Traceback" in done.stderr) == (2, b"", False)
    assert "2>" in redirection or b"standard input cannot be read" in done.stderr


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", ">&- 2>/dev/full", ">&- 2>&-", ">/dev/full 2>&-"])
def test_a_refusal_that_cannot_be_written_is_one_by_its_exit_code(client: Client, redirection: str):
    done = called(client, event("PreToolUse", client.folder, **GUARDED), redirection)
    assert (done.returncode, done.stdout, b"Traceback" in done.stderr) == (2, b"", False)
    assert "2>" in redirection or b"[DEC-52]" in done.stderr
    done = called(client, stop(client.folder, LIE), redirection)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


@pytest.mark.req("DEC-44")
@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", ">&- 2>&-", "2>/dev/full", "2>&-"])
def test_what_refuses_nothing_ends_well_wherever_it_writes(client: Client, redirection: str):
    (client.folder / ".renkei/hook.json").write_text("broken", "utf-8")  # so that there is something to say
    for name in ("SessionStart", "UserPromptSubmit", "PostToolUse"):
        done = called(client, event(name, client.folder, agent_id="", tool_name="Read"), redirection)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"hook_event_name": 5}'])
def test_what_fails_before_anybody_knows_the_event_refuses(
    client: Client, monkeypatch: pytest.MonkeyPatch, data: bytes
):
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("renkei.entrypoints.hook_projects.effective_settings", fail)
    ran = client.renkei("hook", stdin=data)
    assert (ran.code, ran.out) == (2, "")


class TestWatch:
    late = Answer(2, err="late")

    def test_the_answer_is_that_of_the_work(self):
        assert answer_within(20, self.late, lambda _: Answer(0, "x" * 300_000)) == Answer(0, "x" * 300_000)

    @pytest.mark.req("DEC-44", refused=True)
    @pytest.mark.parametrize(
        ("work", "said"),
        [
            (lambda: (20_000_000).__pow__(20_000_000), "its time was over"),
            (lambda: os.kill(os.getpid(), signal.SIGKILL), "ended by signal 9"),
            (lambda: 1 // 0, ""),
            (lambda: os._exit(0), ""),
        ],
        ids=["one endless instruction", "killed", "failed", "gone"],
    )
    def test_of_work_that_comes_to_no_end_the_standby_is_the_answer(self, work: Callable[[], object], said: str):
        started = time.monotonic()
        assert said in answer_within(0.5, self.late, lambda _: Answer(work() is None)).err
        assert time.monotonic() - started < 10

        def with_standby(stand_by: watchdog.Standby) -> Answer:
            stand_by(Answer(0, "later"), 0.5)
            return Answer(work() is None)

        assert answer_within(20, self.late, with_standby)[:2] == (0, "later")

    def test_the_process_that_was_called_is_known_to_the_one_that_works(self):
        found = answer_within(20, self.late, lambda _: Answer(0, str(watchdog.called_process())))
        assert found.out == str(os.getpid())


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize("how", ["stopped", "deaf"])
def test_work_that_heeds_no_timer_is_ended_by_who_watches_it(how: str):
    def hang(stand_by: watchdog.Standby) -> Answer:
        if how == "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(60)
        return Answer(0)

    started = time.monotonic()
    answer = answer_within(0.2, Answer(2, err="late\n"), hang)
    assert (answer.code, answer.err.startswith("late")) == (2, True)
    assert time.monotonic() - started < HOLD
