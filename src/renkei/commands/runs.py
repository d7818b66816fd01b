"""What people ask of runs: to start one, to pause, resume or stop it, to do a task again, to take a merge back."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from renkei.board.contracts import may_execute
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.board.team import PERSON, find_member
from renkei.commands.base import Command, CommandContext, Outcome
from renkei.commands.run_base import find_run, set_board_field
from renkei.commands.run_contracts import close_task_contract
from renkei.commands.run_steps import end_open_work
from renkei.errors import NotFound, Problem, Refused
from renkei.eventlog.records import canonical_json
from renkei.lazy import lazy
from renkei.playbooks.states import ENDED, move_run, move_task
from renkei.playbooks.variables import PACE, is_pace
from renkei.policy.access import (
    CODE_IS_RUN_AT_A_TERMINAL,
    CODE_IS_RUN_FOR_A_PERSON,
    RUNS_ARE_LED,
    RUNS_ARE_MOVED,
    UNDOING_IS_A_PERSONS,
    check_access,
)
from renkei.protocol.actors import RESERVED_NAMES
from renkei.protocol.base import FilledText, Name, Ref, Text
from renkei.protocol.documents import shorten_value
from renkei.protocol.events import AgentAdded, Event
from renkei.protocol.playbooks import Budget, Playbook
from renkei.protocol.run_events import (
    RunBody,
    RunChecksAllowed,
    RunEnded,
    RunMoved,
    RunNote,
    RunStarted,
    RunUndone,
    TasksReset,
)
from renkei.sentence import Parameter, Sentence

if TYPE_CHECKING:
    from renkei.playbooks.check import find_problems
else:
    find_problems = lazy("renkei.playbooks.check:find_problems")


class StartRun(Command):
    tag = "StartRun"
    who = RUNS_ARE_LED
    observed = frozenset({"base", "branch", "work_tree", "git", "taken"})

    playbook: Playbook
    goal: Text = ""
    agents: FilledText
    variables: dict[Text, Text] = {}
    yes: bool = False
    execute: bool = False
    merge: bool = False
    team: bool = True
    """Whether its agents can work as a team; else each works for itself from the beginning (ORCH-1)."""
    caps: Budget = Budget()
    base: str | None = None
    branch: str | None = None
    work_tree: str | None = None
    git: dict[str, str] | None = None
    """Settings for files that are in force, if the one who starts it may have them used."""
    taken: list[str] = []
    """Branches that are there already among those of runs, as `R-n`, or `R-n/...`."""

    def decide(self, context: CommandContext) -> Outcome:
        move_run(None, "start")
        _check_grants(context, self)
        name = _next_run_id(context)
        _check_branch_free(name, self)
        playbook = self.playbook
        document = playbook.model_dump(by_alias=True, exclude_defaults=True)
        started = RunStarted(
            run=name,
            playbook=playbook.name,
            digest=hashlib.sha256(canonical_json(document).encode()).hexdigest()[:16],
            agents=self.agents,
            yes=self.yes,
            execute=self.execute,
            merge=self.merge,
            team=self.team,
            tasks=[task.id for task in playbook.tasks],
            base=self.base,
            branch=self.branch,
            work_tree=self.work_tree,
            git=self.git,
            caps=self.caps.model_dump(),
            body=RunBody(goal=self.goal, variables=_merge_variables(self), playbook=document),
        )
        goal = set_board_field(context, "goal", self.goal) if self.goal else ()
        return Outcome(events=(started, *_add_members(context, self), *goal))

    def find_misfits(self, document: Mapping[str, Any]) -> Iterator[Problem]:
        yield from find_problems(self.playbook, document["playbook"], within=("playbook",))
        yield from _find_wrong_variables(self)


class MoveRun(Command):
    """A person pauses, resumes or stops a run."""

    tag = "MoveRun"
    who = RUNS_ARE_MOVED

    run: Ref
    step: Literal["pause", "resume", "stop"]
    note: Text = ""

    def decide(self, context: CommandContext) -> Outcome:
        run = find_run(context, self.run)
        state = move_run(run.state, self.step, run.id)
        note = RunNote(note=self.note) if self.note else None
        if self.step == "stop":
            phase = set_board_field(context, "current_phase", f"{run.playbook}: {state}")
            return Outcome(events=(RunEnded(run=run.id, state=state, body=note), *end_open_work(context, run), *phase))
        return Outcome(events=(RunMoved(run=run.id, step=self.step, state=state, body=note),))


class AllowRunChecks(Command):
    """A person lets a run execute code of the repository, which it was not allowed when it was started."""

    tag = "AllowRunChecks"
    who = CODE_IS_RUN_FOR_A_PERSON

    run: Ref

    def decide(self, context: CommandContext) -> Outcome:
        run = find_run(context, self.run)
        if run.state in ENDED:
            raise Refused("The run {run} has ended ({state}).", rule="RUN-2", run=run.id, state=run.state)
        return Outcome(events=() if run.execute else (RunChecksAllowed(run=run.id),))


class RetryTask(Command):
    """A person has a task done again, and all that follows from it."""

    tag = "RetryTask"
    who = RUNS_ARE_LED
    observed = frozenset({"follow"})

    run: Ref
    task: Name
    follow: list[Name] = []
    """What was done on top of it."""

    def decide(self, context: CommandContext) -> Outcome:
        """A person has it done again, and what was done since on top of it."""
        run = find_run(context, self.run)
        state = move_run(run.state, "retry", run.id)
        rows = {row.task: row for row in context.view.select(RunTaskRow, order="number", run=run.id)}
        if self.task not in rows:
            raise NotFound(
                "The run {run} has no task {task}. Its tasks: {known}.",
                run=run.id,
                task=self.task,
                known=", ".join(rows),
            )
        again = [self.task, *self.follow]
        for name in again:
            move_task(rows[name].state, "reset", name)
        reset = TasksReset(run=run.id, tasks=again, cycle=run.cycle, cause="retry")
        over = [
            event
            for name in again
            for event in close_task_contract(context, rows[name], context.say("it is done again"))
        ]
        return Outcome(events=(reset, RunMoved(run=run.id, step="retry", state=state), *over))


class UndoRun(Command):
    """A merge was taken back in git, by this commit."""

    tag = "UndoRun"
    who = UNDOING_IS_A_PERSONS
    from_outside = False

    run: Ref
    commit: FilledText

    def decide(self, context: CommandContext) -> Outcome:
        run = find_run(context, self.run)
        if run.merged is None or run.undone is not None:
            raise Refused("The run {run} has no merge that could be taken back.", rule="RUN-2", run=run.id)
        return Outcome(events=(RunUndone(run=run.id, commit=self.commit),))


def _merge_variables(command: StartRun) -> dict[str, str]:
    """What was given, and of the rest what the playbook has itself."""
    own = {name: value for name, value in command.playbook.variables.items() if value is not None}
    return own | command.variables


def _find_wrong_variables(command: StartRun) -> Iterator[Problem]:
    known, given = command.playbook.variables, _merge_variables(command)
    for name in given:
        if name not in (*known, PACE):
            yield Problem(path=f"variables.{name}", expected="no such field is known here", params={})
    for name in known:
        if name not in given:
            yield Problem(path=f"variables.{name}", expected="this field is required", params={})
    if not is_pace(pace := given.get(PACE, "0")):
        yield Problem(
            path=f"variables.{PACE}", value=shorten_value(pace), expected="expected seconds up to a day", params={}
        )


def _next_run_id(context: CommandContext) -> str:
    """R-1, R-2, ...: one above the newest, also where that was counted otherwise."""
    newest = context.view.select(RunRow, order="seq", descending=True, limit=1)
    return f"R-{int(newest[0].id.removeprefix('R-')) + 1 if newest else 1}"


def _check_grants(context: CommandContext, command: StartRun) -> None:
    """Approvals, what reaches a person's branch and running code are a person's to grant, also in advance (DEC-51)."""
    granted = [Parameter(name) for name, given in (("yes", command.yes), ("merge", command.merge)) if given]
    if granted and context.actor.name != PERSON:
        raise Refused(
            "{actor} may not grant in advance what is a person's to grant ({fields}). Start the run without it: it "
            "asks a person, who answers with `renkei decide`.",
            rule="ACTOR-6",
            actor=context.actor.name,
            fields=Sentence("{first}, {second}", first=granted[0], second=granted[1]) if granted[1:] else granted[0],
        )
    if command.execute and not may_execute(context.view):
        check_access(CODE_IS_RUN_AT_A_TERMINAL, context.view, context.actor, command)


def _check_branch_free(run: str, command: StartRun) -> None:
    """A branch of the run's name is of another store, or a person's: it is not touched."""
    if found := next((name for name in command.taken if name == run or name.startswith(f"{run}/")), None):
        raise Refused(
            "The branch {name} is in the way of the one that the run would make ({own}). Give it another name: "
            "git branch -m {name} OTHER",
            rule="RUN-4",
            name=f"renkei/{found}",
            own=f"renkei/{run}",
        )


def _add_members(context: CommandContext, command: StartRun) -> Iterator[Event]:
    """The agents of a run are members of the team, so that they can be written to and show on the board."""
    playbook = command.playbook
    agents = {task.agent: task for task in playbook.tasks if task.agent.lower() not in RESERVED_NAMES}
    for name, task in agents.items():
        if find_member(context.view, name) is None:
            model = task.model or playbook.roles[task.role].model
            yield AgentAdded(agent=name, role=task.role, model=model, action="member added")
