"""What every route works with: the project, and whether it is about to end."""

import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Final, ParamSpec, TypeVar

import anyio
import anyio.to_thread

from renkei.app.project import Project

P = ParamSpec("P")
ResultT = TypeVar("ResultT")

_MOST_AT_ONCE: Final = 16
"""How many requests ask the project at a time; the others wait."""


class Site:
    """One for each server."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.ending = anyio.Event()
        """Set when the server is told to end: a stream waits for it beside what it streams, and ends with it."""
        self.lifespans = list[Callable[[], AbstractAsyncContextManager[object]]]()
        """What is there while the server is: a module of routes adds what it needs."""
        self._limiter = anyio.CapacityLimiter(_MOST_AT_ONCE)
        self._opening = threading.Lock()

    async def ask(self, use_case: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> ResultT:
        """What a use case or query of `app` answers, worked on in a thread: the server goes on meanwhile.

        Raises:
            RenkeiError: what the use case raises; a route lets it pass, and it becomes the answer.
        """
        call = partial(use_case, *args, **kwargs)
        return await anyio.to_thread.run_sync(self._call, call, limiter=self._limiter)

    def follow_store(self) -> None:
        """Another store in the place of the one that was there is opened, and only by one at a time."""
        with self._opening:
            self.project.follow_store()
            if self.project.has_store:
                _ = self.project.hub

    def _call(self, call: Callable[[], ResultT]) -> ResultT:
        self.follow_store()
        return call()
