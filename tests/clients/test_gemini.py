"""The rules inside the real Gemini CLI, where there is one: the same hooks, set up by `renkei init --gemini`.

No requirement is named here: what may be skipped shows none.
"""

from pathlib import Path

import pytest

from tests.support.gemini_client import complete, find_gemini, invoke, run_gemini, shell, write_file
from tests.support.guarded_client import GuardedProject
from tests.support.hook_project import HONEST, LIE, outcomes

pytestmark = [pytest.mark.clients, pytest.mark.slow]


@pytest.fixture
def project(tmp_path: Path) -> GuardedProject:
    find_gemini()
    return GuardedProject(tmp_path / "project", "--gemini", "--mode", "enforce")


def test_the_lead_writes_no_code_and_gives_no_persons_command(project: GuardedProject):
    ended = run_gemini(
        project.folder,
        write_file("src/new.py"),
        shell("echo 'x = 1' > src/new.py"),
        shell("renkei decide D-1 yes"),
        shell("touch .renkei/off"),
        shell("renkei board"),
    )
    rules = ["LEAD-1", "LEAD-1", "DEC-16", "DEC-52", ""]
    assert [rule_in(result) for result in ended.results] == rules
    assert "Nobody yet." in ended.results[4]
    assert not (project.folder / "src/new.py").exists()
    assert not (project.folder / ".renkei/off").exists()
    assert project.refused() == [(rule, "lead", "enforce") for rule in rules if rule]
    (heard,) = project.run("--json", "status").document["hooks"]["heard"]
    assert heard["client"] == "gemini"


def test_an_agent_has_the_rights_of_its_role_and_its_lie_is_sent_back(project: GuardedProject):
    steps = (write_file("src/new.py"), complete(LIE), complete(HONEST))
    looks = invoke("code-explorer", *steps, prompt="Find the login.")
    ended = run_gemini(project.folder, looks, agents=["code-explorer"])
    written, refused = [request.results[0] for request in ended.asked_by("Find the login.")[1:]]
    assert rule_in(written) == "ORCH-2"
    assert "RES-4 line 11: src/ghost.py:45 is not there" in refused
    (handed_back,) = ended.results
    assert ("src/app.py:1" in handed_back, "ghost" in handed_back) == (True, False)
    assert outcomes(project.folder) == [("code-explorer", "refused", 1), ("code-explorer", "accepted", 2)]


@pytest.mark.parametrize("setting", ["RENKEI_HOOKS=off", "RENKEI_AGENT=qa-engineer", "export RENKEI_HOOKS='off'"])
def test_a_file_that_the_client_loads_its_variables_from_switches_nothing_off(project: GuardedProject, setting: str):
    """Gemini CLI takes `.env` of a folder that is trusted into its environment, and so into that of its hooks."""
    (project.folder / ".env").write_text(f"DEBUG_LEVEL=1\n{setting}\n", "utf-8")
    ended = run_gemini(project.folder, write_file("src/new.py"))
    assert [rule_in(result) for result in ended.results] == ["LEAD-1"]


def rule_in(result: str) -> str:
    """The rule that a refusal names; empty for what passed."""
    return result.rpartition("[")[2].partition("]")[0] if "Tool execution blocked" in result else ""
