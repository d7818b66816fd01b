"""Agents of our own that are processes: a job goes in as a line of JSON, and every line that comes out is a signal."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, assert_never

from renkei.adapters.agent_process import AgentProcess
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
    Text,
    ToolCall,
    Usage,
)
from renkei.adapters.process_agent import ProcessAgent


class LineAgent(ProcessAgent):
    """An agent at work. `after` is called when it has been ended."""

    def __init__(self, process: AgentProcess, job: Job, after: Callable[[], None] = lambda: None) -> None:
        super().__init__(process)
        self._after = after
        self._write(**_job_document(job))

    def _read_line(self, line: bytes) -> Iterator[Signal]:
        yield _parse_signal(line)

    def send(self, message: AgentMessage) -> None:
        self._write(**_message_document(message))

    def _ask_to_end(self) -> None:
        self._write(shutdown_request=True)

    def cancel(self) -> None:
        super().cancel()
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
