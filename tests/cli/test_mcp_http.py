"""`/mcp` of `renkei serve`: the same tools over HTTP, each request with the token of the agent that calls."""

import json
import time
from collections.abc import Iterator
from typing import Any

import anyio
import pytest

from renkei.app.project import open_project
from renkei.commands.base import Request
from renkei.commands.team import IssueToken
from renkei.protocol.actors import PERSON
from tests.support.cli_messages import freeform
from tests.support.cli_run import Cli
from tests.support.mcp_client import joined_http
from tests.support.web_server import Served, serving

UPDATE = {"new_status": "working", "progress_summary": "half way"}
LIST: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
FORMS = {"content_type": "application/json", "accept": "application/json, text/event-stream"}


@pytest.fixture
def served(team: Cli) -> Iterator[Served]:
    with serving(team.folder) as served:
        yield served


def token_of(team: Cli, name: str) -> str:
    return team.ok("agent", "token", name).out.strip()


def rpc(served: Served, body: Any, **headers: str) -> Any:
    return served.ask("/mcp", "POST", json.dumps(body).encode(), **FORMS, **headers)


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")])
@pytest.mark.req("TURN-1", "TURN-2", "BOARD-2", "MSG-5")
def test_two_agents_take_turns_and_ask_each_other(team: Cli, served: Served, mode: str, version: str):
    async def story() -> None:
        async with (
            joined_http(served.port, token_of(team, "bob"), mode) as bob,
            joined_http(served.port, token_of(team, "alice"), mode) as alice,
        ):
            assert bob.client.protocol_version == version
            assert len((await bob.client.list_tools()).tools) == 11
            assert "=== Your current state ===\nid: bob\n" in await bob.ok("turn_start")
            assert "=== Your current state ===\nid: alice\n" in await alice.ok("turn_start")
            asked = await bob.ok("ask", to=["alice"], question="Which port?", blocking=True)
            assert asked["id"] in (await alice.ok("inbox"))["interruption"]
            await alice.ok("decide", id=asked["id"], option="8080", why="80 is taken")
            assert "8080" in json.dumps(await bob.ok("inbox"))
            for agent in (bob, alice):
                await agent.ok("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)
            await alice.ok("turn_end")

    anyio.run(story)
    assert [each["type"] for each in team.log()].count("TurnStarted") == 2


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
def test_no_session_is_kept_and_each_request_is_whole(team: Cli, served: Served, version: str):
    bearer = {"authorization": f"Bearer {token_of(team, 'bob')}", "mcp_protocol_version": version}
    listed = rpc(served, LIST, **bearer)
    assert (listed.status, "mcp-session-id" in listed.headers) == (200, False)
    assert len(listed.document["result"]["tools"]) == 11
    assert served.ask("/mcp", **bearer).status == 405, "nothing is streamed"


@pytest.mark.req("DEC-51", refused=True)
def test_who_shows_no_token_of_an_agent_gets_401(team: Cli, served: Served):
    old = token_of(team, "bob")
    new = token_of(team, "bob")
    with open_project(team.folder) as project:
        command = IssueToken(name="alice", expires=int(time.time()) - 1)
        over = project.hub.do(Request(command=command, actor=PERSON)).secret or ""
    shown: tuple[dict[str, str], ...] = (
        {},
        {"authorization": f"Bearer {over}"},
        {"authorization": "Bearer rnk_guess"},
        {"authorization": f"Bearer {old}"},
        {"authorization": f"Basic {new}"},
        {"cookie": served.enter()},
        {"authorization": f"Bearer {served.token}"},
        {"x_renkei_token": "\xff"},
    )
    for each in shown:
        answer = rpc(served, LIST, **each)
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer"), each
        assert "renkei agent token" in answer.document["error"]["message"]
    assert rpc(served, LIST, x_renkei_token=new).status == 200
    team.ok("agent", "token", "bob", "--revoke")
    assert rpc(served, LIST, x_renkei_token=new).status == 401


@pytest.mark.req("DEC-51", "DEC-16", refused=True)
def test_nobody_is_a_person_and_nobody_another_agent(team: Cli, served: Served):
    asked = team.send(freeform("The port is 8080.", to="alice", priority="blocking"), "--as", "lead")

    async def story() -> None:
        async with joined_http(served.port, token_of(team, "bob")) as bob:
            told = await bob("inbox", handled=[asked])
            assert (told.is_error, "bob" in told.text) == (True, True)

    anyio.run(story)


def test_what_is_no_request_is_told_so(team: Cli, served: Served):
    bearer = {"authorization": f"Bearer {token_of(team, 'bob')}"}
    for body in (b"", b"[]", b"{", b'"\\ud800"', b"[" * 100_000, json.dumps([LIST, LIST]).encode()):
        answer = served.ask("/mcp", "POST", body, **FORMS, **bearer)
        assert (answer.status, "error" in answer.document) == (400, True), body[:20]
        assert rpc(served, LIST, **bearer).status == 200


def test_what_is_too_large_is_told_so(team: Cli, served: Served):
    bearer = {"authorization": f"Bearer {token_of(team, 'bob')}"}
    assert served.ask("/mcp", "POST", b" " * 5_000_000, **FORMS, **bearer).status == 413


@pytest.mark.req("DEC-51", refused=True)
def test_who_shows_tokens_of_two_agents_is_neither(team: Cli, served: Served):
    bob, alice = token_of(team, "bob"), token_of(team, "alice")
    both = rpc(served, LIST, authorization=f"Bearer {bob}", x_renkei_token=alice)
    assert both.status == 401
    assert rpc(served, LIST, authorization=f"Bearer {bob}", x_renkei_token=bob).status == 200, "the same, twice"
    assert rpc(served, LIST, authorization=f"Bearer {bob}", Authorization=f"Bearer {alice}").status == 401


@pytest.mark.req("BUD-2", "BUD-3")
def test_what_waits_is_paged_without_being_dismissed(team: Cli, served: Served):
    async def story() -> None:
        async with (
            joined_http(served.port, token_of(team, "bob")) as bob,
            joined_http(served.port, token_of(team, "alice")) as alice,
        ):
            sent = [
                (await bob.ok("post", type="FREEFORM", to=["alice"], payload={"body": f"緊急 {number}"}))["id"]
                for number in range(45)
            ]
            seen, after = list[str](), 0
            while True:
                page = await alice.ok("inbox", after=after)
                seen += [each["id"] for each in page["messages"]]
                if not page["more"]:
                    break
                after = page["next_after"]
            assert seen == sent
            assert "next_after" not in page
            assert (await alice("inbox", after=-1)).is_error

    anyio.run(story)


@pytest.mark.req("BUD-2", "BUD-3")
def test_a_flood_of_urgent_messages_is_paged_as_any_other(team: Cli, served: Served):
    async def story() -> None:
        async with (
            joined_http(served.port, token_of(team, "bob")) as bob,
            joined_http(served.port, token_of(team, "alice")) as alice,
        ):
            sent = [
                (await bob.ok("post", type="FREEFORM", to=["alice"], payload={"body": f"{number}"}, priority=priority))[
                    "id"
                ]
                for priority in ("normal", "blocking")
                for number in range(30)
            ]
            seen, after, pages = set[str](), 0, 0
            while after is not None:
                page = await alice.ok("inbox", after=after)
                ids = [each["id"] for each in page["messages"]]
                assert len(ids) <= 20
                if not after:
                    assert {sent[0], sent[30], sent[59]} <= set(ids), "the oldest, and what blocks from both ends"
                seen |= set(ids)
                pages += 1
                after = page.get("next_after")
            assert (seen, pages) == (set(sent), 4)

    anyio.run(story)
