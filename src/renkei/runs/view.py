"""Runs as people and scripts look at them, and what they have come to."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow, RunWarningRow
from renkei.board.spend import SpendSum, cost_of, sum_spend
from renkei.board.tables import CheckRow
from renkei.errors import NotFound
from renkei.eventlog.base import View
from renkei.playbooks.blackboard import is_verdict
from renkei.playbooks.states import ENDED, SETTLED
from renkei.protocol.terms import REHEARSED, RUN_STATES

# What a run has come to, for the person it was for: what the gates found and what is left of it, what is missing,
# what was refused (TEAM-14, LEAD-5).


Completion = dict[str, Any]


def build_completion(
    tasks: Sequence[RunTaskRow], warnings: Iterable[str], *, rehearsal: bool, audits: Collection[str] = ()
) -> Completion:
    """The completion report: the same for `renkei run`, `runs show` and scripts."""
    return {
        "rehearsal": rehearsal,
        "gates": [_gate_document(row) for row in tasks if row.gate],
        "verdict": _find_verdict(tasks, audits),
        "skipped": [
            {"task": row.task, "agent": row.agent, "reason": row.note or row.kind or ""}
            for row in tasks
            if row.state == "skipped"
        ],
        "refused": [{"task": row.task, **each, "kept": _patch_path(row)} for row in tasks for each in row.refused],
        "unverified": list_unverified(tasks),
        "conflicts": _list_conflicts(tasks),
        "left_open": [
            {"task": row.task, "severity": row.severity, "questions": row.questions}
            for row in tasks
            if row.severity or row.questions
        ],
        "doubts": [
            {"task": row.task, "flags": row.flags, "doubts": row.doubts} for row in tasks if row.flags or row.doubts
        ],
        "warnings": list(dict.fromkeys(warnings)),
    }


def _find_verdict(tasks: Sequence[RunTaskRow], audits: Collection[str]) -> dict[str, Any] | None:
    """That of a review's auditor, with the list it goes by. Nobody else's word is one."""
    settled = [row for row in tasks if row.task in audits and row.state in SETTLED]
    found = [value for row in settled for value in row.outputs.values()]
    return next((value for value in found if is_verdict(value)), None)


def _list_conflicts(tasks: Sequence[RunTaskRow]) -> list[dict[str, Any]]:
    """Each once, with the first reduce that found it."""
    found: dict[str, dict[str, Any]] = {}
    for row in tasks:
        for each in row.conflicts:
            found.setdefault(each["id"], {"task": row.task, **each})
    return list(found.values())


def list_unverified(tasks: Sequence[RunTaskRow]) -> list[dict[str, str]]:
    """Tasks whose check command was not run (DEC-30)."""
    return [{"task": row.task, "command": row.not_run or "-"} for row in tasks if row.state == "unverified"]


def _gate_document(row: RunTaskRow) -> dict[str, Any]:
    """The gate as it was decided. What is left of the P1 is what its targets were named for."""
    gate = row.gate or {}
    counts = {name: gate[name] for name in ("overall", "p0_count", "p1_count", "p2_count", "rollback_targets")}
    lines = row.note.splitlines()
    targets = tuple(f"{name}: " for name in gate["rollback_targets"])
    named = [line for line in lines if targets and line.startswith(targets)]
    left = named if gate["p1_count"] or gate["p0_count"] else []
    return {
        "task": row.task,
        **counts,
        "rehearsal": gate["rehearsal"],
        "left": left,
        "p2_items": gate["items"],
        "said": "; ".join(line for line in lines if line not in named),
    }


def _patch_path(row: RunTaskRow) -> str:
    """From the git folder."""
    return f"renkei/aside/{row.run}/{row.task}-{row.token}.patch"


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
    tasks = Counter(_state_of(task, row) for task in view.select(RunTaskRow, order="number", run=row.id))
    return {
        "id": row.id,
        "playbook": row.playbook,
        "state": row.state,
        "tasks": dict(tasks),
        "waiting_for": open_decisions(view, row),
        "cost": cost_of(row.micros, tokens=row.tokens, unpriced=row.unpriced),
        "tokens": row.tokens,
        "unpriced": row.unpriced,
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
        "dag": [task_document(task, row) for task in tasks],
        "spend": [_spend_document(each) for each in sum_spend(view, ("agent", "task"), where={"run": row.id})],
        "claims": _count_claims(view, row),
        "unverified": list_unverified(tasks),
        "warnings": [warning.text for warning in warnings],
        "report": build_completion(
            tasks,
            (warning.text for warning in warnings),
            rehearsal=row.agents in REHEARSED,
            audits=_list_audits(plan) if plan else (),
        ),
    }


def _spend_document(spent: SpendSum) -> dict[str, Any]:
    task = (spent.task or "").partition("/")[2]
    return {
        "agent": spent.agent,
        "task": task,
        **{name: getattr(spent, name) for name in ("tokens", "cost", "unpriced")},
    }


def _count_claims(view: View, row: RunRow) -> dict[str, Any]:
    """What the results of a run claimed, and how many of that were found true for each dollar that all of it cost, with
    what failed. None where a part has no price: it would be too many."""
    tallies = [tally for check in view.select(CheckRow, order="seq", session=row.id) for tally in check.tally]
    made, verified, false = (sum(tally[name] for tally in tallies) for name in ("claims", "verified", "false"))
    is_priced = row.micros > 0 and not row.unpriced
    per_dollar = round(verified * 1_000_000 / row.micros, 2) if is_priced else None
    return {"made": made, "verified": verified, "false": false, "verified_per_dollar": per_dollar}


def _list_audits(plan: RunPlanRow) -> list[str]:
    return [each["id"] for each in plan.playbook.get("tasks", ()) if each.get("kind") in ("audit", "aggregate")]


def _waits_until(task: RunTaskRow, run: RunRow) -> str | None:
    """Until when it waits for its provider: it has not failed, and is begun again then."""
    return task.parked if task.state == "failed" and run.state not in ENDED else None


def _state_of(task: RunTaskRow, run: RunRow) -> str:
    return "waiting" if _waits_until(task, run) else task.state


def task_document(task: RunTaskRow, run: RunRow) -> dict[str, Any]:
    return {
        "task": task.task,
        "state": _state_of(task, run),
        "until": _waits_until(task, run),
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
        "cost": cost_of(task.micros, tokens=task.tokens, unpriced=task.unpriced),
        "unpriced": task.unpriced,
        "started": task.started,
        "ended": task.ended,
    }
