"""Hooks over HTTP: the answers of `renkei hook`, to whoever the operating system says is asking."""

import json
import sys
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from renkei.eventlog.receipts import receipts_of_agent
from tests.support.cli_run import COMMAND, Cli
from tests.support.fake_client import FakeClient, fake_client
from tests.support.hook_project import AGENT, SESSION, clean_env, event, report, repository, run
from tests.support.web_server import Served, free_port, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="who asks is known on Linux")

SETTINGS = ".claude/settings.local.json"
LEAD = {"agent_id": "", "agent_type": ""}
READ = {"tool_name": "Read", "tool_input": {"file_path": "src/app.py"}}
RAN = {"tool_name": "Bash", "tool_input": {"command": "pytest -q"}, "tool_response": {"stdout": "3 passed in 1s"}}


class Asked:
    """A project with a client in it, which asks in one of the two ways."""

    def __init__(self, folder: Path, client: FakeClient, served: Served | None) -> None:
        self.folder = folder
        self.client = client
        self.served = served

    def by_command(self, given: str) -> Any:
        ran = self.client.run([COMMAND, "hook"], stdin=given)
        if ran.code == 2:
            return {"decision": "block", "reason": ran.err.strip()}
        assert ran.code == 0
        return json.loads(ran.out or "{}")

    def by_http(self, given: str) -> Any:
        assert self.served
        ran = self.client.post(self.served.port, given)
        assert ran.code == 200, ran.out
        return json.loads(ran.out)

    def send(self, name: str, **fields: Any) -> Any:
        given = json.dumps(event(name, self.folder, **fields))
        return self.by_http(given) if self.served else self.by_command(given)


@pytest.fixture
def both(tmp_path: Path) -> Generator[list[Asked]]:
    """The same project twice: what is asked by a command in the one is asked by HTTP in the other."""
    with ExitStack() as stack:
        made: list[Asked] = []
        for way in ("command", "http"):
            folder = repository(tmp_path / way / "project")
            assert run("init", "--claude", "--mode", "enforce", folder=folder).code == 0
            served = stack.enter_context(serving(folder, env=clean_env())) if way == "http" else None
            made.append(Asked(folder, stack.enter_context(fake_client(folder, clean_env())), served))
        yield made


