"""Agents in this process that do as a test tells them, and a clock that a test turns."""

import queue
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from renkei.adapters.base import (
    AgentMessage,
    Answer,
    Broken,
    CannotStart,
    Idle,
    Job,
    Notice,
    Permission,
    Result,
    Signal,
    StartFailed,
    Text,
    Usage,
    describe_answer,
)

Play = Callable[[Job], "list[Signal | str]"]
"""What an agent shows; the word `hang` waits until it is ended. With what stands behind its result it fails then;
behind the word `later`, when it is let go."""

OK = Result(text="status: ok\nartifacts: [README.md]\n")


class Played:
    """An adapter whose agents play what they are told; it keeps the jobs it was given."""

    name = "played"
    keeps_receipts = False

    def __init__(self, play: Play = lambda job: [OK]) -> None:
        self._play = play
        self.jobs: list[Job] = []
        self.cancelled: list[str] = []
        self.asked_to_end: list[str] = []
        self.last_words: list[str] = []
        """Both of these, in their order."""

    def start(self, job: Job) -> "_Agent":
        self.jobs.append(job)
        signals = self._play(job)
        if signals == ["refuse"]:
            raise StartFailed("no room for it")
        if signals == ["missing"]:
            raise CannotStart("nobody at home")
        return _Agent(self, job, signals)

    def attempts(self, task: str) -> list[int]:
        return [job.attempt for job in self.jobs if job.task == task]


class _Agent:
    def __init__(self, adapter: Played, job: Job, signals: "list[Signal | str]") -> None:
        self._adapter = adapter
        self._job = job
        self._signals = signals
        self._ended = threading.Event()
        self._is_let_go = "later" not in signals

    def signals(self) -> Iterator[Signal]:
        for signal in self._signals:
            if isinstance(signal, str):
                assert self._ended.wait(30)
                yield Broken(kind="crash", reason="ended")
                return
            yield signal

    def send(self, message: AgentMessage) -> None:
        """It does not listen."""

    def find_late_results(self) -> list[str]:
        """All but the first."""
        return [each.text for each in self._signals if isinstance(each, Result)][1:]

    def let_go(self) -> bool:
        self._is_let_go = True
        return True

    def find_failure(self, seconds: float) -> Broken | None:
        found = [each for each in self._signals[-1:] if isinstance(each, Broken)]
        return found[0] if found and self._is_let_go else None

    def shutdown(self, seconds: float) -> bool:
        self._adapter.asked_to_end.append(self._job.task)
        self._adapter.last_words.append(f"shutdown {self._job.task}")
        return True

    def cancel(self) -> None:
        self._adapter.cancelled.append(self._job.task)
        self._adapter.last_words.append(f"cancel {self._job.task}")
        self._ended.set()


Hear = Callable[[], str]
Talk = Callable[[Job, Hear], Iterator[Signal]]
"""What an agent shows, one thing after the other; it waits for a word where it calls `hear`."""


class Talking:
    """An adapter whose agents can be spoken to; it keeps the jobs it was given and all that was said."""

    name = "talking"
    keeps_receipts = False

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self.jobs: list[Job] = []
        self.messages: list[AgentMessage] = []
        self.said: list[str] = []
        """The same in words."""

    def start(self, job: Job) -> "_Talker":
        self.jobs.append(job)
        return _Talker(self, job, self._talk)


class _Talker:
    def __init__(self, adapter: Talking, job: Job, talk: Talk) -> None:
        self._adapter = adapter
        self._words: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._shown = talk(job, self._hear)

    def signals(self) -> Iterator[Signal]:
        try:
            for signal in self._shown:
                yield signal
                if isinstance(signal, Result | Broken):
                    return
        except EOFError:
            pass
        yield Broken(kind="crash", reason="ended")

    def send(self, message: AgentMessage) -> None:
        self._adapter.messages.append(message)
        text = _describe(message)
        self._adapter.said.append(text)
        self._words.put(text)

    def find_late_results(self) -> list[str]:
        return []

    def let_go(self) -> bool:
        return True

    def find_failure(self, seconds: float) -> Broken | None:
        return None

    def shutdown(self, seconds: float) -> bool:
        return True

    def cancel(self) -> None:
        self._words.put(None)

    def _hear(self) -> str:
        text = self._words.get(timeout=30)
        if text is None:
            raise EOFError
        return text


def _describe(message: AgentMessage) -> str:
    match message:
        case Notice(text=text):
            return text
        case Answer(question=question, answer=answer, why=why):
            return describe_answer(question, answer, why)
        case Permission(is_granted=is_granted):
            return "allowed" if is_granted else "denied"


class Clock:
    """A time that goes on only when it is told to, or by a step with each look."""

    def __init__(self, step: float = 0) -> None:
        self._now = datetime(2026, 5, 1, 12, tzinfo=UTC)
        self._step = step

    def stamp(self) -> str:
        """The time, for the log."""
        return self._now.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def go(self, step: float) -> None:
        """It goes on by this with each look."""
        self._step = step

    def rest(self) -> None:
        """It stands still from now on."""
        self._step = 0

    def look(self) -> str:
        """The time, for the one who waits: it goes on."""
        self._now += timedelta(seconds=self._step)
        return self.stamp()


def gate(p0: int = 0, p1: int = 0, *targets: str, overall: str | None = None) -> Result:
    right = "ROLLBACK_P0" if p0 else "ROLLBACK_P1" if p1 >= 2 else "PASS"
    counts = f"p0_count: {p0}\np1_count: {p1}\np2_count: 0\nrollback_targets: [{', '.join(targets)}]\np2_items: []\n"
    return Result(text=f"overall: {overall or right}\n{counts}")


__all__ = ["OK", "Clock", "Hear", "Idle", "Played", "Talking", "Text", "Usage", "gate"]
