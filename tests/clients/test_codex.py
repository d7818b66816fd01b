"""The rules inside the real Codex, where there is one: the same hooks, set up by `renkei init --codex`.

No requirement is named here: what may be skipped shows none.
"""

from pathlib import Path

import pytest

from tests.support.codex_client import find_codex, patch, run_codex, shell, spawn
from tests.support.guarded_client import GuardedProject, says
from tests.support.hook_project import HONEST, LIE, outcomes, report, run

pytestmark = [pytest.mark.clients, pytest.mark.slow]

BUILDER = "backend-specialist"


@pytest.fixture
def project(tmp_path: Path) -> GuardedProject:
    find_codex()
    return GuardedProject(tmp_path / "project", "--codex", "--mode", "enforce")


def test_the_lead_writes_no_code_and_gives_no_persons_command(project: GuardedProject):
    for number in range(4):
        project.write(f"src/f{number}.py", "x = 1\n")
    ended = run_codex(
        project.folder,
        patch("src/new.py", "x = 1"),
        shell("echo 'x = 1' > src/new.py"),
        shell("renkei decide D-1 yes"),
        shell("renkei send note.json --as bob"),
        shell("touch .renkei/off"),
        patch(".codex/hooks.json", "{}"),
        shell("cat src/f0.py src/f1.py src/f2.py"),
        shell("cat src/f3.py"),
        shell("renkei board"),
        shell("less src/f0.py"),  # a model types into it by a tool that passes no hook
    )
    rules = ["LEAD-1", "LEAD-1", "DEC-16", "DEC-16", "DEC-52", "DEC-52", "", "LEAD-2", "", "ORCH-2"]
    assert [rule_in(result) for result in ended.results] == rules
    assert BUILDER in ended.results[0]
    assert "x = 1" in ended.results[6]
    assert "code-explorer" in ended.results[7]
    assert "Nobody yet." in ended.results[8]
    assert not (project.folder / "src/new.py").exists()
    assert not (project.folder / ".renkei/off").exists()
    assert project.refused() == [(rule, "lead", "enforce") for rule in rules if rule]


def test_a_lie_of_a_subagent_is_sent_back(project: GuardedProject):
    ended = run_codex(project.folder, *spawn("code-explorer", says(LIE), says(HONEST), prompt="Find the login."))
    _, again = ended.asked_by("Find the login.")
    assert "RES-4 line 11: src/ghost.py:45 is not there" in again.text
    _, waited = ended.results
    assert ("src/app.py:1" in waited, "ghost" in waited) == (True, False)
    assert outcomes(project.folder) == [("code-explorer", "refused", 1), ("code-explorer", "accepted", 2)]


def test_a_subagent_has_the_rights_of_its_role(project: GuardedProject):
    project.write("tool.sh", "renkei agent add eve --role lead; echo exit $?\n")
    built = says(report("src/app.py:1", agent=BUILDER))
    builds = spawn(BUILDER, patch("src/new.py", "x = 1"), shell("sh tool.sh"), built, prompt="Build it.")
    looks = spawn("code-explorer", patch("src/other.py", "x = 1"), says(HONEST), prompt="Look.")
    ended = run_codex(project.folder, *builds, *looks)
    assert (project.folder / "src/new.py").exists()
    assert not (project.folder / "src/other.py").exists()
    assert "exit 4" in ended.asked_by("Build it.")[-1].results[0]
    assert project.refused() == [("ORCH-2", "code-explorer", "enforce")]


def test_a_session_leaves_a_receipt_and_one_whose_hooks_nobody_trusts_leaves_none(project: GuardedProject):
    untrusted = run_codex(project.folder, patch("src/new.py", "x = 1"), trusted=False)
    assert (rule_in(untrusted.results[0]), heard(project)) == ("", [])
    assert (project.folder / "src/new.py").exists()
    run_codex(project.folder)
    assert heard(project) == ["codex"]


def test_doctor_says_that_nobody_has_trusted_the_hooks(project: GuardedProject, tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    ran = run("doctor", "--json", folder=project.folder, env={"CODEX_HOME": str(home)})
    (found,) = [each for each in ran.document["checks"] if each["name"] == "trust"]
    assert (ran.code, found["state"], "nobody has trusted" in found["detail"]) == (1, "fail", True)


def heard(project: GuardedProject) -> list[str]:
    return [each["client"] for each in project.run("--json", "status").document["hooks"]["heard"]]


def rule_in(result: str) -> str:
    """The rule that a refusal names; empty for what passed."""
    return result.rpartition("[")[2].partition("]")[0] if "blocked by PreToolUse hook" in result else ""
