"""What the guards of a client's session remember between two tool calls. Standard library only, and no store.

A phase goes from one prompt of the person to the next (DEC-19), and what is counted in it is dropped with it. Hooks
that run at once append their lines and read all of them back: the place of a line decides who was first. Nothing that
is read before a tool grows with the length of a session.
"""

import json
import os
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import quote

from renkei.files import WITHOUT_WAITING, read_regular, write_whole
from renkei.lazy import lazy

if TYPE_CHECKING:
    import hashlib
else:
    hashlib = lazy("hashlib")

FOLDER = ".renkei/guards"
_PHASE, _CLAIMS, _CALLED, _COMPACTED = "phase.jsonl", "claims.jsonl", "called.jsonl", "compacted"
_SEEN, _BEFORE, _HEAD = "seen", "before", "head"
_HANDED, _MEMBERS = "handed.jsonl", "members.jsonl"
_LONGEST_HANDED = 4000
_SHORT = 12
"""A text of fewer characters stands in what anybody says."""
_MOST_DIGESTED = 32 * 1024 * 1024
"""Of a larger file its time and size have to do."""

Line = dict[str, Any]


class Seen(NamedTuple):
    """A file as an agent last saw it: what the system says of it, and a digest of its content."""

    stamp: str
    digest: str


class GuardState:
    """The state of one session. What cannot be written raises OSError: a guard that forgets does not guard."""

    def __init__(self, project: Path, session: str) -> None:
        self.folder = project / FOLDER / _name_of(session)

    # The phase: what the lead has looked up, what results cover, what the person allowed

    def begin_phase(self, permissions: Iterable[str] = (), question: str = "") -> None:
        """The person has spoken: nothing of the last phase counts, and work may be started again (DEC-20).

        Args:
            question: what they said, where it is short.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lines = [
            {"what": "phase", "at": _utc_now(), "question": question},
            *({"what": "permission", "name": each} for each in permissions),
        ]
        write_whole(self.folder / _PHASE, b"".join(map(_line_data, lines)), is_durable=False)
        (self.folder / _COMPACTED).unlink(missing_ok=True)
        (self.folder / _CALLED).unlink(missing_ok=True)
        if self.owners():
            self._append(_CLAIMS, [{"what": "prompt"}])
        else:
            (self.folder / _CLAIMS).unlink(missing_ok=True)

    def phase_began(self) -> str:
        """When, as the store writes times; empty before the first prompt that a hook saw."""
        return next((str(line.get("at")) for line in self.phase() if line["what"] == "phase"), "")

    def phase(self) -> list[Line]:
        return self._read(_PHASE)

    def add_line(self, what: str, **fields: Any) -> str:
        """Adds a line to the phase; what is returned tells it from all others."""
        mark = f"{os.getpid()}-{time.time_ns()}"
        self._append(_PHASE, [{"what": what, "mark": mark, **fields}])
        return mark

    # Compaction

    def note_compaction(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.folder / _COMPACTED).touch(mode=0o600)

    @property
    def is_compacted(self) -> bool:
        return (self.folder / _COMPACTED).exists()

    # Claims: a file that an agent writes is its own until it stops

    def owners(self) -> dict[str, tuple[str, str]]:
        """Each claimed path with the id and name of the agent that came first.

        An agent that a person interrupted stops without a word: after the next prompt it owns what it wrote only once
        it is heard of again, and nobody has taken that in between.
        """
        found, silent = self._read_claims()
        return {path: owner for path, owner in found.items() if owner[0] not in silent}

    def _read_claims(self) -> tuple[dict[str, tuple[str, str]], set[str]]:
        found: dict[str, tuple[str, str]] = {}
        silent: set[str] = set()
        for line in self._read(_CLAIMS):
            match line["what"]:
                case "end":
                    found = {path: owner for path, owner in found.items() if owner[0] != line.get("ended")}
                case "prompt":
                    silent = {agent_id for agent_id, _ in found.values()}
                case "alive":
                    silent.discard(str(line.get("agent_id")))
                case _ if "path" in line:
                    path, owner = str(line["path"]), (str(line.get("agent_id")), str(line.get("agent")))
                    if path not in found or found[path][0] in silent:
                        found[path] = owner
                case _:
                    pass
        return found, silent

    def note_alive(self, agent_id: str) -> None:
        """The agent makes a call."""
        if agent_id in self._read_claims()[1]:
            self._append(_CLAIMS, [{"what": "alive", "agent_id": agent_id}])

    def claim(self, agent_id: str, agent: str, paths: Iterable[str]) -> None:
        """Claims what nobody has claimed; of two at once, the place of the line decides."""
        owned = self.owners()
        new = [path for path in paths if path not in owned]
        if new:
            self._append(
                _CLAIMS, [{"what": "claim", "path": each, "agent_id": agent_id, "agent": agent} for each in new]
            )

    def release(self, agent_id: str) -> None:
        """The agent has stopped."""
        if any(owner == agent_id for owner, _ in self._read_claims()[0].values()):
            self._append(_CLAIMS, [{"what": "end", "ended": agent_id}])

    def release_all(self) -> None:
        """The client has just been started: nobody is at work."""
        (self.folder / _CLAIMS).unlink(missing_ok=True)

    # Members of an agent team: hooks know them by names of their own, and their rights are those of what they are

    def note_member(self, name: str, kind: str, agent_id: str = "") -> None:
        """The main thread starts an agent of this kind under a name; once it has, the client says by which id."""
        self._append(_MEMBERS, [{"what": "member", "name": name, "kind": kind, "agent_id": agent_id}])

    def kinds_of_name(self, name: str) -> set[str]:
        """What was asked for under a name. A client gives a name that is taken a number."""
        names = (name, name.rstrip("0123456789").removesuffix("-"))
        return {line["kind"] for line in self._read(_MEMBERS) if line["name"] in names}

    def kind_of_member(self, agent_id: str, *, anywhere: bool) -> str:
        """What the client has started under this id; empty where it has not said so.

        Args:
            anywhere: in whichever session. A member outlives the one that it was started in.
        """
        others = self.folder.parent.glob(f"*/{_MEMBERS}") if anywhere else ()
        lines = chain.from_iterable(map(_read_lines, (self.folder / _MEMBERS, *others)))
        return next((str(line["kind"]) for line in lines if line["agent_id"] == agent_id), "")

    # Agents that were called and have not come back, for a client that names no agent to its hooks

    def note_called(self, agent: str) -> None:
        self._append(_CALLED, [{"what": "called", "agent": agent, "mark": f"{agent}-{time.time_ns()}"}])

    def note_returned(self, agent: str) -> str:
        """The oldest of this name that was called has come back; what it was called by, empty for one nobody called."""
        mark = next((mark for mark, name in self.agents_called() if name == agent), "")
        if mark:
            self._append(_CALLED, [{"what": "returned", "mark": mark}])
        return mark

    def agents_called(self) -> list[tuple[str, str]]:
        """Mark and name of each that is at work, the oldest first."""
        found: dict[str, str] = {}
        for line in self._read(_CALLED):
            if line["what"] == "called":
                found[str(line.get("mark"))] = str(line.get("agent"))
            else:
                found.pop(str(line.get("mark")), None)
        return list(found.items())

    # Texts that agents gave to the client, which may bring them as prompts

    def note_handed(self, text: str, *, again: bool) -> None:
        """An agent has a prompt come later, or sends a message; `again`: it comes more than once."""
        mark = f"{os.getpid()}-{time.time_ns()}"
        self._append(_HANDED, [{"what": "handed", "text": text[:_LONGEST_HANDED], "mark": mark, "again": again}])

    def takes_handed(self, prompt: str) -> bool:
        """Whether a prompt brings a text of an agent's. Each is expected as often as it was handed over."""
        lines = self._read(_HANDED)
        came = {line.get("mark") for line in lines if line["what"] == "came"}
        for line in lines:
            text = str(line.get("text") or "").strip()
            is_short = len(text) < _SHORT
            if text and line.get("mark") not in came and (text == prompt.strip() if is_short else text in prompt):
                if not line.get("again"):
                    self._append(_HANDED, [{"what": "came", "mark": line.get("mark")}])
                return True
        return False

    # What an agent has seen of a file

    def seen(self, agent_id: str, path: str) -> Seen | None:
        try:
            stamp, digest = read_regular(self._seen_path(agent_id, path), 1000).decode().split("\n")[:2]
        except (OSError, ValueError):
            return None
        return Seen(stamp, digest)

    def note_seen(self, agent_id: str, tree: Path, path: str) -> None:
        """The agent has just read or written it."""
        place = self._seen_path(agent_id, real_path(tree, path))
        found = look_at(tree / path)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(place, f"{found.stamp}\n{found.digest}".encode(), is_durable=False)

    # How the repository was when a hook last looked, then the commits that were there when the session began

    def watched(self) -> list[str] | None:
        try:
            return read_regular(self.folder / _HEAD).decode().split("\n")
        except (OSError, ValueError):
            return None

    def note_watched(self, last: str, first: Iterable[str]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self.folder / _HEAD, "\n".join([last, *dict.fromkeys(first)]).encode(), is_durable=False)

    # What the lead edits itself, as it was before

    def keep_before(self, path: str, text: str) -> None:
        place = self._before_path(path)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        place.write_text(text, encoding="utf-8")

    def kept_before(self, path: str) -> Path | None:
        place = self._before_path(path)
        return place if place.is_file() else None

    def _before_path(self, path: str) -> Path:
        return self.folder / _BEFORE / hashlib.sha256(path.encode(errors="replace")).hexdigest()[:32]

    def _seen_path(self, agent_id: str, path: str) -> Path:
        return self.folder / _SEEN / _name_of(quote(f"{agent_id} {path}", safe=""))

    # Files

    def _append(self, name: str, lines: list[Line]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self.folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT | WITHOUT_WAITING, 0o600)
        try:
            os.write(handle, b"".join(map(_line_data, lines)))
        finally:
            os.close(handle)

    def _read(self, name: str) -> list[Line]:
        return _read_lines(self.folder / name)


