"""The coding clients whose hooks call Renkei: a row for each. What each does with a hook: docs/why/clients.md."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.values import value


@value
class Client:
    name: str
    """As in `renkei init --NAME` and `renkei hook --client NAME`."""
    title: str
    local: Path
    """The file with its hooks that a person keeps to themselves; the shared one, if it has no such file."""
    shared: Path
    events: Mapping[str, str | None]
    """Each event that is hooked, and the tools it is for."""
    guards: frozenset[str]
    """The events that are asked before something is done: where the hook fails, it is not done."""
    timeout: int
    """In the client's own unit."""
    reads_comments: bool = False
    """Whether it reads settings with comments in them; one that does not leaves such a file aside in silence."""
    has_on_failure: bool = False
    """Whether it can be told to stop a tool whose hook has failed."""
    over_http: frozenset[str] = frozenset()
    """The events that may be asked about by HTTP: those at each tool call. What holds an agent by itself (a stop), or
    cannot be asked so (a session's start), is a command, and works without a server."""

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys((self.local, self.shared)))


_SECONDS: Final = 30

CLAUDE: Final = Client(
    name="claude",
    title="Claude Code",
    local=Path(".claude/settings.local.json"),
    shared=Path(".claude/settings.json"),
    events={
        "SessionStart": None,
        "UserPromptSubmit": None,
        "PreToolUse": "*",
        "PostToolUse": "*",
        "PostToolUseFailure": "Agent|Task|Bash",
        "SubagentStart": None,
        "SubagentStop": None,
        "Stop": None,
        "StopFailure": None,
        "PreCompact": None,
    },
    guards=frozenset({"PreToolUse"}),
    timeout=_SECONDS,
    has_on_failure=True,
    over_http=frozenset({"PreToolUse", "PostToolUse", "PostToolUseFailure"}),
)
CODEX: Final = Client(
    name="codex",
    title="Codex",
    local=Path(".codex/hooks.json"),
    shared=Path(".codex/hooks.json"),
    events={
        "SessionStart": None,
        "UserPromptSubmit": None,
        "PreToolUse": "",
        "PostToolUse": "",
        "SubagentStart": None,
        "SubagentStop": None,
        "Stop": None,
        "PreCompact": None,
    },
    guards=frozenset({"PreToolUse"}),
    timeout=_SECONDS,
)
GEMINI: Final = Client(
    name="gemini",
    title="Gemini CLI",
    local=Path(".gemini/settings.json"),
    shared=Path(".gemini/settings.json"),
    events={
        "SessionStart": None,
        "BeforeAgent": None,
        "BeforeTool": "*",
        "AfterTool": "*",
        "AfterAgent": None,
    },
    guards=frozenset({"BeforeTool"}),
    timeout=_SECONDS * 1000,
    reads_comments=True,
)

PLUGIN: Final = replace(CLAUDE, name="claude-plugin")
"""Claude Code, as it calls a plugin."""

CLIENTS: Final = {client.name: client for client in (CLAUDE, CODEX, GEMINI)}
