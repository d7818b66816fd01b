"""The progress file of a run: `claude-progress.json`, written by the one process that carries the run out (LEAD-5).

A view of the log in the form that agents and people without Renkei read. Nothing is ever read back from it; what others
have written into it under other names stays.
"""

import errno
import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, cast

from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow, RunWarningRow
from renkei.eventlog.base import View
from renkei.eventlog.private_files import keep_out_of_git
from renkei.eventlog.records import Record
from renkei.files import read_regular, write_whole
from renkei.playbooks.states import ENDED
from renkei.protocol.terms import OWN_FAILURES, REHEARSED
from renkei.runs.view import find_run, list_runs, open_decisions
from renkei.sentence import Sentence
from renkei.tracked import is_tracked

CLAUDE: Final = Path(".claude")
_WORKSPACES: Final = "workspaces"
NAME: Final = "claude-progress.json"
FEATURES: Final = "feature-list.json"

_AT_ONCE: Final = frozenset(
    {"TaskFailed", "RunEnded", "RunAsked", "GateDecided", "RunMoved", "OutsideChanged", "TaskVerified"}
)
_OFTEN: Final = frozenset({"RunStarted", "RunLeased", "TaskStarted", "TaskCompleted", "TaskSkipped", "TasksReset"})
_EVERY: Final = 1.0
"""How often what merely goes on is written, in seconds."""

_STATUS: Final = {"completed": "completed", "running": "in_progress", "paused": "in_progress"}


def workspace_id(project: Path, branch: str | None, base: str | None) -> str:
    """The workspace's name, as the specification's own tools make it: branch and folder."""
    place = hashlib.md5(str(project).encode(errors="surrogateescape"), usedforsecurity=False).hexdigest()[:8]
    name = branch or (f"detached-{base[:7]}" if base else "no-git")
    return f"{re.sub(r'[^A-Za-z0-9._-]', '', re.sub(r'[/ ]', '-', name))[:50]}_{place}"


def workspaces_of(project: Path) -> Path:
    """Where Claude Code's own sessions look for it; a project that does not use it gets no folder of that name."""
    return project / (CLAUDE if (project / CLAUDE).exists() else ".renkei") / _WORKSPACES


def make_folder_inside(project: Path, folder: Path) -> None:
    """Makes a folder for views.

    Raises:
        OSError: also where a link that came with a clone leads out of the project: who made it chose what it is.
    """
    is_outside = not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(project))
    if is_outside and is_tracked(project, folder.relative_to(project).as_posix()):
        raise OSError(errno.EPERM, Sentence("a link that is committed leads out of the project"), str(folder))
    folder.mkdir(parents=True, exist_ok=True)


def build_progress(view: View, row: RunRow, workspace: str, project: str) -> dict[str, Any]:
    """What the file says of a run."""
    tasks = view.select(RunTaskRow, order="number", run=row.id)
    warnings = view.select(RunWarningRow, order="seq", run=row.id)
    plan = view.get(RunPlanRow, row.id)
    open_tasks = [task.task for task in tasks if task.state in ("waiting", "running", "failed")]
    at_work = [task.task for task in tasks if task.state == "running"]
    asked = open_decisions(view, row)
    answered = [ask for ask in view.select(RunAskRow, order="seq", run=row.id) if ask.answer]
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
            "recentDecisions": [f"{ask.decision}: {ask.answer}" for ask in answered][-_RECENT:],
            "blockers": asked,
        },
        "warnings": [warning.text for warning in warnings],
        "seq": view.head.seq,
        **_team_context(row, plan),
    }


_RECENT: Final = 10


def _team_context(row: RunRow, plan: RunPlanRow | None) -> dict[str, Any]:
    """That a team is at work, for whoever reads the file; nothing is ever resumed from it (ORCH-10)."""
    if plan is None or "agent_team" not in plan.playbook or not row.team:
        return {}
    return {"teamContext": {"mode": "agent-team", "startedAt": row.started}}


def build_features(view: View, row: RunRow, workspace: str, project: str) -> dict[str, Any] | None:
    """The feature list: what the aggregator numbered is to be implemented, and is so when a task has landed the files
    that it reports for it. None where this run says nothing of either."""
    own = _outputs_of(view, row)
    if not any(name in outputs for _, outputs in own for name in (_NUMBERED, _IMPLEMENTED)):
        return None
    others = [each for each in list_runs(view, limit=_MOST_RUNS) if each.seq < row.seq]
    found = [*(pair for each in reversed(others) for pair in _outputs_of(view, each)), *own]
    numbered: dict[str, list[str]] = {}
    for _, outputs in found:
        numbered |= outputs.get(_NUMBERED, {})
    names = [(name, story) for story, listed in numbered.items() for name in listed]
    if not names:
        return None
    features = [
        {"id": f"F{number:03}", "name": name, "description": story, **_find_code(name, found)}
        for number, (name, story) in enumerate(names, 1)
    ]
    return {
        "workspaceId": workspace,
        "project": project,
        "totalFeatures": len(features),
        "completed": sum(each["status"] == "completed" for each in features),
        "features": features,
        "seq": view.head.seq,
    }


