"""The real Claude Code takes a turn over MCP: its hook names who calls, and the server believes nothing else."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.fakemodel import Step
from tests.support.guarded_client import Ended, GuardedProject, says, starts, write

pytestmark = pytest.mark.clients

BUILDER = """---
name: builder
description: Builds what a contract asks for
tools: Read, Write, mcp__renkei
---
You build.
"""
CONTRACT: dict[str, Any] = {
    "assignee": "builder",
    "inputs": {"description": "Build the login"},
    "expected_output": {"format": "a module", "deliverables": ["login.py"]},
    "acceptance_criteria": [{"criterion": "It reads well", "verification_method": "a reviewer reads it"}],
}
DONE = {"status": "completed", "summary": "The login is built.", "output_artifacts": ["login.py"]}
UPDATE = {"type": "STATUS_UPDATE", "to": ["builder"], "payload": {"new_status": "working", "progress_summary": "begun"}}


@pytest.fixture
def project(tmp_path: Path) -> GuardedProject:
    found = GuardedProject(tmp_path / "project", "--mode", "enforce", "--mcp")
    for name, role in (("boss", "lead"), ("builder", "backend-specialist")):
        found.run("agent", "add", name, "--role", role)
    found.write(".claude/agents/builder.md", BUILDER)
    return found


def work(project: GuardedProject, *steps: Step, env: Mapping[str, str] | None = None) -> Ended:
    """The person has allowed the servers of the project."""
    allowed = json.dumps({"enableAllProjectMcpServers": True})
    return project.work(*steps, args=["--settings", allowed], env=env)


def call(tool: str, **given: Any) -> Step:
    return {"tool": f"mcp__renkei__{tool}", "input": given}


@pytest.mark.req("TURN-1", "DEC-51")
def test_a_subagent_takes_a_turn_and_delivers_and_its_lead_verifies(project: GuardedProject):
    stdin = json.dumps(CONTRACT).encode()
    name = project.run("contract", "offer", "-", "--as", "boss", stdin=stdin).out.strip()
    builds = starts(
        "builder",
        call("turn_start"),
        call("contract_accept", id=name),
        write(project.folder / "login.py"),
        call("contract_deliver", id=name, **DONE),
        call("turn_end"),
        says("Built."),
        prompt="Build it.",
    )
    ended = work(project, call("turn_start"), builds, call("contract_verify", id=name, met=[1]), call("post", **UPDATE))
    by_builder = ended.calls_of("Build it.")
    assert [each.is_error for each in by_builder] == [False] * 5, by_builder
    assert "id: builder" in by_builder[0].text
    assert [each.is_error for each in ended.calls] == [False] * 4, ended.calls
    assert "id: boss" in ended.calls[0].text
    shown = project.run("--json", "contract", "show", name).document
    assert (shown["state"], shown["outcome"]) == ("closed", "completed")


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.slow
def test_whom_no_hook_has_named_is_nobody(project: GuardedProject):
    ended = work(project, call("turn_start"), call("read", id="MSG-1"), env={"RENKEI_HOOKS": "off"})
    assert "[DEC-51]" in ended.calls[0].text
    assert "[DEC-51]" not in ended.calls[1].text


@pytest.mark.req("DEC-51")
@pytest.mark.slow
def test_a_client_that_was_started_with_a_token_is_that_agent(project: GuardedProject):
    token = project.run("agent", "token", "builder").out.strip()
    ended = work(project, call("turn_start"), env={"RENKEI_HOOKS": "off", "RENKEI_TOKEN": token})
    assert "id: builder" in ended.calls[0].text
