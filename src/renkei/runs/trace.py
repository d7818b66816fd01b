"""What agents were told and what they showed, line by line, for `renkei runs trace`."""

import contextlib
import json
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from renkei.eventlog.private_files import make_folder, private_opener

_JSON: Final = json.JSONEncoder(ensure_ascii=False, default=asdict)

_LONGEST: Final = 64 * 1024
"""How much of one signal is kept."""

_MOST_WAITING: Final = 1000
_LONGEST_WAIT: Final = 0.2
"""In seconds."""


class Trace:
    """One file for each process that carries a run out: one for each attempt would cost more than deciding on it.

    Lines wait a moment for others, since each may come from another thread: `flush` writes them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: deque[str] = deque()
        self._writing = threading.Lock()
        self._written = 0.0

    def add(self, task: str, token: int, signal: str, values: Mapping[str, Any]) -> None:
        line = {"attempt": f"{task}-{token}", "signal": signal}
        said = _JSON.encode({**line, **values})
        if len(said) > _LONGEST:
            said = _JSON.encode({**line, "cut": said[:_LONGEST]})
        self._lines.append(f"{said}\n")
        if len(self._lines) > _MOST_WAITING or time.monotonic() - self._written > _LONGEST_WAIT:
            self.flush()

    def flush(self) -> None:
        if not self._lines:
            return
        with self._writing:
            self._written = time.monotonic()
            lines = [self._lines.popleft() for _ in range(len(self._lines))]
            make_folder(self._path.parent)
            with open(self._path, "a", encoding="utf-8", errors="replace", opener=private_opener) as file:
                file.writelines(lines)


def read_trace(folder: Path, task: str) -> Iterator[dict[str, Any]]:
    """All that was kept of one task's attempts, in its order; a line that a crash cut off is left out."""
    for path in sorted(folder.glob("*.jsonl"), key=lambda path: (len(path.stem), path.stem)):
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            with contextlib.suppress(ValueError):
                found: dict[str, Any] = json.loads(line)
                if found["attempt"].rpartition("-")[0] == task:
                    yield found
