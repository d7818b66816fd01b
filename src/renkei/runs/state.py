"""A run as it is now: the very rows that the store keeps of it, taken further event by event."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar, cast

from renkei.board.fold import event_of, stamp_of
from renkei.board.folds.base import Stamp
from renkei.board.folds.runs import RUN_FOLDS, answer_to_a_run
from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.eventlog.tables import Change, Put
from renkei.playbooks.graph import Graph
from renkei.playbooks.variables import fill
from renkei.protocol.events import DecisionResolved
from renkei.protocol.playbooks import PLAYBOOK, Playbook

RowT = TypeVar("RowT")

_FOLDED: Final[dict[str, Callable[[Any, Any, Stamp], Iterable[Change]]]] = {
    cls.__name__: fold for cls, fold in RUN_FOLDS.items()
} | {DecisionResolved.__name__: answer_to_a_run}


class RunState:
    """What `decide` looks at. Nobody else changes it, and `take` gives the same rows as the store's own fold."""

    def __init__(self, run: RunRow, plan: RunPlanRow, tasks: Iterable[RunTaskRow], asks: Iterable[RunAskRow]) -> None:
        self.run = run
        self.plan = plan
        self.tasks: dict[str, RunTaskRow] = {row.task: row for row in tasks}
        self.asks: dict[str, RunAskRow] = {row.decision: row for row in asks}
        self.at_work: dict[str, RunTaskRow] = {}
        self.variables = {**plan.variables, "goal": plan.goal, "run": run.id}
        self.playbook: Playbook = PLAYBOOK.validate_python(fill(plan.playbook, self.variables))
        self.graph = Graph(self.playbook)
        for row in self.tasks.values():
            self._place(row)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        """A row by its key, as the folds ask for it."""
        if row_type is RunRow:
            return cast(RowT, self.run) if key[0] == self.run.id else None
        if row_type is RunTaskRow:
            return cast(RowT, self.tasks.get(str(key[1]))) if key[0] == self.run.id else None
        if row_type is RunAskRow:
            return cast(RowT, self.asks.get(str(key[0])))
        return None

    def take(self, records: Iterable[Record]) -> None:
        """Folds what was appended since."""
        for record in records:
            if record.run == self.run.id or record.type == DecisionResolved.__name__:
                fold = _FOLDED.get(record.type)
                changes = fold(self, event_of(record), stamp_of(record)) if fold else ()
                for change in list(changes):
                    if isinstance(change, Put):
                        self._put(change.row)

    def _put(self, row: Any) -> None:
        match row:
            case RunRow():
                self.run = row
            case RunTaskRow():
                self.tasks[row.task] = row
                self._place(row)
            case RunAskRow():
                self.asks[row.decision] = row
            case _:
                pass

    def _place(self, row: RunTaskRow) -> None:
        if row.state == "running":
            self.at_work[row.task] = row
        else:
            self.at_work.pop(row.task, None)


def load(view: View, name: str) -> RunState:
    """A run from the store.

    Raises:
        NotFound: there is no run of this name.
        Refused: what it was started with was redacted.
    """
    run, plan = view.get(RunRow, name), view.get(RunPlanRow, name)
    if run is None or plan is None:
        raise NotFound("There is no run {run}. `renkei runs` lists them.", run=name)
    if not plan.playbook:
        raise Refused("What the run {run} was started with was redacted; it cannot go on.", rule="RUN-2", run=name)
    tasks = view.select(RunTaskRow, order="number", run=name)
    return RunState(run, plan, tasks, view.select(RunAskRow, order="seq", run=name))
