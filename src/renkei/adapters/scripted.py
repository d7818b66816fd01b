"""Agents that follow a script: for tests, for the demonstration, and for faults on request. Needs no model and no key.

A script is a list of steps; `attempt` and `cycle` in a step say when it is taken. Without a script the agent writes
what is asked of it from the goal, the inputs and the blackboard.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from renkei.adapters.base import Agent, Broken, Idle, Job, Question, Result, Signal, Started, Text, ToolCall, Usage
from renkei.adapters.process import AgentProcess, Flooded


class Scripted:
    """Starts scripted agents, each in a process of its own."""

    name = "scripted"

    def start(self, job: Job) -> Agent:
        command = [sys.executable, "-P", "-m", "renkei.adapters.scripted_agent"]
        process = AgentProcess(command, job.folder, job.env)
        process.write(json.dumps(asdict(job), default=str))
        return ScriptedAgent(process)


class ScriptedAgent:
    def __init__(self, process: AgentProcess) -> None:
        self._process = process

    def signals(self) -> Iterator[Signal]:
        yield Started(pid=self._process.pid)
        try:
            for line in self._process.lines():
                signal = _signal(line)
                yield signal
                if isinstance(signal, Result | Broken):
                    return
        except Flooded:
            yield Broken(kind="agent", reason="it flooded us with output")
            return
        code = self._process.wait(5)
        yield Broken(
            kind="crash", reason=self._process.errors.splitlines()[-1] if self._process.errors else f"exit code {code}"
        )

    def interrupt(self, text: str) -> None:
        self._process.write(json.dumps({"interrupt": text}))

    def shutdown(self, seconds: float) -> bool:
        self._process.write(json.dumps({"shutdown_request": True}))
        ended = self._process.wait(seconds) is not None
        self._process.kill()
        return ended

    def cancel(self) -> None:
        self._process.kill()


def _signal(line: bytes) -> Signal:
    """A line of the agent's; what is no signal is something it said."""
    try:
        document = json.loads(line)
        return _SIGNALS[document.pop("signal")](**document)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Text(text=line.decode(errors="replace").rstrip("\n"))


_SIGNALS: dict[str, Any] = {
    "tool": ToolCall,
    "text": Text,
    "usage": Usage,
    "question": Question,
    "idle": Idle,
    "result": Result,
    "broken": Broken,
}
