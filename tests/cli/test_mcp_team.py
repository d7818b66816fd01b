"""Agents that work together over MCP: a contract, a decision, a question; and who may not be whom."""

import json
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import anyio
import pytest

from renkei.app.project import open_project
from renkei.commands.base import Request
from renkei.commands.team import IssueToken
from renkei.protocol.actors import PERSON
from tests.support.cli_messages import decision_request, freeform
from tests.support.cli_run import Cli, real
from tests.support.hook_project import git
from tests.support.mcp_client import Agent, joined

UPDATE = {"new_status": "working", "progress_summary": "half way"}
CONTRACT: dict[str, Any] = {
    "assignee": "bob",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "a module", "deliverables": ["login.py"]},
    "acceptance_criteria": [{"criterion": "It reads well", "verification_method": "a reviewer reads it"}],
}


def credential(team: Cli, name: str) -> dict[str, str]:
    return {"RENKEI_TOKEN": team.ok("agent", "token", name).out.strip()}


def act(team: Cli, story: Callable[..., Awaitable[None]], *envs: dict[str, str]) -> None:
    """Agents, each with a server of its own in this environment, do what the story says."""

    async def tell() -> None:
        async with AsyncExitStack() as stack:
            agents = [await stack.enter_async_context(joined(team.folder, env)) for env in envs]
            await story(*agents)

    anyio.run(tell)


@pytest.mark.req("TURN-1", "CON-2")
@pytest.mark.req("CON-2", "DEC-24", refused=True)
def test_a_contract_is_handed_over_accepted_delivered_and_verified(team: Cli):
    async def story(lead: Agent, bob: Agent) -> None:
        await lead.ok("turn_start")
        payload: dict[str, Any] = {
            "task_description": "Build the login",
            "input_artifacts": [],
            "constraints": [],
            "expected_output": {"format": "a module", "success_criteria": ["it works"]},
            "authority_scope": "internals",
            "fallback_on_failure": "say what is missing",
            "task_contract": CONTRACT,
        }
        task = (await lead.ok("post", type="TASK_HANDOFF", to=["bob"], payload=payload))["id"]
        assert (await bob.ok("read", id=task))["payload"]["task_contract"]["assignee"] == "bob"
        (name,) = [each["id"] for each in team.json("contract", "list")]
        assert "Build the login" in await bob.ok("turn_start")
        accepted = await bob.ok("contract_accept", id=name)
        assert (accepted["state"], accepted["task_contract"]["assignee"]) == ("accepted", "bob")
        done: dict[str, Any] = {"status": "completed", "summary": "It is built.", "output_artifacts": ["login.py"]}
        early = await bob("contract_deliver", id=name, **done)
        assert (early.is_error, "login.py" in early.text) == (True, True)
        team.file("login.py", "print()\n")
        others = await lead("contract_deliver", id=name, **done)
        assert (others.is_error, "bob" in others.text) == (True, True)
        own = await bob("post", type="TASK_RESULT", to=["lead"], payload={**done, "original_task_ref": name})
        assert (own.is_error, "= contract_deliver" in own.text) == (True, True)
        assert (await bob.ok("contract_deliver", id=name, **done))["state"] == "delivered"
        await bob.ok("turn_end")
        by_bob = await bob("contract_verify", id=name, met=[1])
        assert by_bob.is_error
        check = (await lead.ok("read", id=name))["checks"][-1]["number"]
        verified = await lead.ok("contract_verify", id=name, met=[check])
        assert (verified["state"], verified["outcome"]) == ("closed", "completed")
        assert (await lead.ok("read", id="login.py"))["owner"] == "bob"

    act(team, story, credential(team, "lead"), credential(team, "bob"))


