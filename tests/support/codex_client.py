"""The real Codex, offline, where there is one: npm brings it, and no package index of Python's has it."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel, Request, Step, script
from tests.support.guarded_client import around

VARIABLE = "RENKEI_TEST_CODEX"
ROLES = ("backend-specialist", "code-explorer")

_CONFIG = """\
model = "gpt-5.5"  # calls its tools directly; others of its models do so from a script
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."{project}"]
trust_level = "trusted"
"""
_ROLE = """
[agents.{role}]
description = "{role}"
config_file = "{file}"
"""


class CodexEnded(NamedTuple):
    """A run that has ended."""

    stdout: str
    requests: Sequence[Request]

    @property
    def results(self) -> list[str]:
        """What the main thread's tools gave back, in their order."""
        return [result for request in self.asked_by("Go on.") for result in request.results]

    def asked_by(self, prompt: str) -> list[Request]:
        """What the thread whose prompt begins with these words asked its model."""
        return [request for request in self.requests if _begins_with(request, prompt)]


def find_codex() -> str:
    """The program, else the test is skipped."""
    found = os.environ.get(VARIABLE) or shutil.which("codex")
    if not found:
        pytest.skip(f"no codex on PATH and none in {VARIABLE}: npm install @openai/codex")
    return found


def run_codex(project: Path, *steps: Step, trusted: bool = True, env: Mapping[str, str] | None = None) -> CodexEnded:
    """One prompt to its end. Without `trusted` no person has looked at the hooks of the project."""
    program = find_codex()
    with FakeModel() as model, tempfile.TemporaryDirectory(prefix="codex-", ignore_cleanup_errors=True) as home:
        _configure(Path(home), project, model.url)
        trust = ["--dangerously-bypass-hook-trust"] if trusted else []
        done = subprocess.run(
            [program, "exec", "--json", *trust, f"Go on. {script([*steps, {'text': 'Done.'}])}"],
            cwd=project,
            env={
                **offline_env(home=Path(home), url=model.url),
                **around(),
                "CODEX_HOME": home,
                "FAKE_KEY": "offline",
                **(env or {}),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return CodexEnded(done.stdout, model.requests)


def patch(path: str, line: str) -> Step:
    text = f"*** Begin Patch\n*** Add File: {path}\n+{line}\n*** End Patch\n"
    return {"tool": "apply_patch", "input": {"input": text}}


def shell(command: str) -> Step:
    return {"tool": "exec_command", "input": {"cmd": command}}


def spawn(role: str, *steps: Step, prompt: str) -> list[Step]:
    """The main thread lets an agent take these steps, and waits for it."""
    started: Step = {
        "tool": "multi_agent_v1/spawn_agent",
        "input": {"message": f"{prompt} {script(steps)}", "agent_type": role},
    }
    return [started, {"tool": "multi_agent_v1/wait_agent", "input": {"targets": ["{{agent_id}}"]}}]


def _configure(home: Path, project: Path, url: str) -> None:
    """The shells of its agents are those of a login, which have a PATH of their own."""
    (home / ".bash_profile").write_text(f"export PATH={shlex.quote(around()['PATH'])}\n", "utf-8")
    role = home / "role.toml"
    role.write_text('developer_instructions = "Do what you are asked."\n', "utf-8")
    roles = "".join(_ROLE.format(role=name, file=role) for name in ROLES)
    (home / "config.toml").write_text(_CONFIG.format(url=url, project=project) + roles, "utf-8")


def _begins_with(request: Request, prompt: str) -> bool:
    turns = request.conversation.turns if request.conversation else ()
    return any(text.startswith(prompt) for turn in turns if turn.role == "user" for text in turn.texts)
