"""Which processes are an agent's: trees of attempts and of clients that joined, noted where every command finds them
whatever its environment says, and the one command that a client's hook lets an agent give. Why: docs/why/identity.md.

A note is a file of its own, made whole and removed when its process is gone: nobody rewrites what another one needs.
Standard library only: hooks load it.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from renkei.files import read_regular, write_whole
from renkei.lazy import lazy
from renkei.processes.ancestry import (
    CLIENT_MARK,
    MARK,
    Process,
    ancestors,
    asking_process,
    comes_from_marked,
    input_sender,
    is_marked,
    is_running,
    mark_descendants,
    namespace,
    program_name,
    start_time,
)
from renkei.processes.posix import home_of_account

if TYPE_CHECKING:
    from hashlib import sha256
else:  # loading hashlib would cost a hook a third of what Python itself takes
    sha256 = lazy(f"{'_sha2' if sys.version_info >= (3, 12) else '_sha256'}:sha256")

LIVE: Final = ".renkei/live"
"""Of a project: the notes that a command finds without its environment."""

GRANT_SECONDS: Final = 60
"""How long a client may take from asking for a command to starting it."""

UNSEEN_SECONDS: Final = 24 * 3600
"""How long a client counts whose process cannot be looked at from here: in a sandbox or a container."""

_MOST: Final = 64 * 1024

_KEEPS_DAEMONS: Final = sys.platform == "linux"
"""Whether those that lose their parent still come from their attempt (docs/why/processes.md)."""


class Tree(NamedTuple):
    """Where a process stands."""

    is_inside: bool
    """Whether an agent or a client is among those that it comes from: then nobody here is known to be a person."""
    attempt: str | None = None
    """The digest of the credential of the attempt that it belongs to: the nearest one that is noted."""
    elsewhere: frozenset[str] = frozenset()
    """Those of attempts that are at work, and that it does not belong to."""
    by_limit: bool = False
    """Whether nothing but the kernel's limit says that it is inside: a system may set one for everybody."""


class GrantConflict(Exception):
    """Two agents of one client were granted the same words: whose command this is cannot be known."""


# Notes


def note_client(
    project: Path,
    env: Mapping[str, str],
    client_pid: int,
    client: str,
    session: str = "",
    *,
    counts_as: str = "",
    is_nested: bool = False,
) -> bool:
    """Notes a client that joined, at the start of its session; whether it is noted.

    Args:
        client: the name of the product.
        session: as the client calls it.
        counts_as: what its session is kept under, where another client has one of that name.
        is_nested: whether it was started below another client.
    """
    process = _process_of(client_pid)
    if process is None:
        return False
    _mark_shells(env)
    _mark_client(process.pid, client)
    note: dict[str, Any] = {"kind": "client", "client": client, "session": session, "since": time.time()}
    if counts_as and counts_as != session:
        note["counts_as"] = counts_as
    if is_nested:
        note["nested"] = True
    if input_sender() == process.pid:
        note["sends"] = True
    written = [_write_note(folder, process, note) for folder in (project / LIVE, *_state_folders(project, env)[:1])]
    return any(written)


def _mark_shells(env: Mapping[str, str]) -> None:
    """Claude Code hands the hook of a session's start a file of what all shells of its agents are to have: a mark stays
    with a process that has lost its parents."""
    if file := env.get("CLAUDE_ENV_FILE"):
        with suppress(OSError), Path(file).open("a", encoding="utf-8") as shells:
            shells.write(f'export {MARK}="${MARK}.{CLIENT_MARK}"\n')


def _mark_client(pid: int, client: str) -> None:
    """The kernel's mark stays, so it is set only where this is a client beyond doubt: the one whose socket the input
    comes by, or, of those that use a pipe, a program of the client's own name. A person's shell that tried a
    hook is neither."""
    is_sender = asking_process() is None and input_sender() == pid
    if is_sender or (client and program_name(pid) == client):
        mark_descendants(pid)


