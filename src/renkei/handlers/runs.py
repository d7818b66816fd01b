"""What is asked of a run, and what it leads to. Whether a step makes sense was decided by `renkei.runs.decide` on a
state; here it is made sure that the state is still that one, and that the one who says so holds the lease."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Final

from renkei.board.names import run_question
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.tables import FieldRow
from renkei.board.team import PERSON, member
from renkei.errors import NotFound, Refused, Stale
from renkei.eventlog.records import canonical
from renkei.handlers import questions
from renkei.handlers.base import Asked, Decision
from renkei.handlers.messages import post_message
from renkei.handlers.run_rows import held, run_named, seen, task_at_work, task_of
from renkei.handlers.task_contracts import delivered, laid_down, under_contract
from renkei.playbooks.gates import outcome
from renkei.playbooks.states import ENDED, move_run, move_task
from renkei.protocol.base import RESERVED_NAMES
from renkei.protocol.commands import PostMessage
from renkei.protocol.events import AgentAdded, Event, FieldBody, FieldSet, RuleRefused, TurnNote, TurnUpdated
from renkei.protocol.messages import DRAFT
from renkei.protocol.run_commands import (
    AllowRunChecks,
    AskPerson,
    ContinueRun,
    DismissAgent,
    EndRun,
    FinishTasks,
    GiveUpTeam,
    LeaseRun,
    LeaveTask,
    MoveRun,
    NoteTask,
    PutQuestion,
    ResetTasks,
    RetryTask,
    StartRun,
    StartTasks,
    TaskEnd,
    TaskTaken,
    TellOutside,
    UndoRun,
    UpdateTurn,
    WaitForPerson,
    WithdrawQuestion,
)
from renkei.protocol.run_events import (
    REHEARSED,
    AgentDismissed,
    GateBody,
    GateDecided,
    OutsideBody,
    OutsideChanged,
    RunAsked,
    RunBody,
    RunChecksAllowed,
    RunEnded,
    RunLeased,
    RunMoved,
    RunNote,
    RunStarted,
    RunStep,
    RunUndone,
    TaskBodies,
    TaskBody,
    TaskCompleted,
    TaskFailed,
    TaskLeft,
    TaskNoted,
    TasksCompleted,
    TasksReset,
    TasksStarted,
    TaskStarted,
    TaskVerified,
    TeamGivenUp,
)

FEW: Final = 16
"""So many tasks of one step have a record each."""


def start_run(asked: Asked, command: StartRun) -> Decision:
    move_run(None, "start")
    _check_grants(asked, command)
    name = _next_name(asked)
    _check_free(name, command)
    playbook = command.playbook
    document = playbook.model_dump(by_alias=True, exclude_defaults=True)
    started = RunStarted(
        run=name,
        playbook=playbook.name,
        digest=hashlib.sha256(canonical(document).encode()).hexdigest()[:16],
        agents=command.agents,
        yes=command.yes,
        execute=command.execute,
        merge=command.merge,
        tasks=[task.id for task in playbook.tasks],
        base=command.base,
        branch=command.branch,
        work_tree=command.work_tree,
        git=command.git,
        caps=command.caps.model_dump(),
        body=RunBody(goal=command.goal, variables=dict(command.variables), playbook=document),
    )
    goal = _on_the_board(asked, "goal", command.goal) if command.goal else ()
    return Decision(events=(started, *_joining(asked, command), *goal))


def _next_name(asked: Asked) -> str:
    """R-1, R-2, ...: one above the newest, also where that was counted otherwise."""
    newest = asked.view.select(RunRow, order="seq", descending=True, limit=1)
    return f"R-{int(newest[0].id.removeprefix('R-')) + 1 if newest else 1}"


def _check_grants(asked: Asked, command: StartRun) -> None:
    """Approvals and what reaches a person's branch are a person's to grant, also in advance (DEC-51)."""
    granted = [flag for flag, given in (("--yes", command.yes), ("--merge", command.merge)) if given]
    if granted and asked.actor.name != PERSON:
        raise Refused(
            "{actor} may not grant in advance what is a person's to grant ({flags}). Start the run without it: it asks "
            "a person, who answers with `renkei decide`.",
            rule="ACTOR-6",
            actor=asked.actor.name,
            flags=", ".join(granted),
        )


def _check_free(run: str, command: StartRun) -> None:
    """A branch of the run's name is of another store, or a person's: it is not touched."""
    if found := next((name for name in command.taken if name == run or name.startswith(f"{run}/")), None):
        raise Refused(
            "The branch {name} is in the way of the one that the run would make ({own}). Give it another name: "
            "git branch -m {name} OTHER",
            rule="RUN-4",
            name=f"renkei/{found}",
            own=f"renkei/{run}",
        )


def lease_run(asked: Asked, command: LeaseRun) -> Decision:
    run = run_named(asked, command.run)
    return Decision(events=(RunLeased(run=run.id, holder=command.holder),))


def move(asked: Asked, command: MoveRun) -> Decision:
    run = run_named(asked, command.run)
    state = move_run(run.state, command.step, run.id)
    note = RunNote(note=command.note) if command.note else None
    if command.step == "stop":
        phase = _on_the_board(asked, "current_phase", f"{run.playbook}: {state}")
        return Decision(events=(RunEnded(run=run.id, state=state, body=note), *_all_laid_down(asked, run), *phase))
    return Decision(events=(RunMoved(run=run.id, step=command.step, state=state, body=note),))


def allow_run_checks(asked: Asked, command: AllowRunChecks) -> Decision:
    run = run_named(asked, command.run)
    if run.state in ENDED:
        raise Refused("The run {run} has ended ({state}).", rule="RUN-2", run=run.id, state=run.state)
    return Decision(events=() if run.execute else (RunChecksAllowed(run=run.id),))


def retry_task(asked: Asked, command: RetryTask) -> Decision:
    """A person has it done again, and what was done since on top of it."""
    run = run_named(asked, command.run)
    state = move_run(run.state, "retry", run.id)
    rows = {row.task: row for row in asked.view.select(RunTaskRow, order="number", run=run.id)}
    if command.task not in rows:
        raise NotFound(
            "The run {run} has no task {task}. Its tasks: {known}.",
            run=run.id,
            task=command.task,
            known=", ".join(rows),
        )
    again = [command.task, *command.follow]
    for name in again:
        move_task(rows[name].state, "reset", name)
    reset = TasksReset(run=run.id, tasks=again, cycle=run.cycle, cause="retry")
    over = [event for name in again for event in laid_down(asked, rows[name], asked.say("it is done again"))]
    return Decision(events=(reset, RunMoved(run=run.id, step="retry", state=state), *over))


def undo_run(asked: Asked, command: UndoRun) -> Decision:
    run = run_named(asked, command.run)
    if run.merged is None or run.undone is not None:
        raise Refused("The run {run} has no merge that could be taken back.", rule="RUN-2", run=run.id)
    return Decision(events=(RunUndone(run=run.id, commit=command.commit),))


def start_tasks(asked: Asked, command: StartTasks) -> Decision:
    run = seen(asked, command)
    if run.state != "running":
        move_run(run.state, "wait", run.id)
    events = [event for taken in command.tasks for event in _taken(asked, run, taken)]
    phase = _on_the_board(asked, "current_phase", command.phase) if command.phase else ()
    return Decision(events=(*_together(run, events), *phase))


def _on_the_board(asked: Asked, field: str, value: str) -> Iterator[Event]:
    """A run sets the board's goal and phase (DEC-33)."""
    standing = asked.view.get(FieldRow, field)
    if standing is None or standing.value != value:
        yield FieldSet(
            field=field,
            based_on=asked.view.head.seq,
            body=FieldBody(value=value),
            action=asked.say("set {field}", field=field),
        )


