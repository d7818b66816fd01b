"""Two clients at work in one project: whose a file is, and whose word a prompt is, holds in both."""

import json
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli_run import COMMAND, Cli, Ran
from tests.support.fake_client import FakeClient, fake_client
from tests.support.hook_project import clean_env, event, git

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="which client is at work is known on Linux")

ONE, OTHER = "s-1", "s-2"


@pytest.fixture
def project(renkei: Cli) -> Path:
    renkei.ok("init", "--claude", "--mode", "enforce")
    return renkei.folder


@pytest.fixture
def clients(project: Path) -> Generator[tuple[FakeClient, FakeClient]]:
    with fake_client(project, clean_env()) as one, fake_client(project, clean_env()) as other:
        for client, session in ((one, ONE), (other, OTHER)):
            said = sent(client, project, "SessionStart", session, source="startup", agent_id="", agent_type="")
            assert said.code == 0
        yield one, other


def sent(client: FakeClient, project: Path, name: str, session: str, **fields: Any) -> Ran:
    given = event(name, project, **{"session_id": session, **fields})
    return client.run([str(COMMAND), "hook"], stdin=json.dumps(given))


def writes(client: FakeClient, folder: Path, session: str, path: str = "src/app.py") -> str:
    who = {"agent_id": f"id-{session}", "agent_type": "backend-specialist"}
    asked = {"tool_name": "Write", "tool_input": {"file_path": path, "content": "x"}}
    return sent(client, folder, "PreToolUse", session, **who, **asked).out


@pytest.mark.req("TEAM-9")
@pytest.mark.req("TEAM-9", refused=True)
def test_a_file_that_an_agent_of_one_client_writes_is_not_written_by_one_of_the_other(
    clients: tuple[FakeClient, FakeClient], project: Path
):
    one, other = clients
    assert writes(one, project, ONE) == ""
    assert "[TEAM-9]" in writes(other, project, OTHER)
    assert writes(other, project, OTHER, "src/new.py") == ""
    assert "[TEAM-9]" in writes(one, project, ONE, "src/new.py")


@pytest.mark.req("TEAM-9")
def test_what_a_client_that_has_ended_left_claimed_is_anybodys(project: Path):
    with fake_client(project, clean_env()) as one:
        sent(one, project, "SessionStart", ONE, source="startup", agent_id="", agent_type="")
        assert writes(one, project, ONE) == ""
    with fake_client(project, clean_env()) as other:
        sent(other, project, "SessionStart", OTHER, source="startup", agent_id="", agent_type="")
        assert writes(other, project, OTHER) == ""


@pytest.mark.req("TEAM-9")
def test_a_file_of_another_work_tree_is_another_file(clients: tuple[FakeClient, FakeClient], project: Path):
    one, other = clients
    linked = project.parent / "linked"
    git(project, "worktree", "add", "--quiet", str(linked))
    assert writes(one, project, ONE) == ""
    assert writes(other, linked, OTHER) == ""


def prompts(client: FakeClient, project: Path, session: str, text: str) -> None:
    sent(client, project, "UserPromptSubmit", session, agent_id="", agent_type="", prompt=text)


def asks_lookup(client: FakeClient, project: Path, session: str, number: int) -> bool:
    (project / f"src/f{number}.py").write_text("x = 1\n", "utf-8")
    asked = {"tool_name": "Read", "tool_input": {"file_path": f"src/f{number}.py"}}
    return sent(client, project, "PreToolUse", session, agent_id="", agent_type="", **asked).out == ""


@pytest.mark.req("DEC-19", "DEC-20", refused=True)
@pytest.mark.req("DEC-19")
def test_what_an_agent_hands_over_begins_no_phase_when_it_comes_as_a_prompt(
    clients: tuple[FakeClient, FakeClient], project: Path
):
    one, other = clients
    main: dict[str, Any] = {"agent_id": "", "agent_type": ""}
    text = "Go on with the login and read what is left."
    wake = {"tool_name": "ScheduleWakeup", "tool_input": {"delaySeconds": 60, "prompt": text}}
    message = {"tool_name": "SendMessage", "tool_input": {"to": "s-1", "message": "Look at the other files too."}}
    assert sent(one, project, "PreToolUse", ONE, **main, **wake).out == ""
    assert sent(other, project, "PreToolUse", OTHER, **main, **message).out == ""
    assert [asks_lookup(one, project, ONE, number) for number in range(4)] == [True, True, True, False]
    for came in (
        text,
        "From another session: Look at the other files too.",
        '<teammate-message id="b">Hi</teammate-message>',
    ):
        prompts(one, project, ONE, came)
        assert not asks_lookup(one, project, ONE, 3)
    prompts(one, project, ONE, text)  # it has come; who says the same now is the person
    assert asks_lookup(one, project, ONE, 3)
