"""A piece of work and what it came to are plain data: they could be sent to another machine and back."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from renkei.adapters.base import Brief, Job, Result
from renkei.kit.words import english
from renkei.runs.attempt import Attempt
from renkei.runs.compressor import Shorts
from renkei.runs.outcome import AttemptEnded, AttemptSignal, Outcome
from renkei.runs.remarks import Remark
from renkei.runs.state import load_run
from renkei.runs.trace import Trace
from renkei.runs.work import Work, build_job, build_work
from renkei.runs.workspaces import RunWorkspace
from tests.support.run_agents import Played
from tests.support.run_project import Project, opened_outside_git, task

WORK: Final = TypeAdapter(Work)
OUTCOME: Final = TypeAdapter(Outcome)
JOB: Final = TypeAdapter(Job)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened_outside_git(tmp_path)


def sent(form: TypeAdapter[Any], what: object) -> Any:
    """As it arrives where only text goes."""
    return form.validate_json(form.dump_json(what, by_alias=True))


def work_of(project: Project, name: str, playbook: Mapping[str, Any], **options: Any) -> Work:
    run = project.start(playbook, **options)
    with project.hub.read() as view:
        state = load_run(view, run)
    return build_work(state, state.tasks[name], {"RENKEI_RUN": run})


def carry_out(project: Project, work: Work, *signals: Any) -> Outcome:
    told: list[AttemptSignal] = []
    workspace = RunWorkspace(project.folder, project.folder.parent / "records", None)
    trace = Trace(project.folder.parent / "trace.jsonl")
    Attempt(work, workspace, Played(lambda job: list(signals)), told.append, english, trace, Shorts(), 5).carry_out()
    [ended] = [each for each in told if isinstance(each, AttemptEnded)]
    return ended.outcome


PLAYBOOK: Final[dict[str, Any]] = {
    "tasks": [
        task("a", title="A", outputs=["a.md"], script=[{"say": "hello"}, {"report": {}}]),
        task("b", "a", blackboard_keys=["decisions.b"]),
        {**task("g", "b"), "kind": "gate"},
    ]
}


def test_work_is_the_same_when_it_was_sent(project: Project):
    work = work_of(project, "b", PLAYBOOK, goal="a house")
    remarks = (Remark(task="a", severity="P2", questions=("which?",)),)
    full = Work(
        playbook=work.playbook,
        task=work.task,
        row=work.row,
        goal=work.goal,
        blackboard={"decisions.a": {"x": [1, "two", None]}},
        before=(("a", {"decisions.a": {"x": [1, "two", None]}}),),
        remarks=remarks,
        chosen={"C-1": "a"},
        env=work.env,
    )
    for each in (work, full):
        assert sent(WORK, each) == each
        assert build_job(sent(WORK, each), project.folder) == build_job(each, project.folder)


def test_work_that_was_sent_comes_to_the_same(project: Project):
    """Also where a result is refused, and where it counts for its agent."""
    work = work_of(project, "b", PLAYBOOK, agents="other")
    report = Result(text="status: ok\nartifacts: []\ncontract_outputs:\n- {key: decisions.b, value: 1}\n")
    for signals in ([report], [Result(text="status: ok\n"), Result(text="?")], [Result(text="status: blocked\n")]):
        here, there = (carry_out(project, each, *signals) for each in (work, sent(WORK, work)))
        assert here == there


def test_a_gate_that_was_sent_names_the_same_tasks(project: Project):
    work = work_of(project, "g", PLAYBOOK)
    gate = Result(
        text="overall: ROLLBACK_P1\np0_count: 0\np1_count: 2\np2_count: 0\nrollback_targets: [a]\np2_items: []\n"
    )
    here, there = (carry_out(project, each, gate) for each in (work, sent(WORK, work)))
    assert here == there
    assert here.end.gate
    assert here.end.gate.rollback_targets == ["a"]


def test_an_outcome_is_the_same_when_it_was_sent(project: Project):
    work = work_of(project, "b", PLAYBOOK, agents="other")
    report = Result(text="status: ok\nartifacts: []\ncontract_outputs:\n- {key: decisions.b, value: [1, {c: 茶}]}\n")
    for signals in ([report], [Result(text="nothing that can be read"), Result(text="?")]):
        outcome = carry_out(project, work, *signals)
        assert sent(OUTCOME, outcome) == outcome
        assert len(outcome.checks) > 0


def test_a_job_is_the_same_when_it_was_sent(tmp_path: Path):
    brief = Brief(goal="g", inputs=("a",), blackboard={"k": [1]}, script=({"say": "x"},))
    job = Job(run="R-1", task="a", agent="a", role="r", prompt="p", folder=tmp_path, tools=("Read",), brief=brief)
    assert sent(JOB, job) == job
    assert len(json.loads(JOB.dump_json(job))) == 13