def _taken(asked: Asked, run: RunRow, taken: TaskTaken) -> Iterator[Event]:
    row = task_of(asked, run, taken.task)
    move_task(row.state, "start", row.task)
    if row.state == "running" and row.lease == run.lease:
        raise Refused("The task {task} is at work already.", rule="RUN-1", task=row.task)
    if taken.recheck:
        _check_held_back(run, row)
        contract, agreed = row.contract, []
    else:
        contract, agreed = under_contract(asked, run, row, taken)
    yield TaskStarted(
        run=run.id,
        task=row.task,
        cycle=row.cycle,
        attempt=row.attempt if taken.recheck else row.attempt + 1,
        agent=taken.agent,
        lease=run.lease,
        base=taken.base,
        contract=contract,
        credential=taken.credential,
        recheck=taken.recheck,
    )
    yield from agreed


def _check_held_back(run: RunRow, row: RunTaskRow) -> None:
    if not (run.execute and (row.state == "unverified" or row.recheck)):
        raise Refused("No check of {task} is held back that may be run now.", rule="RUN-2", task=row.task)


def finish_tasks(asked: Asked, command: FinishTasks) -> Decision:
    run = held(asked, command.run, command.lease)
    _check_order(run, command.results)
    events = [event for result in command.results for event in _finished(asked, run, result)]
    return Decision(events=_together(run, events))


