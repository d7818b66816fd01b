"""What reports leave open, what gates make of it, what a person approves, and what the board says of a run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from renkei.adapters.base import Job, Result
from renkei.board.read import project_state
from renkei.playbooks.graph import Graph
from renkei.protocol.playbooks import PLAYBOOK
from renkei.protocol.run_events import GateCounts
from renkei.runs.remarks import Remark, count_remarks
from renkei.runs.view import run_document
from tests.support.run_agents import OK, Played, gate
from tests.support.run_project import Project, opened_outside_git, task


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened_outside_git(tmp_path)


def ok(severity: str = "null", *questions: str) -> Result:
    asked = "".join(f"\n- {each}" for each in questions) or " []"
    return Result(text=f"status: ok\nseverity: {severity}\nartifacts: [README.md]\nopen_questions:{asked}\n")


def played(project: Project, **results: Any) -> Played:
    """Each task's results, one after the other; the last from then on."""

    def play(job: Job) -> Any:
        given = results.get(job.task, OK)
        turns = cast(list[Any], given) if isinstance(given, list) else [given]
        return [turns.pop(0) if len(turns) > 1 else turns[0]]

    project.adapter = adapter = Played(play)
    return adapter


def prompts(adapter: Played, name: str) -> list[str]:
    return [job.prompt for job in adapter.jobs if job.task == name]


# What a report that says ok leaves open


@pytest.mark.req("DEC-30", "TEAM-3")
def test_severity_and_questions_of_an_ok_report_are_kept_handed_on_and_told(project: Project):
    adapter = played(project, a=ok("P2", "which cache?"))
    run = project.run({"tasks": [task("a"), task("b", "a"), task("c")]})
    assert run.state == "completed"
    assert "## Left open before you\n- a: P2; which cache?" in prompts(adapter, "b")[0]
    assert "Left open" not in prompts(adapter, "c")[0]
    with project.hub.read() as view:
        whole = run_document(view, run)
    assert whole["report"]["left_open"] == [{"task": "a", "severity": "P2", "questions": ["which cache?"]}]


@pytest.mark.req("DEC-30", refused=True)
@pytest.mark.parametrize("severity", ["P0", "P1"])
@pytest.mark.parametrize(("option", "state"), [("accept", "completed"), ("stop", "failed")])
def test_what_no_gate_has_judged_waits_for_a_person_whatever_was_granted(
    project: Project, severity: str, option: str, state: str
):
    adapter = played(project, a=ok(severity, "no owner"))
    run = project.run({"tasks": [task("a"), task("b", "a")]})
    assert (run.state, set(project.tasks(run.id).values())) == ("waiting", {"completed"})
    [asked] = project.told("RunAsked")
    assert (asked["kind"], asked["task"]) == ("severity", "a")
    assert project.carry_out(run.id).state == "waiting"
    assert project.answer(run.id, option).state == state
    assert len(adapter.jobs) == 2


@pytest.mark.req("DEC-30", "TEAM-8")
def test_one_p1_of_a_report_is_counted_at_the_next_gate_and_what_that_passes_goes_on(project: Project):
    played(project, a=ok("P1", "no owner"), review=gate())
    run = project.run({"tasks": [task("a"), task("review", "a", kind="gate"), task("last", "review")]})
    assert run.state == "completed"
    [decided] = project.told("GateDecided")
    assert (decided["overall"], decided["p1_count"], decided["carried"]) == ("PASS", 1, ["a"])
    with project.hub.read() as view:
        [told] = run_document(view, run)["report"]["gates"]
    assert (told["rollback_targets"], told["left"]) == (["a"], ["a: P1; no owner"])


@pytest.mark.req("DEC-30", refused=True)
def test_a_reviewer_cannot_pass_over_what_two_reports_say_of_themselves(project: Project):
    adapter = played(project, a=[ok("P1"), OK], b=[ok("P1"), OK], review=gate())
    run = project.run({"tasks": [task("a"), task("b"), task("review", "a", "b", kind="gate")]})
    assert run.state == "completed"
    assert [each["overall"] for each in project.told("GateDecided")] == ["ROLLBACK_P1", "PASS"]
    assert [len(prompts(adapter, name)) for name in ("a", "b", "review")] == [2, 2, 2]


@pytest.mark.req("DEC-30")
def test_a_gate_judges_once_what_a_later_gate_need_not_count_again(project: Project):
    played(project, a=ok("P1"), first=gate(), b=ok("P1"), second=gate())
    tasks = [task("a"), task("first", "a", kind="gate"), task("b", "first"), task("second", "b", kind="gate")]
    assert project.run({"tasks": tasks}).state == "completed"
    assert [each["p1_count"] for each in project.told("GateDecided")] == [1, 1]


GRAPH = Graph(
    PLAYBOOK.validate_python(
        {"name": "p", "roles": {"w": {}}, "tasks": [{"id": name, "role": "w"} for name in ("a", "b", "c")]}
    )
)


