"""What a run does next: gates, the failure ladder, the breaker, limits, and what a person says."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Broken, Job, Result, ToolCall
from renkei.board.read import project_state
from renkei.board.run_tables import RunWarningRow
from renkei.commands.run_base import TaskStart
from renkei.commands.run_steps import EndRun, LeaseRun, StartTasks
from renkei.commands.runs import MoveRun, RetryTask
from renkei.errors import Refused
from renkei.eventlog.records import Record
from renkei.protocol.actors import SYSTEM
from renkei.protocol.playbooks import Budget
from tests.support.hub_team import open_log
from tests.support.marks import first_quick
from tests.support.run_agents import OK, Clock, Idle, Played, Text, Usage, gate
from tests.support.run_project import Project, opened, opened_outside_git, task

CHAIN = [
    task("spec"),
    task("a", "spec"),
    task("b", "spec"),
    task("review", "a", "b", kind="gate"),
    task("ship", "review"),
]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened_outside_git(tmp_path)


def played(project: Project, **tasks: Any) -> Played:
    """Agents that play what is told for their task, attempt by attempt; the last one from then on."""
    seen: Counter[str] = Counter()

    def play(job: Job) -> Any:
        turns = tasks.get(job.task.replace("-", "_"), [[OK]])
        seen[job.task] += 1
        return turns[min(seen[job.task], len(turns)) - 1]

    project.adapter = adapter = Played(play)
    return adapter


# Gates


@pytest.mark.req("TEAM-8", "TEAM-14")
def test_p1_has_only_the_affected_part_done_again(project: Project):
    adapter = played(project, review=[[gate(0, 2, "a")], [gate()]])
    run = project.run({"tasks": CHAIN})
    assert run.state == "completed"
    assert Counter(job.task for job in adapter.jobs) == {"spec": 1, "a": 2, "b": 1, "review": 2, "ship": 1}
    assert [(each["cycle"], each["overall"]) for each in project.told("GateDecided")] == [
        (1, "ROLLBACK_P1"),
        (2, "PASS"),
    ]


@pytest.mark.req("TEAM-8")
def test_one_p1_passes(project: Project):
    played(project, review=[[gate(0, 1)]])
    assert project.run({"tasks": CHAIN}).state == "completed"


@pytest.mark.req("TEAM-8", "TEAM-14")
def test_p0_has_everything_done_again_after_a_persons_approval(project: Project):
    adapter = played(project, review=[[gate(1, 0)], [gate()]])
    run = project.run({"tasks": CHAIN}, yes=False)
    assert (run.state, adapter.attempts("ship")) == ("waiting", [])
    assert project.answer(run.id, "again").state == "completed"
    assert Counter(job.task for job in adapter.jobs)["spec"] == 2


@pytest.mark.req("TEAM-8", "TEAM-14")
def test_when_everything_is_done_again_a_person_approves_again(project: Project):
    played(project, review=[[gate(1, 0)], [gate()]])
    tasks = [task("spec"), task("ok", "spec", kind="approve"), task("review", "ok", kind="gate")]
    run = project.run({"tasks": tasks}, yes=False)
    assert project.answer(run.id, "approve").state == "waiting"  # the P0 is put to the person
    assert project.answer(run.id, "again").state == "waiting"
    assert project.tasks(run.id) == {"spec": "completed", "ok": "waiting", "review": "waiting"}
    assert project.answer(run.id, "approve").state == "completed"


@pytest.mark.req("TEAM-14")
@pytest.mark.parametrize("found", [gate(0, 2, "a"), gate(1, 0)])
def test_after_three_cycles_a_person_decides(project: Project, found: Any):
    adapter = played(project, review=[[found]])
    run = project.run({"tasks": CHAIN})
    assert (run.state, len(adapter.attempts("review"))) == ("waiting", 4)
    assert project.answer(run.id, "accept").state == "completed"


@pytest.mark.req("TEAM-14")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (gate(1, 0, overall="PASS"), "overall says PASS; P0 1 and P1 0 make it ROLLBACK_P0"),
        (gate(0, 2), "a ROLLBACK_P1 has to name what to do again"),
        (gate(0, 2, "nowhere"), "the rollback target nowhere is no task of this run"),
        (OK, "a gate has to say overall"),
    ],
)
def test_a_gate_that_does_not_add_up_is_refused(project: Project, text: Any, said: str):
    played(project, review=[[text]])
    run = project.run({"tasks": CHAIN, "on_failure": {"retries": 0, "then": "stop"}})
    assert run.state == "failed"
    assert said in project.task(run.id, "review").note
    assert project.told("GateDecided") == []


@pytest.mark.req("TEAM-11")
@pytest.mark.parametrize(("said", "told"), [("", "a completed"), ("summary: a table\n", "a table")])
def test_a_completion_report_is_told_in_its_own_words_or_as_its_owners(project: Project, said: str, told: str):
    played(project, a=[[Result(text=f"## Task Complete: a\n```yaml\nstatus: ok\nartifacts: []\n{said}```")]])
    run = project.run({"tasks": [task("a")]})
    assert project.task(run.id, "a").note == told


# Failures


@pytest.mark.req("LEAD-5", "LEAD-16")
def test_a_failure_is_tried_once_more_with_less_to_do_and_warned_of(project: Project):
    adapter = played(project, a=[[Broken(kind="crash", reason="boom")], [OK]])
    run = project.run({"tasks": [task("a")]})
    assert run.state == "completed"
    assert [(job.attempt, job.brief.reduced) for job in adapter.jobs] == [(1, False), (2, True)]
    with project.hub.read() as view:
        [warning] = view.select(RunWarningRow, order="seq", run=run.id)
    assert warning.text == "Agent a failed, results may be incomplete"


@pytest.mark.req("LEAD-5")
def test_what_is_not_critical_is_skipped_and_the_run_goes_on(project: Project):
    played(project, a=[[Broken(kind="crash", reason="boom")]])
    run = project.run({"tasks": [task("a", critical=False), task("b", "a")]})
    assert (run.state, project.tasks(run.id)) == ("completed", {"a": "skipped", "b": "completed"})
    assert run.note == "1 of 2 tasks are done; left out: a"


@pytest.mark.req("LEAD-5", refused=True)
def test_a_run_of_which_everything_was_left_out_has_failed(project: Project):
    played(project, a=[[Broken(kind="crash", reason="boom")]], b=[[Broken(kind="crash", reason="boom")]])
    run = project.run({"tasks": [task("a", critical=False), task("b", critical=False)]})
    assert (run.state, run.note) == ("failed", "0 of 2 tasks are done; left out: a, b")


@pytest.mark.req("LEAD-5")
def test_of_a_partial_result_what_was_said_is_used_by_those_who_come_after(project: Project):
    text = "status: needs_input\nopen_questions: [which colour?]\ncontract_outputs: [{key: decisions.a, value: half}]\n"
    adapter = played(project, a=[[Result(text=text)]])
    run = project.run({"tasks": [task("a", critical=False, blackboard_keys=["decisions.a"]), task("b", "a")]})
    assert (run.state, project.tasks(run.id)["a"]) == ("completed", "skipped")
    [job] = [job for job in adapter.jobs if job.task == "b"]
    assert job.brief.blackboard == {"decisions.a": "half"}


@pytest.mark.req("LEAD-5", refused=True)
def test_what_a_partial_result_may_not_say_is_not_used(project: Project):
    text = "status: needs_input\nopen_questions: [x]\ncontract_outputs: [{key: decisions.other, value: half}]\n"
    adapter = played(project, a=[[Result(text=text)]])
    project.run({"tasks": [task("a", critical=False, blackboard_keys=["decisions.a"]), task("b", "a")]})
    assert [job.brief.blackboard for job in adapter.jobs if job.task == "b"] == [{}]


@pytest.mark.req("LEAD-5")
def test_when_a_reader_fails_what_it_was_to_read_is_read_directly_within_limits(project: Project):
    for name in ("a.md", "b.md", "c.md", "d.md"):
        lines = "\n".join(f"{name} line {number}" for number in range(1, 204))
        (project.folder / name).write_text(f"{lines}\n", "utf-8")
    adapter = played(project, look=[[Broken(kind="crash", reason="boom")]])
    run = project.run({"tasks": [task("look", critical=False, inputs=["*.md"]), task("b", "look")]})
    assert (run.state, adapter.attempts("look")) == ("completed", [1, 2])  # agent first, always
    [job] = [job for job in adapter.jobs if job.task == "b"]
    _, _, read = job.prompt.partition("## Read directly, for the agent that was to read it failed\n")
    assert [line for line in read.splitlines() if line.startswith("### ")] == ["### README.md", "### a.md", "### b.md"]
    assert ("a.md line 200" in read, "a.md line 201" in read, "(3 more lines)" in read) == (True, False, True)


@pytest.mark.req("LEAD-5", refused=True)
def test_what_an_agent_was_to_write_is_not_read_in_its_place(project: Project):
    adapter = played(project, a=[[Broken(kind="crash", reason="boom")]])
    project.run({"tasks": [task("a", critical=False, inputs=["README.md"], outputs=["x.md"]), task("b", "a")]})
    assert [job.prompt for job in adapter.jobs if job.task == "b" and "Read directly" in job.prompt] == []


@pytest.mark.req("LEAD-5")
@pytest.mark.parametrize(
    ("option", "state", "tries"), [("retry", "completed", 3), ("skip", "completed", 2), ("stop", "failed", 2)]
)
def test_what_is_critical_is_put_to_a_person(project: Project, option: str, state: str, tries: int):
    failing = [Broken(kind="crash", reason="boom")]
    adapter = played(project, a=[failing, failing, [OK]])
    run = project.run({"tasks": [task("a"), task("b")]}, yes=False)
    assert (run.state, project.tasks(run.id)["b"]) == ("waiting", "completed")
    assert project.answer(run.id, option).state == state
    assert len(adapter.attempts("a")) == tries


def test_a_partial_result_is_a_failure_that_says_what_is_missing(project: Project):
    played(project, a=[[Result(text="status: needs_input\nopen_questions: [which colour?]\nartifacts: []\n")]])
    run = project.run({"tasks": [task("a")]})
    assert project.task(run.id, "a").note == "needs_input: which colour?"


# The breaker


@pytest.fixture
def clock() -> Clock:
    return Clock(step=100)


@pytest.fixture
def timed(tmp_path: Path, clock: Clock) -> Iterator[Project]:
    """Each look at the clock is a hundred seconds later."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "README.md").write_text("# Project\n", "utf-8")
    yield from opened(open_log("memory", tmp_path, clock.stamp), folder)


