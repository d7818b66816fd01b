"""The progress file of a run: `claude-progress.json`, written by the one process that carries the run out (LEAD-5).

A view of the log in the form that agents and people without Renkei read. Nothing is ever read back from it; what others
have written into it under other names stays.
"""

import hashlib
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from renkei.board.run_tables import RunPlanRow, RunRow, RunTaskRow, RunWarningRow
from renkei.eventlog.base import View
from renkei.eventlog.private_files import keep_out_of_git
from renkei.eventlog.records import Record
from renkei.files import write_whole
from renkei.playbooks.states import ENDED
from renkei.protocol.terms import OWN_FAILURES
from renkei.runs.view import find_run, open_decisions

CLAUDE: Final = Path(".claude")
_WORKSPACES: Final = "workspaces"
NAME: Final = "claude-progress.json"

_AT_ONCE: Final = frozenset(
    {"TaskFailed", "RunEnded", "RunAsked", "GateDecided", "RunMoved", "OutsideChanged", "TaskVerified"}
)
_OFTEN: Final = frozenset({"RunStarted", "RunLeased", "TaskStarted", "TaskCompleted", "TaskSkipped", "TasksReset"})
_EVERY: Final = 1.0
"""How often what merely goes on is written, in seconds."""

_STATUS: Final = {"completed": "completed", "running": "in_progress", "paused": "in_progress"}


def workspace_id(project: Path, branch: str | None, base: str | None) -> str:
    """The workspace's name, as the seed's own tools make it: branch and folder."""
    place = hashlib.md5(str(project).encode(errors="surrogateescape"), usedforsecurity=False).hexdigest()[:8]
    name = branch or (f"detached-{base[:7]}" if base else "no-git")
    return f"{re.sub(r'[^A-Za-z0-9._-]', '', re.sub(r'[/ ]', '-', name))[:50]}_{place}"


def workspaces_of(project: Path) -> Path:
    """Where Claude Code's own sessions look for it; a project that does not use it gets no folder of that name."""
    return project / (CLAUDE if (project / CLAUDE).exists() else ".renkei") / _WORKSPACES


def build_progress(view: View, row: RunRow, workspace: str, project: str) -> dict[str, Any]:
    """What the file says of a run."""
    tasks = view.select(RunTaskRow, order="number", run=row.id)
    warnings = view.select(RunWarningRow, order="seq", run=row.id)
    plan = view.get(RunPlanRow, row.id)
    open_tasks = [task.task for task in tasks if task.state in ("waiting", "running", "failed")]
    at_work = [task.task for task in tasks if task.state == "running"]
    asked = open_decisions(view, row)
    return {
        "workspaceId": workspace,
        "project": project,
        "started": row.started,
        "lastUpdated": row.at,
        "status": _STATUS.get(row.state, "blocked"),
        "currentPhase": f"{row.playbook}-{row.state}",
        "currentTask": ", ".join(at_work or open_tasks[:1]) or (plan.goal if plan else ""),
        "log": [_build_entry(row, task) for task in tasks if task.ended],
        "resumptionContext": {
            "position": f"{row.id}: {sum(task.state == 'completed' for task in tasks)}/{len(tasks)}",
            "nextAction": _next_action(row, asked),
            "dependencies": open_tasks,
            "keyFiles": [path for task in tasks for path in task.artifacts][:20],
            "recentDecisions": [],
            "blockers": asked,
        },
        "warnings": [warning.text for warning in warnings],
    }


def merge_progress(there: dict[str, Any], ours: dict[str, Any], run: str) -> dict[str, Any]:
    """The file with what others wrote into it: fields of theirs, entries of the log and warnings of other runs."""
    log = [entry for entry in _list_field(there, "log") if _run_of(entry) != run]
    warnings = [text for text in _list_field(there, "warnings") if text not in ours["warnings"]]
    return {**there, **ours, "log": [*log, *ours["log"]], "warnings": [*warnings, *ours["warnings"]]}


class Progress:
    """Writes the file as the run goes on."""

    def __init__(self, read: Callable[[], Any], run: RunRow, project: Path) -> None:
        self._read = read
        self._run = run.id
        self._project = project
        self._id = workspace_id(project, run.branch, run.base)
        self._place = workspaces_of(project)
        self.path = self._place / self._id / NAME
        self._written = float("-inf")

    def take_record(self, record: Record) -> None:
        """Failures, questions and the end at once; the rest now and then."""
        is_due = record.type in _OFTEN and time.monotonic() - self._written >= _EVERY
        if is_due or record.type in _AT_ONCE:
            self.write_file()

    def write_file(self) -> None:
        with self._read() as view:
            ours = build_progress(view, find_run(view, self._run), self._id, self._project.name)
        self._written = time.monotonic()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        keep_out_of_git(self._place)
        text = json.dumps(merge_progress(_read_existing(self.path), ours, self._run), ensure_ascii=False, indent=2)
        write_whole(self.path, f"{text}\n".encode(), is_durable=False)


def _build_entry(row: RunRow, task: RunTaskRow) -> dict[str, Any]:
    said = " ".join(task.note.split())
    who = "renkei" if task.kind in OWN_FAILURES else task.agent
    details = f"{task.task} ({who}): {task.state}" + (f": {said}" if said else "")
    return {"timestamp": task.ended, "action": task.state, "details": details, "files": task.artifacts, "run": row.id}


def _next_action(row: RunRow, asked: list[str]) -> str:
    if asked:
        return f"renkei decide {asked[0]}"
    return f"renkei runs show {row.id}" if row.state in ENDED else f"renkei resume {row.id}"


def _read_existing(path: Path) -> dict[str, Any]:
    """What stands in the file. One that cannot be read is put aside, not written over."""
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        found = None
    if isinstance(found, dict):
        return cast(dict[str, Any], found)
    path.replace(path.with_suffix(".unreadable"))
    return {}


def _run_of(entry: Any) -> Any:
    return cast(dict[str, Any], entry).get("run") if isinstance(entry, dict) else None


def _list_field(document: dict[str, Any], name: str) -> list[Any]:
    found = document.get(name)
    return cast(list[Any], found) if isinstance(found, list) else []