def _read_lines(path: Path) -> list[Line]:
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return []
    return [line for line in map(_parse_line, data.splitlines()) if line]


def look_at(full: Path, known: Seen | None = None) -> Seen:
    """A file as it is now, by what is known of it: one that has not been touched since is not read again."""
    try:
        found = full.stat()
    except (OSError, ValueError):
        return Seen("", "")
    stamp = f"{found.st_mtime_ns}-{found.st_size}-{found.st_ino}"
    if known is not None and known.stamp == stamp:
        return known
    if found.st_size > _MOST_DIGESTED:
        return Seen(stamp, stamp)
    try:
        return Seen(stamp, _checksum(read_regular(full, _MOST_DIGESTED)))
    except OSError:
        return Seen(stamp, stamp)


def _checksum(data: bytes) -> str:
    """Tells by accident changed contents apart; loading `hashlib` would take longer than all the rest."""
    return f"{len(data)}-{zlib.crc32(data):08x}-{zlib.adler32(data):08x}"


def real_path(tree: Path, path: str) -> str:
    """Where a path leads to, from the tree on; the tree itself may stand behind a link."""
    try:
        full, root = os.path.realpath(tree / path), os.path.realpath(tree)
    except (OSError, ValueError):
        return path
    return full[len(root) + 1 :] if full.startswith(f"{root}/") else full


