"""After each call of a client's tool: what it did is noted, and what may not wait for the agent's next turn is found.

Standard library only: hooks ask after every tool call.
"""

import time
from collections.abc import Mapping
from pathlib import Path

from renkei.binding.seals import count_receipt, ensure_key
from renkei.eventlog.receipts import Receipt, save_receipt, seal_receipt
from renkei.eventlog.receipts import find_interrupted as find_interrupted


def note_tool_call(
    store: Path,
    *,
    session: str,
    agent_id: str,
    agent: str,
    tool: str,
    path: str | None = None,
    lines: tuple[int | None, int | None] = (None, None),
    command: str | None = None,
    exit_code: int | None = None,
    counts: str | None = None,
    project: Path,
    env: Mapping[str, str],
) -> None:
    """Keeps which file and lines a tool really read or wrote, or which command it ran and how that ended; sealed, where
    the user has a place for the key.

    Raises: sqlite3.Error, if the store is not just locked; OSError, if it could not be kept at all.
    """
    receipt = Receipt(_utc_now(), session, agent_id, agent, tool, path, *lines, command, exit_code, counts)
    key = ensure_key(project, env)
    if key is None:
        save_receipt(store, receipt)
        return
    save_receipt(store, seal_receipt(key, receipt))
    count_receipt(project, env, session, agent_id)


def _utc_now() -> str:
    seconds = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1e6):06d}Z"
