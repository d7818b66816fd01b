"""Runs: starting one, attaching to it, a person's word to it, undoing its merge, cleaning up after it."""

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from renkei import telemetry
from renkei.app.agent_kinds import load_adapters, resolve_kinds
from renkei.app.consent import Permission, authorize_exec, has_consent
from renkei.app.estimates import Estimate, estimate_run
from renkei.app.insight_files import InsightFiles
from renkei.app.log import LogEvent, log_events_of
from renkei.app.notices import VARIABLE, notify_person
from renkei.app.project import Project
from renkei.app.run_queries import RECORDS, find_run, open_repository
from renkei.app.teams import TeamMode, choose_mode, require_skills
from renkei.board.run_tables import RunPlanRow, RunRow
from renkei.board.tables import DecisionRow
from renkei.bootstrap import ADAPTERS, load_adapter
from renkei.commands.external_acts import CleanUp, ResumeRun
from renkei.commands.runs import AllowRunChecks, MoveRun, RetryTask, StartRun, UndoRun
from renkei.errors import BadInput, NotFound, Refused
from renkei.eventlog.private_files import keep_out_of_git, make_folder
from renkei.eventlog.records import Record
from renkei.git import NO_PROGRAMS
from renkei.git.names import join_names
from renkei.lazy import lazy
from renkei.playbooks.paths import output_patterns
from renkei.playbooks.states import ENDED
from renkei.playbooks.variables import PACE, is_pace
from renkei.processes.sessions import start_detached
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate_model
from renkei.protocol.playbooks import Budget, Playbook
from renkei.runs import view as run_view
from renkei.runs.executor import Executor
from renkei.runs.leftovers import Cleaner
from renkei.runs.library import find_playbook
from renkei.runs.progress import Progress
from renkei.runs.state import load_run
from renkei.runs.view import branch_of, list_runs, open_decisions, run_document
from renkei.runs.workspaces import RunWorkspace, list_run_branches, lock_run, newest_work_ref
from renkei.sentence import Parameter
from renkei.settings import store_path
from renkei.values import value
from renkei.workspace import submodules
from renkei.workspace.merging import undo_merge
from renkei.workspace.repository import Repository
from renkei.workspace.worktrees import Preparation, check_links

if TYPE_CHECKING:
    from renkei.review.config import load_config
    from renkei.review.inspectors import code_runners
    from renkei.review.target import open_target
else:
    load_config = lazy("renkei.review.config:load_config")
    code_runners = lazy("renkei.review.inspectors:code_runners")
    open_target = lazy("renkei.review.target:open_target")


AGENT_KINDS: Final = tuple(ADAPTERS)
"""Which kinds of agents can be started."""

Watch = Callable[[LogEvent], None]
"""Told each event of a run that is attached to, as it comes."""


Base = Callable[[Repository], str]
Join = Callable[[RunWorkspace], AbstractContextManager[object]]


@value
class RunRequest:
    """What somebody wants to be run, and within which limits."""

    playbook: str
    """A file, or the name of a playbook."""
    goal: str = ""
    agents: str | None = None
    """Which kind of agents to start; without it the playbook's own."""
    variables: Mapping[str, str]
    yes: bool = False
    """Grant every approval, the merge included."""
    merge: bool = False
    """Let a rehearsal be merged, too."""
    cap_tokens: int | None = None
    cap_cost: float | None = None
    """In dollars."""
    alone: bool = False
    """Have each agent work for itself, though they could work as a team."""
    permission: Permission


@value
class PlannedRun:
    """A run that may be started: what it may cost, and what it will not see. Nothing has begun."""

    command: StartRun
    actor: Actor
    changed_files: Sequence[str]
    """Not committed, so that agents do not see the changes."""
    empty_submodules: str
    """Their names in one line."""
    mode: TeamMode | None = None
    """How its agents work, where the playbook asks for a team."""
    estimate: Estimate | None = None
    """What it may use; None where nobody knows."""

    @property
    def caps(self) -> dict[str, float]:
        return {name: cap for name, cap in self.command.caps.model_dump().items() if cap is not None}