def forget_old_guards(project: Path, oldest: float) -> None:
    """Drops what sessions left that were last at work before then."""
    for folder in (project / FOLDER).glob("*"):
        with suppress(OSError):
            if folder.stat().st_mtime < oldest:
                _remove(folder)


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    folder.rmdir()


def _utc_now() -> str:
    now = time.time_ns()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now // 1_000_000_000)) + f".{now // 1000 % 1_000_000:06}Z"


def _line_data(line: Line) -> bytes:
    return f"\n{json.dumps(line)}\n".encode()


def read_line(data: bytes) -> Line:
    """What a line of JSON says; one that was cut off, or is no object, says nothing."""
    try:
        found: Any = json.loads(data) if data else None
    except (ValueError, RecursionError):
        return {}
    return cast(Line, found) if isinstance(found, dict) else {}


def _parse_line(data: bytes) -> Line | None:
    line = read_line(data)
    return line if isinstance(line.get("what"), str) and _is_of_form(line) else None


def _is_of_form(line: Line) -> bool:
    """Whether a line has what those of its kind are read for."""
    match line:
        case {"what": "read"}:
            return _are_counts(line.get("files")) and isinstance(line.get("at"), int | float)
        case {"what": "permission"}:
            return isinstance(line.get("name"), str)
        case {"what": "member"}:
            return all(isinstance(line.get(field), str) for field in ("name", "kind", "agent_id"))
        case {"what": "covered"}:
            return isinstance(line.get("path"), str)
        case _:
            return True


def _are_counts(found: Any) -> bool:
    files = cast("list[Any]", found) if isinstance(found, list) else [None]
    return all(
        isinstance(each, list) and [type(part) for part in cast("list[Any]", each)] == [str, int] for each in files
    )


_MARKS = str.maketrans("", "", "-_%.~")


def _name_of(session: str) -> str:
    if 0 < len(session) <= 200 and session.isascii() and session.translate(_MARKS).isalnum():
        return session
    return hashlib.sha256(session.encode(errors="replace")).hexdigest()[:32]


_LONGEST_TEXT = 2 * 1024 * 1024


def read_text(full: Path) -> str | None:
    """None where it is none, or longer than anybody may read here."""
    try:
        return read_regular(full, _LONGEST_TEXT).decode(errors="replace")
    except (OSError, ValueError):
        return None
