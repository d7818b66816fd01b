"""What a run has come to, for the person it was for: what the gates found and what is left of it, what is missing, what
was refused (TEAM-14, LEAD-5)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from renkei.board.run_tables import RunTaskRow
from renkei.playbooks.states import SETTLED
from renkei.playbooks.verdicts import is_verdict

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
