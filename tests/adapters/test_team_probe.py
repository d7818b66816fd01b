"""Whether agents of a client can be a team is asked of the client itself; what it lacks is named."""

import sys
from pathlib import Path

import pytest

from renkei.adapters.acp import Acp
from renkei.adapters.claude import Claude
from renkei.app.teams import find_team_lack
from tests.support.agent_kinds import ACP_COMMAND

CLIENT = """\
#!{python}
import json, sys
asked = json.loads(sys.stdin.readline())
assert asked["request"]["hooks"]["PreToolUse"]
for line in {lines}:
    print(line.replace("ID", asked["request_id"]), flush=True)
sys.stdin.read({waits})
"""
TAKEN = '{"type": "control_response", "response": {"subtype": "success", "request_id": "ID", "response": {}}}'
UNHOOKED = (
    '{"type": "control_response", "response": {"subtype": "success", "request_id": "ID", '
    '"response": {"hooks_applied": false}}}'
)
OLD = '{"type": "control_response", "response": {"subtype": "error", "request_id": "ID", "error": "what?"}}'
TOOLS = '{"type": "control_request", "request_id": "1", "request": {"subtype": "mcp_message", "message": {}}}'


def claude_on_path(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], *, ends: bool) -> None:
    program = folder / "claude"
    program.write_text(CLIENT.format(python=sys.executable, lines=lines, waits="0" if ends else ""), "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.mark.req("ORCH-1", "TEAM-10")
@pytest.mark.parametrize("lines", [[TAKEN, TOOLS], ["garbage", TOOLS, TAKEN]])
def test_a_client_that_takes_our_hook_and_our_tools_can_be_a_team(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
):
    claude_on_path(tmp_path, monkeypatch, lines, ends=False)
    assert find_team_lack(Claude()) is None


@pytest.mark.req("ORCH-1", "TEAM-10", refused=True)
@pytest.mark.parametrize(
    ("lines", "lack"),
    [
        ([TOOLS], "does not answer as an agent"),
        ([], "does not answer as an agent"),
        ([OLD], "does not ask before it uses a tool"),
        ([TOOLS, UNHOOKED], "does not ask before it uses a tool"),
        ([TAKEN], "takes no tools on its pipe"),
    ],
)
def test_what_a_client_lacks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], lack: str):
    claude_on_path(tmp_path, monkeypatch, lines, ends=True)
    found = find_team_lack(Claude())
    assert found
    assert str(tmp_path / "claude") in found
    assert lack in found


@pytest.mark.clients
@pytest.mark.req("ORCH-1", "TEAM-10")
def test_the_real_claude_code_says_that_it_can():
    assert find_team_lack(Claude()) is None


@pytest.mark.req("ORCH-1", "TEAM-10")
def test_an_agent_of_the_protocol_can():
    assert find_team_lack(Acp("acp", ACP_COMMAND)) is None


@pytest.mark.req("ORCH-1", "TEAM-10", refused=True)
@pytest.mark.parametrize(
    ("command", "lack"),
    [
        (["no-such-agent"], "no-such-agent does not answer"),
        ([sys.executable, "-c", "print('hello')"], "does not answer"),
        (
            [sys.executable, "-c", 'input(); print(\'{"id": 1, "result": {"protocolVersion": 2}}\')'],
            "speaks version 2 of the Agent Client Protocol, and not 1",
        ),
    ],
)
def test_what_an_agent_of_the_protocol_lacks_is_named(command: list[str], lack: str):
    found = find_team_lack(Acp("acp", command))
    assert found
    assert lack in found
