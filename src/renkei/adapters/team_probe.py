"""Whether agents of a client can work as a team: it is started, without a prompt and so without cost, and asked.

A team is agents that can be spoken to while they work, and that write to each other by our tools. What a client calls
its own tools for that tells nothing: such names come and go.
"""

import json
import tempfile
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from renkei.adapters import acp_agent, claude_agent
from renkei.adapters.agent_process import AgentProcess, Flooded
from renkei.adapters.base import CannotStart, Text
from renkei.adapters.json_events import Event, as_object
from renkei.adapters.process_agent import read_object
from renkei.sentence import Sentence

_SECONDS: Final = 30.0


class Probe:
    """A client that was started to be asked."""

    def __init__(self, process: AgentProcess) -> None:
        self._process = process

    def write(self, **document: Any) -> None:
        self._process.write_line(json.dumps(document))

    def events(self) -> Iterator[Event]:
        """What it says, until it ends or its time is over."""
        try:
            for line in self._process.read_lines():
                found = read_object(line)
                if found and not isinstance(found, Text):
                    yield found
        except Flooded:
            return


@contextmanager
def started(command: Sequence[str], env: Mapping[str, str]) -> Generator[Probe | None]:
    """In an empty folder; nothing of it is left. None where it does not start."""
    with tempfile.TemporaryDirectory(prefix="renkei-probe-", ignore_cleanup_errors=True) as folder:
        try:
            process = AgentProcess(command, Path(folder), env)
        except CannotStart:
            yield None
            return
        over = threading.Timer(_SECONDS, process.kill)
        over.daemon = True
        over.start()
        try:
            yield Probe(process)
        finally:
            over.cancel()
            process.kill()


def probe_acp(command: Sequence[str], env: Mapping[str, str]) -> Sentence | None:
    """What an agent of the Agent Client Protocol lacks: the protocol, whose sessions take one word after another."""
    with started(command, env) as agent:
        if agent:
            agent.write(jsonrpc="2.0", id=1, method="initialize", params=acp_agent.INITIALIZE)
            for event in agent.events():
                if event.get("id") == 1:
                    told = as_object(event.get("result")).get("protocolVersion")
                    return None if told == acp_agent.VERSION else _speaks_another(command[0], str(told))
    return _does_not_answer(command[0])


def probe_claude(command: Sequence[str], env: Mapping[str, str]) -> Sentence | None:
    """What Claude Code lacks: it answers on its pipe, takes our hook there, and asks us which tools we have."""
    with started(command, env) as client:
        if client is None:
            return _does_not_answer(command[0])
        client.write(type="control_request", request_id="probe", request=claude_agent.INITIALIZE)
        is_guarded = takes_tools = False
        for event in client.events():
            response, request = as_object(event.get("response")), as_object(event.get("request"))
            if response.get("request_id") == "probe" and not claude_agent.takes_hooks(response):
                return Sentence("{program} does not ask before it uses a tool", program=command[0])
            is_guarded = is_guarded or response.get("request_id") == "probe"
            takes_tools = takes_tools or request.get("subtype") == "mcp_message"
            if is_guarded and takes_tools:
                return None
    if not is_guarded:
        return _does_not_answer(command[0])
    return Sentence("{program} takes no tools on its pipe, by which agents write to each other", program=command[0])


def _does_not_answer(program: str) -> Sentence:
    return Sentence("{program} does not answer as an agent that can be spoken to while it works", program=program)


def _speaks_another(program: str, version: str) -> Sentence:
    return Sentence(
        "{program} speaks version {version} of the Agent Client Protocol, and not {ours}",
        program=program,
        version=version,
        ours=acp_agent.VERSION,
    )
