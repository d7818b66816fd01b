"""The promise, in the real Claude Code: a subagent that lies is sent back, and its mended result is accepted."""

from pathlib import Path

import pytest

from renkei.eventlog.receipts import Receipt, receipts_of_agent
from renkei.testing.claude import Result, run_claude
from renkei.testing.fakemodel import FakeModel, Request, Step, script
from tests.support.hook_project import HONEST, LIE, SURE, init, log, outcomes, report, repository

pytestmark = pytest.mark.clients

SECOND_LOOK = (
    "Renkei: the result of code-explorer is stated with a confidence of 85 or more. "
    "Start verification-specialist on its references before you build on it."
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return repository(tmp_path / "project")


def started(agent: str, *steps: Step) -> Step:
    """The main thread lets an agent run a script of its own and waits for it."""
    prompt = f"Find the login. {script(steps)}"
    given = {"description": "find", "prompt": prompt, "subagent_type": agent, "run_in_background": False}
    return {"tool": "Agent", "input": given}


def says(text: str) -> Step:
    return {"text": text}


def run(project: Path, model: FakeModel, *steps: Step) -> Result:
    """The client to its end; it has to go on whatever the hooks said."""
    result = run_claude(
        script(steps), cwd=project, model=model, allowed_tools=["Agent", "Read"], args=["--include-hook-events"]
    )
    assert (result.is_error, result.exit_code) == (False, 0), result.stderr
    complaints = [event["stderr"] for event in result.events if event.get("subtype") == "hook_response"]
    assert not any(complaints), "".join(complaints)
    return result


def feedback(model: FakeModel) -> list[str]:
    """What agents were told at a refused stop."""
    return [request.text for request in model.requests if request.text.startswith("Stop hook feedback:")]


def handed_back(request: Request) -> str:
    """The one tool result that the main thread got."""
    (result,) = request.results
    return result


def notes(request: Request) -> list[str]:
    """What hooks added for the main thread after the last tool call: the client says it as the system."""
    turns = request.conversation.turns if request.conversation else ()
    return [text for turn in turns[-1:] if turn.role == "system" for text in turn.texts]


@pytest.mark.req("RES-8")
@pytest.mark.req("RES-4", "RES-7", refused=True)
def test_lie_is_refused_with_what_to_mend_and_only_the_mended_result_reaches_the_parent(project: Path):
    init(project, "--mode", "enforce")
    reads: Step = {"tool": "Read", "input": {"file_path": str(project / "src/app.py")}}
    with FakeModel() as model:
        result = run(project, model, started("code-explorer", reads, says(LIE), says(HONEST)), says("Thank you."))
    assert result.text == "Thank you."

    (refusal,) = feedback(model)
    assert "Renkei does not accept this result (1 of 2):" in refusal
    assert "- RES-4 line 11: src/ghost.py:45 is not there: there is no such file\n" in refusal
    assert "Open the files, mend these points, and hand the whole result in again." in refusal
    assert not any("RENKEI_HOOKS" in request.text or "renkei off" in request.text for request in model.requests)

    answer = handed_back(model.requests[-1])
    assert "src/app.py:1" in answer
    assert "ghost" not in answer

    assert outcomes(project) == [("code-explorer", "refused", 1), ("code-explorer", "accepted", 2)]
    refused, accepted = (event["data"] for event in log(project) if event["type"] == "ClaimChecked")
    assert (refused["valid"], refused["rules"], refused["counts"]) == (False, ["RES-4"] * 4, {"missing_file": 1})
    assert (accepted["valid"], accepted["rules"], accepted["counts"]) == (True, [], {"verified": 1})

    (kept,) = receipts_of_agent(project / ".renkei/renkei.db", refused["session"], refused["agent_id"])
    assert kept._replace(seal=None) == Receipt(
        at=kept.at,
        session=refused["session"],
        agent_id=refused["agent_id"],
        agent="code-explorer",
        tool="Read",
        path="src/app.py",
        first_line=1,
        last_line=2,  # the client says 3
    )


@pytest.mark.slow
@pytest.mark.req("RES-7")
def test_agent_that_goes_on_lying_is_recorded_as_failed_and_the_client_goes_on(project: Path):
    init(project, "--mode", "enforce")
    with FakeModel() as model:
        result = run(project, model, started("code-explorer", says(LIE), says(LIE), says(LIE)), says("I see."))
    assert result.text == "I see."
    first, second, _ = feedback(model)
    assert ("(1 of 2)" in first, "(2 of 2)" in second) == (True, True)
    assert [outcome for _, outcome, _ in outcomes(project)] == ["refused", "refused", "failed"]
    assert [event["data"]["mode"] for event in log(project) if event["type"] == "RuleRefused"] == ["enforce"] * 3


@pytest.mark.slow
@pytest.mark.req("RES-7")
def test_observe_mode_records_and_blocks_nothing(project: Path):
    init(project)
    with FakeModel() as model:
        result = run(project, model, started("code-explorer", says(LIE), says(HONEST)), says("Thank you."))
    assert result.text == "Thank you."
    assert feedback(model) == []
    assert "src/ghost.py:45" in handed_back(model.requests[-1])
    assert outcomes(project) == [("code-explorer", "observed", 1)]
    (refused,) = (event["data"] for event in log(project) if event["type"] == "RuleRefused")
    assert refused == {"rule": "RES-4", "actor": "code-explorer", "action": "SubagentStop", "mode": "observe"}


@pytest.mark.slow
@pytest.mark.req("RES-7")
def test_agent_without_the_contract_is_recorded_and_never_refused(project: Path):
    init(project, "--mode", "enforce")
    (project / ".claude/agents/poet.md").write_text("---\nname: poet\ndescription: writes\n---\nWrite.\n", "utf-8")
    with FakeModel() as model:
        result = run(
            project, model, started("poet", says("A ghost lives in src/ghost.py:45."), says("?")), says("Nice.")
        )
    assert result.text == "Nice."
    assert feedback(model) == []
    assert "A ghost lives in src/ghost.py:45." in handed_back(model.requests[-1])
    assert outcomes(project) == [("poet", "recorded", 1)]


@pytest.mark.slow
@pytest.mark.req("RES-8")
def test_sure_result_is_looked_at_by_a_verification_specialist_before_the_work_ends(project: Path):
    init(project, "--mode", "enforce")
    verified = report("src/app.py:1", agent="verification-specialist")
    with FakeModel() as model:
        result = run(
            project,
            model,
            started("code-explorer", says(SURE)),
            says("I am done."),
            started("verification-specialist", says(verified)),
            says("Now I am done."),
        )
    assert result.text == "Now I am done."
    came_back = next(request for request in model.requests if request.results)
    assert "src/app.py:1" in handed_back(came_back)
    assert notes(came_back) == [f"PostToolUse:Agent hook additional context: {SECOND_LOOK}"]
    assert feedback(model) == [f"Stop hook feedback:\n{SECOND_LOOK}"]
    assert outcomes(project) == [("code-explorer", "accepted", 1), ("verification-specialist", "accepted", 1)]


@pytest.mark.slow
@pytest.mark.req("RES-8")
def test_lead_that_goes_on_without_the_second_look_is_held_once(project: Path):
    init(project, "--mode", "enforce")
    with FakeModel() as model:
        result = run(project, model, started("code-explorer", says(SURE)), says("I am done."), says("I insist."))
    assert result.text == "I insist."
    assert len(feedback(model)) == 1
