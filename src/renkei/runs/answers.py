"""What a person was asked about a run, and what the answer was. A question holds for one cycle."""

from renkei.board.run_tables import RunAskRow
from renkei.protocol.run_events import AskKind
from renkei.runs.state import RunState


def answer(state: RunState, kind: AskKind, task: str | None = None) -> str | None:
    """The newest answer; None while there is none."""
    found = _asks(state, kind, task)
    return found[-1].answer if found else None


def is_asked(state: RunState, kind: AskKind, task: str | None = None) -> bool:
    return bool(_asks(state, kind, task))


def is_open(state: RunState) -> bool:
    """Whether a person still owes an answer."""
    return any(row.answer is None for row in state.asks.values())


def _asks(state: RunState, kind: AskKind, task: str | None) -> list[RunAskRow]:
    """What was asked in this cycle; about a failure, since the attempt that failed last."""
    since = state.tasks[task].token if task and kind == "failed" else 0
    return [
        row
        for row in state.asks.values()
        if (row.kind, row.task, row.cycle) == (kind, task, state.run.cycle) and row.seq > since
    ]