@pytest.mark.req("TURN-2")
def test_two_agents_exchange_a_blocking_question_and_its_answer(team: Cli):
    async def story(alice: Agent, bob: Agent) -> None:
        await alice.ok("turn_start")
        await bob.ok("turn_start")
        asked = await alice.ok("ask", to=["bob"], question="Which port?", options=["80", "8080"], blocking=True)
        assert "Which port?" in (await bob.ok("inbox"))["interruption"]
        await bob.ok("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)
        held = await bob("turn_end")
        assert "[TURN-2]" in held.text
        wrong = await bob("decide", id=asked["decision"], option="81", why="I like it")
        assert (wrong.is_error, "8080" in wrong.text) == (True, True)
        answered = await bob.ok("decide", id=asked["id"], option="8080", why="80 is taken")
        assert (await alice.ok("read", id=asked["decision"]))["resolution"].startswith("8080")
        assert answered["id"] in [each["id"] for each in (await alice.ok("inbox"))["messages"]]
        await bob.ok("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)
        await bob.ok("turn_end")

    act(team, story, credential(team, "alice"), credential(team, "bob"))


@pytest.mark.req("BOARD-2", refused=True)
def test_who_has_reported_and_was_then_interrupted_is_told_why_its_turn_does_not_end(team: Cli):
    async def story(alice: Agent, bob: Agent) -> None:
        await bob.ok("turn_start")
        await bob.ok("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)
        asked = await alice.ok("ask", to=["bob"], question="Which port?", options=["80", "8080"], blocking=True)
        assert "interruption" in await bob.ok("inbox")
        await bob.ok("decide", id=asked["id"], option="80", why="It is free")
        held = await bob("turn_end")
        assert (held.is_error, "was told in this turn what could not wait" in held.text) == (True, True), held.text
        await bob.ok("post", type="STATUS_UPDATE", to=["lead"], payload=UPDATE)
        await bob.ok("turn_end")

    act(team, story, credential(team, "alice"), credential(team, "bob"))


@pytest.mark.slow
def test_a_question_in_words_is_answered_in_words(team: Cli):
    async def story(alice: Agent, bob: Agent) -> None:
        asked = await alice.ok("ask", to=["bob"], question="Which port do you use?")
        assert asked["decision"] is None
        await bob.ok("turn_start")
        answered = await bob.ok("decide", id=asked["id"], option="8080", why="80 is taken")
        assert (await alice.ok("read", id=answered["id"]))["in_reply_to"] == asked["id"]

    act(team, story, credential(team, "alice"), credential(team, "bob"))


def test_the_same_question_asked_again_is_the_same_decision(team: Cli):
    async def story(alice: Agent) -> None:
        asked = [await alice.ok("ask", to=["bob"], question="Which?", options=["a", "b"]) for _ in range(2)]
        assert asked[0]["decision"] == asked[1]["decision"]

    act(team, story, credential(team, "alice"))
    assert len(team.json("board")["project_state"]["pending_decisions"]) == 1


@pytest.mark.req("DEC-51", "DEC-16", refused=True)
def test_a_persons_decision_is_never_an_agents(team: Cli):
    team.send(decision_request("D-1", to="person"), "--as", "alice")

    async def story(bob: Agent, lead: Agent) -> None:
        for agent in (bob, lead):
            await agent.ok("turn_start")
            told = await agent("decide", id="D-1", option="yes", why="It is late")
            assert told.is_error
            assert "person" in told.text

    act(team, story, credential(team, "bob"), credential(team, "lead"))
    (decision,) = team.json("board")["project_state"]["pending_decisions"]
    assert decision["status"] == "open"


class TestWhoCalls:
    @pytest.mark.req("DEC-51", refused=True)
    @pytest.mark.parametrize("env", [{}, {"RENKEI_TOKEN": ""}, {"RENKEI_TOKEN": "rnk_guess"}])
    def test_without_a_valid_token_nobody_acts_and_anybody_looks(self, team: Cli, env: dict[str, str]):
        sent = team.send(freeform())
        before = team.log()

        async def story(agent: Agent) -> None:
            hello = {"body": "Hello"}
            tried = [await agent("turn_start"), await agent("post", type="FREEFORM", to=["bob"], payload=hello)]
            for told in (*tried, await agent("inbox")):
                assert (told.is_error, "[DEC-51]" in told.text, "renkei agent token" in told.text) == (True,) * 3
            assert (await agent.ok("read", id=sent))["from"] == "person"
            assert (await agent.ok("check", text="It is in login.py:3."))["references"][0]["state"] == "missing_file"

        act(team, story, env)
        assert team.log() == before

    @pytest.mark.req("DEC-51", refused=True)
    def test_nobody_speaks_for_another(self, team: Cli):
        async def story(bob: Agent) -> None:
            said: dict[str, Any] = {"type": "FREEFORM", "to": ["lead"], "payload": {"body": "Hello"}}
            by_header = await bob("post", **said, **{"from": "alice"})
            assert (by_header.is_error, "from: leave this out" in by_header.text) == (True, True)
            by_argument = await bob("turn_start", agent="alice")
            assert (by_argument.is_error, "agent: no such field" in by_argument.text) == (True, True)
            assert (await bob.ok("read", id=(await bob.ok("post", **said))["id"]))["from"] == "bob"

        act(team, story, credential(team, "bob"))

    @pytest.mark.req("DEC-51", refused=True)
    def test_a_token_that_is_taken_back_ends_while_the_server_is_there(self, team: Cli):
        async def story(bob: Agent) -> None:
            await bob.ok("inbox")
            team.ok("agent", "token", "bob", "--revoke")
            assert "[DEC-51]" in (await bob("inbox")).text

        act(team, story, credential(team, "bob"))

    @pytest.mark.req("DEC-51", refused=True)
    def test_a_token_whose_time_was_over_before_is_nobodys(self, team: Cli):
        with open_project(team.folder) as project:
            command = IssueToken(name="bob", expires=int(time.time()) - 1)
            secret = project.hub.do(Request(command=command, actor=PERSON)).secret or ""

        async def story(bob: Agent) -> None:
            for tool in ("inbox", "turn_start"):
                told = await bob(tool)
                assert (told.is_error, "[DEC-51]" in told.text, "renkei agent token" in told.text) == (True,) * 3

        act(team, story, {"RENKEI_TOKEN": secret})

    @pytest.mark.slow
    @pytest.mark.req("DEC-51", refused=True)
    def test_a_token_whose_time_is_over_ends_while_the_server_is_there(self, team: Cli):
        ends = int(time.time()) + 8
        with open_project(team.folder) as project:
            secret = project.hub.do(Request(command=IssueToken(name="bob", expires=ends), actor=PERSON)).secret or ""

        async def story(bob: Agent) -> None:
            while not (told := await bob("inbox")).is_error:
                assert time.time() < ends + 5
            assert ("[DEC-51]" in told.text, time.time() >= ends) == (True, True)

        act(team, story, {"RENKEI_TOKEN": secret})


class TestAClientWithHooks:
    """One server for all agents of a client, which says to its hook who makes which call."""

    @pytest.fixture
    def client(self, team: Cli) -> Cli:
        """The client is this very process."""
        git(team.folder, "init", "--quiet")
        team.ok("init", "--claude", "--mode", "enforce")
        team.ok("agent", "add", "backend-specialist", "--role", "backend-specialist")
        return team

    def hook(self, client: Cli, call: str, **event: Any) -> None:
        about = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": str(client.folder), "tool_use_id": call}
        given: dict[str, Any] = {**about, "tool_name": "mcp__renkei__inbox", "tool_input": {}, **event}
        ran = real("hook", folder=client.folder, stdin=json.dumps(given).encode())
        assert (ran.code, ran.out) == (0, ""), ran.err

    @pytest.mark.req("DEC-51")
    @pytest.mark.req("DEC-51", refused=True)
    def test_each_call_is_its_callers_once(self, client: Cli):
        async def story(agent: Agent) -> None:
            self.hook(client, "toolu_1")
            self.hook(client, "toolu_2", agent_id="a1", agent_type="backend-specialist")
            self.hook(client, "toolu_3", agent_id="a2", agent_type="stranger")
            self.hook(client, "toolu_4", agent_id="a1", agent_type="backend-specialist", tool_name="Glob")
            by_agent = await agent.call_as("toolu_2", "turn_start")
            by_lead = await agent.call_as("toolu_1", "turn_start")
            assert ("id: backend-specialist" in by_agent.text, "id: lead" in by_lead.text) == (True, True)
            for call in ("toolu_1", "toolu_3", "toolu_4", "toolu_9", None):
                assert "[DEC-51]" in (await agent.call_as(call, "turn_start")).text

        act(client, story, {})

    @pytest.mark.req("DEC-51")
    def test_a_token_counts_before_what_a_hook_says(self, client: Cli):
        async def story(agent: Agent) -> None:
            self.hook(client, "toolu_1")
            assert "id: bob" in (await agent.call_as("toolu_1", "turn_start")).text

        act(client, story, credential(client, "bob"))


@pytest.mark.req("DEC-26", "MSG-7", refused=True)
def test_a_question_is_answered_by_those_whom_it_asks(team: Cli):
    async def story(alice: Agent, bob: Agent) -> None:
        for asked_of, question in (("person", "May I deploy?"), ("lead", "Which port?")):
            asked = await alice.ok("ask", to=[asked_of], question=question)
            for other in (alice, bob):
                told = await other("decide", id=asked["id"], option="Yes", why="I think so")
                assert (told.is_error, f"is answered by {asked_of}" in told.text) == (True, True), told.text
        assert (await alice.ok("inbox"))["messages"] == []

    act(team, story, credential(team, "alice"), credential(team, "bob"))


@pytest.mark.req("DEC-26", refused=True)
def test_who_asks_does_not_choose_and_is_told_so_in_words_of_the_tool(team: Cli):
    async def story(alice: Agent) -> None:
        asked = await alice.ok("ask", to=["bob"], question="Go on?", options=["yes", "no"])
        for name in (asked["id"], asked["decision"]):
            told = await alice("decide", id=name, option="yes", why="I think so")
            assert (told.is_error, "is answered by bob" in told.text, "to:" in told.text) == (True, True, False)

    act(team, story, credential(team, "alice"))


def test_who_asks_again_what_is_decided_is_told_the_answer(team: Cli):
    async def story(alice: Agent, bob: Agent) -> None:
        question: dict[str, Any] = {"question": "Go on?", "options": ["yes", "no"]}
        first = await alice.ok("ask", to=["bob"], **question)
        assert (await alice.ok("ask", to="bob", **question))["decision"] == first["decision"]
        assert (await alice.ok("ask", to=["lead"], **question))["decision"] != first["decision"]
        await bob.ok("turn_start")
        await bob.ok("decide", id=first["id"], option="no", why="It is late")
        again = await alice("ask", to=["bob"], **question)
        assert (again.is_error, "it is decided: no" in again.text) == (True, True), again.text

    act(team, story, credential(team, "alice"), credential(team, "bob"))


def test_who_is_known_and_over_its_limit_is_told_of_the_limit_alone(team: Cli):
    team.ok("spend", "cap", "--agent", "bob", "--cap-tokens", "5")
    team.ok("spend", "add", "bob", "--model", "m", "--input", "9")

    async def story(bob: Agent) -> None:
        told = await bob("turn_start")
        assert (told.is_error, "9 of 5" in told.text, "has to know which agent" in told.text) == (True, True, False)

    act(team, story, credential(team, "bob"))
