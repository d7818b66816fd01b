"""The real Claude Code, offline. Without it these tests fail: `make` installs it with claude-agent-sdk."""

from pathlib import Path
from typing import Any

import pytest

from renkei.testing.claude import Result, run_claude
from renkei.testing.fakemodel import FakeModel, Request, Step, script
from tests.support.client_alive import Alive
from tests.support.client_hooks import Hook

pytestmark = pytest.mark.clients

CHECKER = """\
---
name: checker
description: checks a file
tools: Read
---
You are the checker of this test.
"""

HANDED_BACK = "The report follows:\n"
"""What Claude Code puts before a subagent's last answer, each line of which it indents by two spaces."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a file to read and the agent `checker`."""
    agents = tmp_path / "project" / ".claude" / "agents"
    agents.mkdir(parents=True)
    (agents / "checker.md").write_text(CHECKER, "utf-8")
    (tmp_path / "project" / "notes.txt").write_text("first\nsecond\nthird\n", "utf-8")
    return tmp_path / "project"


def checked(*steps: Step, **options: object) -> Step:
    """The parent lets the checker run a script of its own and waits for it."""
    prompt = f"Check the notes. {script(steps)}"
    given: dict[str, object] = {"description": "check", "prompt": prompt, "subagent_type": "checker"}
    return {"tool": "Agent", "input": {**given, "run_in_background": False, **options}}


def read(path: Path, **options: int) -> Step:
    return {"tool": "Read", "input": {"file_path": str(path), **options}}


def of_checker(model: FakeModel) -> list[Request]:
    """What the subagent asked: its system prompt is the body of its file."""
    asked = [(request, request.conversation) for request in model.requests]
    return [request for request, talk in asked if talk and "You are the checker of this test." in talk.system]


def ends_well(result: Result, text: str) -> None:
    assert (result.text, result.is_error, result.exit_code) == (text, False, 0), result.stderr


@pytest.mark.slow
def test_plain_answer(project: Path):
    with FakeModel() as model:
        result = run_claude(f"Greet me. {script([{'text': 'Hello.'}])}", cwd=project, model=model)
    ends_well(result, "Hello.")
    told = [event["type"] for event in result.events]
    assert (told[0], [each for each in told if each != "system"]) == ("system", ["assistant", "result"])
    (request,) = model.requests
    assert (request.method, request.path) == ("POST", "/v1/messages")
    assert "Greet me." in request.text
    assert request.conversation
    assert {"Agent", "Bash", "Read", "Write"} <= set(request.conversation.tools)


@pytest.mark.slow
def test_tool_reads_a_file_and_hooks_see_it(project: Path, tmp_path: Path):
    hook = Hook(tmp_path)
    steps = script([read(project / "notes.txt", offset=2, limit=1), {"text": "I have read it."}])
    with FakeModel() as model:
        result = run_claude(
            steps,
            cwd=project,
            model=model,
            settings=hook.settings("PreToolUse", "PostToolUse"),
            allowed_tools=["Read"],
        )
    ends_well(result, "I have read it.")
    assert [request.results for request in model.requests] == [(), ("2\tsecond",)]
    (before,), (after,) = hook.seen("PreToolUse"), hook.seen("PostToolUse")
    assert before["tool_input"] == {"file_path": str(project / "notes.txt"), "offset": 2, "limit": 1}
    assert after["tool_use_id"] == before["tool_use_id"]
    assert after["tool_response"]["file"] == {
        "filePath": str(project / "notes.txt"),
        "content": "second",
        "numLines": 1,
        "startLine": 2,
        "totalLines": 4,  # what follows the last line break counts as a line
    }


