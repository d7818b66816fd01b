"""Runs that were started: attaching to one, a person's word to it, undoing its merge, cleaning up after it."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, Literal

from renkei import telemetry
from renkei.app.agent_kinds import load_adapters
from renkei.app.consent import Permission, has_consent
from renkei.app.insight_files import InsightFiles
from renkei.app.log import LogEvent, log_events_of
from renkei.app.notices import VARIABLE, notify_person
from renkei.app.project import Project
from renkei.app.run_queries import RECORDS, find_run, open_repository
from renkei.board.run_tables import RunPlanRow, RunRow
from renkei.board.tables import DecisionRow
from renkei.commands.external_acts import CleanUp, ResumeRun
from renkei.commands.runs import AllowRunChecks, MoveRun, RetryTask, UndoRun
from renkei.errors import NotFound
from renkei.eventlog.private_files import keep_out_of_git, make_folder
from renkei.eventlog.records import Record
from renkei.playbooks.states import ENDED
from renkei.processes.sessions import start_detached
from renkei.protocol.actors import Actor
from renkei.runs import view as run_view
from renkei.runs.executor import Executor
from renkei.runs.leftovers import Cleaner
from renkei.runs.progress import Progress
from renkei.runs.state import load_run
from renkei.runs.view import branch_of, list_runs, open_decisions, run_document
from renkei.runs.workspaces import RunWorkspace, lock_run, newest_work_ref
from renkei.settings import store_path
from renkei.values import value
from renkei.workspace.merging import undo_merge
from renkei.workspace.repository import Repository
from renkei.workspace.worktrees import Preparation, check_links

Watch = Callable[[LogEvent], None]
"""Told each event of a run that is attached to, as it comes."""

Join = Callable[[RunWorkspace], AbstractContextManager[object]]


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
    if row.agents == "tools":
        project.require_bound("review", "review_settings")
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


def continue_run(project: Project, name: str) -> None:
    """Another process goes on with a run, in a session of its own, and is nobody's child: this one ends, or goes on."""
    settings = project.settings
    place = ["--project", str(settings.project), "--store", settings.store, "--lang", settings.lang]
    start_detached([sys.executable, "-P", "-c", _RENKEI, *place, "resume", name], project.cwd)


_RENKEI: Final = "import sys; from renkei.entrypoints.cli import main; sys.exit(main())"


def _may_run_held_back(project: Project, actor: Actor, row: RunRow, *, execute: bool) -> bool:
    """The caller says so; else a person is asked, once there is something to run."""
    if execute or actor.name != "person":
        return execute
    with project.reader.read() as view:
        held_back = [each["command"] for each in run_document(view, row)["unverified"]]
    return bool(held_back) and has_consent(project, actor, project.settings.project, held_back, Permission())


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
