"""What agents at work ask, and what they are told: the answer reaches the agent that asked, or the one after it."""

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, assert_never

from renkei.adapters.base import (
    Agent,
    AgentMessage,
    AgentRequest,
    Answer,
    Notice,
    Permission,
    PermissionRequest,
    Question,
    describe_answer,
)
from renkei.board.run_tables import RunAskRow, RunRow, RunTaskRow
from renkei.commands.run_questions import PutQuestion
from renkei.kit.words import Say
from renkei.protocol.actors import Language
from renkei.protocol.base import CONTROL
from renkei.runs.state import RunState


def is_waiting_for_answer(state: RunState, row: RunTaskRow) -> bool:
    """Whether the agent at work has asked and nobody has answered: its clock stands still."""
    ask = state.asks.get(row.question) if row.question else None
    return ask is not None and ask.token == row.token and ask.answer is None


def are_all_asking(state: RunState) -> bool:
    """Whether agents are at work, and each of them waits for an answer."""
    return bool(state.at_work) and all(is_waiting_for_answer(state, row) for row in state.at_work.values())


def list_answered(state: RunState, task: str) -> list[RunAskRow]:
    """What agents of a task have asked and were told."""
    asks = (ask for ask in state.asks.values() if ask.kind == "question" and ask.task == task)
    return [ask for ask in asks if ask.answer is not None]


def find_known_answer(state: RunState, task: str, question: str) -> RunAskRow | None:
    """What an attempt before was told when it asked the same."""
    return next((ask for ask in list_answered(state, task) if ask.question == question and ask.answer), None)


def describe_answers(state: RunState, task: str) -> str:
    """The same for the prompt of the next agent, so that it need not ask again."""
    return "\n".join(_describe_answer(ask) for ask in list_answered(state, task) if ask.answer) if state.asks else ""


def _describe_answer(ask: RunAskRow) -> str:
    return describe_answer(ask.question, ask.answer or "", ask.why)


def put_question_command(run: RunRow, task: str, token: int, request: AgentRequest, say: Say) -> PutQuestion:
    """What an agent asks as it is put to a person: what of it can be shown, and no more than anybody reads."""
    question = request if isinstance(request, Question) else _permission_question(request, say)
    return PutQuestion(
        run=run.id,
        lease=run.lease,
        task=task,
        token=token,
        question=_make_presentable(question.text) or "-",
        options=[shown for each in question.options if (shown := _make_presentable(each))],
        recommended=_make_presentable(question.recommended or "") or None,
    )


def _make_presentable(text: str) -> str:
    return CONTROL.sub("\ufffd", text).strip()[:_LONGEST]


_LONGEST: Final = 4000

_ALLOW: Final = "allow"
_DENY: Final = "deny"


def _permission_question(request: PermissionRequest, say: Say) -> Question:
    """Where nobody is there to be asked it is denied."""
    what = " ".join(filter(None, (request.tool, request.target)))
    text = say("may it use {what}?", what=what)
    return Question(id=request.id, text=text, options=(_ALLOW, _DENY), recommended=_DENY)


def _build_reply(request: AgentRequest, answer: str, why: str, lang: Language) -> AgentMessage:
    """By the id of what was asked. Whatever is not the word that allows it denies it."""
    match request:
        case Question(text=text, relayed=True):
            return Notice(text=describe_answer(text, answer, why, lang))
        case Question(id=name, text=text):
            return Answer(to=name, question=text, answer=answer, why=why)
        case PermissionRequest(id=name):
            said = why if answer in (_ALLOW, _DENY) else f"{answer}: {why}"
            return Permission(to=name, is_granted=answer == _ALLOW, why=said)
        case _:
            assert_never(request)


class Listener(Protocol):
    """An attempt, as far as it can be spoken to."""

    def answer(self, answer: str, why: str) -> None: ...

    def interrupt(self, text: str) -> None: ...

    def ask_for_update(self, text: str) -> None: ...


class AnswerDelivery:
    """Hands answers to attempts, each once."""

    def __init__(self) -> None:
        self._told: set[tuple[str, int, str]] = set()

    def begin_attempts(self, state: RunState, rows: Sequence[RunTaskRow]) -> None:
        """Attempts that start now have in their prompt what was answered before."""
        if state.asks:
            self._told |= {
                (row.task, row.token, ask.decision) for row in rows for ask in list_answered(state, row.task)
            }

    def deliver(self, state: RunState, attempts_of: Callable[[Iterable[RunTaskRow]], Sequence[Listener]]) -> None:
        for ask in state.asks.values():
            row = state.at_work.get(ask.task or "") if ask.kind == "question" else None
            if row is None or ask.answer is None or (row.task, row.token, ask.decision) in self._told:
                continue
            for attempt in attempts_of([row]):
                self._told.add((row.task, row.token, ask.decision))
                if ask.token == row.token:
                    attempt.answer(ask.answer, ask.why)
                else:
                    attempt.interrupt(_describe_answer(ask))


MOST_PUT: Final = 50
"""How many questions of one attempt are put to a person."""


class Conversation:
    """What is said between a run and one agent. What it asks is put one at a time; a result waits for the replies. Who
    asks without end is not put to a person for ever."""

    def __init__(self, put: Callable[[AgentRequest], None], lang: Language = "en") -> None:
        self._put = put
        self._lang: Language = lang
        self._agent: Agent | None = None
        self._unsent: list[AgentMessage] = []
        self._open: list[AgentRequest] = []
        self._put_so_far = 0
        self.unput = 0
        """How many of its questions were put to nobody."""
        self._lock = threading.Lock()
        self._settled: threading.Event | None = None
        """Made with the first question: most agents have none."""
        self._is_over = False

    def attach(self, agent: Agent) -> None:
        """What was said before the agent was there reaches it now."""
        with self._lock:
            self._agent = agent
            unsent, self._unsent = self._unsent, []
        for message in unsent:
            agent.send(message)

    def ask(self, request: AgentRequest) -> None:
        with self._lock:
            if self._put_so_far >= MOST_PUT:
                self._refuse(request)
                return
            self._put_so_far += 1
            self._open.append(request)
            is_first = len(self._open) == 1
            if is_first:
                self._settled = threading.Event()
                if self._is_over:
                    self._settled.set()
        if is_first:
            self._put(request)

    def _refuse(self, request: AgentRequest) -> None:
        """Who waits is told that nobody answers."""
        self.unput += 1
        if not (isinstance(request, Question) and request.relayed):
            self._send(_build_reply(request, _DENY if isinstance(request, PermissionRequest) else "", "", self._lang))

    def answer(self, answer: str, why: str) -> None:
        """To what was put last. It is answered and no longer open in one step: a result that comes
        between would wait for another one, which its agent has no reason to give."""
        with self._lock:
            self._send(_build_reply(self._open[0], answer, why, self._lang))
            del self._open[0]
            following = self._open[0] if self._open else None
            if following is None and self._settled:
                self._settled.set()
        if following:
            self._put(following)

    def send_notice(self, text: str) -> None:
        with self._lock:
            self._send(Notice(text=text))

    def _send(self, message: AgentMessage) -> None:
        if self._agent:
            self._agent.send(message)
        else:
            self._unsent.append(message)

    def wait_for_answers(self) -> bool:
        """Until every question is answered; whether there was one. Who reports has given up a permission that it was
        waiting for, and gives no other report when that is answered."""
        with self._lock:
            settled = self._settled if any(isinstance(each, Question) for each in self._open) else None
        return settled is not None and settled.wait()

    def end(self) -> None:
        """Nobody waits any more."""
        with self._lock:
            self._is_over = True
            if self._settled:
                self._settled.set()