@value
class RunQuestion:
    """What a run waits for."""

    id: str
    question: str
    options: list[str]


@value
class AttachedRun:
    """How a run stands when whoever was attached to it leaves: it has ended, or can only wait for a person."""

    row: RunRow
    document: dict[str, Any]
    questions: list[RunQuestion]
    work: str | None = None
    """What its work is called in git, if there is any that is not merged."""

    @property
    def has_branch(self) -> bool:
        return self.work == branch_of(self.row.id)

    @property
    def verdict(self) -> str | None:
        """That of a run that ends with one."""
        found = self.document["report"]["verdict"]
        return found["verdict"] if found else None


@value
class UndoneRun:
    id: str
    merged: str
    """The merge that was taken back."""
    commit: str
    """The revert."""


def plan_run(
    project: Project, request: RunRequest, *, playbook: Playbook | None = None, base: Base | None = None
) -> PlannedRun:
    """Looks whether a run may be started, asking for consent if code would be run.

    Args:
        playbook: in place of the one that the request names.
        base: makes the commit to begin with, in place of the one that is checked out: the work stays on its branch.

    Raises:
        BadInput, NotFound: the playbook, a variable or a limit is wrong.
        Refused: not for this actor, or the repository is not ready.
        Unreachable: what carries it out is not installed.
    """
    settings = project.settings
    called = _words_of(request) if playbook is None else request.playbook
    playbook = playbook or find_playbook(request.playbook, cwd=project.cwd, project=settings.project)
    agents, playbook = resolve_kinds(project, playbook, request.agents, called)
    load = partial(load_adapter, command=settings.workspace_acp)
    variables, caps = _resolve_variables(playbook, request.variables), _resolve_caps(playbook, request)
    require_skills(playbook, project.work_tree, settings.lang)
    mode = choose_mode(playbook, load, agents, variables, alone=request.alone)
    actor = project.actor()
    is_writing = any(output_patterns(task) for task in playbook.tasks)
    repository = _open_start_repository(project, actor, needed=is_writing)
    command = validate_model(
        StartRun,
        {
            "playbook": playbook,
            "goal": request.goal,
            "agents": agents,
            "variables": variables,
            "yes": request.yes,
            "merge": request.merge,
            "team": mode is None or mode.is_team,
            "caps": caps,
            "base": (base(repository) if base else repository.head_commit()) if repository else None,
            "branch": repository.current_branch() if repository and not base else None,
            "work_tree": str(repository.root) if repository else None,
            "git": dict(repository.recorded) if repository else None,
            "taken": list_run_branches(repository) if repository else [],
        },
    )
    project.authorize(command, actor=actor)
    project.require_bound("workspace", "verify")
    authorize_exec(project, actor, settings.project, execute=request.permission.execute)
    if repository and is_writing:
        repository.check_ready()
    may_execute = _may_execute(project, actor, playbook, agents, request.permission)
    return PlannedRun(
        command=command.model_copy(update={"execute": may_execute}),
        actor=actor,
        changed_files=repository.list_changed_files() if repository and not base else (),
        empty_submodules=join_names(submodules.list_empty(repository)) if repository else "",
        mode=mode,
        estimate=estimate_run(project, playbook.name, agents),
    )


def _words_of(request: RunRequest) -> str:
    """The playbook with what was said for it, as they are typed."""
    goal = ("--goal", request.goal) if request.goal else ()
    said = (word for name, text in request.variables.items() for word in ("--var", f"{name}={text}"))
    return shlex.join((request.playbook, *goal, *said))


def start_run(project: Project, planned: PlannedRun) -> str:
    """Starts a run that was planned; its id. Somebody has to attach to it, so that it goes on."""
    name = project.do(planned.command, actor=planned.actor).id
    assert name is not None
    return name


