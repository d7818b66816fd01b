"""What a run does next: (state, now) -> steps. Pure: no clock, no disk, no store, so that any past can be played again.

The order matters: limits first, then what hangs, then gates, then failures, then what is ready, then the end.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from renkei.board.run_tables import RunAskRow, RunTaskRow
from renkei.playbooks.states import ENDED, SETTLED
from renkei.protocol.playbooks import FailurePolicy, PlaybookTask
from renkei.protocol.run_events import AskKind, FailureKind
from renkei.protocol.run_events import RunState as State
from renkei.runs.state import RunState
from renkei.sentence import Sentence

SPAWN_TRIES: Final = 3
"""How often an agent is started that could not be started (as the seeds have it)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """Take these tasks."""

    tasks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Cancel:
    """End an agent that hangs or costs too much; its task has failed."""

    task: str
    token: int
    failure: FailureKind
    reason: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """Put something to a person."""

    kind: AskKind
    question: Sentence
    options: dict[str, Sentence]
    task: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Reset:
    """Do these tasks again."""

    tasks: tuple[str, ...]
    cause: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Leave:
    """Go on without a task."""

    task: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveUpTeam:
    """From now on the agents work each for itself (ORCH-6)."""

    reason: Literal["unresponsive", "api"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Wait:
    """Nothing is left to do until a person answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Continue:
    """A person answered."""


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """The run is over; `merge` says whether its work is to be brought into the branch that it started from."""

    state: State
    note: Sentence
    merge: bool = False


Step = Start | Cancel | Ask | Reset | Leave | GiveUpTeam | Wait | Continue | End


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    steps: tuple[Step, ...] = ()
    until: str | None = None
    """When to decide anew though nothing happens: the next deadline."""


def decide(state: RunState, now: str) -> Decision:
    """The steps to take now."""
    if state.run.state in ENDED or state.run.state == "paused":
        return Decision()
    if state.run.state == "waiting":
        is_answered = not isinstance(next(iter(_work(state, now)), Wait()), Wait)
        return Decision(steps=(Continue(),) if is_answered else ())
    steps = _over_budget(state, now) or _work(state, now)
    return Decision(steps=steps, until=None if steps else _deadline(state))


def _work(state: RunState, now: str) -> tuple[Step, ...]:
    steps = _first(_hung(state, now), _refusals(state), _gates(state), _failures(state), _ready(state))
    return steps or (() if state.at_work else _end(state))


def _first(*choices: Iterator[Step]) -> tuple[Step, ...]:
    """The steps of the first that has any."""
    return next((steps for choice in choices if (steps := tuple(choice))), ())


# Limits


def _over_budget(state: RunState, now: str) -> tuple[Step, ...]:
    """What is used up ends the run: first the agents at work, then itself."""
    run = state.run
    used: dict[str, float] = {
        "tokens": run.tokens,
        "steps": run.steps,
        "minutes": (run.active + _since(run.at, now)) / 60_000,
        "money": run.micros / 1_000_000,
    }
    over = next((name for name, value in used.items() if value >= (run.caps.get(name) or float("inf"))), None)
    if over is None:
        return ()
    note = Sentence("the limit of {cap:g} {name} is reached", cap=run.caps[over], name=over)
    return _cancelled(state.at_work.values(), "agent", note) or (End(state="stopped", note=note),)


def _cancelled(rows: Iterable[RunTaskRow], failure: FailureKind, reason: Sentence) -> tuple[Step, ...]:
    return tuple(Cancel(task=row.task, token=row.token, failure=failure, reason=reason) for row in rows)


# The breaker


def _hung(state: RunState, now: str) -> Iterator[Step]:
    """An agent that hangs is replaced; when too many do, or the model cannot be reached, the team is given up."""
    mine = [row for row in state.at_work.values() if row.lease == state.run.lease]
    reasons = {row.task: reason for row in mine if (reason := _is_hung(state, row, now))}
    for row in mine:
        if row.task in reasons:
            yield Cancel(task=row.task, token=row.token, failure="hung", reason=reasons[row.task])
    gone = {row.task for row in state.tasks.values() if row.kind == "hung"} | reasons.keys()
    unreachable = any(row.kind == "api" for row in state.tasks.values())
    if state.run.team and (unreachable or len(gone) >= state.playbook.breaker.unresponsive):
        yield GiveUpTeam(reason="api" if unreachable else "unresponsive")
        others = [row for row in mine if row.task not in reasons]
        yield from _cancelled(others, "team", Sentence("the team was given up"))


def _is_hung(state: RunState, row: RunTaskRow, now: str) -> Sentence | None:
    """Stage 1: idle without a word; stage 2: the role's time is up without one; stage 3: the cap, for all."""
    age = _since(row.started or now, now) / 1000
    cap, timeout = state.playbook.breaker.cap, timeout_of(state, row.task)
    if age >= cap:
        return Sentence("it took longer than {seconds:g} s, the most for any agent", seconds=cap)
    if row.idle and not row.interim:
        return Sentence("it went idle without an interim report")
    if age >= timeout and not row.interim:
        return Sentence("it gave no sign of life for {seconds:g} s", seconds=timeout)
    return None


def timeout_of(state: RunState, name: str) -> float:
    """How long a task's agent may be silent."""
    task = state.graph.tasks[name]
    return task.timeout or state.playbook.roles[task.role].timeout or state.playbook.breaker.timeout


def _deadline(state: RunState) -> str | None:
    """The next moment at which an agent may turn out to hang, or the time of the run is up."""
    moments: list[str] = []
    for row in state.at_work.values():
        cap = state.playbook.breaker.cap
        seconds = cap if row.interim else min(timeout_of(state, row.task), cap)
        moments.append(_later(row.started or state.run.at, seconds * 1000))
    if minutes := state.run.caps.get("minutes"):
        moments.append(_later(state.run.at, minutes * 60_000 - state.run.active))
    return min(moments, default=None)


# Gates


def _gates(state: RunState) -> Iterator[Step]:
    for row in state.tasks.values():
        if row.state == "completed" and row.gate and row.gate["overall"] != "PASS":
            yield from _rolled_back(state, row)


def _rolled_back(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    assert row.gate is not None
    cause = str(row.gate["overall"])
    answer = _answer(state, "cycles", row.task)
    if state.run.cycle > state.playbook.cycles and answer != "again":
        if answer == "accept":
            return
        yield from _put_to_person(state, "cycles", row, answer, _cycles_question(state, row))
        return
    if cause == "ROLLBACK_P0" and not state.run.yes:
        answer = _answer(state, "rollback", row.task)
        if answer != "again":
            yield from _put_to_person(state, "rollback", row, answer, _rollback_question(row))
            return
    again = set(state.graph.tasks) if cause == "ROLLBACK_P0" else _affected(state, row)
    if not any(name in state.at_work for name in again):
        yield Reset(tasks=tuple(name for name in state.graph.tasks if name in again), cause=cause)


def _affected(state: RunState, gate: RunTaskRow) -> set[str]:
    """The targets, and what was done on top of them: the gate is always done again."""
    assert gate.gate is not None
    targets = [name for target in gate.gate["rollback_targets"] for name in state.graph.named(target)]
    return state.graph.after([*targets, gate.task])


def _put_to_person(state: RunState, kind: AskKind, row: RunTaskRow, answer: str | None, ask: Ask) -> Iterator[Step]:
    if answer is None:
        if not _is_asked(state, kind, row.task):
            yield ask
    else:
        yield End(state="failed", note=Sentence("a person ended it after the gate {task}", task=row.task))


def _cycles_question(state: RunState, row: RunTaskRow) -> Ask:
    assert row.gate is not None
    question = Sentence(
        "The gate {task} still says {overall} after {cycles} repairs (P0 {p0}, P1 {p1}). What now?",
        task=row.task,
        overall=row.gate["overall"],
        cycles=state.playbook.cycles,
        p0=row.gate["p0_count"],
        p1=row.gate["p1_count"],
    )
    options = {
        "again": Sentence("one more repair"),
        "accept": Sentence("take the work as it is"),
        "stop": Sentence("end the run as failed"),
    }
    return Ask(kind="cycles", question=question, options=options, task=row.task)


def _rollback_question(row: RunTaskRow) -> Ask:
    assert row.gate is not None
    question = Sentence(
        "The gate {task} found {count} P0: the requirements are not met. Everything has to be done again. Go on?",
        task=row.task,
        count=row.gate["p0_count"],
    )
    options = {"again": Sentence("do all of it again"), "stop": Sentence("end the run as failed")}
    return Ask(kind="rollback", question=question, options=options, task=row.task)


# Failures


def _failures(state: RunState) -> Iterator[Step]:
    """The failure ladder (LEAD-5): again, then without it, then a person."""
    retries = [row for row in state.tasks.values() if row.state == "failed"]
    again = [row.task for row in retries if _tries_again(state, row)]
    if again:
        yield from _start(state, again)
        return
    for row in retries:
        yield from _given_up(state, row)


def _tries_again(state: RunState, row: RunTaskRow) -> bool:
    policy = policy_of(state, row.task)
    allowed = SPAWN_TRIES if row.kind == "spawn" else policy.retries + 1
    return (
        row.kind == "team"
        or row.failures < allowed
        or _answer(state, "failed", row.task, failures=row.failures) == "retry"
    )


def policy_of(state: RunState, name: str) -> FailurePolicy:
    return state.graph.tasks[name].on_failure or state.playbook.on_failure


def _given_up(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    task, policy = state.graph.tasks[row.task], policy_of(state, row.task)
    answer = _answer(state, "failed", row.task, failures=row.failures)
    if answer == "leave" or policy.then == "continue" or not task.critical:
        yield Leave(task=row.task)
    elif answer is not None or policy.then == "stop" or state.run.yes:
        note = Sentence("{task} failed: {reason}", task=row.task, reason=row.note or row.kind or "-")
        if not state.at_work:
            yield End(state="failed", note=note)
    elif not _is_asked(state, "failed", row.task, failures=row.failures):
        yield _failed_question(row)


def _failed_question(row: RunTaskRow) -> Ask:
    question = Sentence(
        "{agent} failed at {task} ({failures} times): {reason}. What now?",
        agent=row.agent,
        task=row.task,
        failures=row.failures,
        reason=row.note or row.kind or "-",
    )
    options = {
        "retry": Sentence("try once more"),
        "leave": Sentence("go on without it and write down the gap"),
        "stop": Sentence("end the run as failed"),
    }
    return Ask(kind="failed", question=question, options=options, task=row.task)


# What is ready


def _ready(state: RunState) -> Iterator[Step]:
    lost = [row.task for row in state.at_work.values() if row.lease != state.run.lease]
    ready = [row.task for row in state.tasks.values() if row.state == "waiting" and _is_free(state, row.task)]
    unapproved = [name for name in ready if not _is_approved(state, name)]
    yield from _start(state, [*lost, *(name for name in ready if name not in unapproved)])
    for name in unapproved:
        if not _is_asked(state, "approve", name):
            yield _approval_question(state.graph.tasks[name])


def _start(state: RunState, names: list[str]) -> Iterator[Start]:
    mine = sum(row.lease == state.run.lease for row in state.at_work.values())
    room = state.playbook.parallel - mine
    if names and room > 0:
        yield Start(tasks=tuple(names[:room]))


def _is_free(state: RunState, name: str) -> bool:
    return all(_is_settled(state, state.tasks[each]) for each in state.graph.waits_for[name])


def _is_settled(state: RunState, row: RunTaskRow) -> bool:
    """Whether what waits for a task may go on; for a gate, whether it let the work pass."""
    passed = row.gate is None or row.gate["overall"] == "PASS" or _answer(state, "cycles", row.task) == "accept"
    return row.state in SETTLED and passed


def _is_approved(state: RunState, name: str) -> bool:
    task = state.graph.tasks[name]
    return task.kind != "approve" or state.run.yes or _answer(state, "approve", name) == "approve"


def _approval_question(task: PlaybookTask) -> Ask:
    question = Sentence("{task} waits for approval: {title}", task=task.id, title=task.title or task.prompt or task.id)
    options = {"approve": Sentence("go on"), "reject": Sentence("end the run as failed")}
    return Ask(kind="approve", question=question, options=options, task=task.id)


def _refusals(state: RunState) -> Iterator[Step]:
    for row in state.tasks.values():
        is_approval = row.state == "waiting" and state.graph.tasks[row.task].kind == "approve"
        if is_approval and _answer(state, "approve", row.task) not in (None, "approve"):
            yield End(state="failed", note=Sentence("{task} was not approved", task=row.task))
            return


# The end


def _end(state: RunState) -> tuple[Step, ...]:
    if all(_is_settled(state, row) for row in state.tasks.values()):
        return _merge(state)
    return (Wait(),) if _open_asks(state) else ()


def _merge(state: RunState) -> tuple[Step, ...]:
    """The last step brings the work into the branch that the run started from, if a person lets it."""
    done = Sentence("all tasks are done")
    has_work = state.run.head is not None and state.run.head != state.run.base
    if not has_work or state.playbook.merge == "none":
        return (End(state="completed", note=done),)
    answer = _answer(state, "merge", None)
    if state.run.yes or answer == "merge":
        return (End(state="completed", note=done, merge=True),)
    if answer is not None:
        return (End(state="completed", note=Sentence("the work stays on its branch")),)
    if _is_asked(state, "merge", None):
        return (Wait(),)
    question = Sentence(
        "All tasks are done. Bring the work of {run} into {branch}?", run=state.run.id, branch=state.run.branch or "-"
    )
    options = {"merge": Sentence("merge it"), "leave": Sentence("leave it on its branch")}
    return (Ask(kind="merge", question=question, options=options),)


# What a person was asked


def _asks(state: RunState, kind: AskKind, task: str | None, failures: int | None = None) -> list[RunAskRow]:
    """What was asked of this kind in this cycle; of a failure, since the attempt that failed last."""
    since = state.tasks[task].token if task and failures is not None else 0
    return [
        row
        for row in state.asks.values()
        if (row.kind, row.task, row.cycle) == (kind, task, state.run.cycle) and row.seq > since
    ]


def _is_asked(state: RunState, kind: AskKind, task: str | None, failures: int | None = None) -> bool:
    return bool(_asks(state, kind, task, failures))


def _answer(state: RunState, kind: AskKind, task: str | None, failures: int | None = None) -> str | None:
    found = _asks(state, kind, task, failures)
    return found[-1].answer if found else None


def _open_asks(state: RunState) -> list[RunAskRow]:
    return [row for row in state.asks.values() if row.answer is None]


# Time


def _since(earlier: str, now: str) -> float:
    """Milliseconds."""
    return (datetime.fromisoformat(now) - datetime.fromisoformat(earlier)).total_seconds() * 1000


def _later(moment: str, milliseconds: float) -> str:
    return (datetime.fromisoformat(moment) + timedelta(milliseconds=milliseconds)).isoformat().replace("+00:00", "Z")
