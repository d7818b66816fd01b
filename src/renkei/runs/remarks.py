"""What a report that says ok leaves open: its severity and its questions go on to the tasks after it (DEC-30).

The next gate counts them: a P0 or P1 of a task that the reviewer sends back is the reviewer's own finding; any other
comes on top, and its task is sent back with the rest.
"""

from collections.abc import Sequence

from renkei.playbooks.graph import Graph
from renkei.playbooks.states import gate_outcome
from renkei.protocol.run_events import GateCounts
from renkei.protocol.terms import ReportSeverity
from renkei.runs.state import RunState
from renkei.values import value


@value
class Remark:
    """What one task's own report says beside ok."""

    task: str
    severity: str | None
    questions: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join([self.severity or "-", *self.questions])


def collect_remarks(state: RunState, name: str) -> tuple[Remark, ...]:
    """Of all that a task follows from; for a gate, of those that no gate before it has judged."""
    if not state.remarked:
        return ()
    graph, before = state.graph, state.graph.before(name)
    if graph.tasks[name].kind == "gate":
        for gate in before.intersection(graph.by_kind["gate"]):
            if state.tasks[gate].gate is not None:
                before = before - graph.before(gate)
    rows = [state.tasks[each] for each in graph.tasks if each in before and each in state.remarked]
    return tuple(Remark(task=row.task, severity=row.severity, questions=tuple(row.questions)) for row in rows)


def count_remarks(graph: Graph, gate: GateCounts, remarks: Sequence[Remark]) -> tuple[GateCounts, list[str]]:
    """The gate with what the reports before it say of themselves, and the tasks that come on top."""
    sent_back = {name for target in gate.rollback_targets for name in graph.resolve_target(target)}
    on_top = [each for each in remarks if each.severity in ("P0", "P1") and each.task not in sent_back]
    items = [f"{each.task}: {text}" for each in remarks for text in each.questions]
    p2_items = [*gate.p2_items, *(item for item in items if item not in gate.p2_items)]
    found = gate.model_copy(
        update={
            "p0_count": _count_severity(gate.p0_count, len(sent_back), on_top, "P0"),
            "p1_count": _count_severity(gate.p1_count, len(sent_back), on_top, "P1"),
            "p2_count": max(gate.p2_count, len(p2_items), sum(each.severity == "P2" for each in remarks)),
            "rollback_targets": [*gate.rollback_targets, *(each.task for each in on_top)],
            "p2_items": p2_items,
        }
    )
    return found.model_copy(update={"overall": gate_outcome(found)}), [each.task for each in on_top]


def _count_severity(reviewers: int, sent_back: int, on_top: Sequence[Remark], severity: ReportSeverity) -> int:
    """What the reviewer counted and named no task for may be one of those: it is not counted twice."""
    named = min(reviewers, sent_back)
    return max(reviewers, named + sum(each.severity == severity for each in on_top))
