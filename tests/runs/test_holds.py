"""What keeps a run from ending and from being merged (DEC-30): not run is not passed, not decided is not agreed."""

from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Job, Result
from renkei.board.contracts import find_contract
from renkei.board.read import project_state
from renkei.commands.run_base import TaskStart
from renkei.commands.run_steps import EndRun, StartTasks
from renkei.commands.runs import AllowRunChecks
from renkei.errors import Refused
from renkei.protocol.actors import SYSTEM, Actor
from renkei.runs.view import run_document
from tests.support.run_agents import Played
from tests.support.run_project import Project, says, task, writes

STOP = {"retries": 0, "then": "stop"}


def files(project: Project, branch: str = "main") -> list[str]:
    return project.git("ls-tree", "-r", "--name-only", branch).splitlines()


# A check that was not run


@pytest.mark.req("DEC-30", "CON-2", refused=True)
def test_a_check_that_nobody_allowed_leaves_its_task_unverified_and_nothing_is_merged(project: Project):
    run = project.run({"tasks": [writes("a", check="false"), writes("b", "a")]})
    assert (run.state, project.tasks(run.id)) == ("waiting", {"a": "unverified", "b": "completed"})
    assert run.note.startswith("Not run, so nothing is merged: a: false.")
    assert f"renkei resume {run.id} --exec" in run.note
    assert files(project) == ["README.md"]
    with project.hub.read() as view:
        assert run_document(view, run)["unverified"] == [{"task": "a", "command": "false"}]
        held = find_contract(view, f"TC-{run.id}-a")
        assert held is not None
        assert held.state == "delivered"
        [entry] = [each for each in project_state(view).agents if each.id == "a"]
    assert entry.status == "idle"
    assert project.carry_out(run.id).state == "waiting"  # going on without leave changes nothing


@pytest.mark.req("DEC-30", "CON-2")
def test_once_a_person_allows_it_the_check_is_run_and_the_work_is_merged_without_new_agents(project: Project):
    run = project.run({"tasks": [writes("a", check="test -f docs/a.md"), writes("b", "a")]})
    before = len(project.events("TaskStarted"))
    project.do(AllowRunChecks(run=run.id))
    run = project.carry_out(run.id)
    assert (run.state, project.tasks(run.id)) == ("completed", {"a": "completed", "b": "completed"})
    assert files(project) == ["README.md", "docs/a.md", "docs/b.md"]
    [recheck] = project.told("TaskStarted")[before:]
    assert (recheck["task"], recheck["recheck"], recheck["attempt"]) == ("a", True, 1)
    assert [each["task"] for each in project.told("TaskVerified")] == ["a"]
    with project.hub.read() as view:
        closed = find_contract(view, f"TC-{run.id}-a")
        [entry] = [each for each in project_state(view).agents if each.id == "a"]
    assert entry.status == "completed"
    assert closed is not None
    assert (closed.state, closed.outcome) == ("closed", "completed")


@pytest.mark.req("DEC-30", refused=True)
def test_a_check_that_fails_when_it_is_run_later_ends_what_nobody_can_be_asked_about(project: Project):
    run = project.run({"tasks": [writes("a", check="false"), writes("b", "a")]})
    project.do(AllowRunChecks(run=run.id))
    run = project.carry_out(run.id)
    assert (run.state, project.task(run.id, "a").kind) == ("failed", "check")
    assert files(project) == ["README.md"]
    assert len(project.told("TaskStarted")) == 3


@pytest.mark.req("DEC-30")
def test_a_check_that_fails_later_is_put_to_a_person_who_has_it_done_again(project: Project):
    run = project.run({"tasks": [writes("a", check="false"), writes("b", "a")]}, yes=False)
    project.do(AllowRunChecks(run=run.id))
    assert project.carry_out(run.id).state == "waiting"
    [asked] = project.told("RunAsked")
    assert (asked["kind"], asked["task"], len(project.told("TaskStarted"))) == ("failed", "a", 3)
    assert project.answer(run.id, "retry").state == "waiting"  # done again and checked at once: it fails again
    assert project.answer(run.id, "stop").state == "failed"
    assert [each["cause"] for each in project.told("TasksReset")] == ["retry"]


