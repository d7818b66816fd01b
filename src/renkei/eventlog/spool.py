"""What a store could not take at once: one file for each record, beside the store. Standard library only, for hooks.

A file is there whole or not at all, and on disk before the caller goes on: neither a lock nor a kill loses one.
Whoever writes to the store next takes them in, oldest first, under the file's name as key, so that none counts twice.
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

from renkei.files import read_regular, write_whole

MOST = 10_000
"""A store that takes nothing for so long is no store; then a hook says so and keeps no more."""


class Spooled(NamedTuple):
    """A record that waits: its key is unique and sorts by time."""

    key: str
    path: Path
    document: dict[str, Any]


def folder_of(store: Path) -> Path:
    return store.with_name(f"{store.name}.spool")


def put(store: Path, kind: str, document: dict[str, Any]) -> Spooled:
    """Keeps a record durably. Raises: OSError."""
    folder = folder_of(store)
    if not folder.is_dir():
        folder.mkdir(mode=0o700)
    if len(os.listdir(folder)) >= MOST:  # noqa: PTH208 - as light as it gets, on every tool call
        raise OSError(f"{folder} is full: the store has taken nothing for too long")
    key = f"{kind}-{time.time_ns():020d}-{os.getpid()}"
    path = folder / f"{key}.json"
    write_whole(path, json.dumps(document).encode(), mode=0o600)
    return Spooled(key, path, document)


def count(store: Path) -> int:
    """How many records wait."""
    try:
        return sum(name.endswith(".json") for name in os.listdir(folder_of(store)))  # noqa: PTH208
    except OSError:
        return 0


def list_waiting(store: Path, kind: str) -> list[Spooled]:
    """The records of a kind that wait, oldest first."""
    folder = folder_of(store)
    try:
        names = os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []
    found = (
        _read_record(folder / name) for name in sorted(names) if name.startswith(f"{kind}-") and name.endswith(".json")
    )
    return [each for each in found if each]


def remove(record: Spooled) -> None:
    """Once the store has it. Another process may have been quicker."""
    record.path.unlink(missing_ok=True)


def set_aside(record: Spooled) -> None:
    """What the store will never take is kept for a person, and keeps nobody else's record waiting."""
    with suppress(OSError):
        record.path.replace(record.path.with_suffix(".refused"))


def _read_record(path: Path) -> Spooled | None:
    """None if another process has just taken it in, or somebody has broken it."""
    record = Spooled(path.stem, path, {})
    try:
        found: Any = json.loads(read_regular(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        set_aside(record)
        return None
    return record._replace(document=cast("dict[str, Any]", found))
