"""What a person was asked about a run, and what the answer was. A question holds for one cycle.

An answer that is none of the options is none: what it was given to is asked again.
"""

from collections.abc import Container, Iterator
from typing import Final

from renkei.board.run_tables import RunAskRow, RunTaskRow
from renkei.playbooks.states import SETTLED
from renkei.protocol.playbooks import PlaybookTask
from renkei.protocol.terms import AskKind
from renkei.runs.state import RunState
from renkei.runs.steps import OPTIONS, Ask, End, Step
from renkei.sentence import Sentence


def newest_answer(state: RunState, kind: AskKind, task: str | None = None) -> str | None:
    """The newest answer; None while there is none."""
    found = _find_asks(state, kind, task)
    return found[-1].answer if found else None


def is_asked(state: RunState, kind: AskKind, task: str | None = None) -> bool:
    return bool(_find_asks(state, kind, task))


def newest_answer_about(state: RunState, subject: str, options: Container[str]) -> str | None:
    """The newest answer about a conflict, in whatever cycle it was asked; None while there is none."""
    found = [row.answer for row in state.asks.values() if row.about == subject and row.answer and row.answer in options]
    return found[-1] if found else None


def is_asked_about(state: RunState, subject: str, options: Container[str]) -> bool:
    """Whether it was put to a person; what was taken back unanswered is put again."""
    return any(row.about == subject and _is_valid(row, options) for row in state.asks.values())


def _is_valid(row: RunAskRow, options: Container[str]) -> bool:
    return row.answer is None or row.answer in options


def collect_constraints(state: RunState, task: str) -> tuple[str, ...]:
    """What people added to their answers that a task has to keep: said of it, of one before it, or of the whole run."""
    concerned = {None, task, *state.graph.before(task)}
    found = (each for row in state.asks.values() if row.task in concerned for each in row.constraints)
    return tuple(dict.fromkeys(found))


def is_open(state: RunState) -> bool:
    """Whether a person still owes an answer."""
    return any(row.answer is None for row in state.asks.values())


def _find_asks(state: RunState, kind: AskKind, task: str | None) -> list[RunAskRow]:
    """What was asked in this cycle; of what one attempt came to, what was asked since that attempt."""
    since = state.tasks[task].token if task and kind in _OF_AN_ATTEMPT else 0
    return [
        row
        for row in state.asks.values()
        if (row.kind, row.task) == (kind, task)
        and _is_valid(row, OPTIONS[kind])
        and row.seq > since
        and (row.cycle == state.run.cycle or kind in _IN_ANY_CYCLE)
    ]


_IN_ANY_CYCLE: Final[frozenset[AskKind]] = frozenset({"approve", "severity"})
"""What a person said of something that was not done again since holds."""
_OF_AN_ATTEMPT: Final[frozenset[AskKind]] = frozenset({*_IN_ANY_CYCLE, "failed"})


# What a person approves: a task of kind `approve` before it begins, and what a task with `approval` made (TEAM-1).


def is_granted(state: RunState, name: str) -> bool:
    return state.run.yes or newest_answer(state, "approve", name) == "approve"


def is_approved(state: RunState, row: RunTaskRow) -> bool:
    """Whether what a task has made may be built on."""
    return not state.graph.tasks[row.task].approval or is_granted(state, row.task)


def end_refused(state: RunState) -> Iterator[Step]:
    """What a person did not approve ends the run."""
    waiting = [name for name in state.graph.by_kind["approve"] if state.tasks[name].state == "waiting"]
    for name in [*waiting, *_list_artifacts(state)]:
        if newest_answer(state, "approve", name) not in (None, "approve"):
            yield End(state="failed", note=Sentence("{task} was not approved", task=name))
            return


def ask_for_approval(state: RunState, ready: list[str]) -> Iterator[Step]:
    """Asks for what is ready to be approved, each once."""
    for name in [*ready, *(each for each in _list_artifacts(state) if not is_granted(state, each))]:
        if not is_asked(state, "approve", name):
            yield _approval_question(state.graph.tasks[name])


def _list_artifacts(state: RunState) -> list[str]:
    return [name for name in state.graph.approvals if state.tasks[name].state in SETTLED]


def _approval_question(task: PlaybookTask) -> Ask:
    question = Sentence("{task} waits for approval: {title}", task=task.id, title=task.title or task.prompt or task.id)
    return Ask(kind="approve", question=question, options=OPTIONS["approve"], task=task.id)
