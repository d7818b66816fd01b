"""Real clients that speak ACP, offline, where they are: npm brings them. Each has its own words for the same steps."""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from renkei.testing.fakemodel import Step

_CODEX = """\
model = "gpt-5.5"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
env_key = "CODEX_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
"""


@dataclass(frozen=True, kw_only=True)
class AcpClient:
    """A client: where it is found, how it is set up in a home of its own, and how its tools are called."""

    program: str
    variable: str
    package: str
    configure: Callable[[Path, str], Mapping[str, str]]
    read: Callable[[str], Step]
    write: Callable[[str, str], Step]
    run: Callable[[str], Step]
    prefix: str
    """Of the names of tools of our own server."""

    def ask_us(self, tool: str, **given: Any) -> Step:
        return _step(f"{self.prefix}{tool}", **given)

    def find(self) -> Path:
        """The program, else the test is skipped."""
        found = os.environ.get(self.variable) or shutil.which(self.program)
        if not found:
            pytest.skip(f"no {self.program} on PATH and none in {self.variable}: npm install {self.package}")
        return Path(found)


def _configure_gemini(home: Path, url: str) -> dict[str, str]:
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "general": {"enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        "model": {"name": "gemini-3-pro-preview"},  # else it asks another one first, which one to ask
    }
    _write_json(home / ".gemini/settings.json", settings)
    own = {"GEMINI_API_KEY": "offline", "GOOGLE_GEMINI_BASE_URL": url}
    return {**own, "GEMINI_CLI_TRUST_WORKSPACE": "true"}  # as a person does who trusts the project: else no server


def _configure_opencode(home: Path, url: str) -> dict[str, str]:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "options": {"baseURL": f"{url}/v1", "apiKey": "offline"},
        "models": {"one": {"name": "one"}, "two": {"name": "two"}},
    }
    settings = {"model": "fake/one", "small_model": "fake/one", "provider": {"fake": provider}}
    _write_json(home / ".config/opencode/opencode.json", settings)
    return {"OPENCODE_DISABLE_MODELS_FETCH": "1"}


def _configure_codex(home: Path, url: str) -> dict[str, str]:
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text(_CODEX.format(url=url), "utf-8")
    return {"CODEX_API_KEY": "offline"}


def _write_json(path: Path, document: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(document), "utf-8")


def _step(tool: str, **given: Any) -> Step:
    return {"tool": tool, "input": given}


def _patch(path: str, text: str) -> Step:
    added = "".join(f"+{line}\n" for line in text.splitlines())
    return _step("apply_patch", input=f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n")


ACP_CLIENTS = {
    "gemini": AcpClient(
        program="gemini",
        variable="RENKEI_TEST_GEMINI",
        package="@google/gemini-cli",
        configure=_configure_gemini,
        read=lambda path: _step("read_file", file_path=path),
        write=lambda path, text: _step("write_file", file_path=path, content=text),
        run=lambda command: _step("run_shell_command", command=command, description="a step"),
        prefix="mcp_renkei_",
    ),
    "opencode": AcpClient(
        program="opencode",
        variable="RENKEI_TEST_OPENCODE",
        package="opencode-ai",
        configure=_configure_opencode,
        read=lambda path: _step("read", filePath=path),
        write=lambda path, text: _step("write", filePath=path, content=text),
        run=lambda command: _step("bash", command=command, description="a step"),
        prefix="renkei_",
    ),
    "codex": AcpClient(
        program="codex-acp",
        variable="RENKEI_TEST_CODEX_ACP",
        package="@agentclientprotocol/codex-acp",
        configure=_configure_codex,
        read=lambda path: _step("exec_command", cmd=f"cat {path}"),
        write=_patch,
        run=lambda command: _step("exec_command", cmd=command),
        prefix="mcp__renkei/",
    ),
}
