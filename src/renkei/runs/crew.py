"""Threads for agents: each job begins within a moment, and jobs that end at once share a thread."""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

Job = Callable[[], None]

PATIENCE: Final = 0.003
"""How long those at work may take before the ones that wait get threads of their own, in seconds."""


class Crew:
    """One thread does what comes; once nothing has begun for a moment, all that waits gets a thread each.

    So a hundred agents that work for minutes have a thread each, and a hundred that answer at once need one.
    """

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        """`failed` is told of what a job raises."""
        self._failed = failed
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._begun = 0
        self._workers: list[threading.Thread] = []
        self._caller: threading.Thread | None = None
        self._is_needed = threading.Event()
        self._is_closed = False

    def add(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            self._jobs.put(job)
        if not self._jobs.empty():
            self._call()

    def close(self) -> None:
        """Waits until all is done."""
        self._is_closed = True
        self._is_needed.set()
        _join(self._caller)
        for _ in self._workers:
            self._jobs.put(None)
        for worker in self._workers:
            _join(worker)

    def _call(self) -> None:
        if self._caller is None:
            self._caller = threading.Thread(target=self._watch, daemon=True)
            self._begin(1)
            self._caller.start()
        self._is_needed.set()

    def _watch(self) -> None:
        """Sees to it that nothing waits for somebody who is long at work."""
        while not self._is_closed or not self._jobs.empty():
            self._is_needed.wait()
            self._is_needed.clear()
            while not self._jobs.empty():
                before = self._begun
                time.sleep(PATIENCE)
                if self._begun == before:
                    self._begin(self._jobs.qsize())

    def _begin(self, count: int) -> None:
        for _ in range(count):
            worker = threading.Thread(target=self._serve, daemon=True)
            self._workers.append(worker)
            worker.start()

    def _serve(self) -> None:
        while job := self._jobs.get():
            self._begun += 1
            try:
                job()
            except BaseException as error:  # a mistake of ours: whoever waits has to know
                self._failed(error)


def _join(thread: threading.Thread | None) -> None:
    if thread and thread.is_alive():  # Ctrl-C may have come before it was
        thread.join()
