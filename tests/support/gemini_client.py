"""The real Gemini CLI, offline, where there is one: npm brings it, and no package index of Python's has it."""

import json
import os
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

VARIABLE = "RENKEI_TEST_GEMINI"

_AGENT = """\
---
name: {name}
description: {name}
---
Do what you are asked.
"""


class GeminiEnded(NamedTuple):
    """A run that has ended."""

    stdout: str
    requests: Sequence[Request]

    @property
    def results(self) -> list[str]:
        """What the main thread's tools gave back, in their order."""
        return [result for request in self.asked_by("Go on.") for result in request.results]

    def asked_by(self, prompt: str) -> list[Request]:
        """What the thread asked its model whose script follows these words."""
        return [request for request in self.requests if _prompt_of(request).endswith(prompt)]


def find_gemini() -> str:
    """The program, else the test is skipped."""
    found = os.environ.get(VARIABLE) or shutil.which("gemini")
    if not found:
        pytest.skip(f"no gemini on PATH and none in {VARIABLE}: npm install @google/gemini-cli")
    return found


def run_gemini(
    project: Path, *steps: Step, agents: Sequence[str] = (), env: Mapping[str, str] | None = None
) -> GeminiEnded:
    """One prompt to its end, in a folder that the person trusts, with agents of the person's own."""
    program = find_gemini()
    prompt = f"Go on. {script([*steps, {'text': 'Done.'}])}"
    with FakeModel() as model, tempfile.TemporaryDirectory(prefix="gemini-", ignore_cleanup_errors=True) as home:
        _configure(Path(home) / ".gemini", agents)
        own = {"GEMINI_API_KEY": "offline", "GOOGLE_GEMINI_BASE_URL": model.url, "GEMINI_CLI_TRUST_WORKSPACE": "true"}
        done = subprocess.run(
            # the model has to be named: else it asks another one first, which one to ask
            [program, "-m", "gemini-3-pro-preview", "--approval-mode", "yolo", "--output-format", "json", "-p", prompt],
            cwd=project,
            env={**offline_env(home=Path(home), url=model.url), **around(), **own, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return GeminiEnded(done.stdout, model.requests)


def invoke(agent: str, *steps: Step, prompt: str) -> Step:
    """The main thread lets an agent take these steps, and waits for it."""
    return {"tool": "invoke_agent", "input": {"agent_name": agent, "prompt": f"{prompt} {script(steps)}"}}


def complete(text: str) -> Step:
    """An agent hands its result in."""
    return {"tool": "complete_task", "input": {"result": text}}


def shell(command: str) -> Step:
    return {"tool": "run_shell_command", "input": {"command": command, "description": "a step"}}


def write_file(path: str) -> Step:
    return {"tool": "write_file", "input": {"file_path": path, "content": "x = 1\n"}}


def _configure(folder: Path, agents: Sequence[str]) -> None:
    (folder / "agents").mkdir(parents=True)
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "general": {"enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
    }
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    for name in agents:
        (folder / "agents" / f"{name}.md").write_text(_AGENT.format(name=name), "utf-8")


def _prompt_of(request: Request) -> str:
    """What stands before the script; the client puts words of its own before that."""
    turns = request.conversation.turns if request.conversation else ()
    texts = [text for turn in turns for text in turn.texts if "<<SCRIPT" in text]
    return texts[0].partition("<<SCRIPT")[0].rstrip() if texts else ""