def _together(run: RunRow, events: list[Event]) -> tuple[Event, ...]:
    """What happened to many tasks at once is one event, so that a thousand tasks do not cost thousands of records."""
    started = [event for event in events if isinstance(event, TaskStarted)]
    if len(started) > FEW:
        others = (event for event in events if not isinstance(event, TaskStarted))
        return (TasksStarted(run=run.id, each=started), *others)
    completed = [event for event in events if isinstance(event, TaskCompleted)]
    if len(completed) > FEW:
        bodies = TaskBodies(each=[event.body or TaskBody(summary="") for event in completed])
        each = [event.model_copy(update={"body": None}) for event in completed]
        others = (event for event in events if not isinstance(event, TaskCompleted))
        return (TasksCompleted(run=run.id, each=each, body=bodies), *others)
    return tuple(events)


def note_task(asked: Asked, command: NoteTask) -> Decision:
    run = held(asked, command.run, command.lease)
    row = task_at_work(asked, run, command.task, command.token)
    noted = TaskNoted(run=run.id, task=row.task, token=row.token, sign=command.sign, usage=command.usage)
    return Decision(events=(noted,))


def put_question(asked: Asked, command: PutQuestion) -> Decision:
    run = held(asked, command.run, command.lease)
    return questions.put(asked, run, task_at_work(asked, run, command.task, command.token), command)


def update_turn(asked: Asked, command: UpdateTurn) -> Decision:
    """Also of a run that was stopped: that is when an agent is asked."""
    run = run_named(asked, command.run)
    row = task_of(asked, run, command.task)
    if (row.token, run.lease) != (command.token, command.lease):
        raise Stale("{task} is in other hands by now.", rule="RUN-1", task=row.task)
    said = TurnUpdated(
        run=run.id,
        task=row.task,
        token=row.token,
        agent=row.agent,
        action=asked.say("said where it stands"),
        body=TurnNote(text=command.text),
    )
    return Decision(events=(said,) if member(asked.view, row.agent) else ())


def withdraw_question(asked: Asked, command: WithdrawQuestion) -> Decision:
    seen(asked, command)
    return Decision(events=tuple(questions.withdraw(asked, command.decision, command.why)))


def dismiss_agent(asked: Asked, command: DismissAgent) -> Decision:
    run = run_named(asked, command.run)
    row = task_of(asked, run, command.task)
    return Decision(events=(AgentDismissed(run=run.id, task=row.task, token=command.token, agent=row.agent),))


def tell_outside(asked: Asked, command: TellOutside) -> Decision:
    run = run_named(asked, command.run)
    body = OutsideBody(changes=list(command.changes))
    return Decision(events=(OutsideChanged(run=run.id, tasks=list(command.tasks), body=body),))