def test_a_task_without_files_is_held_to_its_check_all_the_same(project: Project):
    run = project.run({"tasks": [task("a", script=[], check="false", on_failure=STOP)]})
    assert (run.state, project.tasks(run.id)) == ("waiting", {"a": "unverified"})
    again = project.run({"tasks": [task("a", script=[], check="false", on_failure=STOP)]}, execute=True)
    assert (again.state, project.task(again.id, "a").kind) == ("failed", "check")


@pytest.mark.req("DEC-30", refused=True)
@pytest.mark.parametrize("name", ["a", "lead", "system"])
def test_only_a_person_lets_a_run_execute_code(project: Project, name: str):
    run = project.run({"tasks": [writes("a", check="true")]})
    seq = len(project.events())
    with pytest.raises(Refused) as refused:
        project.do(AllowRunChecks(run=run.id), actor=Actor(name=name, via="token"))
    assert refused.value.rule == "CON-2"
    assert len([each for each in project.events() if each.type != "RuleRefused"]) == seq
    assert project.row(run.id).execute is False


@pytest.mark.req("DEC-30", refused=True)
def test_the_store_itself_keeps_an_unverified_run_from_ending_as_completed(project: Project):
    run = project.run({"tasks": [writes("a", check="true")]})
    row = project.row(run.id)
    stamp: dict[str, Any] = {"run": run.id, "lease": row.lease, "seen": row.last}
    with pytest.raises(Refused) as refused:
        project.do(StartTasks(**stamp, tasks=[TaskStart(task="a", agent="a", recheck=True)]), actor=SYSTEM)
    assert refused.value.rule == "RUN-2"
    with pytest.raises(Refused):
        project.do(EndRun(**stamp, state="completed"), actor=SYSTEM)


# What a reduce could not bring together


def blackboard(project: Project, run: str) -> str:
    return project.git("show", f"renkei/{run}:docs/project-context.yaml")


COLOURS = [
    says("a", ("decisions.colour", "red")),
    says("b", ("decisions.colour", "blue")),
    task("join", "a", "b", kind="reduce"),
    writes("c", "join"),
]


@pytest.mark.req("DEC-30", "TEAM-5", refused=True)
def test_two_values_for_one_key_are_put_up_and_hold_the_merge_back_whatever_was_granted(project: Project):
    run = project.run({"tasks": COLOURS})
    assert (run.state, set(project.tasks(run.id).values())) == ("waiting", {"completed"})
    assert files(project) == ["README.md"]
    [conflict] = project.task(run.id, "join").conflicts
    assert (conflict["kind"], conflict["key"]) == ("value", "blackboard.decisions.colour")
    [asked] = project.told("RunAsked")
    assert (asked["kind"], asked["about"]) == ("conflict", conflict["id"])
    assert conflict["id"] in run.note
    assert "colour: red" in blackboard(project, run.id)
    assert project.carry_out(run.id).state == "waiting"


@pytest.mark.req("DEC-30", "TEAM-5")
def test_the_side_that_stands_is_merged_as_soon_as_a_person_agrees(project: Project):
    run = project.run({"tasks": COLOURS})
    before = len(project.told("TaskStarted"))
    assert project.answer(run.id, "a").state == "completed"
    assert len(project.told("TaskStarted")) == before
    assert "docs/c.md" in files(project)


@pytest.mark.req("DEC-30", "TEAM-5")
def test_the_other_side_redoes_the_reduce_and_what_follows(project: Project):
    run = project.run({"tasks": COLOURS})
    assert project.answer(run.id, "b").state == "completed"
    assert "colour: blue" in project.git("show", "main:docs/project-context.yaml")
    assert [each["task"] for each in project.told("TaskStarted")][4:] == ["join", "c"]
    [reset] = project.told("TasksReset")
    assert (reset["cause"], reset["tasks"], project.row(run.id).cycle) == ("conflict", ["join", "c"], 1)


