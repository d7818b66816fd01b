"""The ledger: what agents used, from every event that tells of it (`board.spend` sums it up)."""

from collections.abc import Iterable
from typing import Final

from renkei.board.folds.base import Folds, Stamp, require_row
from renkei.board.run_tables import RunTaskRow
from renkei.board.tables import AgentRow, SessionSpendRow, SpendRow
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change, Put
from renkei.protocol.events import SpendRecorded
from renkei.protocol.run_events import RunUsage, TaskCompleted, TaskFailed, TaskNoted, TasksCompleted
from renkei.protocol.spend import Spend
from renkei.protocol.terms import TOKEN_KINDS

_DAY: Final = len("2026-05-01")


class _Ledger:
    """The rows that one event changes: it may tell of the same row several times."""

    def __init__(self, view: View, stamp: Stamp) -> None:
        self._view = view
        self._stamp = stamp
        self._rows: dict[tuple[str, ...], SpendRow] = {}

    def add(self, agent: str, spent: Iterable[Spend], *, run: str | None, task: str | None) -> None:
        for each in spent:
            if not each.is_empty:
                self._add(each, each.agent or agent, run or "", task or "")

    def _add(self, spend: Spend, agent: str, run: str, task: str) -> None:
        model = spend.model or _own_model(self._view, agent)
        key = (agent, run, task, model, self._stamp.at[:_DAY])
        row = self._rows.get(key) or self._view.get(SpendRow, *key)
        counts = {kind: getattr(spend, kind) + (getattr(row, kind) if row else 0) for kind in TOKEN_KINDS}
        self._rows[key] = SpendRow(
            agent=agent,
            run=run,
            task=task,
            model=model,
            day=key[-1],
            **counts,
            micros=(spend.micros or 0) + (row.micros if row else 0),
            unpriced=(spend.tokens if spend.micros is None else 0) + (row.unpriced if row else 0),
            seq=row.seq if row else self._stamp.seq,
        )

    def changes(self) -> Iterable[Change]:
        return map(Put, self._rows.values())


def _own_model(view: View, agent: str) -> str:
    """Where nobody says which model it was: the one that the team knows its agent by."""
    row = view.get(AgentRow, agent)
    return (row.model if row else None) or ""


def _spend_recorded(view: View, event: SpendRecorded, stamp: Stamp) -> Iterable[Change]:
    ledger = _Ledger(view, stamp)
    ledger.add(event.agent, event.spent, run=event.run, task=event.task)
    yield from ledger.changes()
    if event.session:
        yield from _count_session(view, event, stamp)


def _count_session(view: View, event: SpendRecorded, stamp: Stamp) -> Iterable[Change]:
    """One row for each model: a report has each model once."""
    for spend in event.spent:
        model = spend.model or ""
        row = view.get(SessionSpendRow, event.session, event.agent_id, model)
        counts = {kind: getattr(spend, kind) + (getattr(row, kind) if row else 0) for kind in TOKEN_KINDS}
        yield Put(
            SessionSpendRow(
                session=event.session,
                agent_id=event.agent_id,
                model=model,
                **counts,
                seq=row.seq if row else stamp.seq,
            )
        )


def _task_noted(view: View, event: TaskNoted, stamp: Stamp) -> Iterable[Change]:
    task = require_row(view.get(RunTaskRow, event.run, event.task), stamp)
    return _charge(view, stamp, (task.agent, event.task, event.usage), run=event.run)


def _task_ended(view: View, event: TaskCompleted | TaskFailed, stamp: Stamp) -> Iterable[Change]:
    return _charge(view, stamp, (event.agent, event.task, event.usage), run=event.run)


def _tasks_completed(view: View, event: TasksCompleted, stamp: Stamp) -> Iterable[Change]:
    return _charge(view, stamp, *((each.agent, each.task, each.usage) for each in event.each), run=event.run)


def _charge(view: View, stamp: Stamp, *used: tuple[str, str, RunUsage], run: str) -> Iterable[Change]:
    ledger = _Ledger(view, stamp)
    for agent, task, usage in used:
        ledger.add(agent, usage.spends, run=run, task=task)
    return ledger.changes()


SPEND_FOLDS: Final[Folds] = {
    SpendRecorded: _spend_recorded,
    TaskNoted: _task_noted,
    TaskCompleted: _task_ended,
    TaskFailed: _task_ended,
    TasksCompleted: _tasks_completed,
}