def ask_person(asked: Asked, command: AskPerson) -> Decision:
    """Asks like any agent would, so that `renkei decide` and every other way in can answer."""
    run = seen(asked, command)
    parts = (run.id, command.kind, command.task, str(run.cycle), str(asked.view.head.seq + 1))
    decision = run_question(asked.view, "-".join(filter(None, parts)))
    payload = {
        "decision_id": decision,
        "question": command.question,
        "options": [{"label": label, "analysis": meaning} for label, meaning in command.options.items()],
    }
    draft = DRAFT.validate_python({"type": "DECISION_REQUEST", "to": PERSON, "payload": payload, "priority": "high"})
    posted = post_message(asked, PostMessage(message=draft), named_by_renkei=True).events
    question = RunAsked(
        run=run.id, decision=decision, kind=command.kind, task=command.task, cycle=run.cycle, about=command.about
    )
    return Decision(events=(question, *posted))


def wait_for_person(asked: Asked, command: WaitForPerson) -> Decision:
    run = seen(asked, command)
    note = RunNote(note=command.note) if command.note else None
    state = move_run(run.state, "wait", run.id)
    return Decision(events=(RunMoved(run=run.id, step="wait", state=state, unmerged=command.unmerged, body=note),))


def continue_run(asked: Asked, command: ContinueRun) -> Decision:
    run = seen(asked, command)
    return Decision(events=(RunMoved(run=run.id, step="continue", state=move_run(run.state, "continue", run.id)),))


def reset_tasks(asked: Asked, command: ResetTasks) -> Decision:
    run = seen(asked, command)
    over: list[Event] = []
    for name in command.tasks:
        row = task_of(asked, run, name)
        move_task(row.state, "reset", name)
        over += laid_down(asked, row, asked.say("it is done again"))
    cycle = run.cycle + 1 if command.cause in ("ROLLBACK_P1", "ROLLBACK_P0") else run.cycle
    reset = TasksReset(run=run.id, tasks=list(command.tasks), cycle=cycle, cause=command.cause)
    return Decision(events=(reset, *over))


def leave_task(asked: Asked, command: LeaveTask) -> Decision:
    run = seen(asked, command)
    row = task_of(asked, run, command.task)
    move_task(row.state, "leave", row.task)
    over = (*laid_down(asked, row, row.note), *questions.withdrawn(asked, row))
    return Decision(events=(TaskLeft(run=run.id, task=row.task, cycle=row.cycle), *over))


def give_up_team(asked: Asked, command: GiveUpTeam) -> Decision:
    run = seen(asked, command)
    return Decision(events=(TeamGivenUp(run=run.id, reason=command.reason),))


def end_run(asked: Asked, command: EndRun) -> Decision:
    """LEAD-8: nothing is brought together before all that was started has ended."""
    run = seen(asked, command)
    state = move_run(run.state, _ENDS[command.state], run.id)
    at_work = [row.task for row in asked.view.select(RunTaskRow, order="number", run=run.id, state="running")]
    if state == "completed" and at_work:
        raise Refused(
            "The run {run} cannot end: {tasks} are still at work.", rule="LEAD-8", run=run.id, tasks=", ".join(at_work)
        )
    unverified = [row.task for row in asked.view.select(RunTaskRow, order="number", run=run.id, state="unverified")]
    if state == "completed" and unverified:
        raise Refused(
            "The run {run} cannot end: the checks of {tasks} were not run.",
            rule="RUN-5",
            run=run.id,
            tasks=", ".join(unverified),
        )
    note = RunNote(note=command.note) if command.note else None
    over = () if state == "completed" else _all_laid_down(asked, run)
    phase = _on_the_board(asked, "current_phase", f"{run.playbook}: {state}")
    return Decision(events=(RunEnded(run=run.id, state=state, commit=command.commit, body=note), *over, *phase))


def _all_laid_down(asked: Asked, run: RunRow) -> Iterator[Event]:
    for row in asked.view.select(RunTaskRow, order="number", run=run.id):
        if row.state != "completed":  # also what is unverified
            yield from laid_down(asked, row, asked.say("the run has ended"))
            yield from questions.withdrawn(asked, row)


