"""Several features at work at once: who writes in the person's work tree, and whose builders write which file.

The files of the framework and the work tree are one, so one feature at a time takes its turn at them, and puts them
down while its agents are at work. What is written in a turn is Renkei's own: no run that is under way tells it as
something that came about outside.
"""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager

from renkei.playbooks.paths import patterns_overlap
from renkei.runs.workspaces import RunWorkspace

_LOOK: float = 0.2
"""Seconds between two looks at whether somebody has interrupted."""


class Desk:
    """Shared by the features that one process works on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: int | None = None
        self._turn = ExitStack()
        self._at_work: list[RunWorkspace] = []
        self._files: dict[str, tuple[str, ...]] = {}
        self._freed = threading.Condition()
        self._interrupted = threading.Event()
        self.speaking = threading.Lock()
        """Held by whoever prints a line."""

    # Turns

    @contextmanager
    def turn(self) -> Generator[None]:
        """Only whoever has it writes."""
        if self._is_mine():
            yield
            return
        self._take()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def away(self) -> Generator[None]:
        """Others take their turn while this one's agents are at work."""
        if not self._is_mine():
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._take()

    @contextmanager
    def join(self, workspace: RunWorkspace) -> Generator[None]:
        """While a run is carried out: it does not take what is written in a turn for an agent's doing."""
        with self._lock:
            self._at_work.append(workspace)
        try:
            yield
        finally:
            with self._lock:
                self._at_work.remove(workspace)

    def _is_mine(self) -> bool:
        return self._holder == threading.get_ident()

    def _take(self) -> None:
        self._lock.acquire()
        self._holder = threading.get_ident()
        self._turn = ExitStack()
        try:
            for each in self._at_work:
                self._turn.enter_context(each.unwatched())
        except BaseException:
            self._leave()
            raise

    def _leave(self) -> None:
        self._holder = None
        try:
            self._turn.close()
        finally:
            self._lock.release()

    # Files

    def claim(self, feature: str, files: Sequence[str], tell: Callable[[str, str], None]) -> None:
        """Waits until no other feature's builders write one of these files; then they are this one's, and what it had
        before is free.

        Args:
            tell: told of the other feature and the file, once, where it has to wait.

        Raises:
            KeyboardInterrupt: somebody has interrupted.
        """
        with self.away(), self._freed:
            self._files.pop(feature, None)
            self._freed.notify_all()
            told = False
            while clash := self._find_clash(files):
                if not told:
                    tell(*clash)
                told = True
                self._freed.wait(_LOOK)
                self.check_interrupted()
            self._files[feature] = tuple(files)

    def release(self, feature: str) -> None:
        """Its builders write no more."""
        with self._freed:
            self._files.pop(feature, None)
            self._freed.notify_all()

    def _find_clash(self, files: Sequence[str]) -> tuple[str, str] | None:
        return next(
            (
                (other, path)
                for other, theirs in self._files.items()
                for path in files
                if any(patterns_overlap(path, each) for each in theirs)
            ),
            None,
        )

    # Ctrl-C reaches the main thread alone

    def interrupt(self) -> None:
        self._interrupted.set()

    def check_interrupted(self) -> None:
        """
        Raises:
            KeyboardInterrupt: in the thread of a feature, too.
        """
        if self._interrupted.is_set():
            raise KeyboardInterrupt