def note_attempt(project: Path, pid: int, digest: str) -> None:
    """Notes the process that all of an attempt's come from, by the digest of the attempt's own credential."""
    if process := _process_of(pid):
        _write_note(project / LIVE, process, {"kind": "attempt", "digest": digest, "since": time.time()})


def forget_attempt(project: Path, pid: int) -> None:
    """It is over."""
    with suppress(OSError):
        (project / LIVE / f"process-{pid}-attempt.json").unlink()


def list_clients(project: Path, env: Mapping[str, str]) -> dict[Process, dict[str, Any]]:
    """The clients that joined, with their notes, whether they are at work or not."""
    return _notes_of("client", project, env)


def list_attempts(project: Path, env: Mapping[str, str]) -> set[Process]:
    """The processes of agents that runs have started."""
    return set(_notes_of("attempt", project, env))


def _notes_of(kind: str, project: Path, env: Mapping[str, str]) -> dict[Process, dict[str, Any]]:
    notes = _read_notes(note_folders(project, env, None))
    return {process: note for process, note in notes if note.get("kind") == kind}


def list_live_sessions(project: Path, env: Mapping[str, str]) -> list[str]:
    """What sessions of clients that are at work count as, the oldest first."""
    live = [note for process, note in list_clients(project, env).items() if is_running(process)]
    found = [str(note.get("counts_as") or note.get("session") or "") for note in sorted(live, key=_since)]
    return [each for each in dict.fromkeys(found) if each]


def _since(note: Mapping[str, Any]) -> float:
    since = note.get("since")
    return since if isinstance(since, int | float) else 0.0


# One-command grants


def grant_command(project: Path, env: Mapping[str, str], client_pid: int, agent: str, words: Sequence[str]) -> bool:
    """Lets an agent of a client give one command, once, within a minute; whether that could be noted.

    Args:
        words: what follows `renkei`, word for word, as the shell will hand it over.
    """
    process = _process_of(client_pid)
    if process is None:
        return False
    if process not in (noted for noted, _ in _read_notes([project / LIVE])):  # somebody has removed it
        note_client(project, env, process.pid, "")
    grant = {"agent": agent, "pid": process.pid, "started": process.started, "until": time.time() + GRANT_SECONDS}
    return _write(project / LIVE / f"grant-{_words_digest(words)}-{os.urandom(8).hex()}.json", grant)


def take_grant(project: Path, words: Sequence[str]) -> str | None:
    """The agent whose one command this is, if a client that this process comes from granted it; then it is used up.

    Raises:
        GrantConflict: the same words were granted to two agents.
    """
    beginning = f"grant-{_words_digest(words)}-"
    live = [(path, grant) for path in _list_files(project / LIVE, beginning) if (grant := _read_grant(path))]
    above = set(ancestors()) if live else set[Process]()
    ours = [(path, grant) for path, grant in live if _parse_process(grant) in above]
    if len({grant["agent"] for _, grant in ours}) > 1:
        raise GrantConflict
    for path, grant in ours:
        with suppress(OSError):
            path.unlink()
            return str(grant["agent"])
    return None


def call_words(call: str) -> tuple[str, str]:
    """What the grant of one tool call over MCP stands under: words that no command line can have.

    Args:
        call: what the client calls it by, to its hook and to the server alike.
    """
    return ("\0tools/call", call)


def _read_grant(path: Path) -> dict[str, Any] | None:
    """What is still valid; one that is too old goes."""
    grant = _read(path)
    until = grant.get("until")
    if isinstance(until, int | float) and time.time() <= until <= time.time() + GRANT_SECONDS:
        return grant if isinstance(grant.get("agent"), str) else None
    with suppress(OSError):
        path.unlink()
    return None


def _words_digest(words: Sequence[str]) -> str:
    return sha256(json.dumps(list(words)).encode()).hexdigest()[:32]


# Where a process stands


