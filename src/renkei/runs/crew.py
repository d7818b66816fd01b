"""Threads for agents: each job begins at once, and jobs that end at once share a few threads."""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

Job = Callable[[], None]

_NO_JOB: Final = None


class Crew:
    """Whoever takes a job calls one more thread as long as others wait; one at a time, and idle ones first.

    So a hundred agents that work for minutes have a thread each, and a hundred that answer at once need one or two.
    """

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        """`failed` is told of what a job raises."""
        self._failed = failed
        self._jobs: deque[Job] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._is_called = False
        self._is_closed = False

    def add(self, jobs: Iterable[Job]) -> None:
        with self._changed:
            self._jobs.extend(jobs)
            self._call()

    def close(self) -> None:
        """Waits until all is done."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread.is_alive():  # Ctrl-C may have come before it was
                thread.join()

    def _call(self) -> None:
        if not self._jobs or self._is_called:
            return
        self._is_called = True
        if self._idle:
            self._changed.notify()
        else:
            thread = threading.Thread(target=self._serve, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self) -> None:
        job = self._next(is_new=True)
        while job:
            try:
                job()
            except BaseException as error:  # a mistake of ours: whoever waits has to know
                self._failed(error)
            job = self._next()

    def _next(self, *, is_new: bool = False) -> Job | None:
        with self._changed:
            if is_new:
                self._is_called = False
            while not self._jobs and not self._is_closed:
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
                self._is_called = False
            if not self._jobs:
                return _NO_JOB
            job = self._jobs.popleft()
            self._call()
            return job
