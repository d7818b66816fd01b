"""An agent that is asked one thing beside the work of another: started, listened to while there is time, and ended."""

import threading
from collections.abc import Callable
from typing import Final

from renkei.adapters.base import (
    Adapter,
    Agent,
    Answer,
    Broken,
    CannotStart,
    Job,
    Permission,
    PermissionRequest,
    Question,
    Result,
    Signal,
    ToolCall,
)
from renkei.sentence import Sentence

_GRACE: Final = 5.0
"""How long it may take to end when it is asked to."""


class SideAgent:
    """`hear` is told of all that it shows, for what it uses counts for the task that it is asked for."""

    def __init__(self, adapter: Adapter, hear: Callable[[Signal], None]) -> None:
        self._adapter = adapter
        self._hear = hear
        self._agent: Agent | None = None
        self._is_cancelled = threading.Event()
        self.calls: list[ToolCall] = []

    def cancel(self) -> None:
        """Ends it, now or as soon as it has started."""
        self._is_cancelled.set()
        if agent := self._agent:
            agent.cancel()

    def ask(self, job: Job, seconds: float) -> str | Sentence:
        """Its answer; else why there is none."""
        try:
            self._agent = agent = self._adapter.start(job)
        except CannotStart as error:
            return Sentence("{verifier} could not be started: {reason}", verifier=job.agent, reason=str(error))
        if self._is_cancelled.is_set():
            agent.cancel()
        clock = threading.Timer(seconds, self.cancel)
        clock.start()
        try:
            return self._wait_for_answer(agent, job, seconds)
        finally:
            clock.cancel()
            agent.shutdown(_GRACE)
            agent.cancel()

    def _wait_for_answer(self, agent: Agent, job: Job, seconds: float) -> str | Sentence:
        for signal in agent.signals():
            self._hear(signal)
            match signal:
                case Result(text=text):
                    return text
                case Broken(reason=reason) if self._is_cancelled.is_set():
                    return Sentence("{verifier} was not done after {seconds:g} s", verifier=job.agent, seconds=seconds)
                case Broken(reason=reason):
                    return Sentence("{verifier} ended without an answer: {reason}", verifier=job.agent, reason=reason)
                case Question(id=name, text=text):  # nobody answers: it says what it can see
                    agent.send(Answer(to=name, question=text, answer=""))
                case PermissionRequest(id=name):  # it only reads
                    agent.send(Permission(to=name, is_granted=False))
                case ToolCall():
                    self.calls.append(signal)
                case _:
                    pass
        return Sentence("{verifier} ended without an answer: {reason}", verifier=job.agent, reason="-")