_Reported = tuple[RunTaskRow, Mapping[str, Any]]


def _outputs_of(view: View, run: RunRow) -> list[_Reported]:
    """What the tasks of a run have put on the blackboard; what has to be done again counts no more, and a rehearsal
    that reaches no branch implements nothing."""
    rows = view.select(RunTaskRow, order="number", run=run.id)
    left_out = () if run.merge or run.agents not in REHEARSED else (_IMPLEMENTED,)
    return [
        (task, {key: said for key, said in task.outputs.items() if key not in left_out})
        for task in rows
        if task.outputs and task.state == "completed"
    ]


def _find_code(feature: str, found: Iterable[_Reported]) -> dict[str, Any]:
    """Which files implement it: those that a task reports and has written. A word without a file is none."""
    done = [
        (task, path)
        for task, outputs in found
        for path in _listed(outputs.get(_IMPLEMENTED), feature)
        if path in task.artifacts
    ]
    files = list(dict.fromkeys(path for _, path in done))
    return {
        "status": "completed" if files else "pending",
        "startedAt": min((task.started for task, _ in done if task.started), default=None),
        "completedAt": max((task.ended for task, _ in done if task.ended), default=None),
        "files": files,
    }


def _listed(mapping: Any, name: str) -> list[str]:
    listed = cast(dict[str, Any], mapping).get(name) if isinstance(mapping, dict) else None
    return [str(each) for each in cast(list[Any], listed)] if isinstance(listed, list) else []


def merge_features(there: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """The list with what the lead has noted of features that were there before; what stands there as it was made says
    nothing."""
    listed = [cast(dict[str, Any], each) for each in _list_field(there, "features") if isinstance(each, dict)]
    known = {str(each.get("name")): each for each in listed}
    features: list[dict[str, Any]] = [
        {**each, **_noted(known.get(each["name"], {})), "id": each["id"]} for each in ours["features"]
    ]
    done = sum(each["status"] == "completed" for each in features)
    return {**there, **ours, "features": features, "completed": done}


def _noted(feature: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in feature.items() if each not in (None, [], "pending")}


_NUMBERED: Final = "traceability.us_to_fr"
_IMPLEMENTED: Final = "traceability.fr_to_code"
_MOST_RUNS: Final = 50
"""How far back features are looked for."""


def merge_progress(there: dict[str, Any], ours: dict[str, Any], run: str) -> dict[str, Any]:
    """The file with what others wrote into it: fields of theirs, entries of the log and warnings of other runs."""
    log = [entry for entry in _list_field(there, "log") if _run_of(entry) != run]
    warnings = [text for text in _list_field(there, "warnings") if text not in ours["warnings"]]
    theirs = {name: each for name, each in there.items() if name != "teamContext"}
    return {**theirs, **ours, "log": [*log, *ours["log"]], "warnings": [*warnings, *ours["warnings"]]}


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
        self._last: bytes | None = None
        self.is_edited = False
        """Whether somebody else wrote the file since this process did."""

    def take_record(self, record: Record) -> None:
        """Failures, questions and the end at once; the rest now and then."""
        is_due = record.type in _OFTEN and time.monotonic() - self._written >= _EVERY
        if is_due or record.type in _AT_ONCE:
            self.write_file()

    def write_file(self) -> None:
        with self._read() as view:
            run = find_run(view, self._run)
            ours = build_progress(view, run, self._id, self._project.name)
            features = build_features(view, run, self._id, self._project.name)
        self._written = time.monotonic()
        make_folder_inside(self._project, self.path.parent)
        keep_out_of_git(self._place)
        self.is_edited = self._last is not None and _was_changed(self.path, self._last)
        text = json.dumps(merge_progress(_read_existing(self.path), ours, self._run), ensure_ascii=False, indent=2)
        self._last = f"{text}\n".encode()
        write_whole(self.path, self._last, is_durable=False)
        if features:
            path = self.path.with_name(FEATURES)
            listed = json.dumps(merge_features(_read_existing(path), features), ensure_ascii=False, indent=2)
            write_whole(path, f"{listed}\n".encode(), is_durable=False)


def _build_entry(row: RunRow, task: RunTaskRow) -> dict[str, Any]:
    said = " ".join(task.note.split())
    who = "renkei" if task.kind in OWN_FAILURES else task.agent
    details = f"{task.task} ({who}): {task.state}" + (f": {said}" if said else "")
    return {"timestamp": task.ended, "action": task.state, "details": details, "files": task.artifacts, "run": row.id}


def _next_action(row: RunRow, asked: list[str]) -> str:
    if asked:
        return f"renkei decide {asked[0]}"
    return f"renkei runs show {row.id}" if row.state in ENDED else f"renkei resume {row.id}"


def _was_changed(path: Path, last: bytes) -> bool:
    """Whether somebody else wrote a file since; one that is gone is written again."""
    try:
        return read_regular(path) != last
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _read_existing(path: Path) -> dict[str, Any]:
    """What stands in the file. One that cannot be read is put aside, not written over; what is none, too."""
    try:
        found = json.loads(read_regular(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
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
