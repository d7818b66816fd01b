"""A run whose caller waits for nobody: once all who are at work have asked something, it is paused."""

from typing import Final

from renkei.app.log import LogEvent
from renkei.app.project import Project
from renkei.board.run_tables import RunAskRow, RunRow
from renkei.commands.runs import MoveRun
from renkei.eventlog.records import utc_now
from renkei.runs.decide import decide
from renkei.runs.questions import are_all_asking
from renkei.runs.state import load_run
from renkei.runs.steps import Start

_COMES_TO_REST: Final = frozenset({"RunAsked", "TaskCompleted", "TaskFailed"})


def rest_when_asking(project: Project, event: LogEvent) -> None:
    """Told of each event of a run: pauses it where nothing can go on without an answer. Whoever does the task next has
    the answer."""
    if event.type in _COMES_TO_REST and _is_at_rest(project, event.data["run"]):
        pause = MoveRun(run=event.data["run"], step="pause", note=project.say("a question waits for an answer"))
        project.do(pause, actor=project.actor())


def waits_for_answer(project: Project, row: RunRow) -> bool:
    """Whether a run was paused for an answer that nobody has given yet."""
    with project.reader.read() as view:
        asks = view.select(RunAskRow, order="decision", run=row.id)
    return row.state == "paused" and any(ask.kind == "question" and ask.answer is None for ask in asks)


def _is_at_rest(project: Project, name: str) -> bool:
    with project.hub.read() as view:
        state = load_run(view, name)
    if state.run.state != "running" or not are_all_asking(state):
        return False
    return not any(isinstance(step, Start) for step in decide(state, utc_now()).steps)
