"""What a transaction knows of the tables without asking, and what it has yet to write."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final

from renkei.eventlog.records import Record
from renkei.eventlog.tables import Key

MOST_ROWS: Final = 20_000
"""How many rows are remembered; then all are forgotten, and looked up again as they are needed."""

MOST_IN_AN_ANSWER: Final = 500
"""A longer list of rows is not worth keeping."""

Rows = defaultdict[type[Any], dict[Key, Any]]
"""By table and key; None for a row that is not there."""


@dataclass(slots=True)
class RowCache:
    """Rows by their key, and lists of rows by what was asked for. A change of a table voids the lists from it."""

    rows: Rows = field(default_factory=lambda: defaultdict(dict))
    answers: defaultdict[type[Any], dict[object, list[Any]]] = field(default_factory=lambda: defaultdict(dict))
    size: int = 0

    def remember_row(self, row_type: type[Any], key: Key, row: Any) -> None:
        """A row as it is now; None when there is none."""
        self.rows[row_type][key] = row
        self.size += 1

    def update_row(self, row_type: type[Any], key: Key, row: Any) -> None:
        self.rows[row_type][key] = row
        self.size += 1
        if row_type in self.answers:
            del self.answers[row_type]

    def evict_row(self, row_type: type[Any], key: Key) -> None:
        self.rows[row_type].pop(key, None)
        self.answers.pop(row_type, None)

    def keep_answer(self, row_type: type[Any], question: object, found: list[Any]) -> None:
        if len(found) <= MOST_IN_AN_ANSWER:
            self.answers[row_type][question] = found
            self.size += len(found) + 1

    def clear(self) -> None:
        self.rows.clear()
        self.answers.clear()
        self.size = 0


@dataclass(slots=True)
class WriteBuffer:
    """What has been decided and not written: records in order, and each row as it is last."""

    records: list[Record] = field(default_factory=list[Record])
    rows: Rows = field(default_factory=lambda: defaultdict(dict))
    size: int = 0
    """How many changes were made to it."""

    def add(self, other: "WriteBuffer") -> None:
        """What comes after it."""
        self.records += other.records
        for row_type, rows in other.rows.items():
            self.rows[row_type].update(rows)
        self.size += other.size

    def append_record(self, record: Record) -> None:
        self.records.append(record)
        self.size += 1

    def put_row(self, row_type: type[Any], key: Key, row: Any) -> None:
        self.rows[row_type][key] = row
        self.size += 1

    def clear(self) -> None:
        self.records.clear()
        self.rows.clear()
        self.size = 0