def attach(project: Project, name: str, *, watch: Watch, join: Join = nullcontext) -> AttachedRun:
    """Carries a run out here, to its end or until it can only wait for a person.

    Args:
        join: entered while the run is carried out, by whoever writes in the person's work tree meanwhile.

    Raises:
        NotFound: there is no such run.
        Refused: not for this actor, or another process carries it out.
        KeyboardInterrupt: the run waits where it is.
    """
    project.authorize_act(ResumeRun())
    with project.hub.read() as view:
        run = run_view.find_run(view, name)
    settings = project.settings
    progress, insights = Progress(project.hub.read, run, settings.project), InsightFiles(settings.project)

    workspace = run_workspace(project, run)

    def see(record: Record) -> None:
        tell_collector(record)
        for event in log_events_of(record):
            watch(event)
        if record.type == "RunAsked":
            _call_person(project, record)
        try:
            if record.type in _HANDED_BACK:
                with project.hub.read() as view:
                    insights.bring_up_to_date(view)  # before the progress (ORCH-10)
            progress.take_record(record)
            if progress.is_edited:
                project.caller.note(
                    "{path} was changed by somebody else: what they added stays, what the run writes is put back.",
                    path=str(progress.path),
                )
                progress.is_edited = False
        except OSError as error:  # the run goes on: the file is a view of the log
            project.caller.note("{path} cannot be written ({error}).", path=str(progress.path), error=error.strerror)

    adapter, others = load_adapters(project, run.agents, _load_plan(project, run).playbook)
    executor = Executor(
        project.hub,
        name,
        workspace,
        adapter,
        others,
        lang=settings.lang,
        env={**agent_environment(project), **(workspace.repository.identity if workspace.repository else {})},
        identify=True,
        watch=see,
    )

    def note_deaf(error: Exception) -> None:
        project.caller.note("A collector is named, and nothing is sent to it: {error}", error=error)

    if telemetry.is_asked_for(project.env) and not telemetry.is_installed():
        project.caller.note("A collector is named, and nothing is sent to it: the extra otel is not installed.")
    with telemetry.follow_run(name, project.env, note_deaf) as tell_collector, join(workspace):
        return _attach_result(project, executor.carry_out())


_HANDED_BACK: Final = frozenset({"TaskCompleted", "TaskFailed"})
"""When results of agents, with what they mark as worth keeping, are in the log."""


def _call_person(project: Project, record: Record) -> None:
    """A person is needed, and may not be looking; what nobody is asked needs nobody."""
    asked = record.document()
    if asked.get("answer") is not None:
        return
    with project.hub.read() as view:
        decision = view.get(DecisionRow, asked["decision"])
    text = decision.question if decision else asked["decision"]
    wrong = notify_person(project.env, project.settings.project, f"renkei {asked['run']}", text)
    if wrong:
        project.caller.note("{variable} could not be run ({error}).", variable=VARIABLE, error=wrong)


def resume_run(
    project: Project,
    name: str | None = None,
    *,
    execute: bool = False,
    actor: Actor | None = None,
    key: str | None = None,
) -> RunRow | None:
    """Has an unfinished run go on, and checks run that were held back if a person allows that; None where nothing is
    unfinished, a run that has ended where that one is named. Somebody has to attach to it."""
    actor = project.authorize_act(ResumeRun(), actor=actor)
    project.require_bound("workspace", "verify")
    row = find_run(project, name)
    if row is None or row.state in ENDED:
        return row
    if not row.execute and _may_run_held_back(project, actor, row, execute=execute):
        project.do(AllowRunChecks(run=row.id), actor=actor)
    if row.state == "paused":
        project.do(MoveRun(run=row.id, step="resume"), actor=actor, key=key)
    return row


def move_run(project: Project, name: str | None, step: Literal["pause", "stop"]) -> RunRow:
    """A person's word to a run, whoever carries it out; how it stands then.

    Raises:
        NotFound: there is no such run, or without a name none that has not ended.
    """
    row = find_run(project, name)
    if row is None:
        raise NotFound("There is no run that has not ended. `renkei runs` lists all of them.")
    project.do(MoveRun(run=row.id, step=step), actor=project.actor())
    with project.reader.read() as view:
        return run_view.find_run(view, row.id)