@pytest.mark.req("DEC-30")
@pytest.mark.parametrize(
    ("p1", "targets", "reported", "effective"),
    [
        (0, [], ["a"], 1),
        (1, [], ["a"], 1),  # the reviewer's own, which it named no task for, may be that one
        (1, ["a"], ["a"], 1),
        (1, ["a"], ["b"], 2),
        (1, ["a"], ["b", "c"], 3),
        (2, ["a", "b"], ["a", "b"], 2),
    ],
)
def test_what_the_reviewer_sends_back_itself_is_not_counted_twice(
    p1: int, targets: list[str], reported: list[str], effective: int
):
    given = GateCounts(overall="PASS", p0_count=0, p1_count=p1, p2_count=0, rollback_targets=targets)
    found, _ = count_remarks(GRAPH, given, [Remark(task=name, severity="P1", questions=()) for name in reported])
    assert found.p1_count == effective
    assert found.overall == ("ROLLBACK_P1" if effective > 1 else "PASS")


@pytest.mark.req("DEC-30")
@pytest.mark.parametrize(("severity", "tasks"), [(None, []), ("P2", []), ("P1", ["a"]), ("P0", ["a"])])
def test_open_questions_are_p2_of_the_next_gate(severity: str | None, tasks: list[str]):
    given = GateCounts(overall="PASS", p0_count=0, p1_count=0, p2_count=1, p2_items=["a typo"])
    found, on_top = count_remarks(GRAPH, given, [Remark(task="a", severity=severity, questions=("which cache?",))])
    assert (found.p2_count, found.p2_items, on_top) == (2, ["a typo", "a: which cache?"], tasks)


# Approval


APPROVED = [task("spec", approval=True), task("a", "spec"), task("review", "a", kind="gate")]


@pytest.mark.req("TEAM-1", "DEC-10")
def test_what_a_task_made_is_approved_before_anything_builds_on_it(project: Project):
    adapter = played(project, review=[gate(0, 2, "a"), gate()])
    run = project.run({"tasks": APPROVED}, yes=False)
    assert (run.state, project.tasks(run.id)) == ("waiting", {"spec": "completed", "a": "waiting", "review": "waiting"})
    assert project.answer(run.id, "approve").state == "completed"
    assert len(project.told("RunAsked")) == 1  # the repair of `a` does not ask again
    assert len(prompts(adapter, "a")) == 2


@pytest.mark.req("TEAM-1", refused=True)
def test_what_a_person_rejects_ends_the_run_before_anything_is_built_on_it(project: Project):
    adapter = played(project)
    run = project.run({"tasks": APPROVED}, yes=False)
    assert project.answer(run.id, "reject").state == "failed"
    assert prompts(adapter, "a") == []


@pytest.mark.req("TEAM-14")
def test_requirements_that_are_made_again_are_approved_again(project: Project):
    played(project, review=[gate(1, 0), gate()])
    run = project.run({"tasks": APPROVED}, yes=False)
    assert project.answer(run.id, "approve").state == "waiting"
    assert project.answer(run.id, "again").state == "waiting"
    assert project.tasks(run.id) == {"spec": "completed", "a": "waiting", "review": "waiting"}
    assert project.answer(run.id, "approve").state == "completed"


def test_yes_grants_it(project: Project):
    played(project, review=gate())
    run = project.run({"tasks": APPROVED})
    assert (run.state, project.told("RunAsked")) == ("completed", [])


# Rehearsals, and the board


@pytest.mark.req("DEC-33")
def test_a_run_sets_the_boards_goal_and_phase(project: Project):
    played(project, review=gate())
    tasks = [task("spec", skill="web-requirements"), task("a", "spec", wave="A"), task("review", "a", kind="gate")]
    run = project.run({"tasks": tasks}, goal="A shop for tea")
    assert run.state == "completed"
    with project.hub.read() as view:
        found = project_state(view)
    assert (found.goal, found.current_phase) == ("A shop for tea", "test: completed")
    phases = [each["value"] for each in project.told("FieldSet") if each["field"] == "current_phase"]
    assert phases == ["test: web-requirements", "test: A", "test: gate", "test: completed"]


@pytest.mark.req("DEC-33")
def test_gates_of_scripted_agents_say_that_it_is_a_rehearsal(project: Project):
    played(project, review=gate())
    tasks = [task("a"), task("review", "a", kind="gate")]
    real, rehearsal = (project.run({"tasks": tasks}, agents=agents).id for agents in ("tools", "scripted"))
    found = {each["run"]: each["rehearsal"] for each in project.told("GateDecided")}
    assert found == {real: False, rehearsal: True}


def test_a_task_can_be_owned_by_one_and_done_by_another(project: Project):
    adapter = played(project)
    run = project.run({"tasks": [{**task("a"), "owner": "lead", "worker": "analyst"}]})
    assert ([job.agent for job in adapter.jobs], project.task(run.id, "a").agent) == (["analyst"], "analyst")
