"""What the attempts of a run use is on the ledger: by agent, task and model, once, with its price."""

from typing import Any

import pytest

from renkei.adapters.base import Job, Result, Signal, Usage
from renkei.board.spend import SpendDimension, SpendSum, sum_spend
from renkei.commands.base import Request
from renkei.commands.caps import SetCap
from renkei.commands.spend import RecordSpend
from renkei.hub import Hub
from renkei.kit.prices import PriceList, load_shipped
from renkei.protocol.actors import Actor
from renkei.protocol.playbooks import Budget
from renkei.protocol.spend import Spend
from renkei.runs.view import list_runs, run_summary
from tests.support.run_agents import OK, Played
from tests.support.run_project import Project

OPUS = "claude-opus-5-5"


def spent(project: Project, *by: SpendDimension) -> list[SpendSum]:
    with project.hub.read() as view:
        return sum_spend(view, by)


def play(project: Project, *signals: Signal, model: str | None = None) -> None:
    project.hub = Hub(project.hub.log, price=PriceList(load_shipped()).price)
    project.adapter = Played(lambda job: [*signals, OK])
    role: dict[str, Any] = {"model": model} if model else {}
    assert project.run({"roles": {"writer": role}, "tasks": [{"id": "look", "role": "writer"}]}).state == "completed"


def summary(project: Project) -> dict[str, Any]:
    with project.hub.read() as view:
        return run_summary(view, list_runs(view)[0])


def test_tokens_by_kind_have_a_price(project: Project):
    play(project, Usage(model=OPUS, input=1000, output=100), Usage(model=OPUS, cache_read=10_000))
    [row] = spent(project, "agent", "task", "run", "model")
    assert (row.agent, row.task, row.run, row.model) == ("writer", "R-1/look", "R-1", OPUS)
    assert (row.input, row.output, row.cache_read, row.tokens) == (1000, 100, 10_000, 11_100)
    assert row.cost == pytest.approx(0.004 + 0.002 + 0.002)
    assert summary(project)["cost"] == pytest.approx(row.cost)


def test_numbers_that_no_log_can_hold_are_the_most_that_one_can(project: Project):
    huge = Usage(model=OPUS, input=10**30, output=-(10**30), tokens=10**40, micros=10**30)
    play(project, huge, huge, Usage(tokens=10**30), Usage(micros=-(10**30)))
    assert all(0 <= row.tokens < 2**63 for row in spent(project, "agent", "model"))
    assert 0 < summary(project)["cost"] < 2**63


def test_what_they_cost_is_one_that_a_log_can_hold(project: Project):
    play(project, Usage(model=OPUS, input=10**30), Usage(model="claude-sonnet-5-5", input=10**30))
    assert project.flaws() == []
    assert [row.cost for row in spent(project, "agent")] == [2_000_000_000.0]


def test_the_model_of_the_job_is_the_one_that_was_used(project: Project):
    play(project, Usage(input=1_000_000), model=OPUS)
    assert [(row.model, row.cost) for row in spent(project, "model")] == [(OPUS, 4.0)]


def test_a_sum_alone_has_no_price_and_is_not_free(project: Project):
    play(project, Usage(tokens=70))
    assert [(row.tokens, row.cost, row.unpriced) for row in spent(project, "agent")] == [(70, None, 70)]
    assert (summary(project)["cost"], summary(project)["unpriced"]) == (None, 70)


def test_what_the_agents_program_says_it_cost_counts(project: Project):
    play(project, Usage(tokens=70, micros=2_000_000), Usage(tokens=30))
    assert [(row.tokens, row.cost, row.unpriced) for row in spent(project, "agent")] == [(100, 2.0, 30)]


def test_a_number_below_nothing_takes_nothing_off(project: Project):
    play(project, Usage(tokens=-5, micros=-7), Usage(input=-3, output=4))
    assert [row.tokens for row in spent(project, "agent")] == [4]


def test_an_agent_at_work_in_a_run_is_counted_by_the_run_alone(project: Project):
    def work(job: Job) -> list[Signal | str]:
        command = RecordSpend(agent=job.agent, spent=[Spend(other=1000)])
        done = project.hub.do(Request(command=command, actor=Actor(name=job.agent, via="token")))
        assert done.notes
        return [Usage(tokens=5), Result(text=OK.text)]

    project.adapter = Played(work)
    project.run({"tasks": [{"id": "look", "role": "writer"}]})
    assert [(row.agent, row.tokens) for row in spent(project, "agent")] == [("writer", 5)]


def test_a_limit_of_the_day_holds_the_tasks_of_its_agent_until_a_person_raises_it(project: Project):
    project.adapter = adapter = Played(lambda job: [Usage(tokens=60), OK])
    tasks = [{"id": "one", "role": "writer"}, {"id": "two", "role": "writer", "blockedBy": ["one"]}]
    name = project.start({"tasks": tasks})
    project.do(SetCap(agent="writer", tokens=50))
    run = project.carry_out(name)
    assert (run.state, [job.task for job in adapter.jobs]) == ("waiting", ["one"])
    assert "the limit of writer for today is reached" in run.note
    assert project.carry_out(name).state == "waiting"
    project.do(SetCap(agent="writer", tokens=500))
    assert (project.carry_out(name).state, [job.task for job in adapter.jobs][-1]) == ("completed", "two")


def test_a_person_raises_the_limit_of_a_run_that_waits(project: Project):
    project.adapter = Played(lambda job: [Usage(tokens=60), OK])
    tasks = [{"id": "one", "role": "writer"}, {"id": "two", "role": "writer", "blockedBy": ["one"]}]
    run = project.run({"tasks": tasks}, caps=Budget(tokens=50))
    assert run.state == "waiting"
    levels = [(each["level"], each["used"]) for each in project.told("CapReached")]
    assert levels == [("stop", 60)]
    project.do(SetCap(run=run.id, tokens=1000))
    assert project.carry_out(run.id).state == "completed"
