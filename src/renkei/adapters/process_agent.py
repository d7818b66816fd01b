"""What all agents have in common that are processes: a line for each thing they show, read until they report or end."""

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, Generic, TypeVar, assert_never

from renkei.adapters.agent_process import AgentProcess, Flooded
from renkei.adapters.base import (
    AgentMessage,
    Answer,
    Broken,
    Job,
    Notice,
    Permission,
    Result,
    Signal,
    Started,
    Text,
    ToolJudge,
    describe_answer,
)
from renkei.adapters.json_events import Event, as_object
from renkei.adapters.provider_limits import find_reset, is_limit

_LONGEST_GARBAGE: Final = 2000
OpenT = TypeVar("OpenT")


class ProcessAgent(ABC):
    """An agent at work. What its lines mean, and how it is asked to end, is of its kind."""

    def __init__(self, process: AgentProcess) -> None:
        self._process = process
        self._has_started = False

    @abstractmethod
    def _read_line(self, line: bytes) -> Iterator[Signal]: ...

    @abstractmethod
    def _ask_to_end(self) -> None: ...

    def signals(self) -> Iterator[Signal]:
        if not self._has_started:
            self._has_started = True
            yield Started(pid=self._process.pid)
        try:
            for line in self._process.read_lines():
                for signal in self._read_line(line):
                    yield signal
                    if isinstance(signal, Result | Broken):
                        return
        except Flooded:
            yield Broken(kind="agent", reason="it flooded us with output")
            return
        yield self._describe_end()

    def _describe_end(self) -> Broken:
        """Why it says nothing more."""
        return self._process.describe_end()

    def let_go(self) -> bool:
        self._ask_to_end()
        return True

    def find_failure(self, seconds: float) -> Broken | None:
        has_failed = self._process.wait(seconds) and not self._process.is_lost
        return self._process.describe_end() if has_failed else None

    def find_late_results(self) -> list[str]:
        with suppress(Flooded):
            signals = [each for line in self._process.read_waiting_lines() for each in self._read_line(line)]
            return [each.text for each in signals if isinstance(each, Result)]
        return []

    def shutdown(self, seconds: float) -> bool:
        self._ask_to_end()
        ended = self._process.wait(seconds) is not None
        self.cancel()
        return ended

    def cancel(self) -> None:
        self._process.kill()

    def _write(self, **document: Any) -> None:
        self._process.write_line(json.dumps(document, default=str))


class ClientAgent(ProcessAgent, Generic[OpenT]):
    """A coding client at work: its lines are objects of JSON, it asks before it uses a tool, and is told in words.
    `OpenT` is what is kept of a permission that it waits for."""

    def __init__(self, process: AgentProcess, job: Job, judge: ToolJudge) -> None:
        super().__init__(process)
        self._job = job
        self._judge = judge
        self._lock = threading.Lock()
        self._open: dict[str, OpenT] = {}
        """The permissions that wait for a word of ours, by id."""

    @abstractmethod
    def _read_event(self, event: Event) -> Iterator[Signal]: ...

    @abstractmethod
    def _say(self, text: str) -> None: ...

    @abstractmethod
    def _reply_permission(self, asked: OpenT, said: Permission) -> None: ...

    def _describe_end(self) -> Broken:
        """A client whose last word is that its provider lets it not go on has not crashed."""
        ended = super()._describe_end()
        return broken_by_limit(ended.reason) if ended.kind == "crash" and is_limit(ended.reason) else ended

    def _read_line(self, line: bytes) -> Iterator[Signal]:
        found = read_object(line)
        if isinstance(found, Text):
            yield found
        elif found:
            yield from self._read_event(found)

    def _keep_open(self, name: str, asked: OpenT) -> None:
        with self._lock:
            self._open[name] = asked

    def send(self, message: AgentMessage) -> None:
        match message:
            case Notice(text=text):
                self._say(text)
            case Permission(to=name):
                with self._lock:
                    asked = self._open.pop(name, None)
                if asked is not None:
                    self._reply_permission(asked, message)
            case Answer(question=question, answer=answer, why=why):
                self._say(describe_answer(question, answer, why))
            case _:
                assert_never(message)


def broken_by_limit(reason: str) -> Broken:
    """By a limit of its provider's, and until when, if it says so."""
    reset = find_reset(reason, datetime.now(UTC))
    return Broken(kind="limit", reason=reason, until=reset.astimezone(UTC).isoformat() if reset else None)


def read_object(line: bytes) -> Event | Text | None:
    """The object of a line. What is none is something that was said: a client may print what it likes."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return as_object(found)  # pyright: ignore[reportUnknownArgumentType]
    text = line.decode(errors="replace").strip()[:_LONGEST_GARBAGE]
    return Text(text=text) if text else None