_ENDS: Final[dict[str, RunStep]] = {"completed": "complete", "failed": "fail", "stopped": "stop"}


def _check_order(run: RunRow, results: list[TaskEnd]) -> None:
    """Each commit stands on the one before it, so that nothing comes in that no result stands for."""
    head = run.head
    for result in results:
        if result.commit and result.onto != head:
            raise Refused(
                "The commit of {task} stands on {onto}, and {run} is at {head}.",
                rule="RUN-1",
                task=result.task,
                onto=result.onto,
                run=run.id,
                head=head,
            )
        head = result.commit or head


def _finished(asked: Asked, run: RunRow, result: TaskEnd) -> Iterator[Event]:
    row = task_at_work(asked, run, result.task, result.token)
    common: dict[str, Any] = {
        "run": run.id,
        "task": row.task,
        "cycle": row.cycle,
        "attempt": row.attempt,
        "token": row.token,
        "agent": row.agent,
        "refused": result.refused,
        "usage": result.usage,
        "body": TaskBody(
            summary=result.summary,
            outputs=result.outputs,
            notes=list(result.notes),
            not_run=result.not_run,
            conflicts=list(result.conflicts),
            unchecked=list(result.unchecked),
            questions=list(result.questions),
            doubts=list(result.doubts),
        ),
    }
    for each in result.refused:
        yield RuleRefused(rule=each.rule, actor=row.agent, action=f"write {each.path}", mode="enforce")
    if result.failure:
        yield TaskFailed(kind=result.failure, agentless=result.agentless, silent=result.silent, **common)
        yield from delivered(asked, row, result)
        return
    if row.recheck:
        yield TaskVerified(run=run.id, task=row.task, cycle=row.cycle, token=row.token, agent=row.agent)
        yield from delivered(asked, row, result)
        return
    unverified = result.not_run is not None
    move_task(row.state, "hold" if unverified else "complete", row.task)
    own: dict[str, Any] = {"unverified": unverified, "severity": result.severity, "flags": list(result.flags)}
    yield TaskCompleted(commit=result.commit, artifacts=result.artifacts, **own, **common)
    yield from delivered(asked, row, result)
    yield from questions.withdrawn(asked, row)
    if result.gate:
        yield GateDecided(
            run=run.id,
            task=row.task,
            cycle=row.cycle,
            overall=outcome(result.gate),
            p0_count=result.gate.p0_count,
            p1_count=result.gate.p1_count,
            p2_count=result.gate.p2_count,
            rollback_targets=list(result.gate.rollback_targets),
            rehearsal=run.agents in REHEARSED,
            carried=list(result.carried),
            body=GateBody(items=list(result.gate.p2_items)),
        )


def _joining(asked: Asked, command: StartRun) -> Iterator[Event]:
    """The agents of a run are members of the team, so that they can be written to and show on the board."""
    playbook = command.playbook
    agents = {task.agent: task for task in playbook.tasks if task.agent.lower() not in RESERVED_NAMES}
    for name, task in agents.items():
        if member(asked.view, name) is None:
            model = task.model or playbook.roles[task.role].model
            yield AgentAdded(agent=name, role=task.role, model=model, action=asked.say("added a member"))


RUN_HANDLERS: Final[dict[type[Any], Callable[[Asked, Any], Decision]]] = {
    StartRun: start_run,
    LeaseRun: lease_run,
    MoveRun: move,
    AllowRunChecks: allow_run_checks,
    RetryTask: retry_task,
    UndoRun: undo_run,
    StartTasks: start_tasks,
    WaitForPerson: wait_for_person,
    ContinueRun: continue_run,
    AskPerson: ask_person,
    ResetTasks: reset_tasks,
    LeaveTask: leave_task,
    GiveUpTeam: give_up_team,
    EndRun: end_run,
    FinishTasks: finish_tasks,
    NoteTask: note_task,
    PutQuestion: put_question,
    DismissAgent: dismiss_agent,
    TellOutside: tell_outside,
    UpdateTurn: update_turn,
    WithdrawQuestion: withdraw_question,
}
