"""The tools on the pipe of an agent that a run has started: the same as of the process, and for this agent alone."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import anyio
import pytest

from renkei.app.project import Project, open_project
from renkei.entrypoints.mcp.pipe import VERSION, AgentPipe, open_pipe
from tests.support.cli_run import Cli
from tests.support.mcp_client import joined

UPDATE = {"type": "STATUS_UPDATE", "to": ["lead"], "payload": {"new_status": "working", "progress_summary": "half way"}}


@pytest.fixture
def project(team: Cli) -> Iterator[Project]:
    with open_project(team.folder, env={"RENKEI_TOKEN": "of the person who runs it"}) as found:
        yield found


def opened(project: Project, team: Cli, token: str | None = None) -> AgentPipe:
    return open_pipe(project, team.folder, team.ok("agent", "token", "bob").out.strip() if token is None else token)


def asked(pipe: AgentPipe, method: str, **params: Any) -> Any:
    answer = pipe.answer({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
    assert answer
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", 7)
    return answer["result"] if "result" in answer else answer["error"]["code"]


def test_it_tells_of_the_same_tools_as_the_process(team: Cli, project: Project):
    async def list_tools() -> Any:
        async with joined(team.folder, {}) as agent:
            return await agent.client.list_tools()

    found = anyio.run(list_tools)
    with closing(opened(project, team)) as pipe:
        about = asked(pipe, "initialize", protocolVersion="2099-01-01", capabilities={})
        assert (about["protocolVersion"], about["serverInfo"]["name"]) == (VERSION, "renkei")
        told = [each.model_dump(by_alias=True, exclude_none=True, mode="json") for each in found.tools]
        assert asked(pipe, "tools/list")["tools"] == told


@pytest.mark.req("DEC-51")
def test_a_call_is_made_by_the_agent_whose_pipe_it_is(team: Cli, project: Project):
    with closing(opened(project, team)) as pipe:
        assert not asked(pipe, "tools/call", name="turn_start")["isError"]
        posted = asked(pipe, "tools/call", name="post", arguments=UPDATE)
        assert not posted["isError"], posted
        assert json.loads(posted["content"][0]["text"]) == posted["structuredContent"]
    [sent] = [each for each in team.log() if each["type"] == "MessagePosted"]
    assert sent["actor"] == "bob"


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize("token", ["", "of nobody"])
def test_who_is_not_known_does_nothing(team: Cli, project: Project, token: str):
    with closing(opened(project, team, token)) as pipe:
        refused = asked(pipe, "tools/call", name="post", arguments=UPDATE)
    assert refused["isError"]
    assert "[DEC-51]" in refused["content"][0]["text"]


def test_what_is_not_of_the_protocol_is_refused_and_a_notice_has_no_answer(team: Cli, project: Project):
    with closing(opened(project, team)) as pipe:
        assert asked(pipe, "ping") == {}
        assert asked(pipe, "resources/list") == -32601
        assert asked(pipe, "tools/call", name="inbox", arguments=[1]) == -32602
        assert asked(pipe, "tools/call", name="no such")["isError"]
        assert pipe.answer({"jsonrpc": "2.0", "method": "notifications/initialized"}) is None
