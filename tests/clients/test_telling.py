"""Who is told, in the real Claude Code (DEC-45): with `-p` what models and stream get, on a terminal the screen."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.claude import Result, run_claude
from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support.client_screen import Screen
from tests.support.guarded_client import around
from tests.support.hook_project import HONEST, LIE, init, outcomes, report, repository, run

pytestmark = pytest.mark.clients

FAILED = "Renkei: the result of code-explorer failed verification after 2 refusals:"
OBSERVED = "Renkei would have refused the result of code-explorer (observe mode):"
NO_VERDICT = "Renkei: no verdict on code-explorer: it came to its end before its result was checked."
PLACE = "src/ghost.py:45: there is no such file"
FOREGROUND, BACKGROUND = False, True
THREE_LIES: list[Step] = [{"text": LIE}] * 3
DIES: list[Step] = [{"http": 529}]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return repository(tmp_path / "project")


def team(*steps: Step, background: bool | None, agent: str = "code-explorer") -> str:
    """The main thread starts an agent that takes these steps, and then has something to say as often as it is asked."""
    prompt = f"Find the login. {script(steps)}"
    given: dict[str, Any] = {"description": "find", "prompt": prompt, "subagent_type": agent}
    if background is not None:
        given["run_in_background"] = background
    return script([{"tool": "Agent", "input": given}, *({"text": f"Answer {number}"} for number in range(1, 5))])


def headless(project: Path, model: FakeModel, prompt: str) -> Result:
    result = run_claude(prompt, cwd=project, model=model, env=around(), allowed_tools=["Agent", "Read"])
    assert (result.is_error, result.exit_code) == (False, 0), result.stderr
    return result


def open_screen(
    prompt: str, project: Path, folder: Path, model: FakeModel, env: Mapping[str, str] | None = None
) -> Screen:
    return Screen(prompt, cwd=project, home=folder / "home", model=model, env=around() | dict(env or {}))


def informed(result: Result) -> list[str]:
    """What the client puts into its stream for a person: each line with the event that says it."""
    return [str(event["content"]) for event in result.events if event.get("subtype") == "informational"]


def read_by_models(model: FakeModel) -> str:
    return json.dumps([request.body for request in model.requests])


@pytest.mark.slow
@pytest.mark.req("DEC-45")
@pytest.mark.parametrize(("background", "event"), [(BACKGROUND, "UserPromptSubmit"), (FOREGROUND, "PostToolUse:Agent")])
def test_enforced_a_failed_result_reaches_the_leads_model_marked_and_is_told_once_more_at_its_stop(
    project: Path, background: bool, event: str
):
    init(project, "--mode", "enforce")
    with FakeModel() as model:
        result = headless(project, model, team(*THREE_LIES, background=background))
    said = f"{event} hook additional context: {FAILED}\\n- [UNVERIFIED] {PLACE}"
    assert said in read_by_models(model)
    assert f"Stop hook feedback:\\n{FAILED}\\n- [UNVERIFIED] {PLACE}" in read_by_models(model)
    first, second = informed(result)
    assert first == f"{event} says: {FAILED}\n{event} says: - {PLACE}"
    assert second == f"Stop says: {FAILED}\nStop says: - {PLACE}"
    assert result.text == ("Answer 3" if background else "Answer 2")
    assert [row["false"] for row in run("--json", "trust", folder=project).document] == [6]


@pytest.mark.slow
@pytest.mark.req("DEC-45", refused=True)
@pytest.mark.parametrize("background", [FOREGROUND, BACKGROUND])
def test_observed_the_person_is_told_and_no_model_reads_it(project: Path, background: bool):
    init(project)
    with FakeModel() as model:
        result = headless(project, model, team({"text": LIE}, background=background))
    assert "Renkei" not in read_by_models(model)
    assert [OBSERVED in said and PLACE in said for said in informed(result)] == [True, True]
    assert [row["false"] for row in run("--json", "trust", folder=project).document] == [2]


@pytest.mark.slow
@pytest.mark.req("DEC-45")
@pytest.mark.parametrize(
    ("background", "event"), [(FOREGROUND, "PostToolUseFailure:Agent"), (BACKGROUND, "UserPromptSubmit")]
)
def test_an_agent_that_dies_has_no_verdict_and_is_no_liar(project: Path, background: bool, event: str):
    init(project, "--mode", "enforce")
    with FakeModel() as model:
        result = headless(project, model, team(*DIES, background=background))
    assert f"{event} hook additional context: {NO_VERDICT}" in read_by_models(model)
    assert f"{event} says: {NO_VERDICT}" in informed(result)
    assert run("--json", "trust", folder=project).document == []


@pytest.mark.slow
@pytest.mark.req("DEC-45", refused=True)
def test_an_honest_result_is_told_to_nobody(project: Path):
    init(project, "--mode", "enforce")
    with FakeModel() as model:
        result = headless(project, model, team({"text": HONEST}, background=BACKGROUND))
    assert (informed(result), result.text) == ([], "Answer 2")


@pytest.mark.slow
@pytest.mark.req("DEC-45")
def test_an_agent_of_the_clients_own_and_the_main_thread_are_looked_at(project: Path):
    init(project, "--mode", "enforce")
    prompt = f"Find the login. {script([{'text': LIE}])}"
    given = {"description": "find", "prompt": prompt, "subagent_type": "Explore", "run_in_background": False}
    with FakeModel() as model:
        result = headless(project, model, script([{"tool": "Agent", "input": given}, {"text": LIE}]))
    told, *_, at_stop = informed(result)
    assert told == f"PostToolUse:Agent says: Renkei: what Explore says does not hold: {PLACE}"
    assert f"Renkei: what main thread says does not hold: {PLACE}" in at_stop
    assert result.text.startswith("## code-explorer Result")


@pytest.mark.slow
@pytest.mark.req("DEC-43")
def test_a_result_is_about_the_work_tree_that_the_client_gave_its_agent(project: Path):
    init(project, "--mode", "enforce")
    write: Step = {"tool": "Bash", "input": {"command": "echo 'def login(user):' > src/new.py"}}
    prompt = f"Find the login. {script([write, {'text': report('src/new.py:1')}])}"
    given = {"description": "find", "prompt": prompt, "subagent_type": "backend-specialist", "isolation": "worktree"}
    steps: list[Step] = [{"tool": "Agent", "input": {**given, "run_in_background": False}}, {"text": "Thank you."}]
    with FakeModel() as model:
        result = run_claude(script(steps), cwd=project, model=model, env=around(), allowed_tools=["Agent", "Bash"])
    assert (informed(result), result.text) == ([], "Thank you.")
    assert outcomes(project) == [("backend-specialist", "accepted", 1)]
    assert not (project / "src/new.py").exists()


class TestOnAScreen:
    @pytest.mark.req("DEC-45")
    def test_a_failed_result_of_the_background_is_on_the_screen_and_marked_for_the_lead(
        self, project: Path, tmp_path: Path
    ):
        init(project, "--mode", "enforce", "--statusline")
        prompt = team(*THREE_LIES, background=None)
        with FakeModel() as model, open_screen(prompt, project, tmp_path, model) as screen:
            assert screen.shows("Renkei: enforce mode, results checked:")
            assert screen.shows(f"UserPromptSubmit says: {FAILED}")
            assert screen.shows(f"- {PLACE}")
            assert screen.shows(f"Stop says: {FAILED}")
            assert screen.until(lambda: f"Stop hook feedback:\\n{FAILED}" in read_by_models(model), "a held stop")
            assert screen.shows("✗ code-explorer failed verification: src/ghost.py:45")
        assert f"UserPromptSubmit hook additional context: {FAILED}\\n- [UNVERIFIED] {PLACE}" in read_by_models(model)
        assert run("--json", "status", folder=project).document["unseen"] == []

    @pytest.mark.slow
    @pytest.mark.req("DEC-45")
    def test_a_failed_result_of_the_foreground_is_on_the_screen(self, project: Path, tmp_path: Path):
        init(project, "--mode", "enforce")
        prompt, env = team(*THREE_LIES, background=None), {"CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"}
        with FakeModel() as model, open_screen(prompt, project, tmp_path, model, env) as screen:
            assert screen.shows(f"PostToolUse:Agent says: {FAILED}")
            assert screen.shows(f"- {PLACE}")
            said = f"PostToolUse:Agent hook additional context: {FAILED}"
            assert screen.until(lambda: said in read_by_models(model), "what the lead reads")

    @pytest.mark.slow
    @pytest.mark.req("DEC-45", refused=True)
    def test_in_observe_mode_it_is_on_the_screen_alone(self, project: Path, tmp_path: Path):
        init(project)
        prompt = team({"text": LIE}, background=None)
        with FakeModel() as model, open_screen(prompt, project, tmp_path, model) as screen:
            assert screen.shows(f"UserPromptSubmit says: {OBSERVED}")
            assert screen.shows(f"- {PLACE}")
            assert screen.shows(f"Stop says: {OBSERVED}")
        assert "Renkei" not in read_by_models(model)

    @pytest.mark.slow
    @pytest.mark.req("DEC-45")
    def test_an_agent_that_dies_is_on_the_screen(self, project: Path, tmp_path: Path):
        init(project, "--mode", "enforce")
        prompt = team(*DIES, background=None)
        with FakeModel() as model, open_screen(prompt, project, tmp_path, model) as screen:
            assert screen.shows(NO_VERDICT)
            assert screen.until(lambda: NO_VERDICT in read_by_models(model), "what the lead reads")

    @pytest.mark.slow
    @pytest.mark.req("DEC-45")
    def test_what_a_run_without_a_screen_has_found_is_in_the_digest(self, project: Path, tmp_path: Path):
        init(project, "--mode", "enforce")
        with FakeModel() as model:
            headless(project, model, team(*THREE_LIES, background=FOREGROUND))
            (unseen,) = run("--json", "status", folder=project).document["unseen"]
            assert (unseen["agent"], unseen["outcome"], unseen["points"]) == ("code-explorer", "failed", [PLACE])
            prompt = team({"text": HONEST}, background=None)
            with open_screen(prompt, project, tmp_path, model) as screen:
                assert screen.shows("SessionStart:startup says: Renkei (enforce mode), since you last looked:")
                assert screen.shows(f"- code-explorer failed verification: {PLACE}")
        assert run("--json", "status", folder=project).document["unseen"] == []


class TestAnAgentTeam:
    """Members work in the client's own process, and their results come to the lead by its mailbox, past every hook."""

    @pytest.mark.slow
    @pytest.mark.req("DEC-45")
    @pytest.mark.req("ORCH-2", refused=True)
    def test_a_member_has_its_role_is_held_to_the_form_and_told_of_at_the_leads_stop(
        self, project: Path, tmp_path: Path
    ):
        init(project, "--mode", "enforce")
        removes: Step = {"tool": "Bash", "input": {"command": "rm src/app.py"}}
        prompt = f"Find the login. {script([removes, *THREE_LIES])}"
        given = {"description": "find", "prompt": prompt, "subagent_type": "security-auditor", "name": "scout"}
        asked = script([{"tool": "Agent", "input": given}, *({"text": f"Answer {number}"} for number in range(1, 6))])
        env = {"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "1"}
        with FakeModel() as model, open_screen(asked, project, tmp_path, model, env) as screen:
            assert screen.shows(f"Stop says: {FAILED.replace('code-explorer', 'scout')}")
            assert screen.shows(f"- {PLACE}")
            failed = FAILED.replace("code-explorer", "scout")
            assert screen.until(lambda: f"Stop hook feedback:\\n{failed}" in read_by_models(model), "a held stop")
        assert "teammate-message" in read_by_models(model)
        assert NO_VERDICT.split(":")[1] not in read_by_models(model)
        assert "security-auditor does not run rm" in read_by_models(model)
        assert (project / "src/app.py").exists()
        assert outcomes(project)[-1] == ("scout", "failed", 3)
