"""A line on standard error that says what is going on, and for how long: at a terminal once it takes over a second,
elsewhere one every half a minute."""

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from renkei.lazy import lazy

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
else:
    Console = lazy("rich.console:Console")
    Progress = lazy("rich.progress:Progress")
    SpinnerColumn = lazy("rich.progress:SpinnerColumn")
    TextColumn = lazy("rich.progress:TextColumn")
    TimeElapsedColumn = lazy("rich.progress:TimeElapsedColumn")

_AFTER: Final = 1.0
_EVERY: Final = 30.0


class Activity:
    """Shown by a thread of its own: what it tells of may say nothing for minutes."""

    def __init__(self, text: str, *, every: float = _EVERY) -> None:
        self._text = text
        self._every = every
        self._bar: Progress | None = None
        self._changing = threading.Lock()
        self._over = threading.Event()
        self._timer = threading.Timer(_AFTER, self._start_bar) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        shown = self._timer or threading.Thread(target=self._print_periodically)
        shown.daemon = True
        shown.start()
        return self

    def _print_periodically(self) -> None:
        started = time.monotonic()
        while not self._over.wait(self._every):
            print(f"{self._text} ({time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)

    def show(self, text: str) -> None:
        with self._changing:
            self._text = text
            if self._bar:
                self._bar.update(self._bar.task_ids[0], description=text)

    def _start_bar(self) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        with self._changing:
            if self._timer is None:
                return  # it was over in this very moment
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.add_task(self._text, total=None)
            self._bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        with self._changing:
            if self._timer:
                self._timer.cancel()
                self._timer = None
            if self._bar:
                self._bar.stop()
                self._bar = None
