"""Staying with a run to its end: shows what happens, and says what it waits for."""

import socket
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from renkei.board.run_tables import RunPlanRow, RunRow
from renkei.board.tables import DecisionRow
from renkei.bootstrap import adapter_named
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.run_report import tell_report
from renkei.entrypoints.cli.run_story import line_of
from renkei.entrypoints.cli.shown import local_time, show_line
from renkei.errors import NotFound, Refused
from renkei.eventlog.private_files import keep_out_of_git, make_folder
from renkei.eventlog.records import Record
from renkei.git import NO_PROGRAMS
from renkei.playbooks.verdicts import EXIT_CODES
from renkei.processes.sessions import is_alive
from renkei.protocol.actors import Actor
from renkei.runs.executor import Executor
from renkei.runs.progress import Progress
from renkei.runs.view import find_run, open_decisions, run_document
from renkei.runs.workspaces import RunWorkspace, branch_of, newest_work_ref
from renkei.settings import store_path
from renkei.workspace.locks import Held, ProcessLock
from renkei.workspace.repository import Repository
from renkei.workspace.worktrees import Preparation, check_links

RECORDS: Final = Path(".renkei", "runs")

_UNTOLD: Final = ("RunLeased", "TaskNoted")
"""What a person need not see."""


def repository_of(context: Context) -> Repository | None:
    """The project's repository, to look at and to tidy up; None outside git."""
    try:
        return Repository(context.settings.project, NO_PROGRAMS)
    except Refused:
        return None


def starting_repository(context: Context, actor: Actor, *, needed: bool) -> Repository | None:
    """Where a run is started. A person who starts it agrees to the filters that are configured there; nobody else."""
    try:
        return Repository(context.work_tree, None if actor.name == "person" else NO_PROGRAMS)
    except Refused:
        if needed:
            raise
        return None


def repository_of_run(context: Context, run: RunRow) -> Repository:
    """The work tree that a run was started in, if it is still there, with the settings that it was started with."""
    plan = _plan(context, run)
    started = Path(plan.work_tree) if plan.work_tree else context.settings.project
    return Repository(started if started.is_dir() else context.settings.project, plan.git)


def _plan(context: Context, run: RunRow) -> RunPlanRow:
    with context.hub.read() as view:
        found = view.get(RunPlanRow, run.id)
    assert found is not None
    return found


def records_folder(context: Context) -> Path:
    """Where a run's lock and traces are kept."""
    folder = context.settings.project / RECORDS
    make_folder(folder.parent)
    keep_out_of_git(folder.parent)
    return folder


def site_of(context: Context, run: RunRow) -> RunWorkspace:
    settings = context.settings
    check_links(settings.project, settings.workspace_links)
    preparation = Preparation(
        setup=settings.workspace_setup if run.execute else (),
        links=settings.workspace_links,
        check=settings.workspace_check,
        timeout=settings.workspace_timeout,
    )
    repository = repository_of_run(context, run) if run.base else None
    return RunWorkspace(
        settings.project, records_folder(context), repository, preparation, _plan(context, run).work_tree
    )


def stay(context: Context, name: str) -> int:
    """Carries a run out here: 0 when it passed, 1 when it did not (yet)."""
    with context.hub.read() as view:
        run = find_run(view, name)
    progress = Progress(context.hub.read, run, context.settings.project)
    executor = Executor(
        context.hub,
        name,
        site_of(context, run),
        adapter_named(run.agents),
        lang=context.settings.lang,
        env={
            "RENKEI_STORE": store_address(context),
            "RENKEI_PROJECT": str(context.settings.project),
            "RENKEI_LANG": context.settings.lang,
        },
        identify=True,
        watch=lambda record: _watch(context, progress, record),
    )
    try:
        run = executor.carry_out()
    except KeyboardInterrupt:
        context.out.note("The run {run} waits where it is. Go on with: renkei resume {run}", run=name)
        raise
    whole = _say_after(context, run)
    return _exit_code(run, whole["report"]["verdict"])


def _exit_code(run: RunRow, verdict: dict[str, Any] | None) -> int:
    """That of the verdict, where the run ends with one."""
    if run.state != "completed":
        return 1
    return EXIT_CODES[verdict["verdict"]] if verdict else 0


def store_address(context: Context) -> str:
    """The store's address, for processes in other folders."""
    path = store_path(context.settings.store, context.cwd)
    return context.settings.store if path is None else f"sqlite:///{path.resolve()}"


def _watch(context: Context, progress: Progress, record: Record) -> None:
    _show(context, record)
    try:
        progress.see(record)
    except OSError as error:  # the run goes on: the file is a view of the log
        context.out.note("{path} cannot be written ({error}).", path=str(progress.path), error=error.strerror)


def _show(context: Context, record: Record) -> None:
    if record.type in _UNTOLD:
        return
    line, style = line_of(record, context.out.say)
    when = local_time(record.at).rpartition(" ")[2]
    if context.out.as_json:
        context.out.note("{line}", line=f"{when}  {line}")
    else:
        show_line(context.out, (when, "dim"), "  ", (line, style))


def _say_after(context: Context, run: RunRow) -> dict[str, Any]:
    with context.hub.read() as view:
        whole = run_document(view, run)
        asked = [(name, view.get(DecisionRow, name)) for name in open_decisions(view, run)]
    if context.out.as_json:
        context.out.document(whole)
        return whole
    out = context.out
    out.tell("{run}: {state}. {note}", run=run.id, state=run.state, note=run.note)
    tell_report(out, whole["report"])
    for name, decision in asked:
        if decision:
            show_line(out, f"  {decision.question}")
            options = "|".join(option["label"] for option in decision.options)
            out.tell("  Answer with: renkei decide {id} {options}, then: renkei resume", id=name, options=options)
    if run.merged:
        out.tell(
            "It is in {branch} as {commit}. Take it back with: renkei runs undo {run}",
            branch=run.branch or "HEAD",
            commit=run.merged[:10],
            run=run.id,
        )
    elif run.head and run.head != run.base:
        repository = repository_of(context)
        work = newest_work_ref(repository, run) if repository else run.head
        if work == branch_of(run.id):
            out.tell("Its work is on the branch {branch}.", branch=work)
        else:
            out.tell("Its work is {ref}.", ref=work)
    if run.state == "paused":
        out.tell("Go on with: renkei resume {run}", run=run.id)
    return whole


def is_at_work(context: Context, run: RunRow) -> bool:
    """Whether a process carries the run out; of another machine's nothing is known, and its word is taken."""
    if run.state != "running":
        return False
    host, _, pid = run.holder.rpartition(":")
    if host != socket.gethostname() or is_alive(int(pid)):
        return True
    path = context.settings.project / RECORDS / f"{run.id}.lock"
    try:
        with ProcessLock(path) if path.exists() else nullcontext():
            return False
    except Held:  # a process with other numbers than ours: a container
        return True


def chosen_run(context: Context, name: str | None) -> RunRow | None:
    """The run that a command line names; without a name the newest that has not ended."""
    from renkei.runs.view import newest_unfinished

    with context.reader.read() as view:
        return find_run(view, name) if name else newest_unfinished(view)


def needed_run(context: Context, name: str | None) -> RunRow:
    found = chosen_run(context, name)
    if found is None:
        raise NotFound("There is no run that has not ended. `renkei runs` lists all of them.")
    return found
