"""A run as a picture: tasks with what they wait for, wave by wave; its gates cycle by cycle; who was at work when."""

from collections.abc import Iterator
from typing import Any, Final

from renkei.app.log import LogEvent, log_events_of
from renkei.app.oversight import Oversight
from renkei.app.run_queries import is_at_work
from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow
from renkei.eventlog.base import View
from renkei.playbooks.graph import Graph
from renkei.protocol.playbooks import Playbook
from renkei.runs import view as run_view

_MOST_EVENTS: Final = 5000


def run_graph(oversight: Oversight, name: str) -> dict[str, Any]:
    """One run whole, with its graph, its gates and its bars.

    Raises:
        NotFound: there is no such run.
    """
    with oversight.read() as view:
        row = run_view.find_run(view, name)
        events = list(_events(oversight, view, name))
        tasks = view.select(RunTaskRow, order="number", run=name)
        document = run_view.run_document(view, row)
        plan = view.get(RunPlanRow, name)
        shape = _shape(plan, tasks)
        return {
            **document,
            "dag": [{**each, **shape[each["task"]]} for each in document["dag"]],
            "at_work": is_at_work(oversight.project, row),
            "updated": row.at,
            "feature": plan.variables.get("feature") if plan else None,
            "asks": _asks(view, row),
            "gates": _gates(events),
            "bars": _bars(events, row),
            "seq": view.head.seq,
        }


def timeline(oversight: Oversight, *, limit: int = 10) -> list[dict[str, Any]]:
    """The bars of the newest runs, the newest run first."""
    with oversight.read() as view:
        rows = run_view.list_runs(view, limit=limit)
        return [
            {
                "run": row.id,
                "playbook": row.playbook,
                "state": row.state,
                "started": row.started,
                "updated": row.at,
                "bars": _bars(list(_events(oversight, view, row.id)), row),
            }
            for row in rows
        ]


def _events(oversight: Oversight, view: View, run: str) -> Iterator[LogEvent]:
    for seq in oversight.index.marks(run=run, limit=_MOST_EVENTS):
        record = view.event(seq)
        if record:
            yield from log_events_of(record)


def _shape(plan: RunPlanRow | None, tasks: list[RunTaskRow]) -> dict[str, dict[str, Any]]:
    """What the playbook says of each task; nothing is known of a run that was redacted."""
    nothing: dict[str, Any] = {
        "title": "",
        "kind_of_task": "work",
        "role": "",
        "wave": None,
        "waits_for": [],
        "depth": 0,
    }
    if plan is None or not plan.playbook:
        return {row.task: {**nothing, "depth": number} for number, row in enumerate(tasks)}
    graph = Graph(Playbook.model_validate(plan.playbook))
    found = {
        name: {
            "title": task.title,
            "kind_of_task": task.kind,
            "role": task.role,
            "wave": task.wave,
            "waits_for": list(graph.waits_for[name]),
            "depth": graph.depth[name],
            "approval": bool(task.approval),
        }
        for name, task in graph.tasks.items()
    }
    return {row.task: found.get(row.task, nothing) for row in tasks}


def _asks(view: View, row: RunRow) -> list[dict[str, Any]]:
    return [
        {
            "decision": ask.decision,
            "kind": ask.kind,
            "task": ask.task,
            "question": ask.question,
            "answer": ask.answer,
            "why": ask.why,
            "at": ask.at,
        }
        for ask in view.select(RunAskRow, order="seq", run=row.id)
    ]


def _gates(events: list[LogEvent]) -> list[dict[str, Any]]:
    """Each gate as it was decided, with what the reviewer said and what it sent back."""
    said: dict[str, dict[str, Any]] = {}
    found: list[dict[str, Any]] = []
    for event in events:
        if event.type == "TaskCompleted":
            said[event.data["task"]] = dict(event.data)
        elif event.type == "GateDecided":
            report = said.get(event.data["task"], {})
            found.append(
                {
                    **event.data,
                    "at": event.at,
                    "seq": event.seq,
                    "said": report.get("summary", ""),
                    "findings": [line for line in str(report.get("summary", "")).splitlines() if line.strip()],
                    "commit": report.get("commit"),
                    "reset": [],
                }
            )
        elif event.type == "TasksReset" and found and str(event.data["cause"]).startswith("ROLLBACK"):
            found[-1]["reset"] = event.data["tasks"]
    return found


def _bars(events: list[LogEvent], row: RunRow) -> list[dict[str, Any]]:
    """From the start of an attempt to its end, or to now."""
    open_bars: dict[str, dict[str, Any]] = {}
    bars: list[dict[str, Any]] = []
    for event in events:
        task = event.data.get("task")
        if event.type == "TaskStarted" and task:
            bar = {
                "task": task,
                "agent": event.data["agent"],
                "attempt": event.data["attempt"],
                "cycle": event.data["cycle"],
                "from": event.at,
                "to": None,
                "state": "running",
                "note": "",
            }
            open_bars[task] = bar
            bars.append(bar)
        elif event.type in ("TaskCompleted", "TaskFailed", "TaskSkipped") and task in open_bars:
            state = {"TaskCompleted": "completed", "TaskFailed": "failed"}.get(event.type, "skipped")
            if event.data.get("unverified"):
                state = "unverified"
            note = str(event.data.get("summary") or event.data.get("kind") or "")
            open_bars.pop(task).update(
                {
                    "to": event.at,
                    "state": state,
                    "note": note,
                    "tokens": _tokens_of(event),
                }
            )
        elif event.type == "RunEnded":
            for bar in open_bars.values():
                bar.update({"to": event.at, "state": "stopped"})
            open_bars.clear()
    return bars


def _tokens_of(event: LogEvent) -> int:
    used: dict[str, int] = event.data.get("usage") or {}
    return used.get("tokens", 0)
