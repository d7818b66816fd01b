"""A guard that cannot guard refuses; one that only informs lets pass; both say so, and within a second."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.cli_run import COMMAND, Cli, Ran
from tests.support.hook_client import Client
from tests.support.hook_project import SESSION, clean_env, event, hook

READ: dict[str, Any] = {"tool_name": "Read", "tool_input": {"file_path": "src/app.py"}}
WRITE: dict[str, Any] = {"tool_name": "Write", "tool_input": {"file_path": "src/new.py", "content": "x"}}
MAIN: dict[str, Any] = {"agent_id": "", "agent_type": ""}


def before(client: Client, agent: str = "qa-engineer", agent_id: str = "a", **fields: Any) -> dict[str, Any]:
    return event("PreToolUse", client.folder, **{"agent_type": agent, "agent_id": agent_id, **fields})


def answer_of(ran: Ran) -> Any:
    return json.loads(ran.out) if ran.out else None


@pytest.mark.req("DEC-44", refused=True)
def test_a_guard_whose_time_is_over_refuses(client: Client):
    settings = client.folder / ".renkei/hook.json"
    document = json.loads(settings.read_text("utf-8"))
    settings.write_text(json.dumps({**document, "deadline": 0.0001}), "utf-8")
    client.renkei.ok("accept", "mode")
    answer = answer_of(hook(before(client, **READ), folder=client.folder))
    assert answer["decision"] == "block"
    assert "TimeoutError" in answer["reason"]


def test_in_observe_mode_time_that_is_over_is_told(renkei: Cli):
    renkei.ok("init", "--claude")
    client = Client(renkei)
    settings = client.folder / ".renkei/hook.json"
    document = json.loads(settings.read_text("utf-8"))
    settings.write_text(json.dumps({**document, "deadline": 0.0001}), "utf-8")
    renkei.ok("accept", "mode")
    answer = answer_of(hook(before(client, **READ), folder=client.folder))
    assert list(answer) == ["systemMessage"]


def test_what_cannot_be_remembered_is_refused(client: Client):
    folder = client.folder / ".renkei/guards"
    folder.mkdir()
    (folder / SESSION).write_text("no folder", "utf-8")
    for given in (before(client, **WRITE), before(client, **READ, **MAIN), before(client, **READ)):
        answer = answer_of(client.send({**given, "agent_id": given["agent_id"]}))
        assert answer["decision"] == "block"  # of an agent it is not known what it is
        assert "Renkei failed here" in answer["reason"]


def test_a_prompt_is_never_withheld(client: Client):
    folder = client.folder / ".renkei/guards"
    folder.mkdir()
    (folder / SESSION).write_text("no folder", "utf-8")
    ran = client.send(event("UserPromptSubmit", client.folder, agent_id="", agent_type="", prompt="go on"))
    assert list(answer_of(ran)) == ["systemMessage"]


@pytest.mark.parametrize("state", ["locked", "gone", "broken"])
def test_a_store_that_cannot_be_used_delays_and_loosens_nothing(client: Client, state: str):
    store = client.folder / ".renkei/renkei.db"
    holder = sqlite3.connect(store, isolation_level=None)
    if state == "locked":
        holder.execute("BEGIN EXCLUSIVE")
    else:
        holder.close()
        store.unlink() if state == "gone" else store.write_bytes(b"no store" * 1000)
    guarded: dict[str, Any] = {"tool_name": "Write", "tool_input": {"file_path": ".renkei/off"}}
    started = time.monotonic()
    refused = answer_of(hook(before(client, **guarded), folder=client.folder))
    passed = answer_of(hook(before(client, **WRITE), folder=client.folder))
    took = time.monotonic() - started
    assert refused["reason"].endswith("[DEC-52]")
    assert passed is None
    assert took < 4  # two processes, on a machine that others use
    holder.close()
    if state == "locked":
        assert [each["data"]["rule"] for each in client.renkei.log() if each["type"] == "RuleRefused"] == ["DEC-52"]


@pytest.mark.req("TEAM-9", refused=True)
@pytest.mark.slow
def test_of_fifty_at_once_one_gets_the_file(client: Client):
    def write(number: int) -> Any:
        given = before(client, agent_id=f"a{number}", **WRITE)
        return answer_of(hook(given, folder=client.folder))

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(write, range(50)))
    assert sum(each is None for each in answers) == 1
    assert all(each is None or each["reason"].endswith("[TEAM-9]") for each in answers)
    assert len([each for each in client.renkei.log() if each["type"] == "RuleRefused"]) == 49


@pytest.mark.req("LEAD-2", refused=True)
def test_of_many_lookups_at_once_three_count(client: Client):
    for number in range(12):
        (client.folder / f"src/f{number}.py").write_text("x = 1\n", "utf-8")

    def read(number: int) -> Any:
        given = before(client, tool_name="Read", tool_input={"file_path": f"src/f{number}.py"})
        return answer_of(hook({**given, **MAIN}, folder=client.folder))

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(read, range(12)))
    assert sum(each is None for each in answers) <= 3
    assert any(each is None for each in answers)


@pytest.mark.parametrize("mode", ["enforce", "observe"])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"command": "\x00"},
        {"command": "$(" * 5000},
        {"command": "'" + "x" * 200_000},
        {"command": "a\n" * 20_000},
        {"command": "test -v 'a[$(ls)]'; " * 2000},
        {"command": "cat a/../b/../c; perl -pi -e 1 f; " * 1000},
        {"command": "read 'a[" + "$(" * 10_000},
        {"file_path": "../" * 3000 + "etc/passwd"},
        {"file_path": "/" * 10_000},
        {"file_path": 7, "command": ["ls"]},
        {"edits": [1, {"old_string": 2}]},
        {"input": "*** Update File: " * 1000},
        {"pattern": "**/" * 1000},
    ],
)
def test_whatever_is_asked_of_a_tool_has_a_clear_outcome(renkei: Cli, mode: str, asked: dict[str, Any]):
    renkei.ok("init", "--claude", "--mode", mode)
    client = Client(renkei)
    for tool in ("Bash", "Write", "MultiEdit", "Read", "Glob", "apply_patch"):
        for who in (MAIN, {}):
            given = {**before(client, tool_name=tool, tool_input=asked), **who}
            started = time.process_time()
            ran = client.renkei.ok("hook", stdin=json.dumps(given).encode())
            assert time.process_time() - started < 1
            answer = answer_of(ran)
            assert answer is None or set(answer) <= {"decision", "reason", "systemMessage"}
            assert mode == "enforce" or "decision" not in (answer or {})


def test_a_missing_binary_blocks_nobody(client: Client):
    settings = json.loads((client.folder / ".claude/settings.local.json").read_text("utf-8"))
    (command,) = [each["hooks"][0]["command"] for each in settings["hooks"]["PreToolUse"]]
    gone = command.replace(str(COMMAND), f"{COMMAND}-that-is-gone")
    assert gone != command
    done = subprocess.run(["sh", "-c", gone], input=b"{}", capture_output=True, env=clean_env())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


SHOWS_MODULES = """\
import sys
before = set(sys.modules)
from renkei.entrypoints.cli import main
code = main(["hook"])
loaded = set(sys.modules) - before
heavy = ("sqlite3", "yaml", "pydantic", "subprocess")
print(sorted(name for name in heavy if name in loaded), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize(
    "given", [READ, {"tool_name": "Bash", "tool_input": {"command": "ls | grep x"}}, {**READ, **MAIN}]
)
def test_the_common_path_asks_no_store(client: Client, given: dict[str, Any]):
    client.answer({**before(client), **given})  # the first of a session notes which commits are there
    data = json.dumps({**before(client), **given}).encode()
    done = subprocess.run(
        [sys.executable, "-c", SHOWS_MODULES], input=data, capture_output=True, cwd=client.folder, env=clean_env()
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"[]\n")


def test_what_a_session_left_goes_with_it_in_time(client: Client):
    old = client.folder / ".renkei/guards/old"
    (old / "seen").mkdir(parents=True)
    (old / "seen/x").write_text("", "utf-8")
    past = time.time() - 40 * 86400
    os.utime(old, (past, past))
    client.session_starts()
    assert not old.exists()


@pytest.mark.req("DEC-44", refused=True)
@pytest.mark.parametrize(("name", "code"), [("PreToolUse", 2), ("PostToolUse", 0), ("Stop", 0), ("SessionStart", 0)])
def test_failure_before_the_project_is_known_stops_what_is_guarded_and_nothing_else(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str, code: int
):
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("renkei.entrypoints.hook_projects.effective_settings", fail)
    ran = client.renkei("hook", stdin=json.dumps(event(name, client.folder, **READ)).encode())
    assert (ran.code, ran.out, "RuntimeError: a bug" in ran.err) == (code, "", True)
