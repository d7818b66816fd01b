"""A project that `renkei init --claude` has set up, and what a client would send its hooks."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.cli_run import Ran
from tests.support.forked import forked_command
from tests.support.templates import Files, copy_of, write_files

SOURCE = "def login(user):\n    return user.ok\n"
SESSION = "session-1"
AGENT = "agent-1"

NO_AGENT = ("RENKEI_", "CLAUDE", "LC_", "GIT_")
"""What a developer's own shell, or an agent that runs these tests, may have set."""


def git(folder: Path, *words: str, stdin: str | None = None) -> str:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    allowed = ["-c", "protocol.file.allow=always"]  # a submodule that stands on this disk
    return subprocess.run(
        ["git", *who, *allowed, *words], cwd=folder, input=stdin, check=True, capture_output=True, text=True
    ).stdout


def repository(folder: Path) -> Path:
    """A repository with `src/app.py`, committed."""
    return copy_of(_make_repository, (("src/app.py", SOURCE),), folder)


def _make_repository(folder: Path, files: Files) -> None:
    write_files(folder, files)
    git(folder, "init", "--quiet")
    git(folder, "add", "src")
    git(folder, "commit", "--quiet", "--message", "first")


def clean_env() -> dict[str, str]:
    """The environment of a person's command, in English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NO_AGENT)}
    return {**kept, "LANG": "C.UTF-8"}


def run(*words: str, folder: Path, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
    """The installed command, as a person would give it, whoever runs the tests."""
    done = subprocess.run(
        [forked_command(), *words],
        cwd=folder,
        input=stdin,
        env={**clean_env(), **(env or {})},
        capture_output=True,
        timeout=60,
    )
    return Ran(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


def init(folder: Path, *words: str) -> None:
    ran = run("init", "--claude", *words, folder=folder)
    assert ran.code == 0, ran.err


def log(folder: Path) -> list[Any]:
    """The log's events, oldest first."""
    return run("log", "--json", folder=folder).lines


def outcomes(folder: Path) -> list[tuple[str, str, int]]:
    """Agent, outcome and attempt of each check that is in the log."""
    checks = [event["data"] for event in log(folder) if event["type"] == "ClaimChecked"]
    return [(data["agent"], data["outcome"], data["attempt"]) for data in checks]


def event(name: str, folder: Path, **fields: Any) -> dict[str, Any]:
    """What a client sends at an event inside a subagent."""
    base = {"hook_event_name": name, "session_id": SESSION, "agent_id": AGENT, "agent_type": "code-explorer"}
    return {**base, "cwd": str(folder), **fields}


def stop(folder: Path, text: str, **fields: Any) -> dict[str, Any]:
    return event("SubagentStop", folder, last_assistant_message=text, stop_hook_active=False, **fields)


def read(folder: Path, path: Path, **file: Any) -> dict[str, Any]:
    """After a Read, with what came back."""
    response = {"type": "text", "file": {"filePath": str(path), **file}}
    return event("PostToolUse", folder, tool_name="Read", tool_input={"file_path": str(path)}, tool_response=response)


def hook(given: Mapping[str, Any] | bytes, *words: str, folder: Path, env: Mapping[str, str] | None = None) -> Ran:
    """The hook in a process of its own; it never blocks by its exit code."""
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    ran = run("hook", *words, folder=folder, stdin=data, env=env)
    assert ran.code == 0, ran.err
    return ran


def report(*places: str, confidence: int = 70, agent: str = "code-explorer") -> str:
    """A whole result of the contract: a finding for each place, quoting `src/app.py`'s first line at the first."""
    findings = "\n".join(f"- Login is defined at `{place}`" for place in places)
    rows = "\n".join(f"| login | `{place}` | entry |" for place in places)
    return f"""\
## {agent} Result

### Status
SUCCESS

### Summary
The login function takes a user. It is the only entry.

### Findings
{findings}
  - Code match: `def login(user):`

### Key References
| Item | Location | Relevance |
|------|----------|-----------|
{rows}

### Confidence
{confidence} - I read the file
- verified_confidence: {confidence}
- inferred_confidence: {confidence}
- combined_confidence: {confidence}

### Verification
- [x] File references are valid
- [x] Code snippets are exact
- [x] No invented paths
- [x] Evidence is documented
"""


LIE = report("src/ghost.py:45")
HONEST = report("src/app.py:1")
SURE = report("src/app.py:1", confidence=90)
