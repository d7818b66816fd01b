"""DEC-28: an agent of a run is in its turn while it is at work, and nowhere else; what it owes the board is seen."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Broken, Job, Result, Signal, Text
from renkei.board.read import due_updates, project_state
from renkei.board.tables import TurnRow
from renkei.commands.base import Request
from renkei.commands.board import SetFields
from renkei.commands.decisions import Decide
from renkei.commands.inbox import HandleMessages, ShowInterrupts
from renkei.commands.messages import PostMessage
from renkei.commands.runs import MoveRun
from renkei.commands.team import IssueToken
from renkei.commands.turns import EndTurn, StartTurn
from renkei.errors import Refused
from renkei.eventlog.records import Record
from renkei.policy.identity import Surroundings
from renkei.protocol.actors import PERSON, Actor
from renkei.protocol.messages import DRAFT
from renkei.protocol.playbooks import Budget
from tests.support.run_agents import OK, Hear, Played, Talking, Usage
from tests.support.run_project import Project, opened_outside_git, task

UPDATE = {"new_status": "working", "progress_summary": "half way"}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield from opened_outside_git(tmp_path)


def turn(project: Project, agent: str = "a") -> TurnRow:
    with project.hub.read() as view:
        row = view.get(TurnRow, agent)
    assert row is not None
    return row


def missing(project: Project) -> dict[str, Any]:
    with project.hub.read() as view:
        return dict(due_updates(view))


def status(project: Project, agent: str = "a") -> str:
    with project.hub.read() as view:
        return next(entry.status for entry in project_state(view).agents if entry.id == agent)


def post(project: Project, actor: Actor, kind: str, to: str, payload: dict[str, Any], **header: Any) -> None:
    draft = DRAFT.validate_python({"type": kind, "to": to, "payload": payload, **header})
    project.hub.do(Request(command=PostMessage(message=draft), actor=actor))


def write(project: Project, actor: Actor) -> None:
    project.hub.do(Request(command=SetFields(fields={f"agents.{actor.name}.status": "working"}), actor=actor))


def minted(project: Project, agent: str = "a") -> Actor:
    """An agent with a token that a person gave it."""
    secret = project.hub.do(Request(command=IssueToken(name=agent), actor=PERSON)).secret
    return project.hub.identify(around=Surroundings(token=secret))


def is_refused(act: Callable[[], object]) -> bool:
    try:
        act()
    except Refused as refusal:
        return refusal.rule == "DEC-28" and "renkei turn start" in refusal.text
    return False


def wait_until(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.01)


def stopping(project: Project, when: str) -> Callable[[Record], None]:
    """A person who stops the run when this has happened."""

    def watch(record: Record) -> None:
        if record.type == when:
            project.do(MoveRun(run=record.run or "", step="stop"))

    return watch


@pytest.mark.req("DEC-28", "TURN-1", "TURN-2", "BOARD-2")
def test_within_its_attempt_an_agent_is_in_its_turn(project: Project):
    turns: list[TurnRow] = []

    def at_work(job: Job) -> list[Signal | str]:
        itself = project.hub.identify(around=Surroundings(token=job.env["RENKEI_TOKEN"]))
        turns.append(turn(project))
        post(project, itself, "STATUS_UPDATE", "person", UPDATE)
        write(project, itself)
        turns.append(turn(project))
        return [OK]

    project.adapter = Played(at_work)
    project.carry_out(project.start({"tasks": [task("a")]}), identify=True)
    assert [(each.open, each.updated, each.reported) for each in turns] == [(True, False, False), (True, True, True)]
    assert (turn(project).open, turn(project).due, missing(project)) == (False, None, {})


@pytest.mark.req("DEC-28", "TURN-2", "BOARD-2", refused=True)
def test_in_a_run_an_agent_hands_nothing_in_outside_its_turn(project: Project):
    run = project.start({"tasks": [task("a"), task("ok", "a", kind="approve"), task("b", "ok")]}, yes=False)
    itself = minted(project)
    write(project, itself)  # it has not worked in the run yet
    project.adapter = Played()
    assert project.carry_out(run).state == "waiting"
    refused: dict[str, Any] = {"original_task_ref": "T", "status": "partial", "output_artifacts": [], "summary": "s"}
    assert is_refused(lambda: write(project, itself))
    assert is_refused(lambda: post(project, itself, "STATUS_UPDATE", "person", UPDATE))
    assert is_refused(lambda: post(project, itself, "TASK_RESULT", "person", refused))
    post(project, itself, "FREEFORM", "person", {"body": "good morning"})
    write(project, Actor(name="a", via="terminal"))  # a person, who uses the command line
    project.hub.do(Request(command=StartTurn(), actor=itself))
    write(project, itself)
    post(project, itself, "STATUS_UPDATE", "person", UPDATE)
    project.hub.do(Request(command=EndTurn(), actor=itself))
    assert is_refused(lambda: write(project, itself))
    project.do(MoveRun(run=run, step="stop"))
    write(project, itself)


@pytest.mark.req("DEC-28", refused=True)
def test_one_who_has_ended_its_turn_is_refused_though_it_is_at_work(project: Project):
    seen: list[bool] = []

    def at_work(job: Job) -> list[Signal | str]:
        itself = project.hub.identify(around=Surroundings(token=job.env["RENKEI_TOKEN"]))
        post(project, itself, "STATUS_UPDATE", "person", UPDATE)
        project.hub.do(Request(command=EndTurn(), actor=itself))
        seen.append(is_refused(lambda: write(project, itself)))
        return [OK]

    project.adapter = Played(at_work)
    run = project.carry_out(project.start({"tasks": [task("a")]}), identify=True)
    assert (seen, run.state, missing(project)) == ([True], "completed", {})


@pytest.mark.req("BOARD-2", "BOARD-5", "DEC-28")
def test_one_that_ends_without_a_word_is_shown_so_until_it_is_at_work_again(project: Project):
    gone = task("a", on_failure={"retries": 0, "then": "continue"})
    project.adapter = Played(lambda job: [Broken(kind="crash", reason="boom")])
    project.run({"tasks": [gone]})
    assert (missing(project), status(project)) == ({"a": "ended"}, "error")
    with project.hub.read() as view:
        assert "ended without an update" in [entry.action for entry in project_state(view).changelog]
    at_work: list[dict[str, Any]] = []

    def look(job: Job) -> list[Signal | str]:
        at_work.append(missing(project))
        return [OK]

    project.adapter = Played(look)
    project.run({"tasks": [task("a")]})
    assert (at_work, missing(project)) == ([{}], {})


@pytest.mark.req("DEC-28", "DEC-32")
def test_one_that_never_began_owes_nothing(project: Project):
    gone = task("a", on_failure={"retries": 0, "then": "continue"}, inputs=["nowhere.md"])
    run = project.run({"tasks": [gone]})
    assert (project.tasks(run.id), missing(project)) == ({"a": "skipped"}, {})


@pytest.mark.req("DEC-28")
def test_a_report_that_is_not_good_enough_is_an_update_all_the_same(project: Project):
    blocked = Result(text="status: blocked\nartifacts: []\nblockers: [no key]\n")
    project.adapter = Played(lambda job: [blocked])
    run = project.run({"tasks": [task("a", on_failure={"retries": 0, "then": "continue"})]})
    assert (project.tasks(run.id), missing(project)) == ({"a": "skipped"}, {})


@pytest.mark.req("TURN-1")
def test_who_has_two_attempts_at_work_is_in_one_turn(project: Project):
    both, first_is_done = threading.Barrier(2, timeout=30), threading.Event()
    seen: list[tuple[bool, list[str]]] = []

    def at_work(job: Job) -> list[Signal | str]:
        both.wait()
        if job.task == "y":
            assert first_is_done.wait(30)
            seen.append((turn(project).open, turn(project).attempts))
        return [OK]

    def watch(record: Record) -> None:
        if record.type == "TaskCompleted":
            first_is_done.set()

    project.adapter = Played(at_work)
    run = project.start({"tasks": [task("x", owner="a"), task("y", owner="a")], "parallel": 2})
    project.carry_out(run, watch=watch)
    assert seen == [(True, [f"{run}/y"])]
    assert (turn(project).open, turn(project).attempts) == (False, [])


@pytest.mark.req("DEC-28", "BOARD-5")
def test_at_a_stop_an_agent_says_where_it_stands(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Text(text="I begin")
        hear()
        yield Text(text="one of two files is done")
        hear()

    project.adapter = adapter = Talking(talk)
    run = project.carry_out(project.start({"tasks": [task("a")]}), watch=stopping(project, "TaskNoted"))
    assert run.state == "stopped"
    assert "The run is being stopped" in adapter.said[0]
    [said] = project.told("TurnUpdated")
    assert (said["agent"], said["text"]) == ("a", "one of two files is done")
    assert (missing(project), status(project), turn(project).open) == ({}, "idle", False)
    with project.hub.read() as view:
        assert "one of two files is done" in project_state(view).changelog[-1].diff_summary


@pytest.mark.req("DEC-28", "BOARD-5", refused=True)
def test_at_a_stop_the_board_tells_of_one_that_says_nothing(project: Project):
    project.grace = 0.2
    project.adapter = Played(lambda job: ["hang"])
    run = project.carry_out(project.start({"tasks": [task("a")]}), watch=stopping(project, "TaskStarted"))
    assert (run.state, missing(project), status(project)) == ("stopped", {"a": "stopped"}, "idle")
    post(project, Actor(name="a", via="terminal"), "STATUS_UPDATE", "person", UPDATE)
    assert missing(project) == {}


@pytest.mark.req("DEC-28")
def test_what_may_cost_no_more_says_where_it_stands_first(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Usage(tokens=10)
        hear()
        yield Text(text="the parser is left")
        hear()

    project.adapter = Talking(talk)
    run = project.run({"tasks": [task("a")]}, caps=Budget(tokens=5))
    [failed] = project.told("TaskFailed")
    assert (run.state, failed["notes"], failed["silent"]) == ("waiting", ["the parser is left"], False)
    assert missing(project) == {}


@pytest.mark.req("DEC-28", "BOARD-5", "MSG-5")
def test_an_interruption_asks_for_the_update_and_the_board_tells_until_it_comes(project: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Signal]:
        yield Text(text="I begin")
        assert "Say in a sentence where this leaves your work" in hear()
        wait_until(lambda: missing(project) == {"a": "interrupted"})
        yield Text(text="I take the other port")
        wait_until(lambda: missing(project) == {})
        yield OK

    def watch(record: Record) -> None:
        if record.type == "TaskNoted":
            post(project, PERSON, "FREEFORM", "a", {"body": "@a the port is taken"})

    project.adapter = Talking(talk)
    assert project.carry_out(project.start({"tasks": [task("a")]}), watch=watch).state == "completed"
    assert [said["text"] for said in project.told("TurnUpdated")] == ["I take the other port"]


@pytest.mark.req("DEC-28", "BOARD-5", refused=True)
def test_who_began_its_turn_itself_ends_it_after_an_interruption_with_an_update_only(project: Project):
    project.start({"tasks": [task("a")]})
    itself = Actor(name="a", via="terminal")
    project.hub.do(Request(command=StartTurn(), actor=itself))
    post(project, itself, "STATUS_UPDATE", "person", UPDATE)
    post(project, PERSON, "FREEFORM", "a", {"body": "@a look"})
    with project.hub.read() as view:
        seq = view.head.seq
    project.hub.do(Request(command=ShowInterrupts(reader="a", up_to=seq), actor=itself))
    assert missing(project) == {"a": "interrupted"}
    with pytest.raises(Refused) as caught:
        project.hub.do(Request(command=EndTurn(), actor=itself))
    assert caught.value.rule == "BOARD-2"
    post(project, itself, "STATUS_UPDATE", "person", UPDATE)
    project.hub.do(Request(command=EndTurn(), actor=itself))
    assert missing(project) == {}


@pytest.mark.req("TURN-1")
def test_the_prompt_that_a_turn_begins_with_has_what_was_written_to_its_agent(project: Project):
    project.adapter = adapter = Played()
    run = project.start({"tasks": [task("a"), task("b", "a"), task("c", "b", owner="a")]})
    post(project, PERSON, "FREEFORM", "a", {"body": "the port is 8080"})
    project.carry_out(run)
    first, other, again = (job.prompt for job in adapter.jobs)
    assert "## Your turn\n=== Your current state ===" in first
    assert "the port is 8080" in first
    assert "## Your turn" not in other
    assert "the port is 8080" in again  # nobody has handled it
    with project.hub.read() as view:
        message = next(record.document()["id"] for record in view.events() if record.type == "MessagePosted")
    project.hub.do(Request(command=HandleMessages(reader="a", messages=[message]), actor=PERSON))
    project.run({"tasks": [task("a")]})
    assert "## Your turn" not in adapter.jobs[-1].prompt


@pytest.mark.req("DEC-26")
def test_constraints_of_an_answer_reach_the_prompts_of_the_tasks_that_it_affects(project: Project):
    project.adapter = adapter = Played()
    tasks = [task("a"), task("ok", kind="approve"), task("b", "ok"), task("c", "b")]
    run = project.start({"tasks": tasks}, yes=False)
    assert project.carry_out(run).state == "waiting"
    [asked] = project.told("RunAsked")
    project.do(Decide(id=asked["decision"], option="approve", constraints=["no new service", "Python only"]))
    assert project.carry_out(run).state == "completed"
    prompts = {job.task: job.prompt for job in adapter.jobs}
    said = "## Constraints that were decided\n- no new service\n- Python only"
    assert {name: said in text for name, text in prompts.items()} == {"a": False, "b": True, "c": True}


@pytest.mark.req("DEC-26")
def test_constraints_of_a_decision_of_the_team_reach_the_prompt_of_whom_it_affects(project: Project):
    project.adapter = adapter = Played()
    run = project.start({"tasks": [task("a"), task("b")]})
    itself = Actor(name="a", via="terminal")
    question = {"decision_id": "D-1", "question": "which?", "options": [{"label": "x", "analysis": "-"}]}
    post(project, itself, "DECISION_REQUEST", "person", question)
    project.do(Decide(id="D-1", option="x", constraints=["at most one hour"]))
    project.carry_out(run)
    assert {job.task: "at most one hour" in job.prompt for job in adapter.jobs} == {"a": True, "b": False}
