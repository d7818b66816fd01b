"""A table for tests of the stores themselves: a column of every type."""

from collections.abc import Callable
from typing import Any, Literal

from renkei.eventlog.base import EventLog, Schema, Transaction
from renkei.eventlog.records import Clock, Draft, Record, utc_now
from renkei.eventlog.tables import Put, schema_fingerprint, table


@table("things", key=("name",), indexes=(("number",), ("word", "number")))
class Thing:
    name: str
    number: int
    label: str | None = None
    done: bool = False
    word: Literal["red", "blue"] | None = None
    extra: dict[str, Any] | list[Any] | None = None


THINGS = Schema(row_types=(Thing,), fingerprint=schema_fingerprint((Thing,), 1))

MakeLog = Callable[[Schema, Clock], EventLog]


def things_log(make_log: MakeLog, clock: Clock = utc_now) -> EventLog:
    """A log with an empty table of things."""
    log = make_log(THINGS, clock)
    with log.write() as tx:
        tx.clear_tables()
    return log


def append(tx: Transaction, text: str = "hello", **fields: Any) -> Record:
    return tx.append(Draft(type="Said", actor="ada", via="terminal", data={"n": 1}, body={"text": text}, **fields))


def record_of(log: EventLog, text: str = "hello") -> Record:
    """One more record, in a write of its own."""
    with log.write() as tx:
        return append(tx, text)


def put(log: EventLog, *things: Thing) -> None:
    with log.write() as tx:
        tx.apply(Put(thing) for thing in things)
