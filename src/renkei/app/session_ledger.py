"""What hooks remember of a client's session: who was started, which verdict came, and who has been told of it.

One file for each session, to which lines of JSON are appended; standard library only, and no store: a hook that tells
somebody something waits for nobody. `telling` says what follows from these lines.
"""

import json
import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from renkei.app.guard_state import forget_old_guards, read_line
from renkei.files import WITHOUT_WAITING, read_regular
from renkei.lazy import lazy
from renkei.sentence import Sentence

if TYPE_CHECKING:
    import datetime
    import hashlib
else:
    datetime = lazy("datetime")
    hashlib = lazy("hashlib")

FOLDER = ".renkei/sessions"
KEPT_DAYS = 30
_STAMP = "%Y-%m-%dT%H:%M:%SZ"

Line = dict[str, Any]


class Ledger:
    """The lines of one session."""

    def __init__(self, project: Path, session: str) -> None:
        self.project = project
        self.session = session
        self.path = project / FOLDER / f"{_file_name(session)}.jsonl"
        self._lost: list[tuple[Line, str]] = []
        """What could not be written, and why: it counts for as long as this process lives."""

    def add(self, what: str, **fields: Any) -> Line:
        """Appends a line in one write, so that hooks at work at once do not mix theirs."""
        now = time.time()
        line = {"what": what, "id": f"{time.time_ns()}-{os.getpid()}", "at": _format_time(now), **fields}
        try:
            _append_bytes(self.path, f"\n{json.dumps(line)}\n".encode())
        except OSError as error:  # an answer is worth more than the memory of it
            print(f"renkei hook: {error}", file=sys.stderr)
            self._lost.append((line, str(error)))
        return line

    def lines(self) -> list[Line]:
        """Oldest first; a line that was cut off is none."""
        try:
            data = read_regular(self.path)
        except OSError:
            data = b""
        found = [line for line in map(_parse_line, data.splitlines()) if line]
        return [*found, *(line for line, _ in self._lost)]

    def find_fault(self) -> str | None:
        """Why what is added now would not be remembered."""
        if self._lost:
            return self._lost[-1][1]
        if not os.path.lexists(self.path):
            return find_fault(self.project)
        try:
            os.close(_open(self.path))
        except OSError as error:
            return str(error)
        return None


def find_fault(project: Path) -> str | None:
    """Why hooks can remember nothing in this project."""
    folder = project / FOLDER
    place = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not place.is_dir():
        return Sentence("{path} is no folder", path=str(place))
    return None if os.access(place, os.W_OK | os.X_OK) else Sentence("{path} cannot be written", path=str(place))


def _append_bytes(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = _open(path)
    try:
        os.write(handle, data)
    finally:
        os.close(handle)


def _open(path: Path) -> int:
    """For appending, and without waiting for whoever reads a pipe that somebody put there."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | WITHOUT_WAITING, 0o600)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(f"{path} is no regular file")
    return handle


def every_session(project: Path) -> list[Ledger]:
    """All that are kept, the one that was last written to first."""
    files = sorted((project / FOLDER).glob("*.jsonl"), key=_mtime_of, reverse=True)
    return [Ledger(project, path.stem) for path in files]


def forget_old_sessions(project: Path) -> None:
    oldest = time.time() - KEPT_DAYS * 86400
    for path in (project / FOLDER).glob("*.jsonl"):
        if _mtime_of(path) < oldest:
            with suppress(OSError):
                path.unlink()
    forget_old_guards(project, oldest)


def _file_name(session: str) -> str:
    if 0 < len(session) <= 64 and session.replace("-", "").isalnum() and session.isascii():
        return session
    return hashlib.sha256(session.encode()).hexdigest()[:32]


_FORMS: dict[str, tuple[str, ...]] = {
    "started": ("agent_id", "agent", "folder"),
    "checked": ("agent_id", "agent"),
    "told": ("verdict", "where"),
    "ruled": ("agent", "rule", "action"),
    "forged": ("agent", "rule", "action"),
}
"""What a line of each kind has, as text, beside its id and time."""

_MOST_MORE = 10**9


def _parse_line(data: bytes) -> Line | None:
    """A line of a form that hooks rely on; agents can write here, too."""
    line = read_line(data)
    fields = _FORMS.get(str(line.get("what")), ("what",))
    has_texts = all(isinstance(line.get(name), str) for name in ("what", "id", "at", *fields))
    return line if has_texts and _is_stamp(line["at"]) and _is_verdict_of_form(line) else None


def _is_verdict_of_form(line: Line) -> bool:
    points, more = line.get("points", []), line.get("more", 0)
    is_list = isinstance(points, list) and all(isinstance(point, str) for point in cast("list[Any]", points))
    return isinstance(line.get("outcome"), str | None) and is_list and isinstance(more, int) and 0 <= more < _MOST_MORE


def _is_stamp(text: str) -> bool:
    try:
        return text.startswith("20") and datetime.datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _mtime_of(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _format_time(now: float) -> str:
    return time.strftime(_STAMP, time.gmtime(now))
