"""Looking at runs: all of them, one whole, what happened in it. Loads nothing that carries runs out."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from renkei.app.log import LogEvent, log_events_of
from renkei.app.project import Project
from renkei.board.pages import PAGE, Page, require_limit
from renkei.board.run_tables import RunRow
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View, records_in_batches
from renkei.git import NO_PROGRAMS
from renkei.lazy import lazy
from renkei.processes.sessions import is_alive
from renkei.runs import view as run_view
from renkei.values import value
from renkei.workspace.locks import LockHeld, ProcessLock

if TYPE_CHECKING:
    from renkei.runs.trace import read_trace
    from renkei.workspace.repository import Repository
else:
    read_trace = lazy("renkei.runs.trace:read_trace")
    Repository = lazy("renkei.workspace.repository:Repository")

RECORDS: Final = Path(".renkei", "runs")
"""Where a run's lock and traces are kept."""


@value
class RunSummary:
    """One run in a list."""

    id: str
    playbook: str
    state: str
    tasks: Mapping[str, int]
    """How many, by state."""
    waiting_for: list[str]
    """The decisions that a person owes it."""
    cost: float | None
    """In dollars, of what has a price; None where nothing that it used has one."""
    tokens: int
    unpriced: int
    """The tokens without a price."""
    started: str
    at_work: bool
    """Whether a process carries it out."""


@value
class RunTrace:
    """What happened in a run, or in one task of it."""

    run: str
    task: str | None
    events: list[LogEvent]
    signals: list[dict[str, Any]]
    """What the task's agents were told and what they showed."""
    diff: str
    more: int
    """How many older events are left out."""


def list_runs(project: Project, *, limit: int = PAGE) -> Page[RunSummary]:
    """Runs, the newest first."""
    limit = require_limit(limit)
    with project.reader.read() as view:
        rows = run_view.list_runs(view, limit=limit)
        items = [RunSummary(**run_view.run_summary(view, row), at_work=is_at_work(project, row)) for row in rows]
        return Page(items=items, more=view.count(RunRow, order="seq") - len(items))


def run_document(project: Project, name: str | None = None) -> dict[str, Any]:
    """One run whole: its tasks, gates, costs and report; without a name the newest.

    Raises:
        NotFound: there is no such run, or none at all.
    """
    with project.reader.read() as view:
        row = _require_run(view, name)
        return run_view.run_document(view, row) | {"at_work": is_at_work(project, row)}


def trace_run(
    project: Project, name: str | None = None, task: str | None = None, *, limit: int | None = None
) -> RunTrace:
    """The newest events of a run, or of one task of it with what its agents said and its diff; without a name of the
    newest run, without a limit all of them."""
    with project.reader.read() as view:
        row = _require_run(view, name)
        events = list(_run_events(view, row, task))
    if task and not events:
        raise NotFound("Nothing happened yet at the task {task} of {run}.", task=task, run=row.id)
    more = 0 if limit is None else max(len(events) - require_limit(limit), 0)
    return RunTrace(
        run=row.id,
        task=task,
        events=events[more:],
        signals=list(read_trace(project.settings.project / RECORDS / row.id, task)) if task else [],
        diff=_task_diff(project, row, task) if task else "",
        more=more,
    )


def find_run(project: Project, name: str | None = None) -> RunRow | None:
    """The run of this name; without one the newest that has not ended, if there is any.

    Raises:
        NotFound: there is no run of this name.
    """
    with project.reader.read() as view:
        return run_view.find_run(view, name) if name else run_view.newest_unfinished(view)


def is_at_work(project: Project, run: RunRow) -> bool:
    """Whether a process carries the run out; of another machine's nothing is known, and its word is taken."""
    if run.state != "running":
        return False
    host, _, pid = run.holder.rpartition(":")
    if host != socket.gethostname() or is_alive(int(pid)):
        return True
    path = project.settings.project / RECORDS / f"{run.id}.lock"
    try:
        with ProcessLock(path) if path.exists() else nullcontext():
            return False
    except LockHeld:  # a process with other numbers than ours: a container
        return True


def open_repository(project: Project) -> "Repository | None":
    """The project's repository, to look at and to tidy up; None outside git."""
    try:
        return Repository(project.settings.project, NO_PROGRAMS)
    except Refused:
        return None


def _require_run(view: View, name: str | None) -> RunRow:
    if name:
        return run_view.find_run(view, name)
    if newest := next(iter(run_view.list_runs(view, limit=1)), None):
        return newest
    raise NotFound("There are no runs yet. Start one with: renkei run PLAYBOOK")


def _run_events(view: View, row: RunRow, task: str | None) -> Iterator[LogEvent]:
    """What was recorded of a run from its first event on, or of one task of it."""
    for batch in records_in_batches(view, after=row.seq - 1):
        for record in batch:
            if record.run == row.id:
                yield from (each for each in log_events_of(record) if task is None or each.data.get("task") == task)


def _task_diff(project: Project, row: RunRow, task: str) -> str:
    with project.reader.read() as view:
        found = next((each["commit"] for each in run_view.run_document(view, row)["dag"] if each["task"] == task), None)
    repository = open_repository(project)
    return repository.ask("show", "--no-notes", "--stat", "--patch", found).out if repository and found else ""
