"""Whose time it is: who has reported, or has not begun, does not hang while Renkei itself is at work."""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.adapters.base import Job, Question, Result
from renkei.commands.decisions import Decide
from renkei.commands.run_base import TaskStart
from renkei.commands.run_steps import LeaseRun, NoteTask, StartTasks
from renkei.eventlog.records import Record
from renkei.policy.access import ALL
from renkei.protocol.actors import SYSTEM
from renkei.protocol.terms import OFF_CLOCK, OffClock
from renkei.runs.agent_session import AgentClock
from renkei.runs.decide import decide
from renkei.runs.replay import Hypothesis, Setting, replay
from renkei.runs.state import RunState, load_run
from renkei.runs.steps import Cancel, FallBack, Step, StopClock
from renkei.workspace.worktrees import Preparation
from tests.support.hub_team import open_log
from tests.support.run_agents import OK, Clock, Hear, Talking, Text
from tests.support.run_project import Project, made_repository, opened, task, writes

ROOT = Path(__file__).parents[2]
BREAKER: dict[str, Any] = {"timeout": 1, "cap": 1, "unresponsive": 9}
ONCE = {"retries": 0, "then": "stop"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def project(tmp_path: Path, clock: Clock) -> Iterator[Project]:
    yield from opened(open_log("sqlite", tmp_path, clock.stamp), made_repository(tmp_path / "project"))


@pytest.fixture
def walled(tmp_path: Path) -> Iterator[Project]:
    """By the clock on the wall."""
    yield from opened(open_log("sqlite", tmp_path), made_repository(tmp_path / "project"))


class Slow:
    """A command of Renkei's own that lasts until the log tells of `kind` and the clock was looked at so often, while
    every look is 100 s later."""

    def __init__(self, folder: Path, clock: Clock, kind: str = "TaskNoted", looks: int = 5) -> None:
        self._begun, self._over = folder / "begun", folder / "over"
        self._clock = clock
        self._kind = kind
        self._looks = looks
        self._is_told = False
        self.command = f"touch {self._begun}; while [ ! -e {self._over} ]; do sleep 0.05; done"

    def carry_out(self, project: Project, *tasks: dict[str, Any], **playbook: Any) -> str:
        """The state in which the run of these ends."""
        run = project.start({"breaker": BREAKER, "tasks": list(tasks), **playbook}, execute=True)
        return project.carry_out(run, clock=self._look, watch=self._watch).state

    def _look(self) -> str:
        self._looks -= self._is_told
        if self._is_told and self._looks <= 0:
            self._over.touch()
        is_at_it = self._begun.exists() and not self._over.exists()
        self._clock.go(100 if is_at_it else 0)
        return self._clock.look()

    def _watch(self, record: Record) -> None:
        self._is_told = self._is_told or record.type == self._kind


@pytest.fixture
def slow(tmp_path: Path, clock: Clock) -> Slow:
    return Slow(tmp_path, clock)


def run_all(project: Project, *tasks: dict[str, Any], **playbook: Any) -> str:
    """The state in which the run of these ends."""
    return project.run({"breaker": BREAKER, "tasks": list(tasks), **playbook}, execute=True).state


def signs(project: Project) -> list[str]:
    return [each["sign"] for each in project.told("TaskNoted")]


def failures(project: Project) -> list[tuple[str, str]]:
    return [(each["task"], each["kind"]) for each in project.told("TaskFailed")]


@pytest.mark.req("ORCH-6", "ORCH-12")
def test_an_agent_that_has_reported_does_not_hang_however_long_its_work_is_checked(project: Project, slow: Slow):
    assert slow.carry_out(project, writes("a", check=slow.command)) == "completed"
    assert (failures(project), signs(project)) == ([], ["reported"]), "it is let go once, and nobody is kept busy"


def test_a_replay_with_the_same_times_ends_nobody_who_was_let_go(project: Project, slow: Slow):
    assert slow.carry_out(project, writes("a", check=slow.command)) == "completed"
    with project.hub.read() as view:
        same, shorter = (
            replay(view.events(), Hypothesis(breaker={"timeout": each, "cap": each}), Setting(layers=ALL))
            for each in (1.0, 0.5)
        )
    assert (same.findings, shorter.findings) == ([], [])
    assert same.totals["breaker"]["ended_then"] == 0


@pytest.mark.req("ORCH-12")
def test_nor_does_it_hang_however_long_its_work_takes_to_land(project: Project, slow: Slow):
    """As 20,000 files do; here a filter of the person's is slow."""
    project.git("config", "filter.slow.clean", f"{slow.command}; cat")
    (project.folder / ".gitattributes").write_text("docs/*.md filter=slow\n", "utf-8")
    project.git("add", "-A")
    project.git("commit", "-q", "-m", "slow")
    assert slow.carry_out(project, writes("a")) == "completed"
    assert (failures(project), signs(project)) == ([], ["reported"])


@pytest.mark.req("ORCH-12")
def test_a_check_outside_of_git_takes_none_of_its_agents_time_either(project: Project, tmp_path: Path, slow: Slow):
    (plain := tmp_path / "plain").mkdir()
    outside = Project(project.hub.log, plain)
    assert slow.carry_out(outside, task("a", check=slow.command, script=[])) == "completed"
    assert (failures(project), signs(project)) == ([], ["reported"])


@pytest.mark.req("ORCH-6")
def test_when_the_team_is_given_up_whoever_has_reported_is_not_begun_anew(
    project: Project, tmp_path: Path, clock: Clock
):
    slow = Slow(tmp_path, clock, "RunFellBack", looks=0)
    hang = [{"hang": True, "attempt": 1}]
    tasks = [task("a", script=hang), task("b", script=hang), writes("c", check=slow.command)]
    assert slow.carry_out(project, *tasks, breaker={**BREAKER, "unresponsive": 2}) == "completed"
    assert (sorted(failures(project)), len(project.told("RunFellBack"))) == ([("a", "hung"), ("b", "hung")], 1)


@pytest.mark.req("ORCH-6", refused=True)
@pytest.mark.parametrize("said", [[], [Text(text="found something")], ["nothing to report"]])
def test_an_agent_that_never_reports_is_still_hung(walled: Project, said: list[Any]):
    """Nor does a report buy it time that has to be asked for once more."""
    shown = [Result(text=each) if isinstance(each, str) else each for each in said]

    def talk(job: Job, hear: Hear) -> Iterator[Any]:
        yield from shown
        while hear():
            pass

    walled.adapter = Talking(talk)
    assert run_all(walled, task("a", on_failure=ONCE)) == "failed"
    assert failures(walled) == [("a", "hung")]


@pytest.mark.req("ORCH-12", refused=True)
def test_who_reports_before_its_answer_comes_and_says_no_more_then_is_hung(walled: Project):
    def talk(job: Job, hear: Hear) -> Iterator[Any]:
        yield Question(id="1", text="Which colour?", options=("red", "blue"))
        yield OK
        while hear():
            pass

    def decide_it(record: Record) -> None:
        if record.type == "RunAsked":
            walled.do(Decide(id=record.document()["decision"], option="red"))

    walled.adapter = _Reporting(talk)
    run = walled.start({"breaker": BREAKER, "tasks": [task("a", on_failure=ONCE)]}, yes=False)
    assert walled.carry_out(run, watch=decide_it).state == "failed"
    assert failures(walled) == [("a", "hung")]


class _Reporting(Talking):
    """Its agents can be listened to again after a report."""

    def start(self, job: Job) -> Any:
        agent = super().start(job)
        shown = agent._shown  # pyright: ignore[reportPrivateUsage]
        agent.signals = lambda: shown
        return agent


# Before it begins


@pytest.mark.req("ORCH-12")
def test_what_prepares_a_work_tree_takes_none_of_its_agents_time(project: Project, slow: Slow):
    project.preparation = Preparation(setup=(slow.command,))
    assert slow.carry_out(project, writes("a")) == "completed"
    assert (failures(project), signs(project)) == ([], ["preparing", "begun"])


@pytest.mark.req("ORCH-12", refused=True)
def test_whoever_hangs_after_that_is_hung(walled: Project):
    walled.preparation = Preparation(setup=("sleep 1.5",))
    assert run_all(walled, task("a", script=[{"hang": True}], on_failure=ONCE)) == "failed"
    assert (failures(walled), signs(walled)) == ([("a", "hung")], ["preparing", "begun"])


def test_who_asked_whose_time_it_is_is_told_when_that_changes():
    told = list[str]()
    clock = AgentClock(lambda: told.append("begun"))
    clock.run()
    clock.stop("reported")
    clock.run()
    assert (clock.note(), told) == (None, []), "nobody has asked"
    clock.stop("reported")
    assert clock.note() == "reported"
    clock.run()
    clock.run()
    assert (clock.off, told) == (None, ["begun"])


# A process that is killed


@pytest.mark.req("ORCH-12")
def test_a_run_that_is_killed_between_report_and_landing_is_resumed_and_nobody_hangs(walled: Project):
    late = walled.folder.parent / "late"
    check = f"test -e {late} || sleep 60"
    run = walled.start({"breaker": {"timeout": 3}, "tasks": [writes("a", check=check)]}, execute=True)
    place = [str(walled.folder.parent / "store.db"), str(walled.folder)]
    words = [sys.executable, "-m", "tests.support.run_child", *place, run, "reported"]
    assert subprocess.run(words, cwd=ROOT, capture_output=True, timeout=60, check=False).returncode == -signal.SIGKILL
    late.touch()
    assert walled.carry_out(run).state == "completed"
    assert (failures(walled), signs(walled)) == ([], ["reported"])
    assert Counter(each["task"] for each in walled.told("TaskCompleted")) == {"a": 1}
    assert walled.git("show", "main:docs/a.md") == "done"


# `decide` alone

NAMES = tuple("abc")
TIMES = {"timeout": 10, "cap": 20, "unresponsive": 2}


def begun(project: Project) -> str:
    """A run whose tasks are at work."""
    run = project.start({"breaker": TIMES, "parallel": 9, "tasks": [task(name) for name in NAMES]})
    project.do(LeaseRun(run=run, holder="here"), actor=SYSTEM)
    row = project.row(run)
    starts = [TaskStart(task=name, agent=name) for name in NAMES]
    project.do(StartTasks(run=run, lease=row.lease, seen=row.last, tasks=starts), actor=SYSTEM)
    return run


def note(project: Project, state: RunState, name: str, sign: str) -> None:
    fields = {"run": state.run.id, "lease": state.run.lease, "task": name, "token": state.tasks[name].token}
    project.do(NoteTask.model_validate({**fields, "sign": sign}), actor=SYSTEM)


def loaded(project: Project, run: str, off_clock: dict[str, OffClock]) -> RunState:
    with project.hub.read() as view:
        state = load_run(view, run)
    state.off_clock = {(name, state.tasks[name].token): why for name, why in off_clock.items()}
    return state


def later(state: RunState, seconds: float) -> str:
    moment = datetime.fromisoformat(state.tasks["a"].started or "") + timedelta(seconds=seconds)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def of(kind: type[Step], steps: tuple[Step, ...]) -> set[str]:
    return {getattr(each, "task", "") for each in steps if isinstance(each, kind)}


@given(
    off=st.dictionaries(st.sampled_from(NAMES), st.sampled_from(OFF_CLOCK)),
    said=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["interim", "idle", "usage"])), max_size=4),
    ages=st.lists(st.sampled_from([1, 9, 11, 19, 21, 1000, 100_000]), min_size=1, max_size=4).map(sorted),
)
@pytest.mark.req("ORCH-6", "ORCH-12")
def test_who_is_off_the_clock_is_let_go_once_and_for_all_and_nobody_else_is(
    tmp_path_factory: pytest.TempPathFactory, off: dict[str, OffClock], said: list[tuple[str, str]], ages: list[int]
):
    folder = tmp_path_factory.mktemp("project")
    (folder / "README.md").write_text("# Project\n", "utf-8")
    for project in opened(open_log("memory", folder), folder):
        run = begun(project)
        for name, sign in said:
            note(project, loaded(project, run, {}), name, sign)
        let_go = set[str]()
        for age in ages:
            while stopped := of(StopClock, decide(state := loaded(project, run, off), later(state, age)).steps):
                assert not stopped & let_go, "nobody is let go twice, so that it comes to an end"
                assert stopped <= off.keys()
                let_go |= stopped
                for name in stopped:
                    note(project, state, name, off[name])
            decision = decide(state, later(state, age))
            hung = {each.task for each in decision.steps if isinstance(each, Cancel) and each.failure == "hung"}
            assert not hung & let_go
            if age > TIMES["cap"]:
                assert let_go == off.keys()
                assert hung == set(NAMES) - off.keys()
                assert bool(of(FallBack, decision.steps)) == (len(hung) >= TIMES["unresponsive"])
                if not hung:
                    assert decision.until is None, "nobody's time runs"