def retry_task(project: Project, run: str, task: str) -> None:
    """Has a task done again, and what was done on top of it. Somebody has to attach to the run."""
    with project.reader.read() as view:
        state = load_run(view, run)
    if task not in state.tasks:
        raise NotFound(
            "The run {run} has no task {task}. Its tasks: {known}.", run=run, task=task, known=", ".join(state.tasks)
        )
    follow = [name for name in state.graph.tasks if name in state.graph.after([task]) and name != task]
    project.do(RetryTask(run=run, task=task, follow=follow), actor=project.actor())


def undo_run(project: Project, name: str) -> UndoneRun:
    """Takes a run's merge back with a revert commit. Decided, done in git, recorded: whatever ends it in between, doing
    it again finds the revert and records it."""
    actor = project.actor()
    with project.reader.read() as view:
        row = run_view.find_run(view, name)
    project.authorize(UndoRun(run=row.id, commit="-"), actor=actor)
    repository = _repository_of_run(project, row)
    assert row.merged is not None
    with lock_run(_records_folder(project), row):
        commit = undo_merge(repository, into=row.branch, commit=row.merged, run=row.id)
        project.do(UndoRun(run=row.id, commit=commit), actor=actor)
    return UndoneRun(id=row.id, merged=row.merged, commit=commit)


def find_leftovers(project: Project, *, remove: bool) -> dict[str, list[str]]:
    """What runs have left behind and nobody needs, by kind; removed if so wanted, which is for a person."""
    if remove:
        project.authorize_act(CleanUp())
    with project.reader.read() as view:
        rows = {row.id: row for row in list_runs(view)}
    cleaner = Cleaner(open_repository(project), project.settings.project / RECORDS, rows)
    return {
        kind: [str(each) for each in values] for kind, values in asdict(cleaner.find_leftovers(remove=remove)).items()
    }


def run_workspace(project: Project, run: RunRow) -> RunWorkspace:
    """Where the agents of a run work, prepared as the project's settings say."""
    settings = project.settings
    check_links(settings.project, settings.workspace_links)
    preparation = Preparation(
        setup=settings.workspace_setup if run.execute else (),
        links=settings.workspace_links,
        check=settings.workspace_check,
        timeout=settings.workspace_timeout,
    )
    repository = _repository_of_run(project, run) if run.base else None
    return RunWorkspace(
        settings.project, _records_folder(project), repository, preparation, _load_plan(project, run).work_tree
    )


def agent_environment(project: Project) -> dict[str, str]:
    """What tells processes in other folders which project and store they work for, and what the project's settings have
    them get of the person's environment."""
    settings = project.settings
    path = store_path(settings.store, project.cwd)
    return {
        **{name: project.env[name] for name in settings.workspace_env if name in project.env},
        "RENKEI_STORE": settings.store if path is None else f"sqlite:///{path.resolve()}",
        "RENKEI_PROJECT": str(settings.project),
        "RENKEI_LANG": settings.lang,
    }


def _resolve_variables(playbook: Playbook, given: Mapping[str, str]) -> dict[str, str]:
    known = {**playbook.variables, PACE: None}
    if unknown := [name for name in given if name not in known]:
        raise BadInput(
            "{option}: {playbook} has no variable {names}. Known: {known}.",
            option=Parameter("variables"),
            playbook=playbook.name,
            names=", ".join(unknown),
            known=", ".join(known),
        )
    filled = {name: value for name, value in playbook.variables.items() if value is not None} | dict(given)
    if missing := [name for name in playbook.variables if name not in filled]:
        raise BadInput(
            "{option}: {playbook} needs {names}.",
            option=Parameter("variables"),
            playbook=playbook.name,
            names=", ".join(missing),
        )
    if PACE in filled and not is_pace(filled[PACE]):
        raise BadInput(
            "{option} pace: expected seconds, not {given!r}.", option=Parameter("variables"), given=filled[PACE]
        )
    return filled