@pytest.mark.req("DEC-30", "TEAM-5", refused=True)
@pytest.mark.parametrize(("option", "state"), [("accept", "completed"), ("stop", "failed")])
def test_a_reference_that_leads_nowhere_is_accepted_by_a_person_or_ends_the_run(
    project: Project, option: str, state: str
):
    tasks = [
        says("a", ("decisions.entities", [{"id": "ENT-1"}])),
        says("b", ("traceability.api_to_ent", {"API-1": ["ENT-9"]})),
        task("join", "a", "b", kind="reduce"),
    ]
    run = project.run({"tasks": tasks})
    assert (run.state, files(project)) == ("waiting", ["README.md"])
    [conflict] = project.task(run.id, "join").conflicts
    assert conflict["sides"] == [{"task": "b", "value": ["ENT-9"], "key": None}]
    assert project.answer(run.id, option).state == state
    assert ("docs/a.md" in files(project)) == (state == "completed")


@pytest.mark.req("TEAM-4", "DEC-11")
def test_a_key_may_be_written_with_the_place_that_it_has_on_the_blackboard(project: Project):
    told = says("a", ("blackboard.decisions.x", 1))
    run = project.run({"tasks": [{**told, "blackboard_keys": ["decisions.x"]}]})
    assert run.state == "completed"
    assert project.told("TaskFailed") == []


@pytest.mark.req("TEAM-4", "DEC-11", refused=True)
@pytest.mark.parametrize(
    "outputs",
    [
        [("decisions.x", 1), ("decisions.x", 2)],
        [("decisions.x", 1), ("blackboard.decisions.x", 2)],
        [("decisions.x", 1), ("decisions.x", True)],
    ],
)
def test_one_report_with_two_values_for_a_key_is_refused_by_key(project: Project, outputs: Any):
    run = project.run({"tasks": [says("a", *outputs)], "on_failure": STOP})
    assert run.state == "failed"
    assert "has two values" in project.task(run.id, "a").note


@pytest.mark.req("TEAM-4", "DEC-11", refused=True)
def test_a_key_without_a_place_on_the_blackboard_is_refused_by_name(project: Project):
    given = says("a", ("decisions.x", 1))
    given["script"][1]["report"]["contract_outputs"][0]["key"] = "project.x"
    run = project.run({"tasks": [given], "on_failure": STOP})
    assert (run.state, project.task(run.id, "a").kind) == ("failed", "report")
    assert "the key project.x has no place on the blackboard" in project.task(run.id, "a").note


def test_outside_git_a_check_is_held_to_as_well(tmp_path: Path, project: Project):
    folder = tmp_path / "plain"
    folder.mkdir()
    plain = Project(project.hub.log, folder)
    run = plain.run({"tasks": [task("a", script=[], check="true")]})
    assert run.state == "waiting"
    plain.do(AllowRunChecks(run=run.id))
    assert plain.carry_out(run.id).state == "completed"


@pytest.mark.req("DEC-10", "TEAM-5")
def test_a_task_that_says_so_is_reduced_as_it_completes(project: Project):
    tasks = [
        says("a", ("decisions.x", "one")),
        {**says("b", ("decisions.y", "two")), "reduce": True, "blockedBy": ["a"]},
    ]
    run = project.run({"tasks": tasks})
    assert run.state == "completed"
    text = project.git("show", "main:docs/project-context.yaml")
    assert ("x: one" in text, "y: two" in text, len(project.told("TaskStarted"))) == (True, True, 2)