def until(clock: Clock, kind: str) -> Any:
    """The clock runs until the log tells of this."""

    def watch(record: Record) -> None:
        if record.type == kind:
            clock.rest()

    return {"clock": clock.look, "watch": watch}


def from_then_on(clock: Clock, signs: int) -> Any:
    """The clock runs from the moment at which the log tells of so many signs of life until something failed."""
    step, left = 100 if not signs else 0, [signs]
    clock.go(step)

    def watch(record: Record) -> None:
        left[0] -= record.type == "TaskNoted"
        if record.type == "TaskNoted" and left[0] == 0:
            clock.go(100)
        if record.type == "TaskFailed":
            clock.rest()

    return {"clock": clock.look, "watch": watch}


@pytest.mark.req("ORCH-6", "ORCH-12")
@pytest.mark.parametrize(
    ("first", "said"),
    [
        (["hang"], "it gave no sign of life for 300 s"),
        ([Idle(), "hang"], "it went idle without an interim report"),
        ([Text(text="found something"), "hang"], "it took longer than 600 s, the most for any agent"),
        ([Text(text="found something"), Idle(), "hang"], "it took longer than 600 s, the most for any agent"),
    ],
)
def test_an_agent_that_hangs_is_ended_and_replaced(timed: Project, clock: Clock, first: Any, said: str):
    adapter = played(timed, a=[first, [OK]])
    run = timed.carry_out(timed.start({"tasks": [task("a")]}), **from_then_on(clock, signs=len(first) - 1))
    assert (run.state, adapter.attempts("a"), set(adapter.cancelled)) == ("completed", [1, 2], {"a"})
    [failed] = timed.told("TaskFailed")
    assert (failed["kind"], failed["summary"]) == ("hung", said)


