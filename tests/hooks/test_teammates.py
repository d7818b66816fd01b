"""Members of an agent team of Claude Code: hooks know each by a name of its own, and it is what it was started from."""

from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, SURE, event, report

NEW = {"file_path": "src/new.py", "content": "x = 1\n"}
NOBODY = {"agent_id": "", "agent_type": ""}


def spawn(client: Client, name: str = "scout", kind: str = "security-auditor", *, called: str = "") -> Any:
    """The lead starts it, and the client says under which name it did."""
    asked = {"name": name, "subagent_type": kind, "prompt": "Look."}
    answer = client.answer(event("PreToolUse", client.folder, tool_name="Agent", tool_input=asked, **NOBODY))
    if answer is not None:
        return answer
    member = called or name
    client.start(agent_id=f"a{member}-1", agent_type=member)
    given = {"status": "teammate_spawned", "agentId": f"a{member}-1", "name": member, "agent_type": kind}
    after = event("PostToolUse", client.folder, tool_name="Agent", tool_input=asked, tool_response=given, **NOBODY)
    return client.answer(after)


def does(client: Client, tool: str, member: str = "scout", agent_id: str = "", **asked: Any) -> Any:
    who = {"agent_id": agent_id or f"a{member}-1", "agent_type": member}
    return client.answer(event("PreToolUse", client.folder, tool_name=tool, tool_input=asked, **who))


def stops(client: Client, text: str, member: str = "scout") -> Any:
    return client.stop(text, agent_id=f"a{member}-1", agent_type=member)


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize("called", ["scout", "scout-2"])
def test_it_has_the_tools_and_commands_of_what_it_is(client: Client, called: str):
    assert spawn(client, called=called) is None
    assert "[ORCH-2]" in does(client, "Write", called, file_path="src/new.py", content="x = 1\n")["reason"]
    assert "[ORCH-2]" in does(client, "Bash", called, command="rm src/app.py")["reason"]
    assert does(client, "Bash", called, command="git log --oneline") is None


@pytest.mark.req("ORCH-2", refused=True)
def test_so_it_has_before_the_client_has_said_that_it_was_started(client: Client):
    asked = {"name": "scout", "subagent_type": "security-auditor", "prompt": "Look."}
    client.answer(event("PreToolUse", client.folder, tool_name="Agent", tool_input=asked, **NOBODY))
    assert "[ORCH-2]" in does(client, "Bash", "scout-3", command="rm src/app.py")["reason"]


@pytest.mark.req("DEC-51", refused=True)
def test_its_name_is_no_other_ones(client: Client):
    client.renkei.ok("agent", "add", "ann", "--role", "lead")
    for name, kind in (("qa-engineer", "security-auditor"), ("ann", "backend-specialist")):
        assert "[DEC-51]" in spawn(client, name, kind)["reason"]
    assert spawn(client, "builder", "backend-specialist") is None
    assert does(client, "Write", "builder", file_path="src/new.py", content="x = 1\n") is None


@pytest.mark.req("ORCH-2", refused=True)
def test_of_two_kinds_under_one_name_nobody_knows_which_it_is_before_the_client_says_so(client: Client):
    assert spawn(client, kind="backend-specialist") is None
    asked = {"name": "scout", "subagent_type": "security-auditor", "prompt": "Look."}
    client.answer(event("PreToolUse", client.folder, tool_name="Agent", tool_input=asked, **NOBODY))
    refused = client.send(
        event(
            "PreToolUse", client.folder, tool_name="Write", tool_input=NEW, agent_id="ascout-2-1", agent_type="scout-2"
        )
    )
    assert "has not said yet what scout-2 is" in refused.out
    assert does(client, "Write", **NEW) is None
    assert spawn(client, called="scout-2") is None
    assert "[ORCH-2]" in does(client, "Write", "scout-2", **NEW)["reason"]


@pytest.mark.req("ORCH-2", refused=True)
@pytest.mark.parametrize(
    "fields", [{"source": "resume"}, {"source": "startup"}, {"source": "clear", "session_id": "next"}]
)
def test_it_is_what_it_was_in_a_session_that_goes_on(client: Client, fields: dict[str, str]):
    spawn(client)
    client.answer(event("SessionStart", client.folder, **NOBODY, **fields))
    given = {"agent_id": "ascout-1", "agent_type": "scout", "tool_name": "Write", "tool_input": NEW}
    session = {"session_id": fields["session_id"]} if "session_id" in fields else {}
    assert "[ORCH-2]" in client.answer(event("PreToolUse", client.folder, **given, **session))["reason"]


@pytest.mark.req("ORCH-2")
@pytest.mark.req("ORCH-2", refused=True)
def test_an_agent_of_its_own_kind_is_what_it_says_whatever_members_are_called(client: Client):
    spawn(client, "linter")
    spawn(client, "scribe", "general-purpose")
    assert does(client, "Write", "linter", "a0b1c2", **NEW) is None
    (client.folder / ".claude/agents/scribe.md").write_text(
        (client.folder / ".claude/agents/code-explorer.md").read_text("utf-8").replace("code-explorer", "scribe"),
        "utf-8",
    )
    assert client.stop("All good.", agent_id="a0b1c2", agent_type="scribe")["decision"] == "block"


def test_a_line_that_somebody_broke_is_none(client: Client):
    spawn(client)
    (place,) = (client.folder / ".renkei/guards").glob("*/members.jsonl")
    place.write_text('{"what": "member"}\n' + place.read_text("utf-8"), "utf-8")
    assert does(client, "Read", file_path="src/app.py") is None
    assert "[ORCH-2]" in does(client, "Write", **NEW)["reason"]


@pytest.mark.req("DEC-45", refused=True)
def test_that_it_was_started_is_no_end_of_it(client: Client):
    """Its result comes by the client's mailbox, and no hook is called with it."""
    assert spawn(client, kind="code-explorer") is None
    assert client.lead_stops() is None
    assert client.renkei.json("status")["unseen"] == []


@pytest.mark.req("DEC-45", "RES-4", refused=True)
def test_it_is_held_to_the_form_and_lead_and_person_are_told_at_the_leads_stop(client: Client):
    spawn(client, kind="code-explorer")
    assert [stops(client, LIE)["decision"] for _ in range(2)] == ["block", "block"]
    assert stops(client, LIE) is None
    told = client.lead_stops(env={"CLAUDE_CODE_ENTRYPOINT": "cli"})
    assert told["reason"].startswith("Renkei: the result of scout failed verification after 2 refusals:")
    assert "src/ghost.py:45" in told["systemMessage"]
    assert client.checks()[-1] == ("scout", "failed", 3)


@pytest.mark.req("DEC-45")
def test_an_honest_one_ends_and_nobody_is_told(client: Client):
    spawn(client, kind="code-explorer")
    assert stops(client, HONEST) is None
    assert client.lead_stops() is None


@pytest.mark.req("RES-8")
def test_a_specialist_of_another_name_has_had_a_second_look(client: Client):
    spawn(client, kind="code-explorer")
    stops(client, SURE)
    spawn(client, "second", "verification-specialist")
    stops(client, report("src/app.py:1", agent="verification-specialist"), "second")
    assert client.lead_stops() is None
