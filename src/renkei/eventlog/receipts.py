"""What agents' tools really opened, kept beside the log. Standard library only: hooks write here on every tool call."""

import sqlite3
from pathlib import Path
from typing import NamedTuple


class Receipt(NamedTuple):
    """One tool call: who opened what, and which lines came back. Loading dataclasses would cost a hook 10 ms."""

    at: str
    session: str
    agent_id: str
    agent: str
    tool: str
    path: str | None
    first_line: int | None
    last_line: int | None


_BUSY_SECONDS = 3
"""A receipt is not worth more: the client's tool call waits for it."""

_COLUMNS = ", ".join(Receipt._fields)


def keep(store: Path, receipt: Receipt) -> None:
    """Writes a receipt, durably. Raises sqlite3.Error when the store does not take it."""
    connection = _connect(store)
    try:
        with connection:
            connection.execute(f"INSERT INTO receipts ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", receipt)  # noqa: S608
    finally:
        connection.close()


def of_agent(store: Path, session: str, agent_id: str) -> list[Receipt]:
    """What one agent opened, oldest first."""
    connection = _connect(store)
    try:
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM receipts WHERE session = ? AND agent_id = ? ORDER BY id",  # noqa: S608
            (session, agent_id),
        ).fetchall()
    finally:
        connection.close()
    return [Receipt._make(row) for row in rows]


def _connect(store: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_SECONDS)
    try:
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection
