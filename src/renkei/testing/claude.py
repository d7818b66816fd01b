"""The real Claude Code, offline: found, kept away from the user's own settings and keys, run against a fake model."""

import importlib.util
import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from renkei.processes import supervised
from renkei.processes.supervised import Head
from renkei.testing.fakemodel import FakeModel
from renkei.values import value

_MOST_OUTPUT: Final = 256 * 1024 * 1024

_OF_THE_USER: Final = ("ANTHROPIC_", "CLAUDE", "OTEL_", "XDG_")
_PROXIES: Final = frozenset({"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"})


@value
class Result:
    """What a run came to. `text` is the last answer; `events` are the lines of the stream, as JSON."""

    text: str
    is_error: bool
    exit_code: int
    events: tuple[dict[str, Any], ...]
    stderr: str


def find_claude() -> Path:
    """The program: the one inside claude-agent-sdk, whose version is pinned, else `claude` on PATH.

    Raises: FileNotFoundError.
    """
    spec = importlib.util.find_spec("claude_agent_sdk")
    if spec and spec.origin and (bundled := Path(spec.origin).with_name("_bundled") / "claude").is_file():
        return bundled
    if on_path := shutil.which("claude"):
        return Path(on_path)
    raise FileNotFoundError("Claude Code was not found: pip install 'renkei[claude]', or put claude on PATH")


def offline_env(*, home: Path, url: str) -> dict[str, str]:
    """An environment in which Claude Code knows nothing of the user and talks to `url` alone."""
    kept = {name: value for name, value in os.environ.items() if not _is_of_the_user(name)}
    return kept | {
        "HOME": str(home),
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "offline",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_MAX_RETRIES": "0",
        "CLAUDE_CODE_TMPDIR": str(home),
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_TELEMETRY": "1",
        "ENABLE_TOOL_SEARCH": "false",  # the schemas of all tools are sent at once
    }


def run_claude(
    prompt: str,
    *,
    cwd: Path,
    model: FakeModel,
    settings: Mapping[str, object] | None = None,
    allowed_tools: Sequence[str] = (),
    args: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    home: Path | None = None,
    timeout: float = 60.0,
) -> Result:
    """One prompt to its end. Without `home` the run has a new one of its own; nothing that it started outlives it.

    Raises: FileNotFoundError without Claude Code; TimeoutError, which says how far it came.
    """
    command = [str(find_claude()), "-p", "--output-format", "stream-json", "--verbose"]
    command += ["--settings", json.dumps(settings)] if settings else []
    command += ["--allowedTools", *allowed_tools] if allowed_tools else []
    with tempfile.TemporaryDirectory(prefix="renkei-claude-", ignore_cleanup_errors=True) as own:
        around = offline_env(home=home or Path(own), url=model.url) | dict(env or {})
        return _run_process([*command, *args], prompt, cwd=cwd, env=around, timeout=timeout)


def _is_of_the_user(name: str) -> bool:
    return name.startswith(_OF_THE_USER) or name.upper() in _PROXIES


def _run_process(command: list[str], prompt: str, *, cwd: Path, env: dict[str, str], timeout: float) -> Result:
    out, err = Head(_MOST_OUTPUT), Head(_MOST_OUTPUT)
    with tempfile.TemporaryFile() as given:
        given.write(prompt.encode())
        given.seek(0)
        code = supervised.run(command, cwd, seconds=timeout, env=env, stdin=given, stdout=out, stderr=err)
    if code is None:
        events = ", ".join(str(event.get("type")) for event in _parse_events(out.text))
        raise TimeoutError(
            f"Claude Code did not end within {timeout} s; events: {events or 'none'}; {err.text[-2000:]}"
        )
    return _parse_result(out.text, err.text, code)


def _parse_result(out: str, err: str, code: int) -> Result:
    events = _parse_events(out)
    results = [event for event in events if event.get("type") == "result"]
    last = results[-1] if results else {}
    return Result(
        text=str(last.get("result", "")),
        # A refused request ends with the subtype "success" and is_error true; a killed run ends without a result.
        is_error=code != 0 or bool(last.get("is_error", True)),
        exit_code=code,
        events=tuple(events),
        stderr=err,
    )


def _parse_events(out: str) -> list[dict[str, Any]]:
    """The lines that are whole; a run that was killed may leave half of one."""
    return [json.loads(line) for line in out.splitlines(keepends=True) if line.startswith("{") and line.endswith("\n")]
