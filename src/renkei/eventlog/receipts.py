"""What agents' tools really opened and ran, kept beside the log.

Standard library only: hooks write here on every tool call.
"""

import json
import sqlite3
import time
from _blake2 import blake2b  # hashlib would load OpenSSL, which costs a hook a third of what Python itself takes
from pathlib import Path
from typing import NamedTuple

from renkei.eventlog import spool


class Receipt(NamedTuple):
    """One tool call: who opened what and which lines came back, or what was run and how it ended.

    Loading dataclasses would cost a hook 10 ms.
    """

    at: str
    session: str
    agent_id: str
    agent: str
    tool: str
    path: str | None
    first_line: int | None
    last_line: int | None
    command: str | None = None
    exit_code: int | None = None
    """None: nobody knows how it ended."""
    counts: str | None = None
    """The numbers of tests that it printed, `passed=12 failed=1`; None: they were not kept."""
    seal: str | None = None
    """By which a hook shows that it wrote this: who has not the key cannot make one; None: nobody can tell."""


_BUSY_SECONDS = 0.05
"""The client's tool call waits for it. What the store does not take by then waits beside it."""

_KIND = "receipt"
_COLUMNS = ", ".join(Receipt._fields)
_MARKS = ", ".join("?" * len(Receipt._fields))
_NEW = f"INSERT INTO receipts ({_COLUMNS}) VALUES ({_MARKS})"  # noqa: S608
_ONCE = (
    f"INSERT INTO receipts ({_COLUMNS}) SELECT {_MARKS} WHERE NOT EXISTS "  # noqa: S608
    f"(SELECT 1 FROM receipts WHERE {' AND '.join(f'{name} IS ?' for name in Receipt._fields)})"
)


def seal_receipt(key: bytes, receipt: Receipt) -> Receipt:
    """The receipt with its seal: a keyed digest of all that it says."""
    said = json.dumps(receipt._replace(seal=None), ensure_ascii=True).encode()
    return receipt._replace(seal=blake2b(said, key=key, digest_size=16).hexdigest())


def save_receipt(store: Path, receipt: Receipt) -> None:
    """Keeps a receipt durably: in the store or, if that cannot be written now, beside it.

    Raises: sqlite3.Error, if the store is not just locked; OSError, if it could not be kept at all.
    """
    try:
        drain_spool(store, receipt)
    except sqlite3.Error as error:
        spool.put(store, _KIND, receipt._asdict())
        if not _is_retryable(error):
            raise


def drain_spool(store: Path, *new: Receipt) -> None:
    """Brings the receipts that waited into the store, each once, and then the new ones. Raises: sqlite3.Error."""
    waited = _list_waiting(store)
    if not waited and not new:
        return
    connection = _connect(store)
    try:
        with connection:
            connection.executemany(_ONCE, [(*each, *each) for _, each in waited])
            connection.executemany(_NEW, new)
    finally:
        connection.close()
    for record, _ in waited:
        spool.remove(record)


def receipts_of_agent(store: Path, session: str, agent_id: str) -> list[Receipt]:
    """What one agent opened, oldest first, with what still waits for the store. Raises: sqlite3.Error."""
    waited = [receipt for _, receipt in _list_waiting(store)]
    connection = _connect(store)
    try:
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM receipts WHERE session = ? AND agent_id = ? ORDER BY id",  # noqa: S608
            (session, agent_id),
        ).fetchall()
    finally:
        connection.close()
    own = [each for each in waited if (each.session, each.agent_id) == (session, agent_id)]
    return list(dict.fromkeys([*map(Receipt._make, rows), *own]))


def list_receipts(store: Path) -> list[Receipt]:
    """What all agents did, oldest first, with what still waits for the store. Raises: sqlite3.Error."""
    waited = [receipt for _, receipt in _list_waiting(store)]
    connection = _connect(store)
    try:
        rows = connection.execute(f"SELECT {_COLUMNS} FROM receipts ORDER BY id").fetchall()  # noqa: S608
    finally:
        connection.close()
    return list(dict.fromkeys([*map(Receipt._make, rows), *waited]))


def _list_waiting(store: Path) -> list[tuple[spool.Spooled, Receipt]]:
    """What waits, oldest first. A record that no store could take is set aside, and no other waits for it."""
    found: list[tuple[spool.Spooled, Receipt]] = []
    for record in spool.list_waiting(store, _KIND):
        receipt = Receipt._make(record.document.get(name) for name in Receipt._fields)
        if _is_storable(receipt):
            found.append((record, receipt))
        else:
            spool.set_aside(record)
    return found


_LARGEST = 2**63 - 1


def _is_storable(receipt: Receipt) -> bool:
    """Whether each field is what its column takes: anybody can write where records wait."""
    texts = receipt[:5] + tuple(
        each for each in (receipt.path, receipt.command, receipt.counts, receipt.seal) if each is not None
    )
    numbers: list[object] = [
        each for each in (receipt.first_line, receipt.last_line, receipt.exit_code) if each is not None
    ]
    return all(map(_is_text, texts)) and all(isinstance(each, int) and abs(each) <= _LARGEST for each in numbers)


def _is_text(found: object) -> bool:
    return isinstance(found, str) and not any("\ud800" <= letter <= "\udfff" for letter in found)


def _is_retryable(error: sqlite3.Error) -> bool:
    """A lock, or a store of an older Renkei: whoever opens that next brings it up to date."""
    locked = getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    return locked or "no column named" in str(error)


def _connect(store: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_SECONDS)
    try:
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


# Whether something may not wait for an agent's next turn. Standard library only: hooks ask after every tool call.


HOOK_FILE = "hooks.db"
"""Beside a store that is a server: the file that hooks write to."""

_PROBE_SECONDS = 0.05

_QUESTION = """
SELECT 1 FROM inbox WHERE inbox.reader = ? AND inbox.handled = 0 AND (inbox.mentioned = 1 OR inbox.blocking = 1)
AND inbox.seq > coalesce((SELECT up_to FROM interrupt_marks WHERE interrupt_marks.reader = inbox.reader), 0) LIMIT 1
"""


_LEAD = "SELECT id FROM agents WHERE role = 'lead' AND member = 1 ORDER BY seq LIMIT 1"


def _is_due(store: Path) -> bool:
    """Whether some seconds have gone by since the server was asked last; then this is the time."""
    mark = store.with_suffix(".asked")
    try:
        if 0 <= time.time() - mark.stat().st_mtime < _SERVER_SECONDS:
            return False
    except OSError:
        pass
    try:
        mark.touch()
    except OSError:
        return False
    return True


_SERVER_SECONDS = 3
"""To ask a server costs a hook as much as a stop."""


def find_interrupted(store: Path, agent: str) -> str | None:
    """Who is interrupted: the agent or, where the client names none, the lead, who is its main thread.

    A quick look at what `board.read.list_interrupts` tells exactly. A store without such tables has nothing to tell. A
    server is asked by whoever tells it, and not at every call.
    """
    if store.name == HOOK_FILE:
        return agent if _is_due(store) else None
    try:
        connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, timeout=_PROBE_SECONDS)
    except sqlite3.Error:
        return None
    try:
        reader = agent or next(iter(connection.execute(_LEAD).fetchone() or ()), None)
        return reader if reader and connection.execute(_QUESTION, (reader,)).fetchone() else None
    except sqlite3.Error:
        return None
    finally:
        connection.close()