def find_tree(project: Path, env: Mapping[str, str], *, store: Path | None = None) -> Tree:
    """Where this process stands in a project.

    Args:
        store: the folder of the project's store, which may be named without the project.
    """
    above = ancestors()
    notes = list(_read_notes(note_folders(project, env, store)))
    attempts = {process: str(note.get("digest")) for process, note in notes if note.get("kind") == "attempt"}
    own = next((attempts[each] for each in above if each in attempts), None)
    has_mark = MARK in env or MARK in os.environ or any(is_marked(each.pid) for each in above)
    is_known = own is not None or has_mark or any(_may_be_inside(above, *each) for each in notes)
    has_limit = comes_from_marked()
    seen = {process for process, note in notes if note.get("namespace") == namespace()}
    others = {attempts[each] for each in attempts.keys() & seen if is_running(each)} - {own}
    return Tree(
        is_inside=is_known or has_limit,
        attempt=own,
        elsewhere=frozenset(others if _KEEPS_DAEMONS else ()),
        by_limit=has_limit and not is_known,
    )


def attempts_at_work(folders: Iterable[Path]) -> frozenset[str]:
    """The digests of the credentials of attempts that are at work on this machine, by what is noted in these folders
    (`note_folders`)."""
    notes = _read_notes(folders)
    return frozenset(str(note.get("digest")) for _, note in notes if note.get("kind") == "attempt")


def _may_be_inside(above: Sequence[Process], process: Process, note: Mapping[str, Any]) -> bool:
    """Whether this client is among those that we come from; where its processes cannot be seen, whether it may be."""
    if note.get("kind") != "client":
        return False
    since = note.get("since")
    is_recent = isinstance(since, int | float) and time.time() - since < UNSEEN_SECONDS
    return process in above or (note.get("namespace") != namespace() and is_recent)


def note_folders(project: Path, env: Mapping[str, str], store: Path | None) -> list[Path]:
    """Where a project's processes are noted."""
    beside = [store / Path(LIVE).name] if store else []
    return list(dict.fromkeys([project / LIVE, *beside, *_state_folders(project, env)]))


def _state_folders(project: Path, env: Mapping[str, str]) -> list[Path]:
    """Beside what a person set for a project: the folder that the environment names, and that of the user's own home,
    which no environment moves."""
    key = sha256(os.fsencode(project.resolve())).hexdigest()[:32]
    homes = [env.get("HOME"), home_of_account()]
    states = [env.get("XDG_STATE_HOME"), *(Path(each, ".local", "state") for each in homes if each)]
    return [
        Path(each, "renkei", "projects", f"{key}.live") for each in dict.fromkeys(Path(each) for each in states if each)
    ]


def _read_notes(folders: Iterable[Path]) -> Iterator[tuple[Process, dict[str, Any]]]:
    for folder in folders:
        for path in _list_files(folder, "process-"):
            note = _read(path)
            if process := _parse_process(note):
                yield process, note


def _parse_process(note: Mapping[str, Any]) -> Process | None:
    pid, start = note.get("pid"), note.get("started")
    return Process(pid, start) if isinstance(pid, int) and isinstance(start, str) else None


def _process_of(pid: int | None) -> Process | None:
    start = start_time(pid) if pid else None
    return Process(pid, start) if pid and start else None


# Files


def _write_note(folder: Path, process: Process, note: Mapping[str, Any]) -> bool:
    """Those of processes that are gone go with it."""
    for path in _list_files(folder, "process-"):
        found = _read(path)
        noted = _parse_process(found)
        if noted is None or (found.get("namespace") == namespace() and not is_running(noted)):
            with suppress(OSError):
                path.unlink()
    name = f"process-{process.pid}-{note['kind']}.json"
    return _write(folder / name, {**process._asdict(), "namespace": namespace(), **note})


def _write(path: Path, document: Mapping[str, Any]) -> bool:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, json.dumps(document).encode(), mode=0o600, is_durable=False)
    except OSError:
        return False
    return True


def _list_files(folder: Path, beginning: str) -> list[Path]:
    with suppress(OSError):
        names = sorted(os.listdir(folder))  # noqa: PTH208 - patterns take long to load
        return [folder / name for name in names if name.startswith(beginning) and name.endswith(".json")]
    return []


def _read(path: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found: Any = json.loads(read_regular(path, _MOST))
        if isinstance(found, dict):
            return cast(dict[str, Any], found)
    return {}
