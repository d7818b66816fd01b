"""A run as it is now: the very rows that the store keeps of it, taken further event by event."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

from renkei.board.fold import event_of, stamp_of
from renkei.board.folds.base import Stamp
from renkei.board.folds.runs import RUN_FOLDS, fold_run_answer
from renkei.board.run_tables import RunAskRow, RunPlanRow, RunRow, RunTaskRow
from renkei.errors import NotFound, Refused
from renkei.eventlog.base import View
from renkei.eventlog.records import Record
from renkei.eventlog.tables import Change, Put
from renkei.playbooks.graph import Graph
from renkei.playbooks.states import SETTLED
from renkei.playbooks.variables import fill_variables
from renkei.protocol.events import DecisionResolved, current_name
from renkei.protocol.playbooks import PLAYBOOK, Playbook
from renkei.protocol.terms import OffClock
from renkei.sentence import Sentence

RowT = TypeVar("RowT")

_FOLDED: Final[dict[str, Callable[[Any, Any, Stamp], Iterable[Change]]]] = {
    cls.__name__: fold for cls, fold in RUN_FOLDS.items()
} | {DecisionResolved.__name__: fold_run_answer}


class RunState:
    """What `decide` looks at. Nobody else changes it, and `fold_records` gives the same rows as the store's own fold.

    Beside the rows it keeps which of them matter next, so that a step costs what it changes and not the whole run.
    """

    def __init__(self, run: RunRow, plan: RunPlanRow, tasks: Iterable[RunTaskRow], asks: Iterable[RunAskRow]) -> None:
        self.run = run
        self.plan = plan
        self.tasks: dict[str, RunTaskRow] = {}
        self.asks: dict[str, RunAskRow] = {row.decision: row for row in asks}
        self.reached: Sequence[tuple[str, Sentence]] = ()
        """The limits of the day that are reached: of which agent, empty for all, and in words."""
        self.off_clock: Mapping[tuple[str, int], OffClock] = {}
        """Attempts at which Renkei itself is at work now, as the process knows that carries them out."""
        self.variables = {**plan.variables, "goal": plan.goal, "run": run.id}
        self.playbook: Playbook = PLAYBOOK.validate_python(fill_variables(plan.playbook, self.variables))
        self.graph = Graph(self.playbook)
        self.at_work: dict[str, RunTaskRow] = {}
        self.failed: dict[str, RunTaskRow] = {}
        self.ready: dict[str, RunTaskRow] = {}
        """Those that wait for no other task any more."""
        self.unverified: dict[str, RunTaskRow] = {}
        """Those whose check command was not run."""
        self.conflicting: dict[str, RunTaskRow] = {}
        """Those whose reduce found what no rule brings together."""
        self.remarked: dict[str, RunTaskRow] = {}
        """Those whose report says ok and more: a severity, or questions."""
        self.doubted: dict[str, RunTaskRow] = {}
        """Those whose report could not be verified in all that it says."""
        self.last_failed: dict[str, RunTaskRow] = {}
        """Those whose newest attempt that ended has failed."""
        self.with_outputs: dict[str, RunTaskRow] = {}
        """Those that have put something on the blackboard."""
        self._unsettled = {name: len(before) for name, before in self.graph.waits_for.items()}
        """By task, how many of those that it waits for are not settled."""
        for row in tasks:
            self._put_task(row)

    def get(self, row_type: type[RowT], *key: str | int) -> RowT | None:
        """A row by its key, as the folds ask for it."""
        if row_type is RunRow:
            return cast(RowT, self.run) if key[0] == self.run.id else None
        if row_type is RunTaskRow:
            return cast(RowT, self.tasks.get(str(key[1]))) if key[0] == self.run.id else None
        if row_type is RunAskRow:
            return cast(RowT, self.asks.get(str(key[0])))
        return None

    def fold_records(self, records: Iterable[Record]) -> None:
        """Folds what others have appended."""
        for record in records:
            if record.run == self.run.id or record.type == DecisionResolved.__name__:
                fold = _FOLDED.get(current_name(record.type))
                self.apply_changes(list(fold(self, event_of(record), stamp_of(record))) if fold else ())

    def apply_changes(self, changes: Iterable[Change]) -> None:
        """The same for what the store itself has folded."""
        for change in changes:
            if isinstance(change, Put):
                self._put_row(change.row)

    def _put_row(self, row: Any) -> None:
        match row:
            case RunTaskRow() if row.run == self.run.id:
                self._put_task(row)
            case RunRow() if row.id == self.run.id:
                self.run = row
            case RunAskRow() if row.run == self.run.id:
                self.asks[row.decision] = row
            case _:
                pass

    def _put_task(self, row: RunTaskRow) -> None:
        before = self.tasks.get(row.task)
        self.tasks[row.task] = row
        _keep_if(self.at_work, row, row.state == "running")
        _keep_if(self.failed, row, row.state == "failed")
        _keep_if(self.unverified, row, row.state == "unverified")
        _keep_if(self.conflicting, row, bool(row.conflicts))
        _keep_if(self.remarked, row, bool(row.severity or row.questions))
        _keep_if(self.doubted, row, bool(row.doubts or row.flags))
        _keep_if(self.last_failed, row, row.kind is not None)
        _keep_if(self.with_outputs, row, bool(row.outputs))
        was_settled, is_settled = before is not None and before.state in SETTLED, row.state in SETTLED
        if was_settled != is_settled:
            for name in self.graph.followers[row.task]:
                self._unsettled[name] += -1 if is_settled else 1
                self._update_ready(name)
        self._update_ready(row.task)

    def _update_ready(self, name: str) -> None:
        if row := self.tasks.get(name):
            _keep_if(self.ready, row, row.state == "waiting" and not self._unsettled[name])


def _keep_if(rows: dict[str, RunTaskRow], row: RunTaskRow, belongs: bool) -> None:
    if belongs:
        rows[row.task] = row
    else:
        rows.pop(row.task, None)


def sort_rows(rows: dict[str, RunTaskRow]) -> list[RunTaskRow]:
    """As the playbook has them."""
    return sorted(rows.values(), key=attrgetter("number"))


def load_run(view: View, name: str) -> RunState:
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
