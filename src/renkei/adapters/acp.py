"""Agents that speak the Agent Client Protocol: one adapter for all of them, a command for each."""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.adapters.acp_agent import AcpAgent, CountSession
from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import Agent, CannotStart, Job, ToolJudge, allow_all
from renkei.adapters.claude import find_own_server
from renkei.adapters.environment import select_environment
from renkei.adapters.opencode_usage import export_usage
from renkei.adapters.project_memory import read_memory
from renkei.adapters.team_probe import probe_acp
from renkei.installed import install_command
from renkei.sentence import Sentence

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "codex": ("codex-acp",),
    "gemini": ("gemini", "--acp"),
    "opencode": ("opencode", "acp"),
}
"""How each is started that ships none of its own: by its kind."""

PACKAGES: Final = {"codex": "@agentclientprotocol/codex-acp", "gemini": "@google/gemini-cli", "opencode": "opencode-ai"}

_SETTINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "gemini": {"GEMINI_CLI_NO_RELAUNCH": "true"},  # else the process that hears that it is to end is another one
    "opencode": {
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_PROJECT_CONFIG": "1",  # what a repository brings is not run unasked
        "OPENCODE_PERMISSION": json.dumps(dict.fromkeys(("edit", "bash", "webfetch", "websearch"), "ask")),
    },
}
"""What else each is told, so that it asks us, and ends."""
_MEMORY: Final = {"gemini": ("GEMINI.md", "AGENTS.md", "CLAUDE.md"), "opencode": ("AGENTS.md", "CLAUDE.md")}
"""Files of the project, for those that do not read them: Gemini CLI in a folder that nobody trusts, and opencode."""


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

    def find_team_lack(self) -> Sentence | None:
        if find_own_server() is None:
            return Sentence(
                "Renkei's MCP server, by which agents write to each other, is not installed: {command}",
                command=install_command("mcp"),
            )
        return probe_acp(self._command, _SETTINGS.get(self._name, {}))

    def start(self, job: Job) -> Agent:
        program = shutil.which(self._command[0])
        if program is None:
            raise CannotStart(f"{self._command[0]} was not found{_advice(self._name)}")
        env = {**job.env, **_SETTINGS.get(self._name, {}), "RENKEI_AGENT": job.agent}
        memory = read_memory(job.folder, _MEMORY.get(self._name, ()))
        told = replace(job, prompt=f"{memory}\n\n{job.prompt}") if memory else job
        process = AgentProcess([program, *self._command[1:]], job.folder, env)
        server = find_own_server()
        own = [{"name": name, "value": text} for name, text in env.items() if name.startswith("RENKEI_")]
        # named, for Gemini CLI hands nothing on to a server that looks like a secret
        servers = [{"name": "renkei", **server, "env": own}] if server else []
        given = {**select_environment(os.environ), **env}
        return AcpAgent(process, told, self._judge, servers, given, self._session_counter(program, job.folder, given))

    def _session_counter(self, program: str, folder: Path, env: Mapping[str, str]) -> CountSession:
        if self._name != "opencode":
            return lambda session: None
        return lambda session: export_usage(program, session, folder, env)


def describe_install(name: str) -> str:
    """The command by which a kind is installed; empty for one of the person's own."""
    return f"npm install -g {PACKAGES[name]}" if name in PACKAGES else ""


def _advice(name: str) -> str:
    return f": {install}" if (install := describe_install(name)) else ""
