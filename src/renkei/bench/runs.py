"""What it costs to carry a run out durably: beside a plain asyncio loop that commits once per ready set.

Agents that answer at once, outside git, so that what is measured is the deciding, the leases and the log.
"""

import asyncio
import gc
import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from renkei.adapters.base import Agent, AgentMessage, Broken, Job, Result, Signal
from renkei.commands.base import Request
from renkei.commands.runs import StartRun
from renkei.hub import Hub
from renkei.processes.posix import most_memory
from renkei.protocol.actors import PERSON
from renkei.protocol.playbooks import Playbook, PlaybookRole, PlaybookTask
from renkei.runs.executor import Executor
from renkei.runs.workspaces import RunWorkspace

MANY: Final = 1000
GOAL_SMALL: Final = 2.5
"""The eleven tasks: at most so many times the plain loop."""
GOAL_RATE: Final = 10_000.0
GOAL_SHARE: Final = 0.15
"""A thousand tasks: so many a second, or such a share of the plain loop's rate."""
GOAL_KEPT: Final = 10.0
"""Memory is flat: so many blocks more for each task that is done. It has a row before and after, then with a result."""
TIMES: Final = 3


class Instant:
    """Agents that hand back a right result at once."""

    name = "instant"
    keeps_receipts = False

    def start(self, job: Job) -> Agent:
        return _Done()


class _Done:
    def signals(self) -> Iterator[Signal]:
        yield Result(text="status: ok\nartifacts: []\n")

    def send(self, message: AgentMessage) -> None:
        """It is done already."""

    def find_late_results(self) -> list[str]:
        return []

    def let_go(self) -> bool:
        return True

    def find_failure(self, seconds: float) -> Broken | None:
        return None

    def shutdown(self, seconds: float) -> bool:
        return True

    def cancel(self) -> None:
        """There is nothing to end."""


def make_playbooks(many: int = MANY) -> dict[str, Playbook]:
    """The shapes that are measured: a chain of eleven, ten waves, a fan."""
    chain = [(f"t{n}", [f"t{n - 1}"] if n else []) for n in range(11)]
    waves = [(f"w{wave}-{n}", [f"w{wave - 1}-{n}"] if wave else []) for wave in range(10) for n in range(many // 10)]
    fan = [("start", list[str]()), *((f"f{n}", ["start"]) for n in range(many))]
    return {"eleven": _make_playbook(chain), "waves": _make_playbook(waves), "fan": _make_playbook(fan)}


def measure(folder: Path, hub: Hub, *, many: int = MANY) -> dict[str, Any]:
    """Each shape several times on each side, in turn, and the best of both: a busy machine disturbs both."""
    shapes = make_playbooks(many)
    _time_run(folder, hub, shapes["eleven"])  # the first run pays for loading
    kept = blocks_per_task(folder, hub, shapes["waves"])  # first: later the store may let go of rows it remembers
    found: dict[str, Any] = {name: _side_by_side(folder / name, hub, shape) for name, shape in shapes.items()}
    found["kept_per_task"] = round(max(kept, 0.0), 2)
    found["memory_mb"] = round(most_memory(), 1)
    return found


def is_met(found: dict[str, Any]) -> bool:
    large = [found["waves"], found["fan"]]
    fast = all(each["rate"] >= GOAL_RATE or each["rate"] >= GOAL_SHARE * each["plain_rate"] for each in large)
    return found["eleven"]["times"] <= GOAL_SMALL and fast and found["kept_per_task"] <= GOAL_KEPT


def blocks_per_task(folder: Path, hub: Hub, playbook: Playbook) -> float:
    """How many more blocks of memory are in use for each task when all are done than when none had begun."""
    executor = _start_executor(folder, hub, playbook)
    before = _count_blocks()
    assert executor.carry_out().state == "completed"
    return (_count_blocks() - before) / len(playbook.tasks)


def _count_blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()


def _side_by_side(folder: Path, hub: Hub, playbook: Playbook) -> dict[str, Any]:
    folder.mkdir()
    plain = ours = float("inf")
    for number in range(TIMES):
        plain = min(plain, asyncio.run(_run_plain_loop(folder / f"{number}.db", playbook)))
        ours = min(ours, _time_run(folder, hub, playbook))
    count = len(playbook.tasks)
    return {
        "tasks": count,
        "seconds": round(ours, 4),
        "rate": round(count / ours, 1),
        "plain_seconds": round(plain, 4),
        "plain_rate": round(count / plain, 1),
        "times": round(ours / plain, 2),
    }


def _make_playbook(tasks: list[tuple[str, list[str]]]) -> Playbook:
    made = [PlaybookTask.model_validate({"id": name, "role": "r", "blockedBy": before}) for name, before in tasks]
    return Playbook(name="bench", roles={"r": PlaybookRole()}, tasks=made, parallel=250)


def _start_executor(folder: Path, hub: Hub, playbook: Playbook) -> Executor:
    started = hub.do(Request(command=StartRun(playbook=playbook, agents="instant", yes=True), actor=PERSON)).id
    assert started is not None
    return Executor(hub, started, RunWorkspace(folder, folder / "records", None), Instant())


def _time_run(folder: Path, hub: Hub, playbook: Playbook) -> float:
    executor = _start_executor(folder, hub, playbook)
    before = time.perf_counter()
    assert executor.carry_out().state == "completed"
    return time.perf_counter() - before


async def _run_plain_loop(path: Path, playbook: Playbook) -> float:
    """Who does no more than this: the ready set at once, one commit for all of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as store:
        store.execute("pragma journal_mode=wal")
        store.execute("pragma synchronous=full")
        store.execute("create table done (task text primary key, result text)")
        before = time.perf_counter()
        done: set[str] = set()
        left = {task.id: task for task in playbook.tasks}
        while left:
            ready = [task for task in left.values() if all(each in done for each in task.blocked_by)]
            results = await asyncio.gather(*(_answer_task(task.id) for task in ready))
            store.execute("begin immediate")
            store.executemany("insert into done values (?, ?)", [(name, json.dumps(said)) for name, said in results])
            store.execute("commit")
            for task in ready:
                done.add(task.id)
                del left[task.id]
        return time.perf_counter() - before


async def _answer_task(task: str) -> tuple[str, dict[str, Any]]:
    return task, {"status": "ok", "artifacts": []}
