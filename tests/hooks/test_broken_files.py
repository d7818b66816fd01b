"""What lies in `.renkei` may be broken, read-only or no file at all: nobody hangs, nothing else is lost, it is told."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.binding import state_file
from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, HONEST, LIE, event, hook, read, run, stop

LINES: dict[str, Any] = {"content": "x\n", "numLines": 2, "startLine": 1, "totalLines": 2}
DEEP = "[" * 200_000
SPOOL = ".renkei/renkei.db.spool"
LEDGER = ".renkei/sessions/session-1.jsonl"
SETTINGS = ".renkei/hook.json"


def lead_stops(client: Client, text: str = "done", **fields: Any) -> Any:
    given = event("Stop", client.folder, agent_id="", last_assistant_message=text, **fields)
    out = client.send(given).out
    return json.loads(out) if out else None


def came_back(client: Client) -> Any:
    response: dict[str, Any] = {"status": "completed", "agentId": AGENT, "content": []}
    given = event("PostToolUse", client.folder, agent_id="", tool_name="Agent", tool_response=response)
    out = client.send({**given, "tool_input": {"subagent_type": "code-explorer"}}).out
    return json.loads(out) if out else None


def receipt(**fields: Any) -> str:
    whole = dict.fromkeys(("at", "session", "agent_id", "agent", "tool"), "x")
    return json.dumps({**whole, **fields})


RECEIPTS = {
    "without fields": "{}",
    "list": receipt(path=["x"]),
    "number": receipt(first_line=10**30),
    "half": receipt(session="\ud800"),
    "deep": DEEP,
    "nothing": "",
}


class TestSpool:
    @pytest.mark.parametrize(
        "text",
        [*RECEIPTS.values(), "pipe", "folder"],
        ids=[*RECEIPTS, "pipe", "folder"],
    )
    def test_a_broken_receipt_keeps_no_other_waiting_and_nothing_fails(self, client: Client, text: str):
        broken = client.folder / SPOOL / "receipt-0.json"
        broken.parent.mkdir()
        self.make(broken, text)
        ran = client.send(read(client.folder, client.folder / "src/app.py", **LINES))
        assert (ran.out, ran.err) == ("", "")
        assert [each.path for each in client.receipts()] == ["src/app.py"]
        assert [path.name for path in broken.parent.iterdir()] == ["receipt-0.refused"]
        assert client.send(stop(client.folder, HONEST)).out == ""
        assert [client.renkei(word).code for word in ("status", "trust")] == [0, 0]

    @staticmethod
    def make(path: Path, text: str) -> None:
        if text == "pipe":
            os.mkfifo(path)
        elif text == "folder":
            path.mkdir()
        else:
            path.write_text(text, "utf-8")

    @pytest.mark.parametrize("text", [DEEP, "pipe"], ids=["deep", "pipe"])
    def test_a_broken_check_is_set_aside(self, client: Client, text: str):
        broken = client.folder / SPOOL / "check-0.json"
        broken.parent.mkdir()
        self.make(broken, text)
        assert client.send(stop(client.folder, HONEST)).err == ""
        assert [outcome for _, outcome, _ in client.checks()] == ["accepted"]
        assert [path.name for path in broken.parent.iterdir()] == ["check-0.refused"]

    @pytest.mark.parametrize("first", [1e400, 10**30, -(10**30)])
    def test_lines_that_no_file_has_lose_no_receipt(self, client: Client, first: float):
        given = read(client.folder, client.folder / "src/app.py", **{**LINES, "startLine": first})
        assert client.send(given).err == ""
        (kept,) = client.receipts()
        assert (kept.path, kept.first_line) == ("src/app.py", None)

    def test_a_path_that_no_file_has_loses_no_receipt(self, client: Client):
        (client.folder / "loop").symlink_to("loop")
        for path in ("x" * 5000, str(client.folder / "loop/a")):
            assert client.send(read(client.folder, Path(path), **LINES)).err == ""
        assert len(client.receipts()) == 2


FORGED = {
    "what": "checked",
    "id": "1",
    "at": "2026-11-16T00:00:00Z",
    "agent_id": "z",
    "agent": "a",
    "outcome": "failed",
}


def link_to_device(path: Path) -> None:
    path.symlink_to("/dev/full")


class TestLedger:
    @pytest.mark.req("DEC-45")
    @pytest.mark.parametrize(
        "line",
        [
            json.dumps({**FORGED, "more": "x"}),
            json.dumps({**FORGED, "points": 5}),
            json.dumps({**FORGED, "points": [5]}),
            json.dumps({**FORGED, "outcome": ["failed"]}),
            json.dumps({**FORGED, "more": float("inf")}),
            json.dumps({**FORGED, "more": -1}),
            json.dumps({**FORGED, "at": "x"}),
            json.dumps({**FORGED, "at": "2026-99-99T00:00:00Z"}),
            DEEP,
        ],
        ids=["more", "points", "point", "outcome", "endless", "less", "at", "date", "deep"],
    )
    def test_a_line_that_somebody_wrote_there_silences_nobody(self, client: Client, line: str):
        for _ in range(3):
            client.stop(LIE)
        with (client.folder / LEDGER).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        told = lead_stops(client)
        assert told["decision"] == "block"
        assert "src/ghost.py:45" in told["systemMessage"]
        assert client.send(stop(client.folder, LIE, agent_id="a2")).document["decision"] == "block"
        shown = client.renkei("status")
        assert shown.code == 0
        assert "refused   last refusals:" in shown.out

    @pytest.mark.req("DEC-45", refused=True)
    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, link_to_device])
    def test_what_is_no_file_hangs_nobody_and_is_told(self, client: Client, make: Callable[[Path], None]):
        (client.folder / LEDGER).parent.mkdir()
        make(client.folder / LEDGER)
        assert "(1 of 2)" in hook(stop(client.folder, LIE), folder=client.folder).document["reason"]
        assert hook({**stop(client.folder, LIE), "stop_hook_active": True}, folder=client.folder).out == ""
        assert "cannot remember verdicts" in lead_stops(client)["systemMessage"]


class TestNoMemory:
    """Where nothing can be written, as on a read-only disk: here a file stands in the place of the folder."""

    @pytest.fixture
    def forgetful(self, client: Client) -> Client:
        (client.folder / ".renkei/sessions").write_text("", "utf-8")
        return client

    @pytest.mark.req("DEC-45", refused=True)
    def test_a_lie_is_sent_back_once_and_not_for_ever(self, forgetful: Client):
        first = forgetful.send(stop(forgetful.folder, LIE))
        again = forgetful.send({**stop(forgetful.folder, LIE), "stop_hook_active": True})
        assert (first.document["decision"], again.out) == ("block", "")
        assert [outcome for _, outcome, _ in forgetful.checks()] == ["refused", "failed"]

    @pytest.mark.req("DEC-45")
    def test_lead_and_person_are_told_that_no_verdict_is_known(self, forgetful: Client):
        forgetful.send(stop(forgetful.folder, LIE))
        told = came_back(forgetful)
        for said in (told["systemMessage"], told["hookSpecificOutput"]["additionalContext"]):
            assert "Renkei cannot remember verdicts" in said
            assert "no verdict on code-explorer" in said
        prompt = f"<task-notification>\n<task-id>{AGENT}</task-id>\n<status>completed</status>"
        given = event("UserPromptSubmit", forgetful.folder, agent_id="", prompt=prompt)
        told = forgetful.send(given).document
        assert "cannot remember verdicts" in told["hookSpecificOutput"]["additionalContext"]
        assert list(lead_stops(forgetful)) == ["systemMessage"]
        starts = event("SessionStart", forgetful.folder, agent_id="", source="startup")
        assert "cannot remember" in forgetful.send(starts).document["systemMessage"]

    @pytest.mark.req("DEC-45", refused=True)
    def test_in_observe_mode_no_model_is_told(self, forgetful: Client):
        forgetful.renkei.ok("init", "--claude", "--mode", "observe")
        forgetful.send(stop(forgetful.folder, LIE))
        assert list(came_back(forgetful)) == ["systemMessage"]

    def test_status_says_it(self, forgetful: Client):
        shown = forgetful.renkei("status").out
        assert "enforce mode, but not in order: verdicts are not remembered: " in shown
        assert ".renkei/sessions is no folder" in shown


class TestSettings:
    @pytest.mark.req("DEC-45")
    @pytest.mark.parametrize("data", ["x", "[]", "null", "{}", DEEP, '{"mode": "bogus"}', '{"mode": ["enforce"]}'])
    def test_without_a_mode_the_person_is_told_and_all_is_checked(self, client: Client, data: str):
        """Where nothing is recorded of what the person set: on another machine, say."""
        state_file(client.folder, os.environ, ".json").unlink()
        (client.folder / SETTINGS).write_text(data, "utf-8")
        assert "hook.json is broken (mode" in client.send(stop(client.folder, LIE)).out
        assert [outcome for _, outcome, _ in client.checks()] == ["observed"]
        for told in (lead_stops(client), came_back(client)):
            assert "decision" not in told
        given = event("SessionStart", client.folder, agent_id="", source="startup")
        assert "hook.json is broken (mode" in client.send(given).document["systemMessage"]

    @pytest.mark.req("DEC-52", refused=True)
    @pytest.mark.parametrize("data", ["x", "{}", '{"mode": "bogus"}'])
    def test_what_a_person_set_holds_where_it_is_recorded(self, client: Client, data: str):
        (client.folder / SETTINGS).write_text(data, "utf-8")
        told = client.send(stop(client.folder, LIE)).document
        assert (told["decision"], "hook.json is broken (mode" in told["systemMessage"]) == ("block", True)
        assert [outcome for _, outcome, _ in client.checks()] == ["refused"]

    @pytest.mark.req("DEC-45", refused=True)
    @pytest.mark.parametrize("fields", [{"store": 5}, {"lang": "xx"}, {"deadline": "x"}, {"deadline": -1}])
    def test_a_mode_that_can_be_read_is_in_force(self, client: Client, fields: dict[str, Any]):
        found = json.loads((client.folder / SETTINGS).read_bytes())
        (client.folder / SETTINGS).write_text(json.dumps({**found, **fields}), "utf-8")
        told = client.send(stop(client.folder, LIE)).document
        assert (told["decision"], "src/ghost.py:45" in told["reason"]) == ("block", True)
        assert f"hook.json is broken ({next(iter(fields))})" in told["systemMessage"]
        assert len(client.checks()) == 1

    @pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
    def test_what_is_no_file_is_broken(self, client: Client, make: Callable[[Path], None]):
        (client.folder / SETTINGS).unlink()
        make(client.folder / SETTINGS)
        assert "hook.json is broken" in lead_stops(client)["systemMessage"]
        shown = run("status", folder=client.folder)
        assert (shown.code, ".renkei/hook.json is broken (mode, store, lang, deadline)" in shown.out) == (0, True)

    def test_settings_of_an_older_renkei_are_whole(self, client: Client):
        found = json.loads((client.folder / SETTINGS).read_bytes())
        del found["deadline"]
        (client.folder / SETTINGS).write_text(json.dumps(found), "utf-8")
        assert lead_stops(client) is None

    def test_status_line_says_it(self, client: Client):
        (client.folder / SETTINGS).write_text("x", "utf-8")
        given = json.dumps({"session_id": "session-1", "cwd": str(client.folder)}).encode()
        said = client.renkei.ok("statusline", stdin=given).out
        assert said.startswith("Renkei: .renkei/hook.json is broken (mode")


@pytest.mark.parametrize("name", [".git", ".claude/agents/code-explorer.md"])
def test_a_pipe_where_a_file_of_the_project_should_be_hangs_no_stop(client: Client, name: str):
    folder = client.folder / "deep" if name == ".git" else client.folder
    folder.mkdir(exist_ok=True)
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    ran = hook(stop(folder, LIE), folder=client.folder, env={"CLAUDE_PROJECT_DIR": str(client.folder)})
    assert "src/ghost.py:45" in ran.document["reason"], "the contract holds without a definition, too"
    assert len(client.checks()) == 1
