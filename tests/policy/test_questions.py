"""Who may ask the user (ORCH-11)."""

import pytest

from tests.support.policy_case import SHIPPED, ask, said


@pytest.mark.req("ORCH-11", "ORCH-8")
def test_the_lead_asks_the_user():
    assert ask("lead", "AskUserQuestion").allowed


@pytest.mark.req("ORCH-11", "ORCH-5", refused=True)
@pytest.mark.parametrize("role", sorted({*SHIPPED.roles, "somebody"} - {"lead"}))
def test_nobody_else_does_whatever_tools_it_has(role: str):
    ruling = ask(role, "AskUserQuestion")
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "ORCH-11", "lead")
    assert "The user has to be asked: QUESTION" in said(ruling)


@pytest.mark.req("ORCH-8", refused=True)
@pytest.mark.parametrize("tool", ["WebFetch", "mcp__other__write"])
def test_the_lead_uses_no_other_tool(tool: str):
    assert ask("lead", tool).rule == "LEAD-10"


@pytest.mark.req("ORCH-8", "ORCH-10", refused=True)
def test_the_lead_writes_its_own_state_files_and_nothing_else():
    assert not ask("lead", "Write", file_path="src/app.py", content="x").allowed
    assert not ask("qa-engineer", "Write", file_path=".claude/workspaces/w/claude-progress.json", content="{}").allowed
