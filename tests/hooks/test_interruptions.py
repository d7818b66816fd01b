"""After a tool: a mention or a blocking message is put before the agent that runs, once (MSG-5)."""

import pytest

from tests.support.cli_messages import freeform
from tests.support.hook_client import Client


@pytest.mark.req("MSG-5")
def test_a_mention_reaches_the_running_agent_after_its_next_tool(client: Client):
    assert client.read() is None
    client.renkei.ok("agent", "add", "code-explorer", "--role", "explorer")
    client.renkei.ok("agent", "add", "lead", "--role", "lead")
    assert client.read() is None
    client.renkei.send(freeform("＠code-explorer、 stop here", to="#general"), "--as", "lead")
    told = client.read()["hookSpecificOutput"]
    assert told["hookEventName"] == "PostToolUse"
    assert "＠code-explorer、 stop here" in told["additionalContext"]
    assert client.read() is None
    assert len(client.receipts()) == 4
    assert len(client.renkei.json("inbox", "code-explorer")) == 1


@pytest.mark.req("MSG-5")
def test_what_can_wait_does_not_interrupt(client: Client):
    for name in ("code-explorer", "lead"):
        client.renkei.ok("agent", "add", name, "--role", name)
    client.renkei.send(freeform("good morning", to="code-explorer", priority="high"), "--as", "lead")
    client.renkei.send(freeform("@lead", to="#general", priority="blocking"), "--as", "code-explorer")
    assert client.read() is None


@pytest.mark.req("MSG-5")
def test_the_main_thread_is_the_lead(client: Client):
    client.renkei.ok("agent", "add", "chief", "--role", "lead")
    client.renkei.ok("agent", "add", "bob", "--role", "developer")
    client.renkei.send(freeform("@chief we are stuck", to="#general"), "--as", "bob")
    given = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    told = client.answer(given)
    assert "@chief we are stuck" in told["hookSpecificOutput"]["additionalContext"]
    assert client.answer(given) is None
