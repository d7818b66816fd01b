"""How the tables of runs follow from the log. The executor folds a run it carries out with these very functions."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar

from renkei.board.folds.base import Stamp, require_row
from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow, RunWarningRow
from renkei.board.team import SYSTEM
from renkei.eventlog.tables import Change, Put
from renkei.playbooks.states import ENDED
from renkei.protocol.events import CapSet, DecisionResolved, ResolutionBody
from renkei.protocol.run_events import (
    AgentDismissed,
    GateDecided,
    OutsideChanged,
    RunAsked,
    RunChecksAllowed,
    RunEnded,
    RunFellBack,
    RunLeased,
    RunMoved,
    RunStarted,
    RunUndone,
    RunUsage,
    TaskBody,
    TaskCompleted,
    TaskFailed,
    TaskNoted,
    TasksCompleted,
    TaskSkipped,
    TasksReset,
    TasksStarted,
    TaskStarted,
    TaskVerified,
)
from renkei.protocol.terms import FAILURE_WARNING, OWN_FAILURES, UNSPENT, LifeSignKind, OffClock

RowT = TypeVar("RowT")

OWN_WARNING: Final = "Renkei could not carry out {task}, which is not its agent's failure: {reason}"
"""Who is not to blame is not blamed (DEC-32)."""

TEAM_WARNING: Final = "{task} was begun anew, for {name} works alone now: the team was given up"
LIMIT_WARNING: Final = "{task} waited for its provider until {until}: {reason}"

STEP_WARNING: Final = "{task} failed, which no agent does: {reason}"

OUTSIDE_WARNING: Final = "Changed outside of its work tree while {tasks} worked: {changes}"
_SOME: Final = 5
"""How many changes a warning names, and how many tasks; the event has all of them."""
_LONGEST: Final = 200


class Rows(Protocol):
    """Rows by their key: all that these folds ask for."""

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None: ...


def _run_started(view: Rows, event: RunStarted, stamp: Stamp) -> Iterable[Change]:
    body = event.body
    yield Put(
        RunRow(
            id=event.run,
            playbook=event.playbook,
            state="running",
            agents=event.agents,
            yes=event.yes,
            execute=event.execute,
            merge=event.merge,
            base=event.base,
            branch=event.branch,
            head=event.base,
            cycle=1,
            team=event.team,
            lease=0,
            holder="",
            caps=dict(event.caps),
            tokens=0,
            steps=0,
            micros=0,
            unpriced=0,
            active=0,
            started=stamp.at,
            at=stamp.at,
            last=stamp.seq,
            merged=None,
            unmerged=0,
            undone=None,
            note="",
            seq=stamp.seq,
        )
    )
    plan = RunPlanRow(
        run=event.run,
        goal=body.goal if body else "",
        variables=body.variables if body else {},
        playbook=body.playbook if body else {},
        work_tree=event.work_tree,
        git=event.git,
    )
    yield Put(plan)
    for number, task in enumerate(event.tasks):
        yield Put(_new_task_row(event.run, task, number))


def _new_task_row(run: str, task: str, number: int) -> RunTaskRow:
    return RunTaskRow(
        run=run,
        task=task,
        number=number,
        state="waiting",
        cycle=1,
        attempt=0,
        failures=0,
        token=0,
        lease=0,
        credential=None,
        agent="",
        contract=None,
        base=None,
        commit_id=None,
        artifacts=[],
        refused=[],
        outputs={},
        conflicts=[],
        severity=None,
        questions=[],
        flags=[],
        doubts=[],
        not_run=None,
        recheck=False,
        gate=None,
        kind=None,
        note="",
        interim=False,
        idle=False,
        question=None,
        waited=0,
        off_clock=None,
        tokens=0,
        steps=0,
        micros=0,
        unpriced=0,
        parked=None,
        parks=0,
        started=None,
        ended=None,
    )


def _run_leased(view: Rows, event: RunLeased, stamp: Stamp) -> Iterable[Change]:
    run = _require_run(view, event.run, stamp)
    # Nobody carried it out since its newest event: that time does not count.
    yield Put(replace(run, lease=stamp.seq, holder=event.holder, at=stamp.at, last=stamp.seq))


def _run_checks_allowed(view: Rows, event: RunChecksAllowed, stamp: Stamp) -> Iterable[Change]:
    yield _update_run(view, event.run, stamp, execute=True)


def _run_moved(view: Rows, event: RunMoved, stamp: Stamp) -> Iterable[Change]:
    run = _require_run(view, event.run, stamp)
    unmerged = run.lease if event.unmerged else run.unmerged
    note = event.body.note if event.body else ""
    yield _update_run(view, event.run, stamp, state=event.state, note=note, unmerged=unmerged)


def _task_started(view: Rows, event: TaskStarted, stamp: Stamp) -> Iterable[Change]:
    yield Put(_start_task(view, event, stamp))
    yield _update_run(view, event.run, stamp)


def _tasks_started(view: Rows, event: TasksStarted, stamp: Stamp) -> Iterable[Change]:
    for each in event.each:
        yield Put(_start_task(view, each, stamp))
    yield _update_run(view, event.run, stamp)


def _start_task(view: Rows, event: TaskStarted, stamp: Stamp) -> RunTaskRow:
    return replace(
        _require_task(view, event.run, event.task, stamp),
        state="running",
        cycle=event.cycle,
        attempt=event.attempt,
        token=stamp.seq,
        lease=event.lease,
        agent=event.agent,
        contract=event.contract,
        credential=event.credential,
        base=event.base,
        recheck=event.recheck,
        interim=False,
        idle=False,
        waited=0,
        off_clock=None,
        parked=None,
        started=stamp.at,
        ended=None,
    )


def _task_noted(view: Rows, event: TaskNoted, stamp: Stamp) -> Iterable[Change]:
    task = _require_task(view, event.run, event.task, stamp)
    yield Put(
        replace(
            task,
            **_add_usage(task, event.usage),
            interim=task.interim or event.sign in ("interim", "verifying"),
            idle=event.sign == "idle" or (task.idle and task.interim),
            # Who begins now, or looks at a report, has all the time that an agent has.
            waited=_milliseconds_between(task.started or stamp.at, stamp.at)
            if event.sign in ("verifying", "begun")
            else task.waited,
            off_clock=_off_clock(task, event.sign),
        )
    )
    yield _update_run(view, event.run, stamp, event.usage)


def _off_clock(task: RunTaskRow, sign: LifeSignKind) -> OffClock | None:
    match sign:
        case "preparing" | "reported" | "ended":
            return sign
        case "begun":
            return None
        case _:
            return task.off_clock


def _task_completed(view: Rows, event: TaskCompleted, stamp: Stamp) -> Iterable[Change]:
    yield from _complete_tasks(view, event.run, [(event, event.body)], stamp)


def _tasks_completed(view: Rows, event: TasksCompleted, stamp: Stamp) -> Iterable[Change]:
    bodies = event.body.each if event.body else [None] * len(event.each)
    yield from _complete_tasks(view, event.run, list(zip(event.each, bodies, strict=True)), stamp)


def _complete_tasks(
    view: Rows, run: str, results: list[tuple[TaskCompleted, TaskBody | None]], stamp: Stamp
) -> Iterable[Change]:
    for event, body in results:
        yield Put(_complete_task(_require_task(view, run, event.task, stamp), event, body, stamp))
    unchecked = [(event, text) for event, body in results if body for text in body.unchecked]
    if unchecked:
        text = "; ".join(f"{event.task}: {text}" for event, text in unchecked)
        yield Put(RunWarningRow(run=run, seq=stamp.seq, task=unchecked[0][0].task, agent="", text=text))
    commits = [event.commit for event, _ in results if event.commit]
    head: dict[str, Any] = {"head": commits[-1]} if commits else {}
    yield _update_run(view, run, stamp, *(event.usage for event, _ in results), **head)


def _complete_task(task: RunTaskRow, event: TaskCompleted, body: TaskBody | None, stamp: Stamp) -> RunTaskRow:
    return replace(
        task,
        **_add_usage(task, event.usage),
        state="unverified" if event.unverified else "completed",
        commit_id=event.commit,
        artifacts=event.artifacts,
        refused=[each.model_dump() for each in event.refused],
        outputs=body.outputs if body else {},
        conflicts=[each.model_dump() for each in body.conflicts] if body else [],
        severity=event.severity,
        questions=body.questions if body else [],
        flags=event.flags,
        doubts=body.doubts if body else [],
        not_run=body.not_run if body else None,
        note=body.summary if body else "",
        kind=None,
        parks=0,
        ended=stamp.at,
    )


def _task_verified(view: Rows, event: TaskVerified, stamp: Stamp) -> Iterable[Change]:
    task = _require_task(view, event.run, event.task, stamp)
    yield Put(replace(task, state="completed", not_run=None, kind=None, ended=stamp.at))
    yield _update_run(view, event.run, stamp)


def _task_failed(view: Rows, event: TaskFailed, stamp: Stamp) -> Iterable[Change]:
    task = _require_task(view, event.run, event.task, stamp)
    note = event.body.summary if event.body else ""
    spent = event.kind not in UNSPENT
    failed = replace(
        task,
        **_add_usage(task, event.usage),
        state="failed",
        failures=task.failures + spent,
        kind=event.kind,
        note=note,
        parked=event.until,
        parks=task.parks + 1 if event.kind == "limit" else 0,
        ended=stamp.at,
    )
    yield Put(failed if task.recheck else _clear_result(failed, event, spent=spent))
    yield Put(
        RunWarningRow(
            run=event.run,
            seq=stamp.seq,
            task=event.task,
            agent=event.agent,
            text=_failure_warning(event, note),
        )
    )
    yield _update_run(view, event.run, stamp, event.usage)


def _clear_result(task: RunTaskRow, event: TaskFailed, *, spent: bool) -> RunTaskRow:
    """What an attempt of an agent's leaves behind that has failed; a check that is run later changes no result."""
    return replace(
        task,
        attempt=task.attempt if spent else task.attempt - 1,
        refused=[each.model_dump() for each in event.refused],
        outputs=event.body.outputs if event.body else {},
        conflicts=[],
        severity=None,
        questions=[],
        flags=[],
        doubts=[],
    )