STAGED = {"breaker": {"staged": True}}


@pytest.mark.req("DEC-34", "ORCH-6", "ORCH-12", refused=True)
@pytest.mark.parametrize(
    ("role", "first", "said"),
    [
        ("writer", ["hang"], "it gave no sign of life for 300 s"),
        ("writer", [Text(text="found something"), "hang"], "it was not done after 300 s, the time of its role"),
        ("security-auditor", [Text(text="at it"), "hang"], "it was not done after 420 s, the time of its role"),
        ("writer", [Idle(), "hang"], "it went idle without an interim report"),
        ("writer", [Text(text="found"), Idle(), "hang"], "it took longer than 600 s, the most for any agent"),
        (
            "writer",
            [Text(text="x"), Idle(), Usage(tokens=1), "hang"],
            "it took longer than 600 s, the most for any agent",
        ),
    ],
)
def test_in_stages_only_an_idle_event_with_a_report_buys_time(
    timed: Project, clock: Clock, role: str, first: Any, said: str
):
    adapter = played(timed, a=[first, [OK]])
    playbook: dict[str, Any] = {**STAGED, "roles": {role: {}}, "tasks": [{**task("a"), "role": role}]}
    run = timed.carry_out(timed.start(playbook), **from_then_on(clock, signs=len(first) - 1))
    assert (run.state, adapter.attempts("a")) == ("completed", [1, 2])
    assert [each["summary"] for each in timed.told("TaskFailed")] == [said]


