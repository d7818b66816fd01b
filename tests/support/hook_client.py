"""A coding client as the hooks see it, in this process."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from renkei.agent_trees import LIVE
from renkei.eventlog.receipts import Receipt, receipts_of_agent
from tests.support.cli_run import Cli, Ran
from tests.support.hook_project import AGENT, SESSION, event, read, stop


class Client:
    """Sends hook inputs from one folder."""

    def __init__(self, renkei: Cli) -> None:
        self.renkei = renkei
        self.folder = renkei.folder

    def send(self, given: Mapping[str, Any] | bytes, env: Mapping[str, str] | None = None) -> Ran:
        """One input; a hook never fails a client by its exit code."""
        data = given if isinstance(given, bytes) else json.dumps(given).encode()
        return self.renkei.ok("hook", stdin=data, env=env)

    def answer(self, given: Mapping[str, Any], env: Mapping[str, str] | None = None) -> Any:
        """What the hook answers to one input that it can make sense of."""
        ran = self.send(given, env)
        assert ran.err == ""
        return json.loads(ran.out) if ran.out else None

    def stop(self, text: str, **fields: Any) -> Any:
        return self.answer(stop(self.folder, text, **fields))

    def read(self, path: Path | None = None, **file: Any) -> Any:
        return self.answer(read(self.folder, path or self.folder / "src/app.py", **file))

    def start(self, folder: Path | None = None, **fields: Any) -> None:
        """An agent is started."""
        assert self.answer(event("SubagentStart", folder or self.folder, **fields)) is None

    def came_back(self, agent_id: str = "", env: Mapping[str, str] | None = None) -> Any:
        """After the main thread's Agent tool."""
        given = event("PostToolUse", self.folder, tool_name="Agent", tool_input={"subagent_type": "code-explorer"})
        response: dict[str, Any] = {"status": "completed", "agentId": agent_id, "content": []}
        return self.answer({**given, "agent_id": "", "tool_response": response}, env)

    def notify(self, agent_id: str = AGENT, status: str = "completed", env: Mapping[str, str] | None = None) -> Any:
        """A background agent's result comes to the main thread."""
        prompt = f"<task-notification>\n<task-id>{agent_id}</task-id>\n<status>{status}</status>\n</task-notification>"
        return self.answer(event("UserPromptSubmit", self.folder, agent_id="", prompt=prompt), env)

    def lead_stops(self, text: str = "", *, active: bool = False, env: Mapping[str, str] | None = None) -> Any:
        given = event("Stop", self.folder, agent_id="", last_assistant_message=text, stop_hook_active=active)
        return self.answer(given, env)

    def session_starts(self, env: Mapping[str, str] | None = None) -> Any:
        return self.answer(event("SessionStart", self.folder, session_id="next", agent_id="", source="startup"), env)

    def ends(self) -> None:
        """Its process, which here is that of the test, is none of a client any more: what follows is a person's."""
        for place in (self.folder / LIVE, Path(os.environ["XDG_STATE_HOME"])):
            for note in place.rglob("process-*.json"):
                note.unlink()

    def receipts(self) -> list[Receipt]:
        return self.receipts_of(AGENT)

    def receipts_of(self, agent_id: str) -> list[Receipt]:
        return receipts_of_agent(self.folder / ".renkei/renkei.db", SESSION, agent_id)

    def checks(self) -> list[tuple[str, str, int]]:
        """Agent, outcome and attempt of each check in the log."""
        found = [event["data"] for event in self.renkei.log() if event["type"] == "ClaimChecked"]
        return [(data["agent"], data["outcome"], data["attempt"]) for data in found]
