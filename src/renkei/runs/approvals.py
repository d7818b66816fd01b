"""What a person approves: a task of kind `approve` before it begins, and what a task with `approval` made (TEAM-1)."""

from collections.abc import Iterator

from renkei.board.run_tables import RunTaskRow
from renkei.playbooks.states import SETTLED
from renkei.protocol.playbooks import PlaybookTask
from renkei.runs.answers import is_asked, newest_answer
from renkei.runs.state import RunState
from renkei.runs.steps import OPTIONS, Ask, End, Step
from renkei.sentence import Sentence


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
