"""One suite for every adapter: what a run relies on, whatever product the agent is."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.adapters.base import Adapter, Broken, Idle, Job, Question, Result, Signal, Started, Text, ToolCall, Usage
from renkei.adapters.scripted import Scripted

ADAPTERS: list[Callable[[], Adapter]] = [Scripted]
ROOT = Path(__file__).parents[2]


@pytest.fixture(params=ADAPTERS)
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return request.param()


def job(folder: Path, *script: dict[str, Any], **fields: Any) -> Job:
    return Job(run="R-1", task="a", agent="a", role="r", prompt="do it", folder=folder, script=script, **fields)


def shown(adapter: Adapter, work: Job) -> list[Signal]:
    """All that an agent shows; it is ended then."""
    agent = adapter.start(work)
    found = list(agent.signals())
    agent.cancel()
    return found


def test_an_agent_shows_that_it_started_what_it_does_and_its_result(adapter: Adapter, tmp_path: Path):
    steps = (
        {"say": "looking"},
        {"write": {"path": "x/y.md", "text": "hello\n"}},
        {"usage": {"tokens": 7, "micros": 2}},
        {"ask": "which?"},
        {"idle": True},
        {"report": {"artifacts": ["x/y.md"]}},
    )
    started, *rest, result = shown(adapter, job(tmp_path, *steps))
    assert isinstance(started, Started)
    assert rest == [
        Text(text="looking"),
        ToolCall(name="Write", target="x/y.md"),
        Usage(tokens=7, micros=2),
        Question(text="which?"),
        Idle(),
    ]
    assert isinstance(result, Result)
    assert "x/y.md" in result.text
    assert (tmp_path / "x" / "y.md").read_text("utf-8") == "hello\n"


@pytest.mark.parametrize(
    ("step", "kind", "said"),
    [
        ({"crash": "no memory left"}, "crash", "no memory left"),
        ({"flood": True}, "agent", "it flooded us with output"),
        ({"api_error": "overloaded"}, "api", "overloaded"),
    ],
)
def test_an_agent_that_ends_without_a_result_is_broken(
    adapter: Adapter, tmp_path: Path, step: dict[str, Any], kind: str, said: str
):
    *_, last = shown(adapter, job(tmp_path, step))
    assert isinstance(last, Broken)
    assert (last.kind, last.reason) == (kind, said)


def test_cancel_ends_the_agent_and_all_that_it_has_started(adapter: Adapter, tmp_path: Path):
    mark = tmp_path / "alive"
    agent = adapter.start(job(tmp_path, {"leave_running": str(mark)}, {"say": "started it"}, {"hang": True}))
    signals = agent.signals()
    started = next(signals)
    assert isinstance(started, Started)
    assert started.pid
    assert next(signals) == Text(text="started it")
    agent.cancel()
    assert _group_is_gone(started.pid)


@pytest.mark.req("TEAM-12")
def test_an_agent_that_has_reported_ends_when_it_is_asked_to(adapter: Adapter, tmp_path: Path):
    agent = adapter.start(job(tmp_path, {"report": {}}))
    assert isinstance(list(agent.signals())[-1], Result)
    assert agent.shutdown(10) is True


@pytest.mark.req("TEAM-12")
def test_an_agent_that_does_not_answer_is_ended_by_force(adapter: Adapter, tmp_path: Path):
    agent = adapter.start(job(tmp_path, {"report": {}}, {"stay": True}))
    signals = agent.signals()
    started = next(signals)
    assert isinstance(started, Started)
    assert started.pid
    assert isinstance(next(signals), Result)
    assert agent.shutdown(0.1) is False
    assert _group_is_gone(started.pid)


def test_an_agent_does_not_outlive_the_process_that_started_it(tmp_path: Path):
    """Also when that is killed by the signal that nobody can catch: a guard stays beside the agent."""
    program = (
        "from pathlib import Path\n"
        "from renkei.adapters.base import Job\n"
        "from renkei.adapters.scripted import Scripted\n"
        f"folder = Path({str(tmp_path)!r})\n"
        "job = Job(run='R', task='a', agent='a', role='r', prompt='', folder=folder, script=({'hang': True},))\n"
        "agent = Scripted().start(job)\nprint(next(agent.signals()).pid, flush=True)\nimport time; time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        os.kill(parent.pid, signal.SIGKILL)
    assert _group_is_gone(pid)


def _group_is_gone(pid: int) -> bool:
    """Whether nothing is left of a process group, as soon as the kernel has cleaned up."""
    pause = threading.Event()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        pause.wait(0.02)
    return False
