"""What agents were told and what they showed, line by line, for `renkei runs trace`."""

import contextlib
import json
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

_LONGEST: Final = 64 * 1024
"""How much of one signal is kept."""

_MOST_WAITING: Final = 1000


class Trace:
    """One file for each process that carries a run out: one for each attempt would cost more than deciding on it.

    Lines wait until `flush`, which that process calls several times a second.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: deque[str] = deque()
        self._writing = threading.Lock()

    def add(self, task: str, token: int, signal: str, values: Mapping[str, Any]) -> None:
        line = {"attempt": f"{task}-{token}", "signal": signal}
        said = json.dumps({**line, **values}, ensure_ascii=False)
        if len(said) > _LONGEST:
            said = json.dumps({**line, "cut": said[:_LONGEST]}, ensure_ascii=False)
        self._lines.append(f"{said}\n")
        if len(self._lines) > _MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        if not self._lines:
            return
        with self._writing:
            lines = [self._lines.popleft() for _ in range(len(self._lines))]
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8", errors="replace") as file:
                file.writelines(lines)


def traced(folder: Path, task: str) -> Iterator[dict[str, Any]]:
    """All that was kept of one task's attempts, in its order; a line that a crash cut off is left out."""
    for path in sorted(folder.glob("*.jsonl"), key=lambda path: (len(path.stem), path.stem)):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError):
                found: dict[str, Any] = json.loads(line)
                if found["attempt"].rpartition("-")[0] == task:
                    yield found