@pytest.mark.req("DEC-34")
def test_in_stages_who_is_done_in_time_is_not_disturbed(timed: Project, clock: Clock):
    clock.rest()
    adapter = played(timed, a=[[Text(text="found"), Idle(), OK]])
    assert timed.carry_out(timed.start({**STAGED, "tasks": [task("a")]}), clock=clock.look).state == "completed"
    assert (adapter.attempts("a"), adapter.cancelled, adapter.asked_to_end) == ([1], [], ["a"])


@pytest.mark.req("DEC-34", "ORCH-6")
def test_who_hangs_is_asked_to_shut_down_before_it_is_ended(timed: Project, clock: Clock):
    adapter = played(timed, a=[["hang"], [OK]])
    timed.carry_out(timed.start({"tasks": [task("a")]}), **until(clock, "TaskFailed"))
    assert adapter.asked_to_end[0] == "a"
    assert adapter.last_words[:2] == ["shutdown a", "cancel a"]


@pytest.mark.req("ORCH-12")
def test_a_role_has_its_own_time(timed: Project, clock: Clock):
    played(timed, a=[["hang"], [OK]])
    roles = {"writer": {"timeout": 420}}
    timed.carry_out(timed.start({"roles": roles, "tasks": [task("a")]}), **until(clock, "TaskFailed"))
    [failed] = timed.told("TaskFailed")
    assert failed["summary"] == "it gave no sign of life for 420 s"


@pytest.mark.req("ORCH-6")
def test_when_two_hang_the_run_falls_back_and_each_works_for_itself(timed: Project, clock: Clock):
    adapter = played(timed, a=[["hang"], [OK]], b=[["hang"], [OK]], c=[[Text(text="at it"), "hang"], [OK]])
    run = timed.carry_out(timed.start({"tasks": [task(name) for name in "abc"]}), **until(clock, "RunFellBack"))
    assert (run.state, run.team) == ("completed", False)
    [fell_back] = timed.told("RunFellBack")
    assert (fell_back["reason"], fell_back["mark"]) == ("unresponsive", "team-fallback-full")
    [_, *after] = [(job.attempt, job.brief.team, job.brief.reduced) for job in adapter.jobs if job.task == "c"]
    assert after == [(1, False, False)], "it was well at work, and no attempt is spent"
    assert [timed.task(run.id, name).failures for name in "abc"] == [1, 1, 0]
    with timed.hub.read() as view:
        said = [row.text for row in view.select(RunWarningRow, order="seq") if row.task == "c"]
    assert said == ["c was begun anew, for c works alone now: the team was given up"]


@pytest.mark.req("ORCH-6")
def test_an_error_of_the_model_gives_the_team_up_at_once(project: Project):
    played(project, a=[[Broken(kind="api", reason="overloaded")], [OK]])
    run = project.run({"tasks": [task("a")]})
    assert (run.state, [each["reason"] for each in project.told("RunFellBack")]) == ("completed", ["api"])


# Limits


