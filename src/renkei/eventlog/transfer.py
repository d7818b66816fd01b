"""A log as a file and back: one JSON line per record, bodies and hashes as they are."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final

from pydantic import ConfigDict, TypeAdapter, ValidationError

from renkei.errors import BadInput
from renkei.eventlog.base import Transaction, View, records_in_batches
from renkei.eventlog.records import Head, Record, canonical, flaw

FORMAT: Final = {"renkei": "log", "format": 1}
"""The first line of an export."""

_RECORD: Final = TypeAdapter(Record, config=ConfigDict(extra="forbid"))


def export_lines(view: View) -> Iterator[str]:
    """The log as lines of JSON."""
    yield canonical({**FORMAT, "events": view.head.seq})
    for batch in records_in_batches(view):
        for record in batch:
            yield canonical(asdict(record))


def import_lines(tx: Transaction, lines: Iterable[str]) -> int:
    """Appends what the store does not have yet; the number of records that were new.

    Raises:
        BadInput: a line that is no record, a record that breaks the chain, or a store that holds another history.
    """
    numbered = enumerate(lines, start=1)
    _check_format(next(numbered, (1, ""))[1])
    known, head, new = tx.head, Head(), 0
    for number, line in numbered:
        record = _record(number, line)
        if wrong := flaw(record, head):
            raise BadInput("Line {line}: {wrong}. The file was changed or is cut off.", line=number, wrong=wrong)
        head = Head(seq=record.seq, hash=record.hash, at=record.at)
        if record.seq > known.seq:
            tx.restore([record])
            new += 1
        elif not _is_known(tx, record):
            raise BadInput(
                "Line {line}: this store holds another history at seq {seq}. Import into an empty store.",
                line=number,
                seq=record.seq,
            )
    return new


def _check_format(line: str) -> None:
    try:
        header: dict[str, Any] = dict(json.loads(line))
    except (ValueError, TypeError):
        header = {}
    if any(header.get(name) != value for name, value in FORMAT.items()):
        raise BadInput("Line 1: this is no export of a Renkei log. Make one with: renkei export")


def _record(number: int, line: str) -> Record:
    try:
        return _RECORD.validate_json(line, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "-"
        raise BadInput(
            "Line {line}: no record of a log ({where}: {wrong}).", line=number, where=where, wrong=first["msg"]
        ) from None


def _is_known(tx: Transaction, record: Record) -> bool:
    found = tx.events(after=record.seq - 1, limit=1)
    return bool(found) and found[0].hash == record.hash
