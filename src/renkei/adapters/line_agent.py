"""Agents of our own that are processes: a job goes in as a line of JSON, and every line that comes out is a signal."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, assert_never

from renkei.adapters.agent_process import AgentProcess, Flooded
from renkei.adapters.base import (
    AgentMessage,
    Answer,
    Broken,
    Idle,
    Job,
    Notice,
    Permission,
    PermissionRequest,
    Question,
    Receipt,
    Result,
    Signal,
    Started,
    Text,
    ToolCall,
    Usage,
)


class LineAgent:
    """An agent at work. `after` is called when it has been ended."""

    def __init__(self, process: AgentProcess, job: Job, after: Callable[[], None] = lambda: None) -> None:
        self._process = process
        self._after = after
        self._has_started = False
        process.write_line(json.dumps(_job_document(job), default=str))

    def signals(self) -> Iterator[Signal]:
        if not self._has_started:
            self._has_started = True
            yield Started(pid=self._process.pid)
        try:
            for line in self._process.read_lines():
                signal = _parse_signal(line)
                yield signal
                if isinstance(signal, Result | Broken):
                    return
        except Flooded:
            yield Broken(kind="agent", reason="it flooded us with output")
            return
        yield self._process.describe_end()

    def send(self, message: AgentMessage) -> None:
        self._process.write_line(json.dumps(_message_document(message)))

    def shutdown(self, seconds: float) -> bool:
        self._process.write_line(json.dumps({"shutdown_request": True}))
        ended = self._process.wait(seconds) is not None
        self.cancel()
        return ended

    def cancel(self) -> None:
        self._process.kill()
        self._after()


def _job_document(job: Job) -> dict[str, Any]:
    """In one piece: our own agents go by the brief, and by who and where they are."""
    document = asdict(job)
    return {**document.pop("brief"), **document}


def _message_document(message: AgentMessage) -> dict[str, Any]:
    match message:
        case Notice(text=text):
            return {"interrupt": text}
        case Answer():
            return {"answer": asdict(message)}
        case Permission():
            return {"permission": asdict(message)}
        case _:
            assert_never(message)


def _parse_signal(line: bytes) -> Signal:
    """A line of the agent's; what is no signal is something it said."""
    try:
        document = json.loads(line)
        return _SIGNALS[document.pop("signal")](**document)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Text(text=line.decode(errors="replace").rstrip("\n"))


def _build_question(options: Sequence[str] = (), **fields: Any) -> Question:
    return Question(options=tuple(options), **fields)


def _build_tool_call(name: str, target: str = "", receipts: Sequence[dict[str, Any]] = ()) -> ToolCall:
    return ToolCall(name=name, target=target, receipts=tuple(Receipt(**each) for each in receipts))


_SIGNALS: dict[str, Any] = {
    "tool": _build_tool_call,
    "text": Text,
    "usage": Usage,
    "question": _build_question,
    "permission": PermissionRequest,
    "idle": Idle,
    "result": Result,
    "broken": Broken,
}
