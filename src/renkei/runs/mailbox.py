"""What is said between a run and its agents at work: their questions, the answers, and what may not wait."""

from collections.abc import Iterable, Sequence

from renkei.board.run_tables import RunTaskRow
from renkei.commands.run_questions import PutQuestion
from renkei.eventlog.records import Record
from renkei.hub import Hub
from renkei.kit.words import speaker
from renkei.protocol.actors import Language
from renkei.runs.agents import AgentPool
from renkei.runs.interrupts import NO_NEWS, Interrupts, News
from renkei.runs.outcome import QuestionAsked
from renkei.runs.questions import AnswerDelivery, find_known_answer, put_question_command
from renkei.runs.state import RunState


class AgentMailbox:
    """For the process that carries a run out."""

    def __init__(self, hub: Hub, lang: Language, state: RunState, agents: AgentPool) -> None:
        self._lang: Language = lang
        self._state = state
        self._agents = agents
        self._answers = AnswerDelivery()
        self._interrupts = Interrupts(hub, lang, (task.agent for task in state.playbook.tasks))

    def open(self) -> None:
        """What was written to agents before the run was taken on is to reach them, too."""
        self._interrupts.look_up_unread()

    def begin_attempts(self, rows: Sequence[RunTaskRow]) -> None:
        self._answers.begin_attempts(self._state, rows)

    def news_for(self, row: RunTaskRow) -> News:
        """What an attempt's agent finds written to it when its turn begins."""
        return NO_NEWS if row.recheck else self._interrupts.news_for(row.agent)

    def take_question(self, asked: QuestionAsked) -> PutQuestion | None:
        """An agent's question to a person; None when an attempt before has the answer already."""
        attempt = self._agents.at_work.get(asked.key)
        if attempt is None:
            return None
        task, token = asked.key
        command = put_question_command(self._state.run, task, token, asked.request, speaker(self._lang))
        known = find_known_answer(self._state, task, command.question)
        if known:
            attempt.answer(known.answer or "", known.why)
        return None if known else command

    def deliver(self, records: Iterable[Record] = ()) -> None:
        """Tells agents at work what they have to know by now; `records` were appended since."""
        self._interrupts.take_records(records)
        self._answers.deliver(self._state, self._agents.find_attempts)
        at_work = self._state.at_work
        self._interrupts.deliver(
            lambda agent: self._agents.find_attempts(row for row in at_work.values() if row.agent == agent)
        )
