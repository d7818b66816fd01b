"""One suite for every adapter: what a run relies on, whatever product the agent is. Faults on request are scripted."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from renkei.adapters.agent_process import AgentProcess
from renkei.adapters.base import (
    Adapter,
    Agent,
    Answer,
    Broken,
    CannotStart,
    Idle,
    Job,
    Notice,
    Permission,
    PermissionRequest,
    Question,
    Receipt,
    Result,
    Signal,
    Started,
    Text,
    ToolCall,
    ToolRefused,
    Usage,
)
from renkei.adapters.line_agent import LineAgent
from renkei.adapters.scripted import Scripted
from renkei.testing.fakemodel import FakeModel, Request, Step
from tests.support.agent_kinds import GRANT, KINDS, REAL, Kind, claude_job, job, offline_model

ROOT = Path(__file__).parents[2]


def _by_kind(wanted: Callable[[Kind], object] = lambda kind: True, *, brief: Sequence[str] = ()) -> list[ParameterSet]:
    """The kinds that can do it. A real client takes its time: only what is in `brief` of it runs in `make test`."""
    clients, slow = [pytest.mark.clients], [pytest.mark.clients, pytest.mark.slow]
    return [
        pytest.param(name, marks=[] if name not in REAL else clients if name in brief else slow)
        for name, kind in KINDS.items()
        if wanted(kind)
    ]


@pytest.fixture(scope="session", autouse=True)
def model() -> Iterator[FakeModel]:
    with offline_model() as found:
        yield found


@pytest.fixture(params=_by_kind())
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def adapter() -> Adapter:
    """The one that does what a script says."""
    return Scripted()


def shown(adapter: Adapter, work: Job) -> list[Signal]:
    """All that an agent shows; it is ended then."""
    agent = adapter.start(work)
    found = list(agent.signals())
    agent.cancel()
    return found


def test_an_agent_shows_that_it_started_its_steps_and_its_result(kind: Kind, tmp_path: Path):
    started, *rest, result = shown(kind.adapter(), kind.reports(tmp_path))
    assert isinstance(started, Started)
    assert started.pid
    assert {ToolCall, Text} <= {type(each) for each in rest}
    assert isinstance(result, Result)
    assert result.text.startswith("## Task Complete: a")


def test_who_was_ended_before_anybody_listened_has_crashed(kind: Kind, tmp_path: Path):
    agent = kind.adapter().start(kind.reports(tmp_path))
    agent.cancel()
    _, ended = agent.signals()
    assert (type(ended), getattr(ended, "kind", None)) == (Broken, "crash")


def test_an_agent_shows_all_that_its_script_says(adapter: Adapter, tmp_path: Path):
    steps = (
        {"say": "looking"},
        {"write": {"path": "x/y.md", "text": "hello\n"}},
        {"usage": {"tokens": 7, "micros": 2}},
        {"idle": True},
        {"report": {"artifacts": ["x/y.md"]}},
    )
    started, *rest, result = shown(adapter, job(tmp_path, *steps))
    assert isinstance(started, Started)
    assert rest == [
        Text(text="looking"),
        ToolCall(name="Write", target="x/y.md", receipts=(Receipt(path="x/y.md"),)),
        Usage(tokens=7, micros=2),
        Idle(),
    ]
    assert isinstance(result, Result)
    assert "x/y.md" in result.text
    assert (tmp_path / "x" / "y.md").read_text("utf-8") == "hello\n"


@pytest.mark.req("RES-12")
def test_tool_calls_say_what_was_opened_and_run(adapter: Adapter, tmp_path: Path):
    (tmp_path / "a.py").write_text("1\n2\n3\n", "utf-8")
    steps: list[dict[str, Any]] = [
        {"read": "a.py"},
        {"read": {"path": "a.py", "first_line": 2, "last_line": 9}},
        {"run": "exit 3"},
        {"report": {}},
    ]
    given = job(tmp_path, *steps)
    calls = [each for each in shown(adapter, replace(given, execute=True)) if isinstance(each, ToolCall)]
    assert [each.receipts for each in calls] == [
        (Receipt(path="a.py", first_line=1, last_line=3),),
        (Receipt(path="a.py", first_line=2, last_line=3),),
        (Receipt(command="exit 3", exit_code=3, counts=""),),
    ]
    calls = [each for each in shown(adapter, given) if isinstance(each, ToolCall)]
    assert [each.name for each in calls] == ["Read", "Read"]


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


def test_cancel_ends_the_agent_and_all_that_it_has_started(kind: Kind, tmp_path: Path):
    agent = kind.adapter().start(kind.hangs(tmp_path))
    started = next(agent.signals())
    assert isinstance(started, Started)
    assert started.pid
    _listen(agent)
    process = _at_work(tmp_path)
    agent.cancel()
    assert _is_gone(os.killpg, started.pid)
    assert process is None or _is_gone(os.kill, process)


@pytest.mark.req("TEAM-12")
def test_an_agent_that_has_reported_hears_us_and_ends_when_it_is_asked_to(kind: Kind, tmp_path: Path):
    agent = kind.adapter().start(kind.reports(tmp_path))
    assert isinstance(list(agent.signals())[-1], Result)
    agent.send(Notice(text="one more thing"))
    assert agent.shutdown(10) is True


def test_an_agent_that_fails_after_its_report_is_known_to_have_failed(kind: Kind, tmp_path: Path):
    agent = kind.adapter().start(kind.reports(tmp_path))
    started, *_, result = agent.signals()
    assert (type(started), type(result), agent.find_failure(0)) == (Started, Result, None)
    assert isinstance(started, Started)
    assert started.pid
    os.kill(started.pid, signal.SIGKILL)
    assert _is_gone(os.killpg, started.pid)
    assert _soon(lambda: agent.find_failure(0) is not None)
    agent.cancel()


def test_an_agent_that_is_let_go_ends_by_itself_and_has_not_failed(kind: Kind, tmp_path: Path):
    agent = kind.adapter().start(kind.reports(tmp_path))
    started, *_ = agent.signals()
    assert isinstance(started, Started)
    if agent.let_go():
        assert agent.find_failure(10) is None
        assert _is_gone(os.kill, started.pid or 0)
    agent.cancel()


def test_a_second_result_is_heard_however_long_and_nobody_waits_for_one(tmp_path: Path):
    lines = (
        "import json, sys\nfor n in (1, 2):\n    print(json.dumps({'signal': 'result', 'text': str(n) * 100_000}))\n"
    )
    process = AgentProcess([sys.executable, "-c", f"{lines}sys.stdout.flush()\nsys.stdin.readlines()"], tmp_path, {})
    agent = LineAgent(process, job(tmp_path))
    assert list(agent.signals())[-1] == Result(text="1" * 100_000)
    heard: list[str] = []
    assert _soon(lambda: heard.extend(agent.find_late_results()) or bool(heard))
    assert (heard, agent.find_late_results()) == (["2" * 100_000], [])
    agent.cancel()
    assert agent.find_late_results() == []


@pytest.mark.req("TEAM-11")
def test_an_agent_that_is_spoken_to_after_its_report_takes_it_in_and_reports_again(
    kind: Kind, tmp_path: Path, model: FakeModel
):
    agent = kind.adapter().start(kind.reports(tmp_path))
    first = list(agent.signals())[-1]
    before = len(model.requests)
    agent.send(Notice(text="one more thing"))
    *said, again = agent.signals()
    assert _has_heard(kind, said, model.requests[before:])
    assert again == first
    assert agent.shutdown(10) is True


@pytest.mark.req("MSG-5")
def test_an_agent_takes_in_what_it_is_told_at_work(kind: Kind, tmp_path: Path, model: FakeModel):
    before = len(model.requests)
    agent = kind.adapter().start(kind.reports(tmp_path))
    agent.send(Notice(text="one more thing"))
    signals = list(agent.signals())
    agent.cancel()
    assert _has_heard(kind, signals, model.requests[before:])
    assert isinstance(signals[-1], Result)


@pytest.mark.parametrize("name", _by_kind(lambda kind: kind.asks))
def test_an_agent_that_asks_waits_for_its_answer_and_goes_by_it(name: str, tmp_path: Path):
    asks = KINDS[name].asks
    assert asks
    agent = KINDS[name].adapter().start(asks(tmp_path))
    signals = agent.signals()
    asked = next(each for each in signals if isinstance(each, Question))
    assert (asked.text, asked.options) == ("which?", ("red", "blue"))
    agent.send(Answer(to=f"{asked.id}-another", question="which?", answer="green"))
    agent.send(Answer(to=asked.id, question="which?", answer="blue", why="it is calm"))
    *_, result = signals
    agent.cancel()
    assert isinstance(result, Result)
    assert ("blue" in result.text, "green" in result.text) == (True, False)


@pytest.mark.clients
@pytest.mark.req("ORCH-11", refused=True)
def test_a_question_tool_of_the_clients_own_is_refused_with_the_words_to_use_instead(tmp_path: Path, model: FakeModel):
    options = [{"label": "red", "description": "warm"}, {"label": "blue", "description": "calm"}]
    asked = {"question": "which?", "header": "Colour", "options": options, "multiSelect": False}
    steps: list[Step] = [{"tool": "AskUserQuestion", "input": {"questions": [asked]}}, {"text": "done"}]
    signals = shown(KINDS["claude"].adapter(), claude_job(tmp_path, *steps))
    assert [each.rule for each in signals if isinstance(each, ToolRefused)] == ["ORCH-11"]
    assert not [each for each in signals if isinstance(each, Question)]
    assert "The user has to be asked: {question}" in str(model.requests[-1].results)


@pytest.mark.parametrize("is_granted", [True, False])
@pytest.mark.parametrize("name", _by_kind(lambda kind: kind.requests, brief=["claude"]))
def test_what_an_agent_may_not_do_by_itself_waits_for_a_word_to_its_id(name: str, is_granted: bool, tmp_path: Path):
    requests = KINDS[name].requests
    assert requests
    agent = KINDS[name].adapter().start(requests(tmp_path))
    signals = agent.signals()
    asked = next(each for each in signals if isinstance(each, PermissionRequest))
    assert asked.target == GRANT
    agent.send(Permission(to=f"{asked.id}-another", is_granted=not is_granted))
    agent.send(Permission(to=asked.id, is_granted=is_granted, why="because"))
    *_, result = signals
    agent.cancel()
    assert isinstance(result, Result)
    assert (tmp_path / "granted").exists() is is_granted


def test_an_agent_that_nobody_answers_goes_by_what_it_recommends(adapter: Adapter, tmp_path: Path):
    question = {"question": "which?", "recommended": "red", "key": "decisions.colour"}
    agent = adapter.start(job(tmp_path, {"ask": question}, {"derive": {}}, keys=("decisions.colour",)))
    signals = agent.signals()
    asked = next(each for each in signals if isinstance(each, Question))
    agent.send(Answer(to=asked.id, question="which?", answer=""))
    *_, result = signals
    agent.cancel()
    assert isinstance(result, Result)
    assert "red" in result.text


def test_a_second_report_is_given_when_the_first_one_was_answered(adapter: Adapter, tmp_path: Path):
    agent = adapter.start(job(tmp_path, {"report": "what?"}, {"report": {}}))
    assert list(agent.signals())[-1] == Result(text="what?")
    agent.send(Notice(text="once more"))
    again = list(agent.signals())[-1]
    agent.cancel()
    assert isinstance(again, Result)
    assert again.text.startswith("## Task Complete: a")


def test_an_answer_is_taken_as_it_was_given_whatever_stands_in_it(adapter: Adapter, tmp_path: Path):
    given = "The user's answer: 茶\n\nWhy: You asked: which?\n"
    agent = adapter.start(job(tmp_path, {"ask": "which?"}, {"ask": "which?"}, {"report": {}}))
    signals = agent.signals()
    for answer in (given, "another"):
        asked = next(each for each in signals if isinstance(each, Question))
        agent.send(Notice(text=f"You asked: which?\nThe user's answer: not {answer}"))
        agent.send(Answer(to=asked.id, question="which?", answer=answer))
    said = [each.text for each in signals if isinstance(each, Text)]
    agent.cancel()
    assert said[-1] == "Heard: another"


@pytest.mark.req("TEAM-12")
def test_nothing_is_left_of_an_agent_that_is_shut_down_at_work(kind: Kind, tmp_path: Path):
    agent = kind.adapter().start(kind.hangs(tmp_path))
    started = next(agent.signals())
    assert isinstance(started, Started)
    assert started.pid
    _listen(agent)
    process = _at_work(tmp_path)
    agent.shutdown(2)
    assert _is_gone(os.killpg, started.pid)
    assert process is None or _is_gone(os.kill, process)


@pytest.mark.req("TEAM-12")
def test_an_agent_that_does_not_answer_is_ended_by_force(adapter: Adapter, tmp_path: Path):
    agent = adapter.start(job(tmp_path, {"report": {}}, {"stay": True}))
    signals = agent.signals()
    started = next(signals)
    assert isinstance(started, Started)
    assert started.pid
    assert isinstance(next(signals), Result)
    assert agent.shutdown(0.1) is False
    assert _is_gone(os.killpg, started.pid)


_STARTER = """\
import json, sys, time
from pathlib import Path
from renkei.adapters.base import Brief, Job
from renkei.bootstrap import load_adapter
job = json.loads(sys.argv[2])
given = {"folder": Path(job["folder"]), "brief": Brief(**job["brief"])}
agent = load_adapter(sys.argv[1], command=json.loads(sys.argv[3])).start(Job(**{**job, **given}))
for signal in agent.signals():
    if hasattr(signal, "pid"):
        print(signal.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("name", _by_kind())
def test_an_agent_does_not_outlive_the_process_that_started_it(name: str, tmp_path: Path):
    """Also when that is killed by the signal that nobody can catch: a guard stays beside the agent."""
    folder = tmp_path / "project"
    folder.mkdir()
    work = json.dumps(asdict(KINDS[name].hangs(folder)), default=str)
    command = KINDS[name].command()
    words = [sys.executable, "-c", _STARTER, name, work, json.dumps(command)]
    found = [str(Path(program).parent) for program in command[:1]]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PATH": os.pathsep.join([*found, os.environ["PATH"]])}
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        process = _at_work(folder)
        os.kill(parent.pid, signal.SIGKILL)
    assert _is_gone(os.killpg, pid)
    assert process is None or _is_gone(os.kill, process)


def _has_heard(kind: Kind, said: Sequence[Signal], asked: Sequence[Request]) -> bool:
    if kind.hears is None:
        return any("one more thing" in str(each.body) for each in asked)
    return any(kind.hears in each.text for each in said if isinstance(each, Text))


def _listen(agent: Agent) -> None:
    """An agent goes on as long as somebody listens."""
    threading.Thread(target=lambda: list(agent.signals()), daemon=True).start()


def _at_work(folder: Path) -> int | None:
    """The process id that stands in the file `at-work`, as soon as that is there."""
    assert _soon((folder / "at-work").exists), "it does not get to work"
    text = (folder / "at-work").read_text("utf-8")
    return int(text) if text else None


def _is_gone(kill: Callable[[int, int], None], pid: int) -> bool:
    """Whether nothing is left of a process or a group, as soon as the kernel has cleaned up."""

    def gone() -> bool:
        try:
            kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    return _soon(gone)


def _soon(there: Callable[[], bool]) -> bool:
    pause = threading.Event()
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if there():
            return True
        pause.wait(0.02)
    return False


@pytest.mark.req("DEC-54")
def test_one_that_cannot_be_started_says_what_was_withheld_from_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MY_CLOUD_SECRET", "hush")
    monkeypatch.setenv("DATABASE_URL", "here")
    with pytest.raises(CannotStart) as caught:
        AgentProcess([str(tmp_path / "no such program")], tmp_path, {"DATABASE_URL": "here"})
    said = str(caught.value)
    assert ("MY_CLOUD_SECRET" in said, "hush" in said, "DATABASE_URL" in said) == (True, False, False)
