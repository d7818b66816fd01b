"""Whether something may not wait for an agent's next turn. Standard library only: hooks ask after every tool call."""

import sqlite3
from pathlib import Path

_BUSY_SECONDS = 0.05

_QUESTION = """
SELECT 1 FROM inbox WHERE inbox.reader = ? AND inbox.handled = 0 AND (inbox.mentioned = 1 OR inbox.blocking = 1)
AND inbox.seq > coalesce((SELECT up_to FROM interrupt_marks WHERE interrupt_marks.reader = inbox.reader), 0) LIMIT 1
"""


_LEAD = "SELECT id FROM agents WHERE role = 'lead' AND member = 1 ORDER BY seq LIMIT 1"


def find_interrupted(store: Path, agent: str) -> str | None:
    """Who is interrupted: the agent or, where the client names none, the lead, who is its main thread.

    A quick look at what `board.interrupts` tells exactly. A store that has no such tables has nothing to tell.
    """
    try:
        connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
    except sqlite3.Error:
        return None
    try:
        reader = agent or next(iter(connection.execute(_LEAD).fetchone() or ()), None)
        return reader if reader and connection.execute(_QUESTION, (reader,)).fetchone() else None
    except sqlite3.Error:
        return None
    finally:
        connection.close()
