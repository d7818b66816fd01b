"""What is said between a run and its agents at work: their questions, the answers, and what may not wait."""

from collections.abc import Iterable, Sequence

from renkei.board.run_tables import RunTaskRow
from renkei.commands.run_questions import PutQuestion
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.protocol.actors import Language
from renkei.runs.agents import Agents
from renkei.runs.attempt import Asked
from renkei.runs.interrupts import NO_NEWS, Interrupts, News
from renkei.runs.questions import Answers, as_command, known_answer
from renkei.runs.state import RunState


class Speaking:
    """For the process that carries a run out."""

    def __init__(self, hub: Hub, lang: Language, state: RunState, agents: Agents) -> None:
        self._state = state
        self._agents = agents
        self._answers = Answers()
        self._interrupts = Interrupts(hub, lang, (task.agent for task in state.playbook.tasks))

    def take_on(self) -> None:
        """What was written to agents of the run before is to reach them, too."""
        self._interrupts.look()

    def begin(self, rows: Sequence[RunTaskRow]) -> None:
        """These attempts start now."""
        self._answers.begin(self._state, rows)

    def news_for(self, row: RunTaskRow) -> News:
        """What an attempt's agent finds written to it when its turn begins."""
        return NO_NEWS if row.recheck else self._interrupts.news_for(row.agent)

    def asking(self, asked: Asked) -> PutQuestion | None:
        """An agent's question to a person; None when an attempt before has the answer already."""
        attempt = self._agents.at_work.get((asked.task, asked.token))
        if attempt is None:
            return None
        command = as_command(self._state.run, asked.task, asked.token, asked.question)
        known = known_answer(self._state, asked.task, command.question)
        if known:
            attempt.answer(known.answer or "", known.why)
        return None if known else command

    def speak(self, records: Iterable[Record] = ()) -> None:
        """Tells agents at work what they have to know by now; `records` were appended since."""
        self._interrupts.take(records)
        self._answers.hand_out(self._state, self._agents.attempts_of)
        at_work = self._state.at_work
        self._interrupts.hand_over(
            lambda agent: self._agents.attempts_of(row for row in at_work.values() if row.agent == agent)
        )
