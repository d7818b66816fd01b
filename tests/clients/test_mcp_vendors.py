"""Agents of several vendors in one team, each by its real client and our tools, offline: a contract is delivered and
verified, and a question that blocks is asked by one and answered by another.

No requirement is named here: what may be skipped shows none.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.fakemodel import Step
from tests.support.codex_client import find_codex, patch, run_codex
from tests.support.gemini_client import find_gemini, run_gemini, write_file
from tests.support.guarded_client import GuardedProject, write
from tests.support.web_server import serving

pytestmark = [pytest.mark.clients, pytest.mark.slow]

CONTRACT: dict[str, Any] = {
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "a module", "deliverables": ["login.py"]},
    "acceptance_criteria": [{"criterion": "It reads well", "verification_method": "a reviewer reads it"}],
}
DONE = {"status": "completed", "summary": "The login is built.", "output_artifacts": ["login.py"]}
TEAM = {"boss": "lead", "claude": "designer", "codex": "builder", "gemini": "tester"}

Caller = Callable[..., Step]


def claude_call(tool: str, **given: Any) -> Step:
    return {"tool": f"mcp__renkei__{tool}", "input": given}


def codex_call(tool: str, **given: Any) -> Step:
    return {"tool": f"mcp__renkei/{tool}", "input": given}


def gemini_call(tool: str, **given: Any) -> Step:
    return {"tool": f"mcp_renkei_{tool}", "input": given}


class Team:
    """A project with the tools for all three clients, each started as the agent of its name."""

    def __init__(self, folder: Path) -> None:
        self.project = GuardedProject(folder, "--claude", "--codex", "--gemini", "--mcp", "--mode", "observe")
        for name, role in TEAM.items():
            self.project.run("agent", "add", name, "--role", role)

    def env(self, name: str) -> dict[str, str]:
        return {"RENKEI_TOKEN": self.project.run("agent", "token", name).out.strip(), "RENKEI_HOOKS": "off"}

    def claude(self, *steps: Step) -> list[str]:
        allowed = json.dumps({"enableAllProjectMcpServers": True})
        ended = self.project.work(*steps, args=["--settings", allowed], env=self.env("claude"))
        assert [each.is_error for each in ended.calls] == [False] * len(steps), ended.calls
        return [each.text for each in ended.calls]

    def codex(self, *steps: Step) -> list[str]:
        return run_codex(self.project.folder, *steps, env=self.env("codex")).results

    def gemini(self, *steps: Step) -> list[str]:
        return run_gemini(self.project.folder, *steps, env=self.env("gemini")).results

    def offer(self, assignee: str) -> str:
        offered = json.dumps({**CONTRACT, "assignee": assignee}).encode()
        return self.project.run("contract", "offer", "-", "--as", "boss", stdin=offered).out.strip()

    def verify(self, name: str) -> tuple[str, str]:
        self.project.run("contract", "verify", name, "--met", "1", "--as", "boss")
        shown = self.project.run("--json", "contract", "show", name).document
        return shown["state"], shown["outcome"]


@pytest.fixture
def team(tmp_path: Path) -> Team:
    return Team(tmp_path / "project")


def turn(call: Caller, name: str, writes: Step) -> list[Step]:
    return [
        call("turn_start"),
        call("contract_accept", id=name),
        writes,
        call("contract_deliver", id=name, **DONE),
        call("turn_end"),
    ]


def test_codex_takes_a_turn_and_delivers(team: Team):
    find_codex()
    name = team.offer("codex")
    told = team.codex(*turn(codex_call, name, patch("login.py", "x = 1")))
    assert "id: codex" in told[0], told
    assert team.verify(name) == ("closed", "completed"), told


def test_gemini_takes_a_turn_and_delivers(team: Team):
    find_gemini()
    name = team.offer("gemini")
    told = team.gemini(*turn(gemini_call, name, write_file("login.py")))
    assert "id: gemini" in told[0], told
    assert team.verify(name) == ("closed", "completed"), told


def test_claude_code_takes_a_turn_over_http(team: Team):
    name = team.offer("claude")
    with serving(team.project.folder) as served:
        headers = {"Authorization": "Bearer ${RENKEI_TOKEN}"}
        server = {"type": "http", "url": f"http://127.0.0.1:{served.port}/mcp", "headers": headers}
        team.project.write(".mcp.json", json.dumps({"mcpServers": {"renkei": server}}))
        told = team.claude(*turn(claude_call, name, write(team.project.folder / "login.py")))
    assert "id: claude" in told[0]
    assert team.verify(name) == ("closed", "completed")


@pytest.mark.parametrize("other", ["codex", "gemini"])
def test_two_vendors_exchange_a_question_that_blocks_and_its_answer(team: Team, other: str):
    (find_codex if other == "codex" else find_gemini)()
    ask = claude_call("ask", to=[other], question="Which port?", options=["80", "8080"], blocking=True)
    _, asked = team.claude(claude_call("turn_start"), ask)
    question = json.loads(asked)["decision"]
    answer, call = (team.codex, codex_call) if other == "codex" else (team.gemini, gemini_call)
    told = answer(call("turn_start"), call("decide", id=question, option="8080", why="80 is taken"))
    assert "Which port?" in told[0], told
    (waiting,) = team.claude(claude_call("inbox"))
    assert "DECISION_RESULT" in waiting
    (decided,) = team.claude(claude_call("read", id=question))
    assert json.loads(decided)["resolution"].startswith("8080")