def _failure_warning(event: TaskFailed, note: str) -> str:
    if event.kind == "limit":
        return LIMIT_WARNING.format(task=event.task, until=event.until or "-", reason=note or event.kind)
    if event.kind == "team":
        return TEAM_WARNING.format(task=event.task, name=event.agent)
    if event.kind in OWN_FAILURES:
        return OWN_WARNING.format(task=event.task, reason=note or event.kind)
    if event.agentless:
        return STEP_WARNING.format(task=event.task, reason=note or event.kind)
    return FAILURE_WARNING.format(name=event.agent)


def _agent_dismissed(view: Rows, event: AgentDismissed, stamp: Stamp) -> Iterable[Change]:
    if event.body:
        text = FAILURE_WARNING.format(name=event.agent)
        yield Put(RunWarningRow(run=event.run, seq=stamp.seq, task=event.task, agent=event.agent, text=text))
        yield _update_run(view, event.run, stamp)


def _outside_changed(view: Rows, event: OutsideChanged, stamp: Stamp) -> Iterable[Change]:
    changes = _join_some(event.body.changes, "; ") if event.body else "-"
    text = OUTSIDE_WARNING.format(tasks=_join_some(event.tasks, ", "), changes=changes) if event.tasks else changes
    task = event.tasks[0] if event.tasks else ""
    yield Put(RunWarningRow(run=event.run, seq=stamp.seq, task=task, agent="", text=text))
    yield _update_run(view, event.run, stamp)


