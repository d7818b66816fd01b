"""The agents of a run: each begins at once, those that end at once share a few threads, and no mistake is lost."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.adapters.base import Broken, Job, Result, Signal
from renkei.board.run_tables import RunWarningRow
from renkei.runs.results import MOST_CHARACTERS
from tests.support.run_agents import OK, Hear, Played, Talking
from tests.support.run_project import Project, opened_outside_git, task


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened_outside_git(tmp_path)


def fan(count: int) -> dict[str, object]:
    return {"tasks": [task(f"t{number}") for number in range(count)], "parallel": count}


def test_every_agent_begins_though_all_others_are_still_at_work(project: Project):
    together = threading.Barrier(20)

    def meet(job: Job, hear: Hear) -> Iterator[Signal]:
        together.wait(20)
        yield OK

    project.adapter = Talking(meet)
    assert project.run(fan(20)).state == "completed"


def test_agents_that_wait_for_a_later_one_do_not_keep_it_from_beginning(project: Project):
    ready, waited = threading.Event(), list[bool]()

    def wait(job: Job, hear: Hear) -> Iterator[Signal]:
        if job.task == "t3":
            ready.set()
        waited.append(ready.wait(20))
        yield OK

    project.adapter = Talking(wait)
    assert (project.run(fan(4)).state, waited) == ("completed", [True] * 4)


def test_a_thread_that_is_done_takes_the_next_agent(project: Project):
    threads: list[int] = []

    def note(job: Job) -> list[Signal | str]:
        threads.append(threading.get_ident())
        return [OK]

    project.adapter = Played(note)
    chain = [task(f"t{number}", *([f"t{number - 1}"] if number else [])) for number in range(50)]
    assert project.run({"tasks": chain}).state == "completed"
    assert (len(threads), len(set(threads)) < 10) == (50, True)


def test_a_client_that_fails_after_its_report_has_not_succeeded(project: Project):
    failed = Broken(kind="crash", reason="exit code 3")
    project.adapter = Played(lambda job: [OK, failed] if job.attempt == 1 else [OK])
    assert project.run({"tasks": [task("a")]}).state == "completed"
    assert [each["summary"] for each in project.told("TaskFailed")] == ["it failed after its report: exit code 3"]
    assert project.task("R-1", "a").attempt == 2


LATER: list[Signal | str] = [OK, "later", Broken(kind="crash", reason="exit code 3")]
"""A client that fails when it is let go."""


def test_a_client_is_let_go_before_its_work_counts_and_how_it_ends_is_part_of_it(project: Project):
    project.adapter = Played(lambda job: LATER if job.attempt == 1 else [OK])
    assert project.run({"tasks": [task("a")]}).state == "completed"
    assert [each["summary"] for each in project.told("TaskFailed")] == ["it failed after its report: exit code 3"]
    assert project.task("R-1", "a").attempt == 2


@pytest.mark.req("TEAM-12", "LEAD-16")
def test_one_that_stays_for_the_reduce_and_fails_then_is_told_of(project: Project):
    project.adapter = Played(lambda job: LATER)
    run = project.run({"tasks": [task("a"), task("join", "a", kind="reduce")]})
    assert (run.state, project.told("TaskFailed")) == ("completed", [])
    [dismissed] = project.told("AgentDismissed")
    assert (dismissed["task"], dismissed["note"]) == ("a", "exit code 3")
    with project.hub.read() as view:
        warnings = [each.text for each in view.select(RunWarningRow, order="seq", run=run.id)]
    assert warnings == ["Agent a failed, results may be incomplete"]


@pytest.mark.req("TEAM-11", refused=True)
@pytest.mark.parametrize("second", ["status: ok\nartifacts: [NOTES.md]\n", "status: blocked\nblockers: [no key]\n"])
def test_of_two_reports_none_counts(project: Project, second: str):
    project.adapter = Played(lambda job: [OK, Result(text=second)] if job.attempt == 1 else [OK])
    assert project.run({"tasks": [task("a")]}).state == "completed"
    said = f"it reported twice, and nobody knows which report counts: {' '.join(second.split())}"
    assert [each["summary"] for each in project.told("TaskFailed")] == [said]
    assert project.task("R-1", "a").attempt == 2


def test_what_is_said_after_a_report_and_is_none_is_told(project: Project):
    project.adapter = Played(lambda job: [OK, Result(text="The server\nhas ended, too.")])
    assert project.run({"tasks": [task("a")]}).state == "completed"
    [completed] = project.told("TaskCompleted")
    assert completed["notes"] == ["said after its report, and not taken: The server has ended, too."]


@pytest.mark.req("TEAM-11", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "## Task Complete: b\n```yaml\nstatus: ok\nartifacts: [README.md]\n```",
        "## Task Complete: `B`: the rest\n```yaml\nstatus: ok\nartifacts: [README.md]\n```",
        "status: ok\nartifacts: [README.md]\ntask_id: b\n",
    ],
)
def test_a_report_that_is_headed_with_the_name_of_another_task_is_refused(project: Project, text: str):
    project.adapter = Played(lambda job: [Result(text=text)] if (job.task, job.attempt) == ("a", 1) else [OK])
    assert project.run({"tasks": [task("a"), task("b")]}).state == "completed"
    [failed] = project.told("TaskFailed")
    assert (failed["task"], "and this task is a" in failed["summary"]) == ("a", True)


def test_a_report_without_end_is_not_read_and_asked_for_once_more(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Result(text=OK.text + "x" * MOST_CHARACTERS)
        assert "no more than" in hear()
        yield OK

    project.adapter = Talking(talk)
    assert project.run({"tasks": [task("a")]}).state == "completed"


def test_what_an_agent_fails_with_is_one_line(project: Project):
    project.adapter = Played(lambda job: [Broken(kind="agent", reason="no\n  such\nkey")])
    run = project.run({"tasks": [task("a")]})
    assert (run.state, {each["summary"] for each in project.told("TaskFailed")}) == ("failed", {"no such key"})


@pytest.mark.parametrize("name", ["a", "A (b is next)", "the report that was asked for", "Write it"])
def test_other_words_over_a_report_are_taken(project: Project, name: str):
    text = f"## Task Complete: {name}\n```yaml\nstatus: ok\nartifacts: [README.md]\n```"
    project.adapter = Played(lambda job: [Result(text=text)] if job.task == "a" else [OK])
    assert project.run({"tasks": [task("a", title="Write it"), task("b")]}).state == "completed"
    assert project.told("TaskFailed") == []


def test_a_mistake_of_ours_in_a_thread_ends_the_process_that_carries_the_run_out(project: Project):
    def fail(job: Job) -> list[Signal | str]:
        raise ValueError("mine")

    project.adapter = Played(fail)
    with pytest.raises(ValueError, match="mine"):
        project.run(fan(3))
