"""The circuit breaker: three stages, by the software's own clocks, from the start of each agent (ORCH-6, ORCH-12)."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from renkei.board.run_tables import RunTaskRow
from renkei.playbooks.teams import NO_AGENT, is_teammate
from renkei.protocol.terms import FailureKind
from renkei.runs.clock import add_milliseconds, milliseconds_between
from renkei.runs.questions import is_waiting_for_answer
from renkei.runs.state import RunState
from renkei.runs.steps import Cancel, FallBack, Step, StopClock
from renkei.sentence import Sentence


def replace_hung(state: RunState, now: str) -> Iterator[Step]:
    """An agent that hangs is replaced; when too many do, or the model cannot be reached, the team is given up. Whose
    time would be up while Renkei itself is at work does not hang: that is written down once, and then it is let go."""
    own = _list_with_agents(state)
    mine = [row for row in own if _is_on_clock(state, row)]
    ages = {moment: milliseconds_between(moment, now) / 1000 for moment in {row.started or now for row in mine}}
    reasons = {row.task: reason for row in mine if (reason := _hang_reason(state, row, ages[row.started or now]))}
    if ours := [row for row in mine if row.task in reasons and (row.task, row.token) in state.off_clock]:
        for row in ours:
            yield StopClock(task=row.task, token=row.token, why=state.off_clock[row.task, row.token])
        return
    for row in mine:
        if row.task in reasons:
            yield Cancel(task=row.task, token=row.token, failure="hung", reason=reasons[row.task])
    gone = {row.task for row in state.last_failed.values() if row.kind == "hung"} | reasons.keys()
    gone = {task for task in gone if is_teammate(state.playbook, task)}
    unreachable = any(row.kind == "api" for row in state.last_failed.values())
    if state.run.team and (unreachable or len(gone) >= state.playbook.breaker.unresponsive):
        yield FallBack(reason="api" if unreachable else "unresponsive")
        others = [row for row in own if row.task not in reasons and is_teammate(state.playbook, row.task)]
        others = [row for row in others if state.off_clock.get((row.task, row.token), "preparing") == "preparing"]
        yield from cancel_attempts(others, "team", Sentence("the team was given up"))


def _list_with_agents(state: RunState) -> list[RunTaskRow]:
    """The attempts of this process in which an agent works."""
    rows = (row for row in state.at_work.values() if row.lease == state.run.lease and not row.recheck)
    return [row for row in rows if state.graph.tasks[row.task].kind not in NO_AGENT]


def _is_on_clock(state: RunState, row: RunTaskRow) -> bool:
    """Whether what the attempt takes is its agent's time."""
    return row.off_clock is None and not is_waiting_for_answer(state, row)


def cancel_attempts(rows: Iterable[RunTaskRow], failure: FailureKind, reason: Sentence) -> tuple[Step, ...]:
    return tuple(Cancel(task=row.task, token=row.token, failure=failure, reason=reason) for row in rows)


def next_deadline(state: RunState) -> str | None:
    """The next moment at which an agent may turn out to hang, a provider's limit is over, or the time of the run is
    up."""
    oldest: dict[float, str] = {}
    for row in filter(partial(_is_on_clock, state), _list_with_agents(state)):
        seconds = _current_patience(state, row) + row.waited / 1000
        started = row.started or state.run.at
        oldest[seconds] = min(oldest.get(seconds, started), started)
    moments = [add_milliseconds(started, seconds * 1000) for seconds, started in oldest.items()]
    moments += [row.parked for row in state.failed.values() if row.parked]
    if minutes := state.run.caps.get("minutes"):
        moments.append(add_milliseconds(state.run.at, minutes * 60_000 - state.run.active))
    return min(moments, default=None)


def _hang_reason(state: RunState, row: RunTaskRow, age: float) -> Sentence | None:
    """Stage 1: idle without a word; stage 2: the role's time is up; stage 3: the cap, for all."""
    age -= row.waited / 1000
    cap, timeout = state.playbook.breaker.cap, _task_timeout(state, row.task)
    if age >= cap:
        return Sentence("it took longer than {seconds:g} s, the most for any agent", seconds=cap)
    if row.idle and not row.interim:
        return Sentence("it went idle without an interim report")
    if age < _current_patience(state, row):
        return None
    if row.interim:
        return Sentence("it was not done after {seconds:g} s, the time of its role", seconds=timeout)
    return Sentence("it gave no sign of life for {seconds:g} s", seconds=timeout)


def _current_patience(state: RunState, row: RunTaskRow) -> float:
    """How many seconds an agent has. A report buys time up to the cap; in stages, only once it went idle (DEC-34)."""
    breaker = state.playbook.breaker
    has_more = row.interim and (row.idle or not breaker.staged)
    return breaker.cap if has_more else patience_of(state, row.task)


def patience_of(state: RunState, name: str) -> float:
    """The same for a task whose agent has not said anything yet."""
    return min(_task_timeout(state, name), state.playbook.breaker.cap)


def _task_timeout(state: RunState, name: str) -> float:
    """How many seconds a task's agent has: its own, its role's, or everybody's."""
    task, breaker = state.graph.tasks[name], state.playbook.breaker
    by_role = STAGED_TIMES.get(task.role) if breaker.staged else None
    return task.timeout or state.playbook.roles[task.role].timeout or by_role or breaker.timeout


STAGED_TIMES: Final = {"security-auditor": 420.0}
"""By role, in seconds, where the stages hold; all others have the breaker's (ORCH-12)."""
