"""The verification specialist at work: started, listened to for as long as there is time, and ended."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
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
from renkei.protocol.terms import VERIFIER
from renkei.reports.rules import Judgement
from renkei.runs.results import read_receipts
from renkei.runs.verification import MOST_PLACES, SecondLook, judge_verdict, mark_unverified, take_snapshot
from renkei.sentence import Sentence

_GRACE: Final = 5.0
"""How long it may take to end when it is asked to."""
_TOO_MANY: Final = Sentence("no more than {count} places of a result are looked at", count=MOST_PLACES)


class Verifier:
    """One specialist for one result. `hear` is told of all that it shows, for what it uses counts like its agent's."""

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

    def verify(self, job: Job, places: Sequence[str], judgement: Judgement, seconds: float) -> SecondLook:
        """What it says of the places of a result, of those that are too many too."""
        before = take_snapshot(job.folder)
        report = self._start_and_listen(job, seconds)
        if take_snapshot(job.folder) != before:
            return SecondLook(has_written=True)
        if isinstance(report, Sentence):
            return mark_unverified(places, report)
        opened = read_receipts(self.calls) if self._adapter.keeps_receipts else None
        look = judge_verdict(report, job.brief.verify, opened, judgement)
        left = mark_unverified(places[len(job.brief.verify) :], _TOO_MANY)
        return replace(look, doubts=(*look.doubts, *left.doubts))

    def _start_and_listen(self, job: Job, seconds: float) -> str | Sentence:
        """Its report; else why there is none."""
        try:
            self._agent = agent = self._adapter.start(job)
        except CannotStart as error:
            return Sentence("{verifier} could not be started: {reason}", verifier=VERIFIER, reason=str(error))
        if self._is_cancelled.is_set():
            agent.cancel()
        clock = threading.Timer(seconds, self.cancel)
        clock.start()
        try:
            return self._wait_for_report(agent, seconds)
        finally:
            clock.cancel()
            agent.shutdown(_GRACE)
            agent.cancel()

    def _wait_for_report(self, agent: Agent, seconds: float) -> str | Sentence:
        for signal in agent.signals():
            self._hear(signal)
            match signal:
                case Result(text=text):
                    return text
                case Broken(reason=reason) if self._is_cancelled.is_set():
                    return Sentence("{verifier} was not done after {seconds:g} s", verifier=VERIFIER, seconds=seconds)
                case Broken(reason=reason):
                    return Sentence("{verifier} ended without a verdict: {reason}", verifier=VERIFIER, reason=reason)
                case Question(id=name, text=text):  # nobody answers: it says what it can see
                    agent.send(Answer(to=name, question=text, answer=""))
                case PermissionRequest(id=name):  # it only reads
                    agent.send(Permission(to=name, is_granted=False))
                case ToolCall():
                    self.calls.append(signal)
                case _:
                    pass
        return Sentence("{verifier} ended without a verdict: {reason}", verifier=VERIFIER, reason="-")