def continue_run(project: Project, name: str) -> None:
    """Another process goes on with a run, in a session of its own, and is nobody's child: this one ends, or goes on."""
    settings = project.settings
    place = ["--project", str(settings.project), "--store", settings.store, "--lang", settings.lang]
    start_detached([sys.executable, "-P", "-c", _RENKEI, *place, "resume", name], project.cwd)


_RENKEI: Final = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"


def _resolve_caps(playbook: Playbook, request: RunRequest) -> Budget:
    """What the playbook sets can be lowered here."""
    given = {"tokens": request.cap_tokens, "money": request.cap_cost}
    for name, option, most in (("tokens", "cap_tokens", given["tokens"]), ("money", "cap_cost", given["money"])):
        if most is not None and not 0 < most < float("inf"):
            raise BadInput("{option}: expected a number above 0, not {number}.", option=Parameter(option), number=most)
        own = getattr(playbook.budget, name)
        given[name] = min((each for each in (most, own) if each is not None), default=None)
    return playbook.budget.model_copy(update=given)


def _may_execute(project: Project, actor: Actor, playbook: Playbook, agents: str, permission: Permission) -> bool:
    """Asked only when there is something to run."""
    settings = project.settings
    checks = [settings.workspace_check, *(task.check for task in playbook.tasks)]
    steps = _script_commands(playbook) if agents == "scripted" else ()
    wanted = [*settings.workspace_setup, *dict.fromkeys(filter(None, (*checks, *steps)))]
    if not wanted and agents == "tools":
        wanted = _review_commands(settings.project)
    return bool(wanted) and has_consent(project, actor, settings.project, wanted, permission)


def _script_commands(playbook: Playbook) -> Iterator[str | None]:
    """What scripted agents would run."""
    for task in playbook.tasks:
        yield from (step.run for step in (*(task.script or ()), *(task.verification or ())))


def _review_commands(root: Path) -> list[str]:
    """What inspectors would run."""
    config = load_config(root)
    return code_runners(open_target(root, exclude=config.exclude), config.disable)


def _may_run_held_back(project: Project, actor: Actor, row: RunRow, *, execute: bool) -> bool:
    """The caller says so; else a person is asked, once there is something to run."""
    if execute or actor.name != "person":
        return execute
    with project.reader.read() as view:
        held_back = [each["command"] for each in run_document(view, row)["unverified"]]
    return bool(held_back) and has_consent(project, actor, project.settings.project, held_back, Permission())


def _open_start_repository(project: Project, actor: Actor, *, needed: bool) -> Repository | None:
    """Where a run is started. A person who starts it agrees to the filters that are configured there; nobody else."""
    try:
        return Repository(project.work_tree, None if actor.name == "person" else NO_PROGRAMS)
    except Refused:
        if needed:
            raise
        return None


def _repository_of_run(project: Project, run: RunRow) -> Repository:
    """The work tree that a run was started in, if it is still there, with the settings that it was started with."""
    plan = _load_plan(project, run)
    started = Path(plan.work_tree) if plan.work_tree else project.settings.project
    return Repository(started if started.is_dir() else project.settings.project, plan.git)


def _load_plan(project: Project, run: RunRow) -> RunPlanRow:
    with project.reader.read() as view:
        found = view.get(RunPlanRow, run.id)
    assert found is not None
    return found


def _records_folder(project: Project) -> Path:
    folder = project.settings.project / RECORDS
    make_folder(folder.parent)
    keep_out_of_git(folder.parent)
    return folder


def _attach_result(project: Project, run: RunRow) -> AttachedRun:
    with project.hub.read() as view:
        whole = run_document(view, run)
        asked = [view.get(DecisionRow, name) for name in open_decisions(view, run)]
    questions = [
        RunQuestion(id=each.id, question=each.question, options=[option["label"] for option in each.options])
        for each in asked
        if each
    ]
    return AttachedRun(row=run, document=whole, questions=questions, work=_work_ref(project, run))


def _work_ref(project: Project, run: RunRow) -> str | None:
    if run.merged or not run.head or run.head == run.base:
        return None
    repository = open_repository(project)
    return newest_work_ref(repository, run) if repository else run.head
