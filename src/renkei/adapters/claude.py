"""Claude Code as an agent: found, asked what it can do, and started in the work tree of its task."""

import importlib.util
import json
import shutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import Agent, CannotStart, Job, ServeJob, ToolJudge, allow_all
from renkei.adapters.claude_agent import ClaudeAgent
from renkei.adapters.programs import read_output
from renkei.adapters.project_memory import read_memory
from renkei.adapters.team_probe import probe_claude
from renkei.sentence import Sentence

INSTALL: Final = "npm install -g @anthropic-ai/claude-code"

_ALLOWED: Final = ("Read", "Glob", "Grep", "LS", "Edit", "Write", "NotebookEdit", "TodoWrite", "mcp__renkei")
"""What it uses without asking a person, inside its work tree; `judge` is asked about these too."""
_SETTINGS: Final = {
    "DISABLE_AUTOUPDATER": "1",  # not under a run that has looked at its version
    "MCP_CONNECTION_NONBLOCKING": "true",  # most agents need our server later or never
}
_MEMORY: Final = ("CLAUDE.md", "AGENTS.md")


class Claude:
    """Starts Claude Code, a process for each agent."""

    name = "claude"
    keeps_receipts = True

    def __init__(self, judge: ToolJudge = allow_all, serve: ServeJob | None = None) -> None:
        """`serve` answers its calls of our own tools; without it a process of ours does, which takes long to start."""
        self._judge = judge
        self._serve = serve

    def start(self, job: Job) -> Agent:
        program = find_claude()
        if program is None:
            raise CannotStart(f"Claude Code was not found: {INSTALL}")
        env = {**job.env, **_SETTINGS, "RENKEI_AGENT": job.agent}
        server = _ON_ITS_PIPE if self._serve else find_own_server()
        process = AgentProcess([str(program), *_arguments(job, server)], job.folder, env)
        return ClaudeAgent(process, job, self._judge, self._serve and self._serve(job))

    def find_team_lack(self) -> Sentence | None:
        program = find_claude()
        if program is None:
            return Sentence("Claude Code was not found: {command}", command=INSTALL)
        return probe_claude([str(program), *_common_words(_ON_ITS_PIPE)], _SETTINGS)


_ON_ITS_PIPE: Final = {"type": "sdk", "name": "renkei"}
"""Our server, which it asks on the pipe on which it is spoken to."""
_NEEDED: Final = (
    "--input-format",
    "--replay-user-messages",
    "--setting-sources",
    "--strict-mcp-config",
    "--allowedTools",
)


def find_missing_flags(program: Path) -> list[str] | None:
    """What this version cannot be asked for, by its own help; None where it does not start."""
    said = read_output(str(program), "--help")
    return None if said is None else [flag for flag in _NEEDED if flag not in said]


def find_claude() -> Path | None:
    """The program: `claude` on the PATH, which is the person's own, else the one inside the extra `claude`."""
    if on_path := shutil.which("claude"):
        return Path(on_path)
    spec = importlib.util.find_spec("claude_agent_sdk")
    bundled = Path(spec.origin).with_name("_bundled") / "claude" if spec and spec.origin else None
    return bundled if bundled and bundled.is_file() else None


def _arguments(job: Job, server: Mapping[str, object] | None) -> list[str]:
    words = _common_words(server)
    words += ["--model", job.model] if job.model else []
    words += ["--append-system-prompt", memory] if (memory := read_memory(job.folder, _MEMORY)) else []
    allowed = [*_ALLOWED, "Bash"] if job.execute else _ALLOWED
    return [*words, "--allowedTools", ",".join(allowed)]


def _common_words(server: Mapping[str, object] | None) -> list[str]:
    """Its own settings and those of the project run nothing: what the repository brings is not run unasked, and the
    person's hooks are for the person's sessions."""
    words = ["-p", "--output-format", "stream-json", "--input-format", "stream-json", "--verbose"]
    words += ["--replay-user-messages", "--permission-prompt-tool", "stdio", "--permission-mode", "acceptEdits"]
    words += ["--setting-sources", "user", "--settings", json.dumps({"disableAllHooks": True})]
    servers = {"renkei": server} if server else {}
    return [*words, "--mcp-config", json.dumps({"mcpServers": servers}), "--strict-mcp-config"]


@cache
def find_own_server() -> Mapping[str, object] | None:
    """What starts our own MCP server, where its extra is installed: by it an agent writes to the others of its team."""
    program = Path(sys.executable).with_name("renkei")
    is_there = importlib.util.find_spec("mcp_types") is not None and program.is_file()
    return {"command": str(program), "args": ["mcp"]} if is_there else None
