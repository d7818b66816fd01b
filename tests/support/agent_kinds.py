"""Kinds of agents, each with jobs that bring it where the suite of all adapters wants it. Real clients are offline."""

import json
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from renkei.adapters.acp import COMMANDS, Acp
from renkei.adapters.base import Adapter, Brief, Job
from renkei.adapters.claude import Claude
from renkei.adapters.scripted import Scripted
from renkei.adapters.tools import Tools
from renkei.testing.claude import offline_env
from renkei.testing.fakemodel import FakeModel, Step, script
from tests.support import acp_program
from tests.support.acp_clients import ACP_CLIENTS, AcpClient

BRIEF = {field.name for field in fields(Brief)}
REPORT = "## Task Complete: a\n```yaml\nstatus: ok\nartifacts: [x.md]\n```"
GRANT = "python3 -c \"open('granted', 'w')\""
AT_WORK = "echo $$ > new && mv new at-work && sleep 3600"


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of agent."""

    adapter: Callable[[], Adapter]
    reports: Callable[[Path], Job]
    """It does something, and reports."""
    hears: str | None
    """What it says when it is spoken to, or a part of that; None: its model is told, and says nothing of it."""
    hangs: Callable[[Path], Job]
    """It starts a process that never ends, which says so in the file `at-work`, with its process id or nothing."""
    asks: Callable[[Path], Job] | None = None
    """It asks which colour, red or blue, and reports the answer, where it can ask."""
    requests: Callable[[Path], Job] | None = None
    """It wants to run `GRANT`, for which it needs a permission, where it asks for those."""
    command: Callable[[], Sequence[str]] = tuple
    """How it is started, where that is not known by its kind."""


def job(folder: Path, *script: dict[str, Any], **given: Any) -> Job:
    brief = Brief(script=script, **{name: given.pop(name) for name in BRIEF & given.keys()})
    named: dict[str, Any] = {"run": "R-1", "task": "a", "agent": "a", "role": "r", "prompt": "do it", **given}
    return Job(folder=folder, brief=brief, **named)


# The real client: its model is a fake one, which follows the script that stands in the prompt.


class _Offline:
    """Where clients find their model while the tests run."""

    def __init__(self) -> None:
        self.model: FakeModel | None = None
        self.env: dict[str, str] = {}
        self.envs: dict[str, dict[str, str]] = {}

    def env_of(self, name: str, client: AcpClient) -> dict[str, str]:
        """With a home that each client has for itself and keeps: some take long to set one up."""
        assert self.model
        if name not in self.envs:
            (home := Path(self.env["HOME"]) / f"of-{name}").mkdir()
            own = client.configure(home, self.model.url)
            self.envs[name] = {**offline_env(home=home, url=self.model.url), **own}
        return self.envs[name]


OFFLINE = _Offline()


@contextmanager
def offline_model() -> Generator[FakeModel]:
    """A model for all clients of a process of tests, and a home that knows nothing of the user."""
    with FakeModel() as model, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        OFFLINE.model, OFFLINE.env, OFFLINE.envs = model, offline_env(home=Path(home), url=model.url), {}
        yield model


def claude_job(folder: Path, *steps: Step, **given: Any) -> Job:
    prompt = f"{given.pop('prompt', 'Do it.')} {script(steps)}"
    env = {**OFFLINE.env, **given.pop("env", {})}
    return job(folder, prompt=prompt, env=env, **given)


def _claude_reports(folder: Path) -> Job:
    write: Step = {"text": "I begin.", "tool": "Write", "input": {"file_path": "x.md", "content": "x\n"}}
    return claude_job(folder, write, {"text": REPORT})


def _claude_hangs(folder: Path) -> Job:
    return claude_job(folder, {"tool": "Bash", "input": {"command": AT_WORK}}, {"text": REPORT}, execute=True)


def _claude_requests(folder: Path) -> Job:
    return claude_job(folder, {"tool": "Bash", "input": {"command": GRANT}}, {"text": REPORT})


# An agent that speaks ACP


ACP_COMMAND = (sys.executable, acp_program.__file__)


def acp_job(folder: Path, *steps: dict[str, Any], **given: Any) -> Job:
    return job(folder, prompt=f"Do it. {acp_program.MARK}{json.dumps(steps)}", **given)


def _acp_reports(folder: Path) -> Job:
    return acp_job(folder, {"say": "I begin."}, {"write": "x.md"}, {"say": REPORT})


def _acp_hangs(folder: Path) -> Job:
    return acp_job(folder, {"run": AT_WORK}, {"say": REPORT}, execute=True)


def _acp_requests(folder: Path) -> Job:
    return acp_job(folder, {"run": GRANT}, {"say": REPORT})


# Real clients that speak ACP, where they are


def _real_acp(name: str, client: AcpClient, *, has_sandbox: bool = False) -> Kind:
    """In a sandbox of its own commands are not asked about, and processes have other ids."""
    at_work = AT_WORK.replace("$$", "-n") if has_sandbox else AT_WORK

    def command() -> tuple[str, ...]:
        return (str(client.find()), *COMMANDS[name][1:])

    def make_job(folder: Path, *steps: Step, **given: Any) -> Job:
        command()  # where it is not there the test is skipped
        return job(folder, prompt=f"Do it. {script(steps)}", env=OFFLINE.env_of(name, client), **given)

    def reports(folder: Path) -> Job:
        return make_job(folder, {"text": "I begin.", **client.write("x.md", "x\n")}, {"text": REPORT})

    def hangs(folder: Path) -> Job:
        return make_job(folder, client.run(at_work), {"text": REPORT}, execute=True)

    def requests(folder: Path) -> Job:
        return make_job(folder, client.run(GRANT), {"text": REPORT})

    return Kind(
        adapter=lambda: Acp(name, command()),
        command=command,
        reports=reports,
        hears=None,
        hangs=hangs,
        requests=None if has_sandbox else requests,
    )


# Agents of our own


def _reports(folder: Path) -> Job:
    return job(folder, {"write": {"path": "x.md"}}, {"say": "hello"}, {"report": {}})


def _hangs(folder: Path) -> Job:
    return job(
        folder, {"leave_running": str(folder / "late")}, {"write": {"path": "at-work"}}, {"stay": True}, {"hang": True}
    )


def _asks(folder: Path) -> Job:
    question = {"question": "which?", "options": ["red", "blue"], "recommended": "red", "key": "decisions.colour"}
    return job(folder, {"ask": question}, {"derive": {}}, keys=("decisions.colour",))


def _inspects(folder: Path) -> Job:
    (folder / "a.md").write_text("See [b](b.md).\n", "utf-8")
    return job(folder, role="documents")


def _tests_for_ever(folder: Path) -> Job:
    program = "import os, pathlib, time\n\n\ndef test_it():\n    path = pathlib.Path({path!r})\n"
    program += "    path.with_name('new').write_text(str(os.getpid()))\n    path.with_name('new').rename(path)\n"
    program += "    time.sleep(3600)\n    assert path\n"
    (folder / "test_a.py").write_text(program.format(path=str(folder / "at-work")), "utf-8")
    return job(folder, role="tests", execute=True)


KINDS = {
    "scripted": Kind(adapter=Scripted, reports=_reports, hears="Heard: one more thing", hangs=_hangs, asks=_asks),
    "tools": Kind(adapter=Tools, reports=_inspects, hears="takes no instructions", hangs=_tests_for_ever),
    "claude": Kind(
        adapter=Claude,
        reports=_claude_reports,
        hears="Task Complete",
        hangs=_claude_hangs,
        requests=_claude_requests,
    ),
    "acp": Kind(
        adapter=lambda: Acp("acp", ACP_COMMAND),
        reports=_acp_reports,
        hears="Heard: one more thing",
        hangs=_acp_hangs,
        requests=_acp_requests,
        command=lambda: ACP_COMMAND,
    ),
    "gemini": _real_acp("gemini", ACP_CLIENTS["gemini"]),
    "opencode": _real_acp("opencode", ACP_CLIENTS["opencode"]),
    "codex": _real_acp("codex", ACP_CLIENTS["codex"], has_sandbox=True),
}
REAL = ("claude", *ACP_CLIENTS)
"""Those that take their time."""