def _join_some(texts: list[str], between: str) -> str:
    """The first of them in one line that can be read."""
    shown = [text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…" for text in texts[:_SOME]]
    return between.join([*shown, *([f"and {len(texts) - _SOME} more"] if len(texts) > _SOME else [])])


def _task_skipped(view: Rows, event: TaskSkipped, stamp: Stamp) -> Iterable[Change]:
    yield Put(replace(_require_task(view, event.run, event.task, stamp), state="skipped"))
    yield _update_run(view, event.run, stamp)


def _tasks_reset(view: Rows, event: TasksReset, stamp: Stamp) -> Iterable[Change]:
    for name in event.tasks:
        task = _require_task(view, event.run, name, stamp)
        yield Put(replace(task, cycle=event.cycle, **_ANEW))
    yield _update_run(view, event.run, stamp, cycle=event.cycle)


_ANEW: Final[dict[str, Any]] = {
    "state": "waiting",
    "attempt": 0,
    "failures": 0,
    "gate": None,
    "kind": None,
    "conflicts": [],
    "severity": None,
    "questions": [],
    "flags": [],
    "doubts": [],
    "not_run": None,
    "recheck": False,
}


def _gate_decided(view: Rows, event: GateDecided, stamp: Stamp) -> Iterable[Change]:
    task = _require_task(view, event.run, event.task, stamp)
    gate = event.model_dump(exclude={"run", "task", "cycle", "body"})
    yield Put(replace(task, gate={**gate, "items": event.body.items if event.body else []}))
    yield _update_run(view, event.run, stamp)


def _run_asked(view: Rows, event: RunAsked, stamp: Stamp) -> Iterable[Change]:
    yield Put(
        RunAskRow(
            decision=event.decision,
            run=event.run,
            kind=event.kind,
            task=event.task,
            cycle=event.cycle,
            token=event.token,
            about=event.about,
            question=event.body.question if event.body else "",
            answer=event.body.answer if event.body else None,
            why="",
            constraints=[],
            at=stamp.at,
            seq=stamp.seq,
        )
    )
    if event.kind == "question" and event.task:
        task = _require_task(view, event.run, event.task, stamp)
        is_open = event.body is None or event.body.answer is None
        # To ask is a sign of life.
        yield Put(replace(task, interim=True, idle=False, question=event.decision if is_open else task.question))
    yield _update_run(view, event.run, stamp)


def _current_option(asked: RunAskRow, option: str) -> str:
    """An option by its name of today: older questions about a failed task offer `leave`."""
    return "skip" if (asked.kind, option) == ("failed", "leave") else option


def fold_run_answer(view: Rows, event: DecisionResolved, stamp: Stamp) -> Iterable[Change]:
    """A person's answer to what a run asked is an event of that run, too."""
    if asked := view.get(RunAskRow, event.decision):
        # What Renkei takes back, or what ended with the run, has no answer.
        is_answer = stamp.actor != SYSTEM and _require_run(view, asked.run, stamp).state not in ENDED
        body = event.body if is_answer else None
        answer: dict[str, Any] = {"answer": "", "why": "", "constraints": []}
        if body:
            constraints = list(body.additional_constraints)
            chosen = _current_option(asked, body.chosen_option)
            answer = {"answer": chosen, "why": _full_reason(body), "constraints": constraints}
        yield Put(replace(asked, **answer))
        if asked.kind == "question" and asked.task:
            task = _require_task(view, asked.run, asked.task, stamp)
            waited = _milliseconds_between(asked.at, stamp.at) if task.token == asked.token else 0
            is_this = task.question == asked.decision
            yield Put(replace(task, question=None if is_this else task.question, waited=task.waited + waited))
        run = _require_run(view, asked.run, stamp)
        yield _update_run(view, asked.run, stamp, **_raised_caps(run, asked, answer["answer"]))


def _full_reason(given: ResolutionBody) -> str:
    """The reason, and what the answer adds to it that has to be kept."""
    return "\n".join((given.rationale, *(f"- {each}" for each in given.additional_constraints)))


def _cap_set(view: Rows, event: CapSet, stamp: Stamp) -> Iterable[Change]:
    if event.run:
        run = _require_run(view, event.run, stamp)
        money = None if event.micros is None else event.micros / 1_000_000
        yield _update_run(view, event.run, stamp, caps={**run.caps, "tokens": event.tokens, "money": money})


def _raised_caps(run: RunRow, asked: RunAskRow, answer: str) -> dict[str, Any]:
    """A person who is asked whether a run may go on over its limit says so by doubling it."""
    if (asked.kind, answer) != ("cap", "double") or not asked.about:
        return {}
    return {"caps": {**run.caps, asked.about: (run.caps.get(asked.about) or 0) * 2}}


def _run_fell_back(view: Rows, event: RunFellBack, stamp: Stamp) -> Iterable[Change]:
    yield _update_run(view, event.run, stamp, team=False)


def _run_ended(view: Rows, event: RunEnded, stamp: Stamp) -> Iterable[Change]:
    note = event.body.note if event.body else ""
    yield _update_run(view, event.run, stamp, state=event.state, note=note, merged=event.commit)


def _run_undone(view: Rows, event: RunUndone, stamp: Stamp) -> Iterable[Change]:
    yield _update_run(view, event.run, stamp, undone=event.commit)


def _update_run(view: Rows, name: str, stamp: Stamp, *used: RunUsage, **changes: Any) -> Change:
    run = _require_run(view, name, stamp)
    return Put(
        replace(
            run,
            tokens=run.tokens + sum(usage.tokens for usage in used),
            steps=run.steps + sum(usage.steps for usage in used),
            micros=run.micros + sum(usage.micros for usage in used),
            unpriced=run.unpriced + sum(usage.unpriced for usage in used),
            active=run.active + (_milliseconds_between(run.at, stamp.at) if run.state == "running" else 0),
            at=stamp.at,
            last=stamp.seq,
            **changes,
        )
    )


def _add_usage(task: RunTaskRow, usage: RunUsage) -> dict[str, int]:
    """What a task has used with this."""
    return {
        "tokens": task.tokens + usage.tokens,
        "steps": task.steps + usage.steps,
        "micros": task.micros + usage.micros,
        "unpriced": task.unpriced + usage.unpriced,
    }


def _milliseconds_between(earlier: str, later: str) -> int:
    return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() * 1000)


def _require_run(view: Rows, name: str, stamp: Stamp) -> RunRow:
    return require_row(view.get(RunRow, name), stamp)


def _require_task(view: Rows, run: str, name: str, stamp: Stamp) -> RunTaskRow:
    return require_row(view.get(RunTaskRow, run, name), stamp)


RUN_FOLDS: Final[dict[type[Any], Callable[[Any, Any, Stamp], Iterable[Change]]]] = {
    RunStarted: _run_started,
    RunLeased: _run_leased,
    RunChecksAllowed: _run_checks_allowed,
    RunMoved: _run_moved,
    TaskStarted: _task_started,
    TasksStarted: _tasks_started,
    TaskNoted: _task_noted,
    TaskCompleted: _task_completed,
    TasksCompleted: _tasks_completed,
    TaskVerified: _task_verified,
    TaskFailed: _task_failed,
    AgentDismissed: _agent_dismissed,
    OutsideChanged: _outside_changed,
    TaskSkipped: _task_skipped,
    TasksReset: _tasks_reset,
    GateDecided: _gate_decided,
    RunAsked: _run_asked,
    RunFellBack: _run_fell_back,
    RunEnded: _run_ended,
    RunUndone: _run_undone,
    CapSet: _cap_set,
}
