"""The recorded past of runs under other limits and breaker times."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Usage
from renkei.policy.access import ALL
from renkei.runs.replay import Hypothesis, Replayed, Setting, replay
from tests.support.hub_team import open_log
from tests.support.run_agents import OK, Clock, Played
from tests.support.run_project import Project, opened, task

SETTING = Setting(layers=ALL)


def played(project: Project, **asked: Any) -> Replayed:
    with project.hub.read() as view:
        return replay(view.events(), Hypothesis(**asked), SETTING)


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


@pytest.fixture
def paid(project: Project) -> Project:
    """Two tasks of 60 tokens each, one after the other."""
    project.adapter = Played(lambda job: [Usage(tokens=60, micros=500_000), OK])
    assert project.run({"tasks": [task("one"), task("two", "one")]}).state == "completed"
    return project


def test_a_lower_limit_says_where_the_run_would_have_waited_and_what_came_after(paid: Project):
    [found] = played(paid, cap_tokens=50).findings
    assert (found.kind, found.subject) == ("cap", "R-1")
    assert found.numbers == {
        "used": 60, "limit": 50, "tokens_after": 60, "micros_after": 500_000, "attempts_after": 1
    }  # fmt: skip
    assert played(paid, cap_tokens=1000).findings == []
    [found] = played(paid, cap_micros=900_000).findings
    assert (found.numbers["used"], found.numbers["tokens_after"]) == (1_000_000, 0)


def test_what_all_runs_have_spent_stands_beside_what_they_would_have(paid: Project):
    assert played(paid, cap_tokens=50).totals == {
        "cap": {"held": 1, "tokens": 120, "tokens_then": 60, "micros": 1_000_000, "micros_then": 500_000}
    }
    assert played(paid, cap_tokens=1000).totals["cap"]["held"] == 0


def test_only_what_came_later_is_told(paid: Project):
    [found] = played(paid, cap_tokens=50).findings
    assert played(paid, cap_tokens=50, since=found.seq).findings == []


def test_it_looks_at_every_run_and_changes_nothing(paid: Project):
    with paid.hub.read() as view:
        before = view.head
    assert played(paid, cap_tokens=50).judged == {"cap": 1}
    with paid.hub.read() as view:
        assert view.head == before


def test_shorter_times_would_have_ended_attempts_that_were_completed(paid: Project):
    found = played(paid, breaker={"timeout": 1e-6, "cap": 1e-6})
    ended = [(each.subject, each.happened.text) for each in found.findings if "/" in each.subject]
    assert ended == [("R-1/one", "it was completed"), ("R-1/two", "it was completed")]
    assert found.judged == {"breaker": 2}
    assert found.totals == {"breaker": {"ended": 0, "ended_then": 2, "tokens_of_ended_then": 120}}
    assert played(paid, breaker={"timeout": 500.0}).findings == []


def test_longer_times_would_have_left_one_at_work_that_was_ended(timed: Project, clock: Clock):
    adapter = Played(lambda job: ["hang"] if job.attempt == 1 else [OK])

    def look_until_the_first_is_ended() -> str:
        if adapter.cancelled:
            clock.rest()
        return clock.look()

    timed.adapter = adapter
    timed.carry_out(timed.start({"tasks": [task("one")]}), clock=look_until_the_first_is_ended)
    found = played(timed, breaker={"timeout": 100_000.0, "cap": 200_000.0})
    assert {(each.subject, each.would.text) for each in found.findings} == {
        ("R-1/one", "it would still have been at work")
    }
    assert (found.totals["breaker"]["ended"], found.totals["breaker"]["ended_then"]) == (1, 0)
    assert played(timed, breaker={"timeout": 300.0}).findings == []
