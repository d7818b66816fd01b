"""A project whose store is a server: hooks write to a file beside it, and what they found comes to the store."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from renkei.eventlog.receipts import receipts_of_agent
from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli
from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, HONEST, LIE, SESSION, event
from tests.support.postgres_server import server


@pytest.fixture
def client(renkei: Cli, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    with ExitStack() as made:
        monkeypatch.setenv("RENKEI_STORE", server().url(made.enter_context(server().database())))
        renkei.ok("init", "--claude", "--mode", "enforce")
        yield Client(renkei)


def test_results_are_checked_with_receipts_and_recorded(client: Client):
    client.read()
    assert len(receipts_of_agent(client.folder / ".renkei/hooks.db", SESSION, AGENT)) == 1
    assert client.stop(LIE)["decision"] == "block"
    assert client.stop(HONEST) is None
    checked = [each["data"] for each in client.renkei.log() if each["type"] == "ClaimChecked"]
    assert [each["outcome"] for each in checked] == ["refused", "accepted"]
    assert not (client.folder / ".renkei/renkei.db").exists()


@pytest.mark.req("DEC-52", refused=True)
def test_guards_refuse_and_what_they_refused_is_in_the_log(client: Client):
    given = event("PreToolUse", client.folder, tool_name="Write", tool_input={"file_path": ".renkei/off"})
    assert client.answer(given)["decision"] == "block"
    assert [each["data"]["rule"] for each in client.renkei.log() if each["type"] == "RuleRefused"] == ["DEC-52"]


@pytest.mark.req("MSG-5")
def test_a_mention_reaches_the_running_agent(client: Client):
    client.renkei.ok("agent", "add", "code-explorer", "--role", "explorer")
    client.renkei.ok("agent", "add", "lead", "--role", "lead")
    client.renkei.send(freeform("@code-explorer stop here", to="#general"), "--as", "lead")
    told = client.read()["hookSpecificOutput"]
    assert "@code-explorer stop here" in told["additionalContext"]
    assert client.read() is None


def test_without_a_word_on_where_the_server_is_a_check_waits_beside_it(client: Client, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch:
        patch.delenv("RENKEI_STORE")
        ran = client.send(event("SubagentStop", client.folder, last_assistant_message=LIE))
        assert ("block" in ran.out, "nothing says here which" in ran.err) == (True, True)
    assert [each["type"] for each in client.renkei.log() if each["type"] == "ClaimChecked"] == ["ClaimChecked"]