@pytest.mark.parametrize(
    ("caps", "signals"),
    first_quick(
        [
            (Budget(tokens=100), [Usage(tokens=150), "hang"]),
            (Budget(money=0.5), [Usage(micros=600_000), "hang"]),
            (Budget(steps=3), [*[ToolCall(name="Read")] * 3, "hang"]),
        ]
    ),
)
def test_a_limit_ends_the_agents_and_the_run_waits_for_a_person(project: Project, caps: Budget, signals: Any):
    adapter = played(project, a=[signals, [OK]])
    run = project.carry_out(project.start({"tasks": [task("a"), task("b", "a")]}, caps=caps))
    assert (run.state, set(adapter.cancelled)) == ("waiting", {"a"})
    assert run.note.startswith("the limit of $0.5 is" if caps.money else "the limit of")
    [asked] = [each for each in project.told("RunAsked") if each["kind"] == "cap"]
    assert asked["about"] in caps.model_dump(exclude_none=True)
    run = project.answer(run.id, "double")
    assert (run.state, adapter.attempts("a")) == ("completed", [1, 1])


def test_who_does_not_want_to_spend_more_ends_the_run(project: Project):
    played(project, a=[[Usage(tokens=150), "hang"]])
    run = project.carry_out(project.start({"tasks": [task("a")]}, caps=Budget(tokens=100)))
    assert project.answer(run.id, "stop").state == "stopped"


@pytest.mark.slow
def test_the_time_of_a_run_is_limited(timed: Project, clock: Clock):
    played(timed, a=[[Text(text="at it"), "hang"]])
    run = timed.carry_out(timed.start({"tasks": [task("a")]}, caps=Budget(minutes=5)), clock=clock.look)
    assert (run.state, run.note) == ("waiting", "the limit of 5 minutes is reached")


# People


@pytest.mark.req("TEAM-14")
def test_an_approval_can_wait_for_any_time(project: Project):
    tasks = [task("spec"), task("ok", "spec", kind="approve", title="Go on?"), task("build", "ok")]
    played(project)
    run = project.run({"tasks": tasks}, yes=False)
    assert (run.state, project.tasks(run.id)) == ("waiting", {"spec": "completed", "ok": "waiting", "build": "waiting"})
    assert project.carry_out(run.id).state == "waiting"
    assert project.answer(run.id, "approve").state == "completed"


def test_what_a_person_does_not_approve_ends_the_run(project: Project):
    run = project.run({"tasks": [task("ok", kind="approve"), task("build", "ok")]}, yes=False)
    assert project.answer(run.id, "reject").state == "failed"


def test_a_pause_lets_what_is_at_work_end_and_starts_nothing(project: Project):
    played(project)
    run = project.start({"tasks": [task("a"), task("b", "a")]})
    paused: list[str] = []

    def pause(record: Any) -> None:
        if record.type == "TaskStarted" and not paused:
            paused.append(run)
            project.do(MoveRun(run=run, step="pause"))

    assert project.carry_out(run, watch=pause).state == "paused"
    assert project.tasks(run) == {"a": "completed", "b": "waiting"}
    project.do(MoveRun(run=run, step="resume"))
    assert project.carry_out(run).state == "completed"


def test_a_stop_ends_the_agents(project: Project):
    adapter = played(project, a=[["hang"]])
    run = project.start({"tasks": [task("a")]})

    def stop(record: Any) -> None:
        if record.type == "TaskStarted":
            project.do(MoveRun(run=run, step="stop"))

    assert project.carry_out(run, watch=stop).state == "stopped"
    assert set(adapter.cancelled) == {"a"}


def test_a_failed_run_goes_on_when_its_task_is_tried_again(project: Project):
    played(project, a=[[Broken(kind="crash", reason="boom")]] * 2 + [[OK]])
    run = project.run({"tasks": [task("a"), task("b", "a")]})
    assert run.state == "failed"
    project.do(RetryTask(run=run.id, task="a", follow=["b"]))
    assert project.carry_out(run.id).state == "completed"


@pytest.mark.req("TEAM-9", refused=True)
def test_only_the_one_who_carries_it_out_changes_the_status_of_a_task(project: Project):
    run = project.start({"tasks": [task("a")]})
    with pytest.raises(Refused) as refused:
        project.do(StartTasks(run=run, lease=0, seen=0, tasks=[TaskStart(task="a", agent="a")]))
    assert refused.value.rule == "TEAM-9"