def inputs(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """What a client sends in a session, one after the other: what is refused depends on what came before."""
    pre, post = "PreToolUse", "PostToolUse"
    for number in range(5):
        (folder / f"src/f{number}.py").write_text("x = 1\n", "utf-8")
    reads = [{"tool_name": "Read", "tool_input": {"file_path": str(folder / f"src/f{each}.py")}} for each in range(5)]
    write = {"tool_name": "Write", "tool_input": {"file_path": str(folder / "src/new.py"), "content": "x = 1\n"}}
    shell = {"tool_name": "Bash", "tool_input": {"command": "echo x > .renkei/off"}}
    lie, true = report("src/gone.py:70"), report("src/app.py:1")
    return [
        ("SessionStart", {**LEAD, "source": "startup"}),
        ("UserPromptSubmit", {**LEAD, "prompt": "go on"}),
        *((pre, {**LEAD, **each}) for each in reads),
        (pre, {**LEAD, **write}),
        (pre, {**LEAD, **shell}),
        (pre, {**LEAD, "tool_name": "Bash", "tool_input": {"command": "git status"}}),
        ("SubagentStart", {}),
        (pre, READ),
        (post, {**READ, "tool_response": {"file": {"startLine": 1, "numLines": 2}}}),
        (post, RAN),
        ("PostToolUseFailure", {**RAN, "error": "Exit code 1"}),
        ("SubagentStop", {"last_assistant_message": lie}),
        ("SubagentStop", {"last_assistant_message": true, "stop_hook_active": True}),
        (post, {**LEAD, "tool_name": "Agent", "tool_input": {}, "tool_response": {"agentId": AGENT, "content": []}}),
        (pre, {"tool_name": 7}),
        ("", {}),
        ("PreCompact", LEAD),
        ("Stop", {**LEAD, "last_assistant_message": "See `src/gone.py:70`."}),
    ]


@pytest.mark.req("DEC-44", "LEAD-2", refused=True)
def test_both_ways_give_the_same_answers(both: list[Asked]):
    answers: list[list[str]] = []
    for each in both:
        said = [each.send(name, **fields) for name, fields in inputs(each.folder)]
        said += [each.by_http(given) if each.served else each.by_command(given) for given in ("", "[]", "{", '"x"')]
        answers.append([json.dumps(one).replace(str(each.folder), "PROJECT") for one in said])
    assert answers[0] == answers[1]
    assert sum("block" in each for each in answers[1]) >= 8
    kept = [
        [receipt.tool for receipt in receipts_of_agent(each.folder / ".renkei/renkei.db", SESSION, AGENT)]
        for each in both
    ]
    assert kept[0] == kept[1] == ["Read", "Bash", "Bash"]


@pytest.fixture
def asked(tmp_path: Path) -> Generator[Asked]:
    folder = repository(tmp_path / "project")
    assert run("init", "--claude", "--mode", "enforce", folder=folder).code == 0
    with serving(folder, env=clean_env()) as served, fake_client(folder, clean_env()) as client:
        yield Asked(folder, client, served)


_POSTS = """
import http.client, sys
connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
connection.request("POST", "/hooks", sys.argv[2].encode())
print(connection.getresponse().read().decode())
"""


@pytest.mark.req("DEC-52", refused=True)
def test_what_a_process_below_the_client_sends_counts_for_nothing(asked: Asked):
    """The session's start is a command in the client; all that follows comes over HTTP."""
    assert asked.served
    begun = json.dumps(event("SessionStart", asked.folder, **LEAD, source="startup"))
    asked.by_command(begun)
    tests = json.dumps(event("PostToolUse", asked.folder, **RAN))
    forged = asked.client.run([sys.executable, "-c", _POSTS, str(asked.served.port), tests])
    assert "this call came from a process below it" in forged.out
    assert receipts_of_agent(asked.folder / ".renkei/renkei.db", SESSION, AGENT) == []
    assert asked.by_http(tests) == {}
    assert len(receipts_of_agent(asked.folder / ".renkei/renkei.db", SESSION, AGENT)) == 1


def test_a_way_out_of_the_persons_is_one_over_http(asked: Asked):
    assert asked.served
    given = json.dumps(event("PreToolUse", asked.folder, tool_name="Write", tool_input={"file_path": ".renkei/off"}))
    assert "DEC-52" in asked.client.post(asked.served.port, given).out
    assert asked.client.post(asked.served.port, given, {"X-Renkei-Hooks": "off"}).out == "{}"
    assert "DEC-52" in asked.client.post(asked.served.port, given, {"X-Renkei-Hooks": ""}).out


@pytest.mark.req("UI-2", refused=True)
def test_another_site_asks_nothing(asked: Asked):
    assert asked.served
    assert asked.client.post(asked.served.port, "{}", {"Origin": "http://evil.example"}).code == 403


class TestSettings:
    def hooks(self, renkei: Cli) -> dict[str, Any]:
        found = json.loads((renkei.folder / SETTINGS).read_bytes())["hooks"]
        return {event: [hook for entry in entries for hook in entry["hooks"]] for event, entries in found.items()}

    @pytest.mark.req("DEC-44")
    def test_tools_are_asked_about_by_http_and_all_else_is_a_command(self, renkei: Cli):
        renkei.ok("init", "--claude", "--mode", "enforce", "--http", "4711")
        hooks = self.hooks(renkei)
        over_http = {name for name, (hook,) in hooks.items() if hook["type"] == "http"}
        assert over_http == {"PreToolUse", "PostToolUse", "PostToolUseFailure"}
        (guard,) = hooks["PreToolUse"]
        assert (guard["url"], guard["onFailure"]) == ("http://127.0.0.1:4711/hooks", "block")
        assert guard["headers"]["X-Renkei-Token"] == "$RENKEI_TOKEN"
        assert "onFailure" not in hooks["PostToolUse"][0]

    def test_stay_over_http_until_somebody_says_otherwise(self, renkei: Cli):
        renkei.ok("init", "--claude", "--mode", "enforce", "--http", "4711")
        before = (renkei.folder / SETTINGS).read_bytes()
        assert "it is all there" in renkei.ok("init", "--claude").out
        assert (renkei.folder / SETTINGS).read_bytes() == before
        renkei.ok("init", "--claude", "--no-http")
        assert {hook["type"] for hooks in self.hooks(renkei).values() for hook in hooks} == {"command"}

    def test_refuse_nothing_in_observe_mode_where_nobody_answers(self, renkei: Cli):
        renkei.ok("init", "--claude", "--http", "4711")
        assert "onFailure" not in self.hooks(renkei)["PreToolUse"][0]
        renkei.ok("init", "--claude", "--mode", "enforce")
        assert self.hooks(renkei)["PreToolUse"][0]["onFailure"] == "block"

    def test_go_with_the_rest_and_leave_hooks_of_others(self, renkei: Cli):
        own = {"type": "http", "url": "http://127.0.0.1:9000/hooks"}
        path = renkei.folder / SETTINGS
        path.parent.mkdir()
        before = json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [own]}]}}, indent=2)
        path.write_text(before, "utf-8")
        renkei.ok("init", "--claude", "--http", "4711")
        assert len(self.hooks(renkei)["PreToolUse"]) == 2
        renkei.ok("uninstall")
        assert json.loads(path.read_bytes()) == json.loads(before)

    @pytest.mark.parametrize(
        "words", [("--codex", "--http"), ("--claude", "--plugin", "p", "--http"), ("--claude", "--http", "65536")]
    )
    def test_are_for_claude_code_and_a_port(self, renkei: Cli, words: tuple[str, ...]):
        assert renkei("init", *words).code == 2
        assert not (renkei.folder / SETTINGS).exists()


@pytest.mark.req("DEC-44", refused=True)
def test_that_the_server_is_not_there_is_told_when_the_person_speaks(renkei: Cli):
    port = str(free_port())
    renkei.ok("init", "--claude", "--mode", "enforce", "--http", port)
    prompt = json.dumps(event("UserPromptSubmit", renkei.folder, **LEAD, prompt="go on")).encode()
    told = json.loads(renkei.ok("hook", stdin=prompt).out)["systemMessage"]
    assert f"nobody answers at port {port}" in told
    assert "every tool is refused" in told
    assert f"nobody answers at http://127.0.0.1:{port}/hooks" in renkei.ok("status").out
    (found,) = [each for each in renkei("--json", "doctor").document["checks"] if each["name"] == "hooks"]
    assert (found["state"], found["remedy"]) == ("fail", "Type: renkei serve")


def test_a_server_that_answers_is_told_of_by_doctor_alone(renkei: Cli):
    port = str(free_port())
    renkei.ok("init", "--claude", "--http", port)
    with serving(renkei.folder, port=int(port), env=clean_env()):
        prompt = json.dumps(event("UserPromptSubmit", renkei.folder, **LEAD, prompt="go on")).encode()
        assert "nobody answers" not in renkei.ok("hook", stdin=prompt).out
        (found,) = [each for each in renkei("--json", "doctor").document["checks"] if each["name"] == "hooks"]
        assert found["state"] == "ok", found
