"""Results in runs are checked like those of hooks: receipts, flags, and a second look at what is sure of itself."""

import subprocess
import sys
from typing import Any

import pytest

from renkei.adapters.base import Job, Result, Signal
from renkei.protocol.playbooks import Budget
from renkei.runs.trace import read_trace
from renkei.runs.view import run_document
from tests.support.marks import first_quick
from tests.support.run_agents import Played
from tests.support.run_kills import ROOT
from tests.support.run_project import Project, git

PLACE = "src/app.py:1"


@pytest.fixture(autouse=True)
def _source(project: Project) -> None:  # pyright: ignore[reportUnusedFunction]
    (project.folder / "src").mkdir()
    (project.folder / "src/app.py").write_text("def login(user):\n    return user.ok\n", "utf-8")
    git(project.folder, "add", "-A")
    git(project.folder, "commit", "-q", "-m", "source")


def result(*places: str, confidence: int = 80, more: str = "") -> str:
    findings = "\n".join(f"- Login is defined at `{place}`" for place in places or (PLACE,))
    rows = "\n".join(f"| login | `{place}` | entry |" for place in places or (PLACE,))
    return f"""\
## explorer Result

### Status
SUCCESS

### Summary
The login takes a user.

### Findings
{findings}
{more}
### Key References
| Item | Location | Relevance |
|------|----------|-----------|
{rows}

### Confidence
{confidence} - I read the file
- verified_confidence: {confidence}
- inferred_confidence: {confidence}
- combined_confidence: {confidence}
"""


