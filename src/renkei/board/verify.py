"""Is the store what its log says? Checks the chain, then folds the log anew and compares every table."""

from collections.abc import Callable, Generator, Iterator

from renkei.board.events import event_of, stamp_of
from renkei.board.fold import fold
from renkei.board.tables import ROW_TYPES, SCHEMA
from renkei.errors import RenkeiError
from renkei.eventlog.base import Transaction, View, records_in_batches
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Head, Record, flaw
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


def verify(view: View, watch: Watch = iter) -> Iterator[Flaw]:
    """Every flaw of a store. The tables are not compared with a log that cannot be folded.

    `watch` is handed the records of each of the two passes, and passes them on: for showing how far it is.
    """
    for wrong in view.damage():
        yield Flaw(place="store", message=Sentence("{wrong}", wrong=wrong))
    yield from _flaws_of_the_chain(view, watch)
    with MemoryLog(SCHEMA).write() as fresh:
        unfolded = yield from _flaws_of_the_events(view, fresh, watch)
        if not unfolded:
            for row_type in ROW_TYPES:
                yield from _flaws_of_a_table(table_of(row_type), view, fresh)


def flaws_of_noted_head(view: View, noted: Head) -> Iterator[Flaw]:
    """Whether the log still holds what was its head once: a chain that lost its tail is whole without it."""
    record = view.event(noted.seq)
    if noted.seq > view.head.seq:
        wrong = Sentence(
            "the log ends at seq {seq}, and {noted} was noted: its tail is lost", seq=view.head.seq, noted=noted.seq
        )
        yield Flaw(place="head", message=wrong)
    elif (record.hash if record else Head().hash) != noted.hash:
        yield _flaw(noted.seq, Sentence("it is not the record that was noted: the log is another one"))


def _flaws_of_the_chain(view: View, watch: Watch) -> Iterator[Flaw]:
    head = Head()
    for record in watch(_records(view)):
        if wrong := flaw(record, head):
            yield _flaw(record.seq, wrong)
        head = Head(seq=record.seq, hash=record.hash, at=record.at)
    if view.head != head:
        wrong = Sentence("the log ends at seq {seq}, the store says {stored}", seq=head.seq, stored=view.head.seq)
        yield Flaw(place="head", message=wrong)


def _flaws_of_the_events(view: View, fresh: Transaction, watch: Watch) -> Generator[Flaw, None, bool]:
    """Folds the log into `fresh`; whether that came to an end too early."""
    missing, redacted = set[int](), set[int]()
    for record in watch(_records(view)):
        try:
            event = event_of(record)
            fresh.apply(fold(fresh, event, stamp_of(record)))
        except RenkeiError as error:
            yield _flaw(record.seq, Sentence(error.text, **error.params))
            return True
        missing |= {record.seq} if record.redacted else set()
        redacted |= set(event.events) if isinstance(event, BodyRedacted) else set()
    for seq in sorted(missing - redacted):
        yield _flaw(seq, Sentence("its body is gone, and no redaction says so"))
    for seq in sorted(redacted - missing):
        yield _flaw(seq, Sentence("its body was redacted, and is there"))
    return False


def _flaws_of_a_table(table: Table, stored: View, folded: View) -> Iterator[Flaw]:
    order = table.key[0]
    try:
        there = {table.key_of(row): row for row in stored.select(table.row, order=order)}
    except RenkeiError as error:
        yield Flaw(place=table.name, message=Sentence(error.text, **error.params))
        return
    due = {table.key_of(row): row for row in folded.select(table.row, order=order)}
    for key in sorted(there.keys() | due.keys(), key=str):
        if there.get(key) != due.get(key):
            yield Flaw(place=f"{table.name} {'/'.join(map(str, key))}", message=_difference(key in there, key in due))


def _difference(is_there: bool, is_due: bool) -> Sentence:
    if is_there and is_due:
        return Sentence("the row differs")
    return Sentence("the row is missing") if is_due else Sentence("the row is not in the log")


def _records(view: View) -> Iterator[Record]:
    for batch in records_in_batches(view):
        yield from batch


def _flaw(seq: int, message: Sentence) -> Flaw:
    return Flaw(place=f"event {seq}", message=message)