@pytest.mark.req("LEAD-8", refused=True)
def test_nothing_is_brought_together_while_an_agent_is_at_work(project: Project):
    run = project.start({"tasks": [task("a")]})
    project.do(LeaseRun(run=run, holder="here"), actor=SYSTEM)
    row = project.row(run)
    taken = [TaskStart(task="a", agent="a")]
    project.do(StartTasks(run=run, lease=row.lease, seen=row.last, tasks=taken), actor=SYSTEM)
    with pytest.raises(Refused) as refused:
        project.do(EndRun(run=run, lease=row.lease, seen=project.row(run).last, state="completed"), actor=SYSTEM)
    assert refused.value.rule == "LEAD-8"


# The graph


def test_waves_come_one_after_the_other(project: Project):
    adapter = played(project)
    tasks = [task("b", wave="B"), task("a", wave="A"), task("c", wave="C"), task("d", wave="A")]
    assert project.run({"waves": ["A", "B", "C"], "tasks": tasks, "parallel": 1}).state == "completed"
    assert [job.task for job in adapter.jobs] == ["a", "d", "b", "c"]


@pytest.mark.req("TEAM-6")
def test_no_more_agents_work_at_once_than_the_playbook_says(project: Project):
    played(project)
    project.run({"parallel": 2, "tasks": [task(name) for name in "abcdef"]})
    at_work = most = 0
    for record in project.events("TaskStarted", "TaskCompleted"):
        at_work += 1 if record.type == "TaskStarted" else -1
        most = max(most, at_work)
    assert most == 2


def test_the_board_shows_who_works_on_what_and_how_it_ended(project: Project):
    played(project, b=[[Broken(kind="crash", reason="boom")]])
    seen: list[tuple[str | None, str]] = []

    def look(record: Record) -> None:
        if record.type == "TaskStarted" and not seen:
            seen.append(entry("a"))

    def entry(agent: str) -> tuple[str | None, str]:
        with project.hub.read() as view:
            [found] = [each for each in project_state(view).agents if each.id == agent]
        return found.current_task, found.status

    run = project.start({"tasks": [task("a"), task("b", "a", critical=False)]})
    project.carry_out(run, watch=look)
    assert seen == [(f"{run}/a", "working")]
    assert (entry("a")[1], entry("b")[1]) == ("completed", "error")


# Questions that nobody needs an answer to any more


def says_port(port: int) -> list[Any]:
    said = f"contract_outputs: [{{key: decisions.port, value: {port}}}]"
    return [Result(text=f"status: ok\nartifacts: [README.md]\n{said}\n")]


REDUCED = [
    task("a", blackboard_keys=["decisions.port"]),
    task("b", blackboard_keys=["decisions.port"]),
    task("join", "a", "b", kind="reduce"),
    task("review", "join", kind="gate"),
]


@pytest.mark.req("TEAM-5", "DEC-30")
def test_a_conflict_that_a_rollback_has_mended_is_asked_about_no_more(project: Project):
    verdicts = [[gate(0, 2, "b")], [gate()]]
    played(project, a=[says_port(80)], b=[says_port(81), says_port(80)], review=verdicts)
    run = project.run({"tasks": REDUCED})
    assert run.state == "completed"
    [asked] = project.told("RunAsked")
    [withdrawn] = [each for each in project.told("MessagePosted") if each["type"] == "DECISION_RESULT"]
    assert (withdrawn["from"], withdrawn["payload"]["decision_id"]) == ("system", asked["decision"])
    assert withdrawn["payload"]["rationale"] == f"{asked['about']} is gone: join was done again."
    with project.hub.read() as view:
        assert [each.status for each in project_state(view).pending_decisions] == ["resolved"]


@pytest.mark.req("TEAM-5", "DEC-30", refused=True)
def test_a_conflict_that_is_still_there_after_a_rollback_stays_asked_once(project: Project):
    verdicts = [[gate(0, 2, "b")], [gate()]]
    played(project, a=[says_port(80)], b=[says_port(81)], review=verdicts)
    run = project.run({"tasks": REDUCED})
    assert run.state == "waiting"
    assert len(project.told("RunAsked")) == 1
    with project.hub.read() as view:
        assert [each.status for each in project_state(view).pending_decisions] == ["open"]
    assert project.answer(run.id, "a").state == "completed"
