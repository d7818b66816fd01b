"""What follows from a gate that does not let the work pass (TEAM-8, TEAM-14)."""

from collections.abc import Iterator
from typing import Final, Literal

from renkei.board.run_tables import RunTaskRow
from renkei.playbooks.states import SETTLED
from renkei.runs.answers import is_approved, is_asked, newest_answer
from renkei.runs.holds import is_to_be_redone
from renkei.runs.state import RunState
from renkei.runs.steps import OPTIONS, Ask, End, Reset, Step
from renkei.sentence import Sentence

_CAUSES: Final[dict[str, Literal["ROLLBACK_P1", "ROLLBACK_P0"]]] = {
    "ROLLBACK_P1": "ROLLBACK_P1",
    "ROLLBACK_P0": "ROLLBACK_P0",
}


def roll_back(state: RunState) -> Iterator[Step]:
    """Each gate that sent work back: the affected part is done again, or a person is asked."""
    for name in state.graph.by_kind["gate"]:
        row = state.tasks[name]
        if row.state in ("completed", "unverified") and row.gate and row.gate["overall"] in _CAUSES:
            yield from _roll_back_gate(state, row)


def is_settled(state: RunState, row: RunTaskRow) -> bool:
    """Whether what waits for a task may go on: a gate lets the work pass, a person approved it, a reduce holds."""
    passed = row.gate is None or row.gate["overall"] == "PASS" or newest_answer(state, "cycles", row.task) == "accept"
    return row.state in SETTLED and passed and is_approved(state, row) and not is_to_be_redone(state, row)


def _roll_back_gate(state: RunState, row: RunTaskRow) -> Iterator[Step]:
    """At most so many repairs; then, and before everything is done again, a person decides."""
    assert row.gate is not None
    cause = _CAUSES[row.gate["overall"]]
    said = newest_answer(state, "cycles", row.task)
    if said == "accept":
        return
    if state.run.cycle > state.playbook.cycles and said != "again":
        yield from _ask_once(state, row, said, _cycles_question(state, row))
    elif cause == "ROLLBACK_P0" and not state.run.yes and newest_answer(state, "rollback", row.task) != "again":
        yield from _ask_once(state, row, newest_answer(state, "rollback", row.task), _rollback_question(row))
    else:
        yield from _reset_tasks(state, row, cause)


def _reset_tasks(state: RunState, row: RunTaskRow, cause: Literal["ROLLBACK_P1", "ROLLBACK_P0"]) -> Iterator[Step]:
    """P0: all of it. P1: the targets and what was done on top of them. The gate itself in any case."""
    assert row.gate is not None
    targets = [name for target in row.gate["rollback_targets"] for name in state.graph.resolve_target(target)]
    again = set(state.graph.tasks) if cause == "ROLLBACK_P0" else state.graph.after([*targets, row.task])
    if not any(name in state.at_work for name in again):
        yield Reset(tasks=tuple(name for name in state.graph.tasks if name in again), cause=cause)


def _ask_once(state: RunState, row: RunTaskRow, said: str | None, ask: Ask) -> Iterator[Step]:
    if said is not None:
        yield End(state="failed", note=Sentence("a person ended it after the gate {task}", task=row.task))
    elif not is_asked(state, ask.kind, row.task):
        yield ask


def _cycles_question(state: RunState, row: RunTaskRow) -> Ask:
    assert row.gate is not None
    question = Sentence(
        "The gate {task} still says {overall} after {cycles} repairs (P0 {p0}, P1 {p1}). What now?",
        task=row.task,
        overall=row.gate["overall"],
        cycles=state.playbook.cycles,
        p0=row.gate["p0_count"],
        p1=row.gate["p1_count"],
    )
    return Ask(kind="cycles", question=question, options=OPTIONS["cycles"], task=row.task)


def _rollback_question(row: RunTaskRow) -> Ask:
    assert row.gate is not None
    question = Sentence(
        "The gate {task} found {count} P0: the requirements are not met. Everything has to be done again. Go on?",
        task=row.task,
        count=row.gate["p0_count"],
    )
    return Ask(kind="rollback", question=question, options=OPTIONS["rollback"], task=row.task)
