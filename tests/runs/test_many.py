"""Many tasks in one step: one record, one commit, and the same story for everybody who reads the log."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Job, Result
from renkei.bench.runs import GOAL_KEPT, blocks_per_task, make_playbooks
from renkei.board.fold import expand_batched
from renkei.board.run_tables import RunTaskRow
from renkei.commands.messages import RedactBody
from renkei.commands.run_results import FEW
from renkei.dispatch import RuleSet
from renkei.dispatch.rule_files import load_rules
from renkei.errors import BadInput
from renkei.eventlog.records import Record
from renkei.hub import Hub
from tests.support.hub_team import open_log
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, opened, task

MANY = FEW + 4
NAMES = [f"t{number}" for number in range(MANY)]
FAN: dict[str, Any] = {
    "parallel": MANY,
    "tasks": [task("start"), *(task(name, "start") for name in NAMES), task("end", *NAMES, kind="reduce")],
}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Runs outside git, on a store in a file."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# Project\n", "utf-8")
    for project in opened(open_log("sqlite", tmp_path), folder):
        project.adapter = Played()
        yield project


def story(records: list[Record]) -> list[tuple[str, str]]:
    """What the log tells of tasks."""
    told = [each for record in records for each in expand_batched(record)]
    return [(each.type, each.document()["task"]) for each in told if each.type in ("TaskStarted", "TaskCompleted")]


def test_many_tasks_that_are_taken_together_are_one_record_and_told_one_by_one(project: Project):
    watched: list[Record] = []
    run = project.start(FAN)
    assert project.carry_out(run, watch=watched.append).state == "completed"
    [several] = [record for record in project.events("TasksStarted") if len(expand_batched(record)) == MANY]
    told = [each.document() for each in expand_batched(several)]
    assert [each["task"] for each in told] == NAMES
    assert {(each["run"], each["cycle"], each["attempt"], each["agent"]) for each in told} == {
        (run, 1, 1, name) for name in NAMES
    }
    for kind in ("TaskStarted", "TaskCompleted"):
        said = [task for each, task in story(project.events()) if each == kind]
        assert sorted(said) == sorted(["start", *NAMES, "end"])
        assert sorted(each.document()["task"] for each in watched if each.type == kind) == sorted(said)


def test_each_of_many_has_what_its_agent_said(project: Project):
    def play(job: Job) -> Any:
        value = "{key: decisions." + job.task + ", value: " + job.task + "}"
        return [Result(text=f"status: ok\nartifacts: []\ncontract_outputs: [{value}]\n")]

    project.adapter = Played(play)
    named = [task(name, blackboard_keys=[f"decisions.{name}"]) for name in NAMES]
    run = project.run({"parallel": MANY, "tasks": named}).id
    assert all(project.task(run, name).outputs == {f"decisions.{name}": name} for name in NAMES)
    told = [each for record in project.events("TasksCompleted") for each in expand_batched(record)]
    said = {each.document()["task"]: each.document()["outputs"] for each in told}
    assert said == {name: {f"decisions.{name}": name} for name in said}


def test_what_many_said_is_forgotten_together(project: Project):
    project.adapter = Played(lambda job: [Result(text=f"status: ok\nartifacts: []\nsummary: hunter2 {job.task}\n")])
    run = project.run({"parallel": MANY, "tasks": [task(name) for name in NAMES]}).id
    assert "hunter2" in project.task(run, "t0").note
    several = project.events("TasksCompleted")
    for record in several:
        project.do(RedactBody(target=record.id))
    forgotten = [each for record in project.events("TasksCompleted") for each in expand_batched(record)]
    assert all(each.document()["redacted"] and "summary" not in each.document() for each in forgotten)
    assert all(project.task(run, each.document()["task"]).note == "" for each in forgotten)


def test_a_teams_own_rule_looks_at_each_of_many(project: Project):
    rule = "{name: tell, on: TaskCompleted, when: {task: t3}, do: [{message: {to: [person], template: '{task}'}}]}"
    project.hub = Hub(project.hub.log, rule_set=RuleSet(team=load_rules(f"rules: [{rule}]".encode(), "rules.yaml")))
    project.run(FAN)
    told = [document["payload"]["content"] for document in project.told("MessagePosted")]
    assert told == ["t3"]


def test_what_begins_because_of_a_result_is_in_the_same_commit(project: Project):
    seen: list[str] = []

    def watch(record: Record) -> None:
        if (record.type, record.document().get("task")) == ("TaskCompleted", "a"):
            seen.append(project.task(run, "b").state)

    run = project.start({"tasks": [task("a"), task("b", "a")]})
    project.carry_out(run, watch=watch)
    assert seen == ["running"]


def test_whoever_takes_a_run_of_many_on_after_a_crash_does_nothing_twice(project: Project):
    """Each process dies at an event later than the one before it, until one comes to the end."""
    run = project.start(FAN)
    lives = next(life for life in count(1) if _lived(project, run, life))
    assert lives > 3
    completed = [task for kind, task in story(project.events()) if kind == "TaskCompleted"]
    assert sorted(completed) == sorted(["start", *NAMES, "end"])
    assert set(project.tasks(run).values()) == {"completed"}
    with project.hub.read() as view:
        tokens = [row.token for row in view.select(RunTaskRow, order="number", run=run)]
    assert all(tokens)


class _Died(Exception):
    pass


def _lived(project: Project, run: str, life: int) -> bool:
    left = life * 7

    def watch(record: Record) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise _Died

    try:
        project.carry_out(run, watch=watch)
    except _Died:
        return False
    return True


def test_the_memory_of_a_run_does_not_grow_with_what_it_has_done(project: Project):
    shape = make_playbooks(200)["waves"]
    blocks_per_task(project.folder, project.hub, shape)  # the first fills what is kept of the store
    assert blocks_per_task(project.folder, project.hub, shape) <= GOAL_KEPT


def test_a_few_tasks_have_a_record_each(project: Project):
    project.adapter = Played(lambda job: [OK])
    project.run({"parallel": FEW, "tasks": [task(f"t{number}") for number in range(FEW)]})
    assert project.events("TasksStarted", "TasksCompleted") == []
    assert len(project.events("TaskStarted")) == FEW


def test_a_rule_on_many_at_once_is_refused_with_the_words_for_one():
    rule = "{name: tell, on: TasksCompleted, do: [{message: {to: [person], template: x}}]}"
    with pytest.raises(BadInput) as refused:
        load_rules(f"rules: [{rule}]".encode(), "rules.yaml")
    [problem] = refused.value.problems
    assert "TaskCompleted" in problem.expected.format(**problem.params)
    assert "TasksCompleted" not in problem.expected.format(**problem.params)
