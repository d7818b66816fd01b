"""A log as a file and back: one JSON line per record, bodies and hashes as they are."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from renkei.errors import BadInput
from renkei.eventlog.base import Transaction, View, records_in_batches
from renkei.eventlog.records import Head, Record, canonical_json, record_flaw
from renkei.protocol.events import BodyRedacted

FORMAT: Final = {"renkei": "log", "format": 1}
"""The first line of an export."""

_RECORD: Final = TypeAdapter(with_config(ConfigDict(extra="forbid"))(Record))


def export_lines(view: View) -> Iterator[str]:
    """The log as lines of JSON."""
    yield canonical_json({**FORMAT, "events": view.head.seq})
    for batch in records_in_batches(view):
        for record in batch:
            yield canonical_json(asdict(record))


def import_lines(tx: Transaction, lines: Iterable[str]) -> int:
    """Appends what the store does not have yet; the number of records that were new.

    Raises:
        BadInput: a line that is no record, a record that breaks the chain, a file that is cut off, or a store that
            holds another history.
    """
    numbered = enumerate(lines, start=1)
    due = _parse_header(next(numbered, (1, ""))[1])
    known, head, number, new = tx.head, Head(), 1, 0
    for number, line in numbered:
        record = _parse_record(number, line)
        if wrong := record_flaw(record, head):
            raise BadInput("Line {line}: {wrong}. The file was changed or is cut off.", line=number, wrong=wrong)
        head = Head(seq=record.seq, hash=record.hash, at=record.at)
        if record.seq > known.seq:
            tx.restore([record])
            tx.redact(_seqs_to_forget(number, record))
            new += 1
        elif not _is_known(tx, record):
            raise BadInput(
                "Line {line}: this store holds another history at seq {seq}. Import into an empty store.",
                line=number,
                seq=record.seq,
            )
    if head.seq != due:
        raise BadInput(
            "Line {line}: the file ends after {found} of {due} events. It is cut off.",
            line=number,
            found=head.seq,
            due=due,
        )
    return new


def _parse_header(line: str) -> int:
    """How many records the first line says there are."""
    try:
        header: dict[str, Any] = dict(json.loads(line))
    except (ValueError, TypeError):
        header = {}
    if any(header.get(name) != value for name, value in FORMAT.items()) or not isinstance(header.get("events"), int):
        raise BadInput("Line 1: this is no export of a Renkei log. Make one with: renkei export")
    return header["events"]


def _seqs_to_forget(number: int, record: Record) -> list[int]:
    """What a redaction in the file forgets is forgotten here too, where the store still knew it."""
    if record.type != BodyRedacted.__name__:
        return []
    try:
        forgotten = BodyRedacted.model_validate_json(record.data).events
    except ValidationError as error:
        raise _bad_record_error(number, error) from None
    return [seq for seq in forgotten if 0 < seq < record.seq]


def _parse_record(number: int, line: str) -> Record:
    try:
        return _RECORD.validate_json(line, strict=True)
    except ValidationError as error:
        raise _bad_record_error(number, error) from None


def _bad_record_error(number: int, error: ValidationError) -> BadInput:
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"])) or "-"
    return BadInput("Line {line}: no record of a log ({where}: {wrong}).", line=number, where=where, wrong=first["msg"])


def _is_known(tx: Transaction, record: Record) -> bool:
    found = tx.events(after=record.seq - 1, limit=1)
    return bool(found) and found[0].hash == record.hash
