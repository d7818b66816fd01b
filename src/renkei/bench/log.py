"""How fast posts become durable: beside the disk's own rate and a bare SQLite writer that does nothing else."""

import json
import os
import sqlite3
import statistics
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from renkei.commands.base import Request
from renkei.commands.messages import PostMessage
from renkei.commands.team import AddAgent
from renkei.hub import Hub
from renkei.protocol.actors import PERSON, Actor
from renkei.protocol.messages import DRAFT
from renkei.values import value

MANY: Final = 64
GOAL_ONE: Final = 0.3
"""One poster, to the disk's flush rate."""
GOAL_MANY: Final = 0.5
"""Many posters, to the bare writer's rate."""
GOAL_P99_MS: Final = 15.0


@value
class Measurement:
    """What a number of posters did in a while."""

    rate: float
    p50_ms: float
    p99_ms: float

    def to_document(self) -> dict[str, float]:
        return {"rate": round(self.rate, 1), "p50_ms": round(self.p50_ms, 3), "p99_ms": round(self.p99_ms, 3)}


def measure(folder: Path, hub: Hub, *, seconds: float, postgres: Hub | None = None) -> dict[str, Any]:
    """All figures of one run; each is measured in turn, for `seconds`."""
    flushes = flush_rate(folder, seconds)
    with BareWriter(folder / "bare.db") as bare:
        plain = run_posters(MANY, seconds, bare.post)
    one = run_posters(1, seconds, _post_to(hub))
    many = run_posters(MANY, seconds, _post_to(hub))
    found: dict[str, Any] = {
        "seconds": seconds,
        "fdatasync": round(flushes, 1),
        "bare_writer": plain.to_document(),
        "one_poster": {**one.to_document(), "of_fdatasync": round(one.rate / flushes, 3), "goal": GOAL_ONE},
        "many_posters": {
            **many.to_document(),
            "posters": MANY,
            "of_bare_writer": round(many.rate / plain.rate, 3),
            "goal": GOAL_MANY,
            "goal_p99_ms": GOAL_P99_MS,
        },
    }
    if postgres is not None:
        found["postgres_one"] = run_posters(1, seconds, _post_to(postgres)).to_document()
        found["postgres_many"] = run_posters(MANY, seconds, _post_to(postgres)).to_document()
    return found


def is_met(found: dict[str, Any]) -> bool:
    one, many = found["one_poster"], found["many_posters"]
    fast = one["of_fdatasync"] >= GOAL_ONE and many["of_bare_writer"] >= GOAL_MANY
    return fast and many["p99_ms"] <= GOAL_P99_MS


def flush_rate(folder: Path, seconds: float) -> float:
    """How often a second the disk takes a page and says that it is there."""
    path = folder / "flush"
    page = b"x" * 4096
    count, started = 0, time.perf_counter()
    with path.open("wb", buffering=0) as file:
        while not count or time.perf_counter() < started + seconds:
            file.write(page)
            os.fdatasync(file.fileno()) if hasattr(os, "fdatasync") else os.fsync(file.fileno())
            count += 1
    taken = time.perf_counter() - started
    path.unlink()
    return count / taken


def run_posters(number: int, seconds: float, post: Callable[[int], None]) -> Measurement:
    """So many threads post one after the other, each at least once, each waiting for its answer."""
    began = time.perf_counter()

    def post_repeatedly(poster: int) -> list[float]:
        times: list[float] = []
        while (started := time.perf_counter()) < began + seconds or not times:
            post(poster)
            times.append(time.perf_counter() - started)
        return times

    with ThreadPoolExecutor(number) as pool:
        times = sorted(each for taken in pool.map(post_repeatedly, range(number)) for each in taken)
    taken = time.perf_counter() - began
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    return Measurement(rate=len(times) / taken, p50_ms=statistics.median(times) * 1000, p99_ms=p99 * 1000)


def _sample_message() -> dict[str, Any]:
    """A message of about a kilobyte, as its sender writes it."""
    return {
        "type": "KNOWLEDGE_SHARE",
        "to": "reader",
        "context_summary": "The parser of the configuration was changed.",
        "payload": {
            "topic": "parser",
            "content": "x" * 800,
            "relevance_to_recipients": "you use it",
            "actionable": False,
        },
    }


def _post_to(hub: Hub) -> Callable[[int], None]:
    """Posts through the one door: validation, rules, board and inboxes included."""
    for name in ("writer", "reader"):
        hub.do(Request(command=AddAgent(name=name, role="developer"), actor=PERSON))
    actor, payload = Actor(name="writer", via="terminal"), _sample_message()

    def post(poster: int) -> None:
        draft = DRAFT.validate_python(payload)
        hub.do(Request(command=PostMessage(message=draft), actor=actor))

    return post


class BareWriter:
    """One thread that writes what others hand it into one table, as many as wait in one commit: no rules, no tables."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, data TEXT NOT NULL)")
        self._queue: deque[tuple[str, threading.Event]] = deque()
        self._filled = threading.Semaphore(0)
        self._ended = False
        self._thread = threading.Thread(target=self._write_batches, daemon=True)

    def __enter__(self) -> "BareWriter":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ended = True
        self._filled.release()
        self._thread.join()
        self._connection.close()

    def post(self, poster: int) -> None:
        done = threading.Event()
        self._queue.append((json.dumps(_sample_message()), done))
        self._filled.release()
        done.wait()

    def _write_batches(self) -> None:
        while self._filled.acquire() and not self._ended:
            batch = [self._queue.popleft() for _ in range(len(self._queue))]
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO events (data) VALUES (?)", [(data,) for data, _ in batch])
            self._connection.execute("COMMIT")
            for _, done in batch:
                done.set()
