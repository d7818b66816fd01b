"""Whose an agent's processes are: each attempt has a token of its own, which ends with it and replaces nobody's."""

from collections.abc import Callable
from typing import Any

import pytest

from renkei.adapters.base import Broken, Job
from renkei.commands.base import Request
from renkei.commands.run_base import TaskStart
from renkei.commands.run_steps import LeaseRun, StartTasks
from renkei.commands.runs import MoveRun
from renkei.commands.team import IssueToken, RemoveAgent
from renkei.errors import Refused
from renkei.policy.identity import Surroundings, new_token, token_digest
from renkei.protocol.actors import PERSON, SYSTEM
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project, task


def play(project: Project, at_work: Callable[[Job], Any]) -> Played:
    """Agents that do something while they are at work, and then complete their task."""

    def started(job: Job) -> Any:
        at_work(job)
        return [OK]

    project.adapter = adapter = Played(started)
    return adapter


def token_of(job: Job) -> str:
    return job.env["RENKEI_TOKEN"]


def minted(project: Project) -> str:
    """What `renkei agent token a` gives a person."""
    return project.hub.do(Request(command=IssueToken(name="a"), actor=PERSON)).secret or ""


def is_refused(project: Project, token: str) -> bool:
    try:
        project.hub.identify(around=Surroundings(token=token))
    except Refused as refusal:
        return refusal.rule == "ACTOR-1"
    return False


def test_an_agents_processes_are_that_agent_and_not_the_person(project: Project):
    holders: dict[str, str] = {}
    play(
        project,
        lambda job: holders.update({job.agent: project.hub.identify(around=Surroundings(token=token_of(job))).name}),
    )
    project.carry_out(project.start({"tasks": [task("a"), task("b")]}), identify=True)
    assert holders == {"a": "a", "b": "b"}


@pytest.mark.req("DEC-51")
def test_a_run_revokes_nobodys_token(project: Project):
    name = project.start({"tasks": [task("a")]})
    outside = minted(project)
    during: list[str] = []
    play(project, lambda job: during.append(project.hub.identify(around=Surroundings(token=outside)).name))
    project.carry_out(name, identify=True)
    assert during == ["a"]
    assert project.hub.identify(around=Surroundings(token=outside)).name == "a"


@pytest.mark.req("DEC-51")
def test_minting_a_token_leaves_that_of_an_attempt_alone(project: Project):
    name = project.start({"tasks": [task("a")]})
    old = minted(project)
    during: list[str] = []

    def mint(job: Job) -> None:
        minted(project)
        during.append(project.hub.identify(around=Surroundings(token=token_of(job))).name)

    play(project, mint)
    project.carry_out(name, identify=True)
    assert during == ["a"]
    assert is_refused(project, old)


@pytest.mark.req("DEC-51", refused=True)
def test_a_token_ends_with_its_attempt(project: Project):
    """Also while the run goes on: the second task sees that the first one's is dead."""
    ended: list[bool] = []

    def look(job: Job) -> None:
        ended.extend(is_refused(project, token_of(before)) for before in adapter.jobs if before.task != job.task)

    adapter = play(project, look)
    project.carry_out(project.start({"tasks": [task("a"), task("b", "a")]}), identify=True)
    assert [job.task for job in adapter.jobs] == ["a", "b"]
    assert ended == [True]
    assert all(is_refused(project, token_of(job)) for job in adapter.jobs)


def test_each_attempt_has_a_token_of_its_own(project: Project):
    adapter = Played(lambda job: [OK] if job.attempt > 1 else [Broken(kind="crash", reason="boom")])
    project.adapter = adapter
    project.carry_out(project.start({"tasks": [task("a")]}), identify=True)
    first, second = map(token_of, adapter.jobs)
    assert first != second


def begun(project: Project) -> tuple[str, str]:
    """A run whose one task is at work under a token."""
    name, token = project.start({"tasks": [task("a")]}), new_token()
    lease = project.hub.do(Request(command=LeaseRun(run=name, holder="h"), actor=SYSTEM)).seq
    taken = TaskStart(task="a", agent="a", credential=token_digest(token))
    project.hub.do(Request(command=StartTasks(run=name, lease=lease, seen=lease, tasks=[taken]), actor=SYSTEM))
    assert project.hub.identify(around=Surroundings(token=token)).name == "a"
    return name, token


@pytest.mark.req("DEC-51", refused=True)
def test_a_run_that_was_stopped_leaves_no_token(project: Project):
    name, token = begun(project)
    project.do(MoveRun(run=name, step="stop"))
    assert is_refused(project, token)


def test_a_run_that_was_taken_over_shuts_out_the_agents_of_the_process_before(project: Project):
    name, token = begun(project)
    project.hub.do(Request(command=LeaseRun(run=name, holder="other"), actor=SYSTEM))
    assert is_refused(project, token)


def test_an_agent_that_was_removed_is_shut_out_at_work(project: Project):
    _, token = begun(project)
    project.do(RemoveAgent(name="a"))
    assert is_refused(project, token)


def test_the_log_holds_no_token_of_an_attempt(project: Project):
    adapter = play(project, lambda job: None)
    project.carry_out(project.start({"tasks": [task("a")]}), identify=True)
    assert all(token_of(job) not in record.data for record in project.events() for job in adapter.jobs)


def test_renkei_itself_mints_no_tokens(project: Project):
    project.start({"tasks": [task("a")]})
    with pytest.raises(Refused) as caught:
        project.hub.do(Request(command=IssueToken(name="a"), actor=SYSTEM))
    assert caught.value.rule == "ACTOR-3"
