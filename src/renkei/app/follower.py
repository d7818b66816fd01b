"""One follower of the log for everybody who watches: each event is read once, however many are told."""

import contextlib
import threading
from collections.abc import Callable, Generator
from typing import Any, Final

from renkei.app.oversight import Oversight
from renkei.errors import RenkeiError

Tell = Callable[[list[dict[str, Any]]], None]
"""Told the events that have come, in order; called from the follower's own thread."""

_POLL: Final = 0.5
_BATCH: Final = 500


class Follower:
    """Begins to follow with the first who listens, from where that one is; ends with `close`."""

    def __init__(self, oversight: Oversight) -> None:
        self._oversight = oversight
        self._listeners: list[Tell] = []
        self._lock = threading.Lock()
        self._seq: int | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def close(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join(timeout=2 * _POLL)

    @contextlib.contextmanager
    def listen(self, tell: Tell) -> Generator[int]:
        """While inside, `tell` gets every event after the seq that this gives."""
        with self._lock:
            if self._thread is None:
                self._seq = self._head()
                self._thread = threading.Thread(target=self._follow, name="renkei-follower", daemon=True)
                self._thread.start()
            assert self._seq is not None
            begin = self._seq
            self._listeners.append(tell)
        try:
            yield begin
        finally:
            with self._lock:
                self._listeners.remove(tell)

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def _head(self) -> int:
        with self._oversight.project.reader.read() as view:
            return view.head.seq

    def _follow(self) -> None:
        while not self._over.is_set():
            try:
                self._take_news()
            except RenkeiError:  # locked or gone for a while: what is there later is told then
                self._over.wait(_POLL)

    def _take_news(self) -> None:
        assert self._seq is not None
        log = self._oversight.project.reader.log
        if not log.wait_for_events(self._seq, _POLL):
            return
        events = self._oversight.events(self._seq, _BATCH)
        with self._lock:
            self._seq = events[-1]["seq"] if events else self._seq
            told = list(self._listeners)
        for tell in told if events else ():
            tell(events)
