"""Agents that speak the Agent Client Protocol: one adapter for all of them, a command for each."""

import os
import shutil
from collections.abc import Mapping, Sequence
from typing import Final

from renkei.adapters.acp_agent import AcpAgent
from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import Agent, CannotStart, Job, ToolJudge, allow_all
from renkei.adapters.claude import find_own_server
from renkei.adapters.environment import select_environment

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "codex": ("codex-acp",),
    "gemini": ("gemini", "--acp"),
    "opencode": ("opencode", "acp"),
}
"""How each is started that ships none of its own: by its kind."""

_NO_VARIABLES: Final[list[object]] = []
PACKAGES: Final = {"codex": "@zed-industries/codex-acp", "gemini": "@google/gemini-cli", "opencode": "opencode-ai"}


class Acp:
    """Starts agents by a command. They do not say all that they opened, so that no receipt of theirs is missed."""

    keeps_receipts = False

    def __init__(self, name: str, command: Sequence[str] = (), judge: ToolJudge = allow_all) -> None:
        """`command`: where it is not the one that is known for this kind."""
        self._name = name
        self._command = command or COMMANDS[name]
        self._judge = judge

    @property
    def name(self) -> str:
        return self._name

    def start(self, job: Job) -> Agent:
        program = shutil.which(self._command[0])
        if program is None:
            raise CannotStart(f"{self._command[0]} was not found{_advice(self._name)}")
        env = {**job.env, "RENKEI_AGENT": job.agent}
        process = AgentProcess([program, *self._command[1:]], job.folder, env)
        server = find_own_server()
        servers: list[Mapping[str, object]] = [{"name": "renkei", "env": _NO_VARIABLES, **server}] if server else []
        return AcpAgent(process, job, self._judge, servers, {**select_environment(os.environ), **env})


def _advice(name: str) -> str:
    return f": npm install -g {PACKAGES[name]}" if name in PACKAGES else ""