@pytest.mark.slow
def test_subagent_follows_the_script_in_its_prompt(project: Path):
    steps = script(
        [checked(read(project / "notes.txt"), {"text": "It has\n\nthree lines."}), {"text": "All is checked."}]
    )
    with FakeModel() as model:
        result = run_claude(steps, cwd=project, model=model, allowed_tools=["Agent", "Read"])
    ends_well(result, "All is checked.")
    first, second = of_checker(model)
    assert "Check the notes." in first.text
    assert first.conversation
    assert "Read" in first.conversation.tools
    assert "Write" not in first.conversation.tools
    assert second.results == ("1\tfirst\n2\tsecond\n3\tthird\n4\t",)
    (handed_back,) = model.requests[-1].results
    assert f"{HANDED_BACK}  It has\n  \n  three lines.\nagentId: " in handed_back
    assert len(model.requests) == 4


@pytest.mark.slow
def test_parallel_subagents_follow_their_own_scripts(project: Path):
    both: Step = {"blocks": [checked({"text": "from one"}), checked(read(project / "notes.txt"), {"text": "from two"})]}
    with FakeModel() as model:
        result = run_claude(
            script([both, {"text": "Both."}]), cwd=project, model=model, allowed_tools=["Agent", "Read"]
        )
    ends_well(result, "Both.")
    one, two = model.requests[-1].results
    assert "  from one\n" in one
    assert "  from two\n" in two
    assert len(of_checker(model)) == 3


@pytest.mark.slow
def test_answer_of_a_subagent_in_the_background_comes_as_a_notification(project: Path):
    later = checked({"text": "It has\n\nthree lines."}, run_in_background=True)
    steps = script([later, {"text": "It is under way."}, {"text": "It is done."}])
    with FakeModel() as model:
        result = run_claude(steps, cwd=project, model=model, allowed_tools=["Agent"])
    ends_well(result, "It is done.")
    assert "<status>completed</status>" in model.requests[-1].text
    assert "<result>It has\n\nthree lines.</result>" in model.requests[-1].text


@pytest.mark.slow
def test_refused_stop_sends_the_subagent_back_and_its_second_answer_reaches_the_parent(project: Path, tmp_path: Path):
    hook = Hook(tmp_path, refuses="src/ghost.py has no line 45")
    steps = script([checked({"text": "See src/ghost.py:45."}, {"text": "See notes.txt:2."}), {"text": "Thank you."}])
    with FakeModel() as model:
        result = run_claude(
            steps, cwd=project, model=model, settings=hook.settings("SubagentStop"), allowed_tools=["Agent"]
        )
    ends_well(result, "Thank you.")
    _, again = of_checker(model)
    assert again.text == "Stop hook feedback:\nsrc/ghost.py has no line 45"
    (handed_back,) = model.requests[-1].results
    assert f"{HANDED_BACK}  See notes.txt:2.\n" in handed_back
    assert "ghost" not in handed_back
    refused, accepted = hook.seen("SubagentStop")
    assert stop_of(refused) == ("checker", False, "See src/ghost.py:45.")
    assert stop_of(accepted) == ("checker", True, "See notes.txt:2.")
    assert refused["agent_id"] == accepted["agent_id"]


def stop_of(event: dict[str, Any]) -> tuple[str, bool, str]:
    return event["agent_type"], event["stop_hook_active"], event["last_assistant_message"]


@pytest.mark.slow
def test_error_of_the_model_is_an_error_of_the_run(project: Path):
    with FakeModel() as model:
        result = run_claude(script([{"http": 529}]), cwd=project, model=model)
    assert (result.is_error, result.exit_code) == (True, 1)
    assert "the script says so" in result.text
    assert len(model.requests) == 1


@pytest.mark.slow
def test_run_that_takes_too_long_is_ended_with_the_commands_that_it_runs(project: Path, tmp_path: Path):
    command = f"exec 9>{tmp_path / 'alive'}; echo started >&9; exec sleep 600"
    steps = script([{"tool": "Bash", "input": {"command": command}}, {"text": "Never."}])
    with FakeModel() as model, Alive(tmp_path / "alive") as alive:
        with pytest.raises(TimeoutError, match=r"did not end within 20 s; events: system,.* assistant"):
            run_claude(steps, cwd=project, model=model, allowed_tools=["Bash"], timeout=20)
        assert alive.until_the_end() == "started\n"
