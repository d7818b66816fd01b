"""What hooks remember of a client's session: who was started, which verdict came, and who has been told of it.

One file for each session, to which lines of JSON are appended; standard library only, and no store: a hook that tells
somebody something waits for nobody. `telling` says what follows from these lines.
"""

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from renkei.lazy import lazy

if TYPE_CHECKING:
    import hashlib
else:
    hashlib = lazy("hashlib")


FOLDER = ".renkei/sessions"
KEPT_DAYS = 30

Line = dict[str, Any]


class Ledger:
    """The lines of one session."""

    def __init__(self, project: Path, session: str) -> None:
        self.path = project / FOLDER / f"{_file_name(session)}.jsonl"

    def add(self, what: str, **fields: Any) -> Line:
        """Appends a line in one write, so that hooks at work at once do not mix theirs."""
        now = time.time()
        line = {"what": what, "id": f"{time.time_ns()}-{os.getpid()}", "at": _stamp(now), **fields}
        data = f"\n{json.dumps(line)}\n".encode()
        try:
            _append(self.path, data)
        except OSError as error:  # an answer is worth more than the memory of it
            print(f"renkei hook: {error}", file=sys.stderr)
        return line

    def lines(self) -> list[Line]:
        """Oldest first; a line that was cut off is none."""
        try:
            data = self.path.read_bytes()
        except OSError:
            return []
        return [line for line in map(_parsed, data.splitlines()) if line]


def _append(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, data)
    finally:
        os.close(handle)


def every_session(project: Path) -> list[Ledger]:
    """All that are kept, the one that was last written to first."""
    files = sorted((project / FOLDER).glob("*.jsonl"), key=_changed, reverse=True)
    return [Ledger(project, path.stem) for path in files]


def forget_old_sessions(project: Path) -> None:
    oldest = time.time() - KEPT_DAYS * 86400
    for path in (project / FOLDER).glob("*.jsonl"):
        if _changed(path) < oldest:
            with suppress(OSError):
                path.unlink()


def _file_name(session: str) -> str:
    if 0 < len(session) <= 64 and session.replace("-", "").isalnum() and session.isascii():
        return session
    return hashlib.sha256(session.encode()).hexdigest()[:32]


_FORMS: dict[str, tuple[str, ...]] = {
    "started": ("agent_id", "agent", "folder"),
    "checked": ("agent_id", "agent"),
    "told": ("verdict", "where"),
}
"""What a line of each kind has, as text, beside its id and time."""


def _parsed(data: bytes) -> Line | None:
    """A line of a form that hooks rely on; agents can write here, too."""
    try:
        found: Any = json.loads(data) if data else None
    except ValueError:
        return None
    line = cast(Line, found) if isinstance(found, dict) else {}
    fields = _FORMS.get(str(line.get("what")), ("what",))
    return line if all(isinstance(line.get(name), str) for name in ("what", "id", "at", *fields)) else None


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _stamp(now: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
