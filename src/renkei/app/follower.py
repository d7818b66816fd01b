"""One follower of the log for everybody who watches: each event is read once, however many are told."""

import contextlib
import threading
from collections.abc import Callable, Generator
from typing import Final

from renkei.app.oversight import News, Oversight, news_of
from renkei.errors import RenkeiError
from renkei.eventlog.records import Record

Tell = Callable[[News | None], None]
"""Told what has come, in order; None where another log stands in the place of the one that was followed.
Called from the follower's own thread."""

_POLL: Final = 0.5
_BATCH: Final = 500


class Follower:
    """Begins to follow with the first who listens, from where that one is; ends with `close`."""

    def __init__(self, oversight: Oversight, follow_store: Callable[[], object] | None = None) -> None:
        """
        Args:
            follow_store: opens another store that stands in the place of the one that was there.
        """
        self._oversight = oversight
        self._follow_store = follow_store or oversight.project.follow_store
        self._listeners: list[Tell] = []
        self._lock = threading.Lock()
        self._place: tuple[int, str] | None = None
        """The seq and the hash of the newest record that was told of."""
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
            if self._place is None:
                self._place = self._read_end()
                self._thread = threading.Thread(target=self._follow, name="renkei-follower", daemon=True)
                self._thread.start()
            begin, _ = self._place
            self._listeners.append(tell)
        try:
            yield begin
        finally:
            with self._lock:
                self._listeners.remove(tell)

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def _read_end(self) -> tuple[int, str]:
        with self._oversight.project.reader.read() as view:
            return view.head.seq, view.head.hash

    def _follow(self) -> None:
        while not self._over.is_set():
            try:
                self._take_news()
            except RenkeiError:  # locked or gone for a while: what is there later is told then
                self._over.wait(_POLL)

    def _take_news(self) -> None:
        assert self._place is not None
        self._follow_store()
        self._oversight.project.reader.log.wait_for_events(self._place[0], _POLL)
        records = self._read_news(*self._place)
        if records is None:
            self._tell(self._read_end(), None)
        elif records:
            self._tell((records[-1].seq, records[-1].hash), news_of(records))

    def _read_news(self, seq: int, digest: str) -> list[Record] | None:
        """What came behind the record with this hash; None where it is not there."""
        with self._oversight.project.reader.read() as view:
            if view.head.hash == digest:
                return []
            known = view.event(seq) if seq else None
            if seq and (known is None or known.hash != digest):
                return None
            return view.events(after=seq, limit=_BATCH)

    def _tell(self, place: tuple[int, str], news: News | None) -> None:
        with self._lock:
            self._place = place
            told = list(self._listeners)
        for tell in told:
            tell(news)
