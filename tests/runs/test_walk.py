"""The walk of a run: a playbook, agents each in a work tree of its own, commits on the run's branch, the merge."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Job, Result
from renkei.commands.run_base import TaskEnd, TaskStart
from renkei.commands.run_results import FinishTasks
from renkei.commands.run_steps import LeaseRun, StartTasks
from renkei.commands.runs import MoveRun
from renkei.errors import Refused
from renkei.eventlog.records import Record
from renkei.protocol.actors import SYSTEM
from renkei.runs.trace import read_trace
from tests.support.run_agents import Played
from tests.support.run_project import Project, task, writes


@pytest.mark.req("TEAM-2", "TEAM-6", "TEAM-15")
def test_accepted_work_is_committed_task_by_task_and_merged(stored: Project):
    run = stored.run({"tasks": [writes("spec"), writes("build", "spec", inputs=["docs/spec.md"])]}, goal="say hello")
    assert (run.state, stored.tasks(run.id)) == ("completed", {"spec": "completed", "build": "completed"})
    subjects = stored.git("log", "--format=%s", "--first-parent", "main").splitlines()
    assert subjects == ["test: say hello", "start"]
    trailers = stored.git("log", "--format=%(trailers:only,unfold)", f"renkei/{run.id}", "-1")
    assert trailers.splitlines() == [f"Run: {run.id}", "Task: build", "Agent: build"]
    assert stored.git("status", "--porcelain") == ""
    assert (stored.folder / "docs" / "build.md").read_text("utf-8") == "done\n"


def test_the_log_tells_a_run_in_the_words_that_scripts_rely_on(project: Project):
    run = project.run({"tasks": [writes("spec")]})
    kinds = [record.type for record in project.events() if record.run == run.id]
    assert kinds == ["RunStarted", "RunLeased", "TaskStarted", "TaskCompleted", "RunEnded"]
    started, completed = project.told("TaskStarted", "TaskCompleted")
    for document in (started, completed):
        told = {name: document[name] for name in ("run", "task", "cycle", "attempt")}
        assert told == {"run": run.id, "task": "spec", "cycle": 1, "attempt": 1}


@pytest.mark.req("TEAM-9", refused=True)
def test_what_a_task_does_not_own_is_refused_kept_aside_and_reported_with_the_rule(project: Project):
    greedy = writes("build", "spec", script=[{"write": {"path": "docs/spec.md", "text": "mine now\n"}}])
    run = project.run({"tasks": [writes("spec"), greedy]})
    assert run.state == "completed"
    assert (project.folder / "docs" / "spec.md").read_text("utf-8") == "done\n"
    assert project.task(run.id, "build").refused == [{"path": "docs/spec.md", "rule": "TEAM-9"}]
    [refused] = project.told("RuleRefused")
    assert (refused["rule"], refused["actor"], refused["action"]) == ("TEAM-9", "build", "write docs/spec.md")
    [patch] = (project.folder / ".git" / "renkei" / "aside").rglob("*.patch")
    assert "+mine now" in patch.read_text("utf-8")


@pytest.mark.req("TEAM-9", refused=True)
def test_of_very_many_refused_files_the_log_counts_what_it_does_not_name_and_the_task_names_all(project: Project):
    """Each by itself, 20,000 of them were more events than one command may set off, and ended the run."""

    def play(job: Job) -> list[Any]:
        (job.folder / "docs").mkdir()
        for number in range(300):
            (job.folder / "docs" / f"x{number}.md").write_text("x\n", "utf-8")
        (job.folder / "docs" / "a.md").write_text("mine\n", "utf-8")
        return [Result(text="status: ok\nartifacts: [docs/a.md]\n")]

    project.adapter = Played(play)
    run = project.run({"tasks": [task("a", outputs=["docs/a.md"])]})
    assert (run.state, len(project.task(run.id, "a").refused)) == ("completed", 300)
    *named, counted = [each["action"] for each in project.told("RuleRefused")]
    assert (len(named), counted) == (200, "write 100 more files")
    [completed] = project.told("TaskCompleted")
    assert (len(completed["notes"]), completed["notes"][-1]) == (201, "and 100 more")
    assert "docs/x299.md" not in project.git("ls-tree", "-r", "--name-only", "main").splitlines()


@pytest.mark.req("TEAM-9", "TEAM-2", refused=True)
def test_only_a_reduce_writes_the_blackboard(project: Project):
    own = writes("a", script=[{"write": {"path": "docs/project-context.yaml", "text": "mine: true\n"}}])
    run = project.run({"tasks": [own]})
    assert project.task(run.id, "a").refused == [{"path": "docs/project-context.yaml", "rule": "TEAM-2"}]


@pytest.mark.req("TEAM-15")
@pytest.mark.parametrize(
    ("report", "said"),
    [
        ({"artifacts": ["docs/other.md"]}, "docs/other.md"),
        ({"artifacts": []}, "[TEAM-11]"),
        ({"contract_outputs": [{"key": "decisions.b", "value": 1}]}, "the key decisions.b is none of this task's"),
        ("nothing to report", "[RES-1]"),
    ],
)
def test_a_report_that_does_not_hold_fails_the_task(project: Project, report: object, said: str):
    lie = writes("a", blackboard_keys=["decisions.a"], on_failure={"retries": 0, "then": "stop"})
    lie["script"].append({"report": report})
    run = project.run({"tasks": [lie]})
    assert run.state == "failed"
    assert said in project.task(run.id, "a").note


@pytest.mark.req("TEAM-15")
def test_an_output_that_was_not_written_fails_the_task(project: Project):
    lazy = task("a", outputs=["docs/a.md"], script=[{"report": {"artifacts": ["README.md"]}}])
    run = project.run({"tasks": [lazy], "on_failure": {"retries": 0, "then": "stop"}})
    assert project.task(run.id, "a").note == "the output docs/a.md was not written"


@pytest.mark.req("TEAM-15", refused=True)
def test_a_folder_in_the_place_of_a_file_is_not_that_output(project: Project):
    script = [{"write": {"path": "docs/a.md/b.md"}}, {"report": {"artifacts": ["docs/a.md/b.md"]}}]
    odd = task("a", outputs=["docs/a.md"], script=script)
    run = project.run({"tasks": [odd], "on_failure": {"retries": 0, "then": "stop"}})
    assert project.task(run.id, "a").note.startswith("the output docs/a.md was not written")


def left(text: str = "mine\n", path: str = "docs/a.md") -> dict[str, Any]:
    return {"write": {"path": path, "text": text}}


@pytest.mark.req("TEAM-9", "TEAM-15", refused=True)
@pytest.mark.parametrize(
    ("fields", "script", "lost"),
    [
        ({"outputs": ["Readme.md"]}, [left(path="Readme.md")], "Readme.md"),
        ({"output_dir": "docs"}, [left(path="src/a.py"), {"report": {"artifacts": ["src/a.py"]}}], "src/a.py"),
        ({"output_dir": "docs"}, [left(path="README.md"), {"report": {"artifacts": ["README.md"]}}], "README.md"),
        ({"outputs": ["made/*.md"]}, [left(path="made/a.md")], "made/*.md"),
        ({"output_dir": "made"}, [left(path="made/a.md"), {"report": {"artifacts": ["made/a.md"]}}], "made/a.md"),
    ],
)
def test_work_of_which_nothing_was_taken_is_not_done(
    project: Project, fields: dict[str, Any], script: list[Any], lost: str
):
    (project.folder / ".git" / "info" / "exclude").write_text("made/\n", "utf-8")
    run = project.run({"tasks": [task("a", script=script, **fields)], "on_failure": {"retries": 0, "then": "stop"}})
    assert (run.state, project.task(run.id, "a").state) == ("failed", "failed")
    assert project.task(run.id, "a").note.startswith(f"{lost} is not in what was taken of its work")
    assert project.row(run.id).head == run.base


@pytest.mark.req("TEAM-9")
def test_of_what_a_report_names_that_counts_which_was_taken(project: Project):
    script = [left(), left(path="docs/b.md"), {"report": {"artifacts": ["docs/a.md", "docs/b.md"]}}]
    run = project.run({"tasks": [task("a", outputs=["docs/a.md"], script=script)]})
    assert run.state == "completed"
    assert project.task(run.id, "a").artifacts == ["docs/a.md"]


@pytest.mark.req("TEAM-15")
def test_inputs_have_to_be_there_when_an_agent_starts(project: Project):
    run = project.run({"tasks": [writes("a", inputs=["docs/none.md"])], "on_failure": {"retries": 0, "then": "stop"}})
    assert project.task(run.id, "a").note == "inputs are missing: docs/none.md"
    assert project.row(run.id).head == project.row(run.id).base


def test_siblings_are_put_one_on_top_of_the_other(project: Project):
    run = project.run({"tasks": [writes(name) for name in ("a", "b", "c")]})
    assert run.state == "completed"
    log = project.git("log", "--format=%s", f"{run.base}..renkei/{run.id}").splitlines()
    assert sorted(log) == ["a", "b", "c"]


def test_what_landed_last_is_on_the_branch_of_a_run_that_two_failures_end(project: Project):
    crash = [{"crash": "gone"}]
    slow = writes("c", script=[{"wait": 1}])
    tasks = [task("a", script=crash), task("b", script=crash), slow]
    run = project.run({"tasks": tasks, "on_failure": {"retries": 0, "then": "stop"}})
    assert (run.state, project.tasks(run.id)["c"]) == ("failed", "completed")
    assert len(project.events("RunEnded")) == 1
    assert project.git("rev-parse", f"renkei/{run.id}") == run.head
    assert project.git("log", "-1", "--format=%s", f"renkei/{run.id}") == "c"


@pytest.mark.req("TEAM-2")
@pytest.mark.req("LEAD-8")
@pytest.mark.req("TEAM-9")
def test_a_reduce_brings_together_what_the_tasks_before_it_decided(project: Project):
    def says(name: str, key: str) -> dict[str, object]:
        step = {"report": {"contract_outputs": [{"key": key, "value": name}]}}
        made = writes(name, blackboard_keys=[key])
        return {**made, "script": [*made["script"], step]}

    tasks = [says("a", "decisions.x"), says("b", "traceability.fr"), task("join", "a", "b", kind="reduce")]
    run = project.run({"tasks": tasks})
    assert run.state == "completed"
    text = (project.folder / "docs" / "project-context.yaml").read_text("utf-8")
    assert "blackboard:\n  decisions:\n    x: a\n" in text
    assert "\n  fr: b\n" in text


def test_a_run_without_git_reads_and_reports(project: Project):
    folder = project.folder.parent / "plain"
    folder.mkdir()
    plain = Project(project.hub.log, folder)
    run = plain.run({"tasks": [task("look", script=[])]})
    assert (run.state, run.head) == ("completed", None)


@pytest.mark.req("ORCH-6", refused=True)
def test_nothing_of_an_attempt_that_was_given_up_comes_in(project: Project):
    """It was given up while its commit was being checked: a person stopped the run."""

    def stop(record: Record) -> None:
        if record.type == "TaskNoted" and record.document()["sign"] == "reported":
            project.do(MoveRun(run=record.run or "", step="stop"))

    slow = writes("slow", check="sleep 3")
    run = project.carry_out(project.start({"breaker": {"timeout": 1}, "tasks": [slow]}, execute=True), watch=stop)
    assert (run.state, project.told("TaskCompleted")) == ("stopped", [])
    assert "docs/slow.md" not in project.git("ls-tree", "-r", "--name-only", f"renkei/{run.id}").splitlines()


def test_a_result_counts_only_on_top_of_the_runs_newest_commit(project: Project):
    run = project.start({"tasks": [writes("a")]})
    project.do(LeaseRun(run=run, holder="here"), actor=SYSTEM)
    row = project.row(run)
    project.do(
        StartTasks(run=run, lease=row.lease, seen=row.last, tasks=[TaskStart(task="a", agent="a")]), actor=SYSTEM
    )
    end = TaskEnd(task="a", token=project.task(run, "a").token, commit="1" * 40, onto="2" * 40)
    with pytest.raises(Refused) as refused:
        project.do(FinishTasks(run=run, lease=row.lease, results=[end]), actor=SYSTEM)
    assert refused.value.rule == "RUN-1"


@pytest.mark.req("TEAM-12")
def test_an_agent_stays_until_the_reduce_has_its_result_and_one_that_will_not_go_is_ended(project: Project):
    project.grace = 3.0  # enough for the one that goes, also on a busy machine
    stubborn = writes("a")
    stubborn["script"] += [{"report": {}}, {"stay": True}]
    run = project.run({"tasks": [stubborn, writes("b"), task("join", "a", "b", kind="reduce")]})
    assert run.state == "completed"
    kinds = [(record.type, record.document().get("task")) for record in project.events()]
    ended = ("AgentDismissed", "a")
    assert kinds.index(("TaskCompleted", "join")) < kinds.index(ended)
    assert kinds.count(ended) == 1
    assert ("AgentDismissed", "b") not in kinds


@pytest.mark.req("LEAD-5")
def test_what_an_attempt_wrote_that_failed_is_there_for_the_next_one(project: Project):
    half = {"write": {"path": "docs/a.md", "text": "half\n"}, "attempt": 1}
    done = {"write": {"path": "docs/a.md", "text": "whole\n"}, "attempt": 2}
    run = project.run({"tasks": [task("a", outputs=["docs/a.md"], script=[half, {"crash": "x", "attempt": 1}, done])]})
    assert run.state == "completed"
    [failed] = project.told("TaskFailed")
    _, _, path = failed["summary"].partition("what it wrote is kept: git apply ")
    assert "+half" in Path(path).read_text("utf-8")
    shown = read_trace(project.folder.parent / "records" / run.id, "a")
    prompts = [str(line) for line in shown if line["signal"] == "Job"]
    assert ["what it wrote is kept: git apply" in said for said in prompts] == [False, True]
    assert (project.folder / "docs" / "a.md").read_text("utf-8") == "whole\n"


def test_a_file_name_that_cannot_be_shown_is_no_harm(project: Project):
    """Names are bytes: a terminal's escape, a line's end, no text at all."""
    odd = {"a\x1b[2Jb": r"a\x1b[2Jb", "a\nb": r"a\nb"}
    if sys.platform == "linux":
        odd[os.fsdecode(b"\xff\xfe")] = r"\xff\xfe"

    def play(job: Job) -> list[Any]:
        for folder in ("own", "other"):
            (job.folder / folder).mkdir()
            for name in odd:
                (job.folder / folder / name).write_text("x\n", "utf-8")
        return [Result(text="status: ok\nartifacts: [README.md]\n")]

    project.adapter = Played(play)
    run = project.run({"tasks": [task("a", outputs=["own/**"])]})
    assert run.state == "completed"
    refused = {each["path"] for each in project.task(run.id, "a").refused}
    assert refused == {f"other/{written}" for written in odd.values()}
    assert {path.name for path in (project.folder / "own").iterdir()} == set(odd)
