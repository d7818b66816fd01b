"""Is the store what its log says? Checks the chain, then folds the log anew and compares every table."""

from collections.abc import Callable, Generator, Iterator

from renkei.board.fold import event_of, fold_event, stamp_of
from renkei.board.tables import ROW_TYPES, SCHEMA
from renkei.errors import RenkeiError
from renkei.eventlog.base import Transaction, View, records_in_batches
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Head, Record, record_flaw
from renkei.eventlog.tables import Table, table_of
from renkei.protocol.events import BodyRedacted
from renkei.sentence import Sentence
from renkei.values import value

Watch = Callable[[Iterator[Record]], Iterator[Record]]


@value
class Flaw:
    """Something in the store that its log does not account for."""

    place: str
    message: Sentence


def find_flaws(view: View, watch: Watch = iter) -> Iterator[Flaw]:
    """Every flaw of a store. The tables are not compared with a log that cannot be folded.

    `watch` is handed the records of each of the two passes, and passes them on: for showing how far it is.
    """
    for wrong in view.find_damage():
        yield Flaw(place="store", message=Sentence("{wrong}", wrong=wrong))
    yield from _chain_flaws(view, watch)
    with MemoryLog(SCHEMA).write() as fresh:
        unfolded = yield from _event_flaws(view, fresh, watch)
        if not unfolded:
            for row_type in ROW_TYPES:
                yield from _table_flaws(table_of(row_type), view, fresh)


def find_head_flaws(view: View, noted: Head) -> Iterator[Flaw]:
    """Whether the log still holds what was its head once: a chain that lost its tail is whole without it."""
    record = view.event(noted.seq)
    if noted.seq > view.head.seq:
        wrong = Sentence(
            "the log ends at seq {seq}, and {noted} was noted: its tail is lost", seq=view.head.seq, noted=noted.seq
        )
        yield Flaw(place="head", message=wrong)
    elif (record.hash if record else Head().hash) != noted.hash:
        yield _flaw_at(noted.seq, Sentence("it is not the record that was noted: the log is another one"))


def _chain_flaws(view: View, watch: Watch) -> Iterator[Flaw]:
    head = Head()
    for record in watch(_all_records(view)):
        if wrong := record_flaw(record, head):
            yield _flaw_at(record.seq, wrong)
        head = Head(seq=record.seq, hash=record.hash, at=record.at)
    if view.head != head:
        wrong = Sentence("the log ends at seq {seq}, the store says {stored}", seq=head.seq, stored=view.head.seq)
        yield Flaw(place="head", message=wrong)


def _event_flaws(view: View, fresh: Transaction, watch: Watch) -> Generator[Flaw, None, bool]:
    """Folds the log into `fresh`; whether that came to an end too early."""
    missing, redacted = set[int](), set[int]()
    for record in watch(_all_records(view)):
        try:
            event = event_of(record)
            fresh.apply(fold_event(fresh, event, stamp_of(record)))
        except RenkeiError as error:
            yield _flaw_at(record.seq, Sentence(error.text, **error.params))
            return True
        missing |= {record.seq} if record.is_redacted else set()
        redacted |= set(event.events) if isinstance(event, BodyRedacted) else set()
    for seq in sorted(missing - redacted):
        yield _flaw_at(seq, Sentence("its body is gone, and no redaction says so"))
    for seq in sorted(redacted - missing):
        yield _flaw_at(seq, Sentence("its body was redacted, and is there"))
    return False


def _table_flaws(table: Table, stored: View, folded: View) -> Iterator[Flaw]:
    order = table.key[0]
    try:
        there = {table.key_of(row): row for row in stored.select(table.row, order=order)}
    except RenkeiError as error:
        yield Flaw(place=table.name, message=Sentence(error.text, **error.params))
        return
    due = {table.key_of(row): row for row in folded.select(table.row, order=order)}
    for key in sorted(there.keys() | due.keys(), key=str):
        if there.get(key) != due.get(key):
            yield Flaw(
                place=f"{table.name} {'/'.join(map(str, key))}", message=_row_difference(key in there, key in due)
            )


def _row_difference(is_there: bool, is_due: bool) -> Sentence:
    if is_there and is_due:
        return Sentence("the row differs")
    return Sentence("the row is missing") if is_due else Sentence("the row is not in the log")


def _all_records(view: View) -> Iterator[Record]:
    for batch in records_in_batches(view):
        yield from batch


def _flaw_at(seq: int, message: Sentence) -> Flaw:
    return Flaw(place=f"event {seq}", message=message)
