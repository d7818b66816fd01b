"""What all agents have in common that are processes: a line for each thing they show, read until they report or end."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final

from renkei.adapters.agent_process import AgentProcess, Flooded
from renkei.adapters.base import Broken, Result, Signal, Started, Text
from renkei.adapters.json_events import Event, as_object

_LONGEST_GARBAGE: Final = 2000


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
        yield self._process.describe_end()

    def shutdown(self, seconds: float) -> bool:
        self._ask_to_end()
        ended = self._process.wait(seconds) is not None
        self.cancel()
        return ended

    def cancel(self) -> None:
        self._process.kill()

    def _write(self, **document: Any) -> None:
        self._process.write_line(json.dumps(document, default=str))


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