@pytest.mark.req("DEC-10", "TEAM-2", refused=True)
def test_its_agent_does_not_write_the_blackboard_itself(project: Project):
    given: dict[str, Any] = {**says("b", ("decisions.y", "two")), "reduce": True}
    given["script"].insert(
        0, {"write": {"path": "docs/project-context.yaml", "text": "blackboard: {decisions: {y: 3}}\n"}}
    )
    run = project.run({"tasks": [given]})
    assert run.state == "completed"
    assert "y: two" in project.git("show", "main:docs/project-context.yaml")
    [done] = project.told("TaskCompleted")
    assert any("only a reduce step writes the blackboard" in note for note in done["notes"])


@pytest.mark.req("DEC-10", "TEAM-2", refused=True)
def test_a_folder_that_its_agent_made_a_link_leads_no_reduce_astray(project: Project):
    elsewhere = project.folder.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "project-context.yaml").write_text("mine\n", "utf-8")

    def play(job: Job) -> list[Any]:
        (job.folder / "docs").symlink_to(elsewhere)
        (job.folder / "b.md").write_text("done\n", "utf-8")
        return [Result(text="status: ok\nartifacts: [b.md]\n")]

    project.adapter = Played(play)
    run = project.run({"tasks": [task("b", outputs=["b.md"], reduce=True, on_failure=STOP)]})
    assert (run.state, project.task(run.id, "b").kind) == ("failed", "ownership")
    assert [(path.name, path.read_text("utf-8")) for path in elsewhere.iterdir()] == [
        ("project-context.yaml", "mine\n")
    ]


@pytest.mark.req("DEC-10", "TEAM-5", refused=True)
def test_what_it_contradicts_is_put_up_and_the_other_side_has_it_done_again(project: Project):
    tasks = [says("a", ("decisions.x", 1)), {**says("b", ("decisions.x", 2)), "reduce": True, "blockedBy": ["a"]}]
    run = project.run({"tasks": tasks})
    assert (run.state, project.task(run.id, "b").conflicts[0]["kind"]) == ("waiting", "value")
    assert project.answer(run.id, "b").state == "completed"
    assert "x: 2" in project.git("show", "main:docs/project-context.yaml")


def test_a_blackboard_that_is_no_mapping_is_named_and_left_alone(project: Project):
    (project.folder / "docs").mkdir()
    (project.folder / "docs" / "project-context.yaml").write_text("- a list\n", "utf-8")
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "list")
    tasks = [says("a", ("decisions.x", 1)), task("join", "a", kind="reduce", on_failure=STOP)]
    run = project.run({"tasks": tasks})
    assert (run.state, "project-context.yaml is no mapping" in project.task(run.id, "join").note) == ("failed", True)


@pytest.mark.req("TEAM-5", "DEC-30", refused=True)
@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("traceability.fr_to_ent", {"FR-1": ["ENT-99"]}, "the blackboard lists no FR"),
        ("traceability.matrix", {"FR-1": ["ENT-99"]}, "no pairs of ids"),
    ],
)
def test_what_was_not_looked_up_stands_in_the_report(project: Project, key: str, value: Any, said: str):
    run = project.run({"tasks": [says("a", (key, value)), task("join", "a", kind="reduce")]})
    assert run.state == "completed"
    with project.hub.read() as view:
        [warning, *_] = run_document(view, run)["report"]["warnings"]
    assert warning.startswith("join: not looked up")
    assert (said in warning, key in warning) == (True, True)


@pytest.mark.req("DEC-30", "TEAM-5")
def test_a_conflict_that_two_reduces_find_is_told_once(project: Project):
    run = project.run({"tasks": [*COLOURS, task("again", "a", "b", "c", kind="reduce")]})
    assert project.task(run.id, "join").conflicts == project.task(run.id, "again").conflicts
    with project.hub.read() as view:
        [told] = run_document(view, run)["report"]["conflicts"]
    assert run.note.count(told["id"]) == 1
    assert len(project.told("RunAsked")) == 1
    assert project.answer(run.id, "b").state == "completed"
