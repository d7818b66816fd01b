"""What every store in a database has alike: its records, its migrations, and what it is checked for before use."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from renkei.errors import StoreError, StoreTooNew
from renkei.eventlog.records import Record
from renkei.eventlog.tables import values_getter

WRITER: Final = 12
"""Raised when the log gets words that an older process cannot read or would not heed: a store keeps the highest that it
has seen, and lower ones may not write to it any more. A test holds it to the words."""

MOST: Final = 2**63 - 1
"""The largest number that a column holds."""

RECORD_FIELDS: Final = (
    "seq", "id", "at", "type", "actor", "via", "run", "cause", "key", "key_digest", "data", "body", "salt",
    "body_digest", "hash",
)  # fmt: skip
"""The columns of the log, in the order in which they are read and written."""


@cache
def load_migrations(kind: str) -> tuple[str, ...]:
    """The SQL of each schema version, in order; read once, for whoever loaded it may not be able to read it later."""
    folder = Path(__file__).with_name("sql") / kind
    return tuple(path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()) if path.name[:3].isdigit())


def own_tables(scripts: Sequence[str]) -> set[str]:
    """The tables that migrations make: all others are folded."""
    return {name for script in scripts for name in re.findall(r"CREATE TABLE (?:renkei\.)?(\w+)", script)}


def check_version(store: str, *, found: int, known: int) -> None:
    if found > known:
        raise StoreTooNew(
            "The store {path} has schema {found}; this Renkei knows up to {known}. Use a newer Renkei.",
            path=store,
            found=found,
            known=known,
        )


def check_writer(needed: int) -> None:
    if needed > WRITER:
        raise StoreTooNew(
            "This store is written by a newer Renkei (writer {needed}, this one is {have}). Restart with "
            "the newer version.",
            needed=needed,
            have=WRITER,
        )


def check_fingerprint(found: str, own: str) -> None:
    if found != own:
        raise StoreTooNew("The tables of this store were folded by another version of Renkei. Restart this one.")


def require_head(row: Sequence[Any] | None) -> Sequence[Any]:
    if row is None:
        raise StoreError("The store has lost the mark of where its log ends. Bring back a copy of it.")
    return row


def records_of(rows: Sequence[Sequence[Any]], after: int) -> list[Record]:
    """The records in rows of the log, which has to be in order."""
    records = [record_of(row) for row in rows]
    if any(later <= earlier for earlier, later in pairwise([after, *(record.seq for record in records)])):
        raise StoreError("The events of the store are out of order: its file is damaged. Bring back a copy of it.")
    return records


row_of: Final = values_getter(*RECORD_FIELDS)
"""A record as a row of the log."""


def record_of(row: Sequence[Any]) -> Record:
    return Record(**dict(zip(RECORD_FIELDS, row, strict=True)))
