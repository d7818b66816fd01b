"""Runs as people and scripts look at them."""

from collections import Counter
from typing import Any, Final

from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow, RunWarningRow
from renkei.errors import NotFound
from renkei.eventlog.base import View
from renkei.playbooks.states import ENDED
from renkei.protocol.terms import REHEARSED, RUN_STATES
from renkei.runs.completion import build_completion, list_unverified

BRANCHES: Final = "renkei/"


def branch_of(run: str) -> str:
    """The branch that holds a run's accepted work."""
    return f"{BRANCHES}{run}"


def list_runs(view: View, *, limit: int | None = None) -> list[RunRow]:
    """Runs, the newest first."""
    return view.select(RunRow, order="seq", descending=True, limit=limit)


def find_run(view: View, name: str) -> RunRow:
    row = view.get(RunRow, name)
    if row is None:
        raise NotFound("There is no run {run}. `renkei runs` lists them.", run=name)
    return row


def newest_unfinished(view: View) -> RunRow | None:
    states = [state for state in RUN_STATES if state not in ENDED]
    rows = [view.select(RunRow, order="seq", state=state, descending=True, limit=1) for state in states]
    return max((row for found in rows for row in found), key=lambda row: row.seq, default=None)


def run_summary(view: View, row: RunRow) -> dict[str, Any]:
    """One run in a list."""
    tasks = Counter(task.state for task in view.select(RunTaskRow, order="number", run=row.id))
    return {
        "id": row.id,
        "playbook": row.playbook,
        "state": row.state,
        "tasks": dict(tasks),
        "waiting_for": open_decisions(view, row),
        "cost": row.micros / 1_000_000,
        "tokens": row.tokens,
        "started": row.started,
    }


def open_decisions(view: View, row: RunRow) -> list[str]:
    """The decisions that a person owes a run."""
    if row.state in ENDED:
        return []
    return [ask.decision for ask in view.select(RunAskRow, order="seq", run=row.id) if ask.answer is None]


def run_document(view: View, row: RunRow) -> dict[str, Any]:
    """One run whole."""
    plan = view.get(RunPlanRow, row.id)
    tasks = view.select(RunTaskRow, order="number", run=row.id)
    warnings = view.select(RunWarningRow, order="seq", run=row.id)
    return {
        **run_summary(view, row),
        "goal": plan.goal if plan else "",
        "variables": plan.variables if plan else {},
        "agents": row.agents,
        "cycle": row.cycle,
        "steps": row.steps,
        "seconds": row.active / 1000,
        "caps": row.caps,
        "branch": branch_of(row.id) if row.head else None,
        "base": row.base,
        "head": row.head,
        "merged": row.merged,
        "undone": row.undone,
        "note": row.note,
        "dag": [task_document(task) for task in tasks],
        "unverified": list_unverified(tasks),
        "warnings": [warning.text for warning in warnings],
        "report": build_completion(
            tasks,
            (warning.text for warning in warnings),
            rehearsal=row.agents in REHEARSED,
            audits=_list_audits(plan) if plan else (),
        ),
    }


def _list_audits(plan: RunPlanRow) -> list[str]:
    return [each["id"] for each in plan.playbook.get("tasks", ()) if each.get("kind") == "audit"]


def task_document(task: RunTaskRow) -> dict[str, Any]:
    return {
        "task": task.task,
        "state": task.state,
        "agent": task.agent or None,
        "contract": task.contract,
        "cycle": task.cycle,
        "attempt": task.attempt,
        "failures": task.failures,
        "commit": task.commit_id,
        "artifacts": task.artifacts,
        "refused": task.refused,
        "not_run": task.not_run,
        "conflicts": task.conflicts,
        "severity": task.severity,
        "open_questions": task.questions,
        "flags": task.flags,
        "doubts": task.doubts,
        "gate": task.gate,
        "note": task.note,
        "kind": task.kind,
        "tokens": task.tokens,
        "steps": task.steps,
        "cost": task.micros / 1_000_000,
        "started": task.started,
        "ended": task.ended,
    }
