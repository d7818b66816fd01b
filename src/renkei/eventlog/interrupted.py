"""Whether something may not wait for an agent's next turn. Standard library only: hooks ask after every tool call."""

import sqlite3
from pathlib import Path

_BUSY_SECONDS = 1

_QUESTION = """
SELECT 1 FROM inbox JOIN messages ON messages.id = inbox.message
WHERE inbox.reader = ? AND inbox.handled = 0 AND (inbox.mentioned = 1 OR messages.priority = 'blocking')
AND inbox.seq > coalesce((SELECT up_to FROM interrupt_marks WHERE interrupt_marks.reader = inbox.reader), 0) LIMIT 1
"""


def is_interrupted(store: Path, reader: str) -> bool:
    """A quick look at what `board.interrupts` tells exactly. A store that has no such tables has nothing to tell."""
    try:
        connection = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
    except sqlite3.Error:
        return False
    try:
        return connection.execute(_QUESTION, (reader,)).fetchone() is not None
    except sqlite3.Error:
        return False
    finally:
        connection.close()