def task(*script: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": "look", "role": "writer", "script": list(script), **fields}


def whole(project: Project, run: Any) -> dict[str, Any]:
    with project.hub.read() as view:
        return run_document(view, project.row(run.id))


def of_task(project: Project, run: Any, name: str = "look") -> dict[str, Any]:
    return next(each for each in whole(project, run)["dag"] if each["task"] == name)


def jobs_of(project: Project, run: Any) -> list[str]:
    """Whoever was started, in their order, as the trace has it."""
    folder = project.executor(run.id)._workspace.trace_file(run.id, 1).parent  # pyright: ignore[reportPrivateUsage]
    return [each["agent"] for each in read_trace(folder, "look") if each["signal"] == "Job"]


# Receipts


@pytest.mark.req("RES-12")
def test_a_scripted_agent_that_opened_what_it_cites_is_not_flagged(project: Project):
    run = project.run({"tasks": [task({"read": "src/app.py"}, {"report": result()})]})
    assert (run.state, of_task(project, run)["flags"]) == ("completed", ["needs-corroboration"])


@pytest.mark.req("RES-12", refused=True)
@pytest.mark.parametrize(
    ("step", "flags"),
    [
        ({"say": "I know it by heart"}, ["unopened"]),
        ({"read": {"path": "src/app.py", "first_line": 2, "last_line": 2}}, ["unopened"]),
        ({"read": "README.md"}, ["unopened"]),
    ],
)
def test_a_place_that_no_tool_call_opened_is_flagged(project: Project, step: dict[str, Any], flags: list[str]):
    run = project.run(
        {"tasks": [task(step, {"report": result()}), {"id": "next", "role": "writer", "blockedBy": ["look"]}]}
    )
    assert of_task(project, run)["flags"] == ["needs-corroboration", *flags]
    told = {"task": "look", "flags": ["needs-corroboration", *flags], "doubts": []}
    assert whole(project, run)["report"]["doubts"] == [told]


@pytest.mark.req("RES-12", refused=True)
def test_whoever_is_sure_and_used_no_tool_is_flagged_in_a_run_too(project: Project):
    sure = task({"report": result(confidence=86)}, verification=[{"verify": {}}])
    assert "no-tool-calls" in of_task(project, project.run({"tasks": [sure]}))["flags"]
    less = task({"report": result(confidence=84)})
    assert "no-tool-calls" not in of_task(project, project.run({"tasks": [less]}))["flags"]


@pytest.mark.req("DEC-40", refused=True)
def test_code_quoted_from_a_file_that_was_never_opened_is_flagged_in_a_run_too(project: Project):
    quoted = result(more="  - Code match: `def login(user):`\n")
    run = project.run({"tasks": [task({"read": "README.md"}, {"report": quoted})]})
    assert "quotes-unopened" in of_task(project, run)["flags"]
    run = project.run({"tasks": [task({"read": "src/app.py"}, {"report": quoted})]})
    assert "quotes-unopened" not in of_task(project, run)["flags"]


@pytest.mark.req("RES-12")
def test_an_adapter_that_keeps_no_receipts_is_not_held_to_them(project: Project):
    project.adapter = Played(lambda job: [Result(text=result())])
    assert of_task(project, project.run({"tasks": [task()]}))["flags"] == ["needs-corroboration"]


GREEN = "- The suite is green: `python -c pass` exit 0\n"
RED = "- The suite is green: `python -c 1/0` exit 0\n"


@pytest.mark.req("RES-12", "RES-7")
def test_a_command_that_a_scripted_agent_really_ran_bears_its_report_out(project: Project):
    steps = [{"read": "src/app.py"}, {"run": "python -c pass"}, {"report": result(more=GREEN)}]
    run = project.run({"tasks": [task(*steps)]}, execute=True)
    assert (run.state, of_task(project, run)["flags"]) == ("completed", [])


@pytest.mark.req("RES-12", "RES-7", refused=True)
def test_a_report_that_a_receipt_contradicts_is_refused(project: Project):
    steps = [{"read": "src/app.py"}, {"run": "python -c 1/0"}, {"report": result(more=RED)}]
    run = project.run({"tasks": [task(*steps)], "on_failure": {"retries": 0, "then": "stop"}}, execute=True)
    assert run.state == "failed"
    assert "`python -c 1/0` did not end as it is told" in of_task(project, run)["note"]


@pytest.mark.req("RES-12", "RES-7", refused=True)
@pytest.mark.parametrize(
    ("command", "state", "flags"),
    [
        ("echo 12 passed", "completed", []),
        ("echo 3 passed", "failed", []),
        ("true", "completed", ["numbers-not-shown"]),
    ],
)
def test_the_numbers_that_a_command_printed_are_compared_in_a_run_too(
    project: Project, command: str, state: str, flags: list[str]
):
    claim = f"- The suite is green: `{command}`: 12 passed\n"
    steps = [{"read": "src/app.py"}, {"run": command}, {"report": result(more=claim)}]
    run = project.run({"tasks": [task(*steps)], "on_failure": {"retries": 0, "then": "stop"}}, execute=True)
    assert (run.state, [each for each in of_task(project, run)["flags"] if each.startswith("numbers")]) == (
        state,
        flags,
    )


@pytest.mark.req("RES-12", refused=True)
def test_a_command_that_nobody_allowed_is_not_run_and_leaves_no_receipt(project: Project):
    (project.folder / "ran").unlink(missing_ok=True)
    mark = project.folder.parent / "ran"
    steps = [{"run": f"touch {mark}"}, {"report": result()}]
    project.run({"tasks": [task(*steps)]})
    assert not mark.exists()


# What could not be verified


@pytest.mark.req("DEC-38", "RES-7")
def test_what_the_software_could_not_verify_is_marked_for_the_next_task_and_in_the_report(project: Project):
    (project.folder / ".gitignore").write_text("build/\n", "utf-8")
    git(project.folder, "add", "-A")
    git(project.folder, "commit", "-q", "-m", "ignore")
    after = {"id": "next", "role": "writer", "blockedBy": ["look"]}
    adapter = project.adapter = Played(
        lambda job: [Result(text=result(PLACE, "build/out.py:3") if job.task == "look" else "status: ok\n")]
    )
    run = project.run({"tasks": [task(), after]})
    (doubt,) = of_task(project, run)["doubts"]
    assert doubt.startswith("[UNVERIFIED] build/out.py:3: ")
    prompt = next(job.prompt for job in adapter.jobs if job.task == "next")
    assert f"## Not verified before you\n- look: {doubt}" in prompt
    assert whole(project, run)["report"]["doubts"][0]["doubts"] == [doubt]


# The verification specialist

SURE = [{"read": "src/app.py"}, {"report": result(confidence=90)}]


@pytest.mark.req("RES-8")
def test_a_sure_result_with_references_is_looked_at_by_a_specialist(project: Project):
    run = project.run({"tasks": [task(*SURE)]})
    assert run.state == "completed"
    assert jobs_of(project, run) == ["writer", "verification-specialist"]
    assert of_task(project, run)["doubts"] == []
    assert [each["sign"] for each in project.told("TaskNoted")].count("verifying") == 1


@pytest.mark.req("RES-8", refused=True)
@pytest.mark.parametrize(
    "given",
    [
        task({"read": "src/app.py"}, {"report": result(confidence=84)}),
        task({"read": "src/app.py"}, {"report": result(confidence=90)}, owner="verification-specialist"),
        task({"report": {}}, outputs=[]),
    ],
    ids=["not so sure", "the specialist itself", "nothing to look at"],
)
def test_no_specialist_is_started_where_nobody_asks_for_one(project: Project, given: dict[str, Any]):
    run = project.run({"tasks": [given]})
    assert (run.state, len(jobs_of(project, run))) == ("completed", 1)


@pytest.mark.req("RES-8", refused=True)
def test_what_the_specialist_refutes_fails_the_attempt_and_the_next_one_is_told(project: Project):
    refuted = {"verify": {PLACE: {"verdict": "refuted", "why": "it defines logout"}}, "attempt": 1}
    adapter = project.adapter
    run = project.run({"tasks": [task(*SURE, verification=[refuted])]})
    assert run.state == "completed"
    (failed,) = project.told("TaskFailed")
    assert failed["kind"] == "report"
    said = "verification-specialist says that this is not so: src/app.py:1: it defines logout"
    assert said in failed["summary"]
    assert jobs_of(project, run) == ["writer", "verification-specialist"] * 2
    assert adapter is project.adapter


CONFIRMED = f"- {{place: '{PLACE}', verdict: confirmed}}\n"
REFUTED = f"- {{place: '{PLACE}', verdict: refuted, why: it defines logout}}\n"
IN_JSON = '{"verdicts": [{"place": "src/app.py:1", "verdict": "refuted", "why": "it defines logout"}]}'


@pytest.mark.req("RES-8", refused=True)
@pytest.mark.parametrize(
    "said",
    [
        f"```yaml\nverdicts:\n{REFUTED}{CONFIRMED}```",
        f"```yaml\nverdicts:\n{CONFIRMED}{REFUTED}```",
        f"```yaml\nverdicts:\n{REFUTED}```\n\nIn short:\n\n```yaml\nverdicts:\n{CONFIRMED}```",
        f"```yaml\nverdicts:\n- {{place: '{PLACE}', verdict: refuted - it defines logout}}\n```",
        f"```yaml\nverdicts:\n- {{place: '{PLACE}', verdict: 'Refuted: it defines logout'}}\n```",
        f"```json\n{IN_JSON}\n```",
        f"~~~yaml\nverdicts:\n{REFUTED}~~~",
        f"It says:\n```python\ndef logout():\n```\nSo:\n```yaml\nverdicts:\n{REFUTED}```",
    ],
    ids=["then confirmed", "then refuted", "two reports", "with a reason", "behind a colon", "JSON", "tildes", "code"],
)
def test_what_the_specialist_refutes_once_is_refuted(project: Project, said: str):
    verification = [{"read": "src/app.py"}, {"report": said}]
    run = project.run({"tasks": [task(*SURE, verification=verification)], "on_failure": {"retries": 0, "then": "stop"}})
    assert run.state == "failed"
    assert "src/app.py:1: it defines logout" in of_task(project, run)["note"]


@pytest.mark.req("RES-8")
@pytest.mark.parametrize("verdict", ["confirmed", "Confirmed.", "confirmed: it takes a user"])
def test_what_the_specialist_confirms_in_its_own_words_is_confirmed(project: Project, verdict: str):
    said = f"```yaml\nverdicts:\n- {{place: '{PLACE}', verdict: '{verdict}'}}\n```"
    run = project.run({"tasks": [task(*SURE, verification=[{"read": "src/app.py"}, {"report": said}])]})
    assert (run.state, of_task(project, run)["doubts"]) == ("completed", [])


@pytest.mark.req("RES-8", "DEC-38")
@pytest.mark.parametrize(
    ("verification", "reason"),
    [
        ([{"verify": {PLACE: {"verdict": "not verifiable", "why": "it is generated"}}}], "it is generated"),
        ([{"report": "```yaml\nverdicts: []\n```"}], "verification-specialist says nothing of it"),
        ([{"report": "All is well."}], "verification-specialist says nothing of it"),
        ([{"report": "```yaml\n{\n```"}], "the verdict of verification-specialist cannot be read"),
        ([{"crash": "out of memory"}], "verification-specialist ended without an answer: out of memory"),
        (
            [{"report": f"```yaml\nverdicts:\n- {{place: '{PLACE}', verdict: confirmed}}\n```"}],
            "verification-specialist did not open it",
        ),
        (
            [{"report": f"```yaml\nverdicts:\n- {{place: '{PLACE}', verdict: refuted, why: no}}\n```"}],
            "verification-specialist did not open it",
        ),
    ],
    ids=["not verifiable", "silent", "prose", "unreadable", "crashed", "confirmed blindly", "refuted blindly"],
)
def test_what_the_specialist_could_not_verify_is_marked_and_is_no_failure(
    project: Project, verification: list[dict[str, Any]], reason: str
):
    after = {"id": "next", "role": "writer", "blockedBy": ["look"]}
    run = project.run({"tasks": [task(*SURE, verification=verification), after]})
    assert run.state == "completed"
    assert of_task(project, run)["doubts"] == [f"[UNVERIFIED] {PLACE}: {reason}"]


@pytest.mark.req("RES-8", "DEC-44")
def test_a_specialist_that_hangs_is_ended_before_its_attempt_would_be(project: Project):
    run = project.run({"tasks": [task(*SURE, verification=[{"hang": True}], timeout=2)]})
    assert run.state == "completed"
    assert of_task(project, run)["doubts"] == [
        f"[UNVERIFIED] {PLACE}: verification-specialist was not done after 1.6 s"
    ]


@pytest.mark.req("RES-8", refused=True)
def test_what_the_specialist_uses_counts_and_the_budget_of_the_run_ends_it(project: Project):
    using = [{"usage": {"tokens": 1000}}, {"hang": True}]
    run = project.run({"tasks": [task(*SURE, verification=using)]}, caps=Budget(tokens=500))
    assert (run.state, run.tokens) == ("waiting", 1000)


@pytest.mark.req("RES-8")
def test_what_it_uses_stands_with_the_task(project: Project):
    using: list[dict[str, Any]] = [{"usage": {"tokens": 1000}}, {"verify": {}}]
    run = project.run({"tasks": [task(*SURE, verification=using)]})
    assert (of_task(project, run)["tokens"], of_task(project, run)["steps"]) == (1000, 2)


@pytest.mark.req("RES-8", refused=True)
def test_a_specialist_that_writes_fails_the_attempt(project: Project):
    writing = [{"write": {"path": "src/app.py", "text": "x"}, "attempt": 1}]
    run = project.run({"tasks": [task(*SURE, verification=writing)]})
    (failed,) = project.told("TaskFailed")
    assert (run.state, failed["kind"]) == ("completed", "ownership")
    assert (project.folder / "src/app.py").read_text("utf-8").startswith("def login")


@pytest.mark.req("RES-8", refused=True)
def test_the_specialist_has_none_of_the_rights_of_the_one_it_looks_at(project: Project):
    def play(job: Job) -> list[Signal | str]:
        return [Result(text=result(confidence=90))] if not job.brief.verify else [Result(text="verdicts: []")]

    adapter = project.adapter = Played(play)
    run = project.start({"tasks": [task()]})
    project.carry_out(run, identify=True)
    worker, specialist = adapter.jobs
    assert "RENKEI_TOKEN" in worker.env
    assert "RENKEI_TOKEN" not in specialist.env
    assert (specialist.agent, specialist.tools, specialist.brief.outputs) == (
        "verification-specialist",
        ("Read", "Glob", "Grep"),
        (),
    )
    assert specialist.brief.verify == (PLACE,)
    assert "Login is defined at" in specialist.prompt


@pytest.mark.req("RES-8")
@pytest.mark.parametrize("event", first_quick([5, 3, 4, 6, 7]))
def test_a_run_that_is_killed_while_the_specialist_looks_is_resumed(project: Project, event: int):
    run = project.start({"tasks": [task(*SURE)]})
    place = [str(project.folder.parent / "store.db"), str(project.folder)]
    command = [sys.executable, "-m", "tests.support.run_child", *place, run, str(event)]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert project.carry_out(run).state == "completed"
    assert of_task(project, project.row(run))["doubts"] == []
    completed = [each for each in project.told("TaskCompleted") if each["task"] == "look"]
    assert len(completed) == 1
