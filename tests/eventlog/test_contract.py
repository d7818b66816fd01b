"""What every store promises, whatever it keeps its log in."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from renkei.eventlog.base import EventLog, records_in_batches, subscribe
from renkei.eventlog.records import Head, record_flaw
from renkei.eventlog.tables import Delete, Put
from tests.support.store_team import records_of
from tests.support.store_things import MakeLog, Thing, append, put, record_of, things_log


def in_threads(*works: Callable[[], object]) -> None:
    """Runs all at once; the first error is raised here."""
    with ThreadPoolExecutor(len(works)) as pool:
        for future in [pool.submit(work) for work in works]:
            future.result(timeout=60)


def chain_flaws(log: EventLog) -> list[str]:
    records = records_of(log)
    heads = [Head(), *(Head(seq=record.seq, hash=record.hash, at=record.at) for record in records)]
    return [wrong for record, head in zip(records, heads, strict=False) if (wrong := record_flaw(record, head))]


def test_new_log_is_empty(log: EventLog):
    with log.read() as view:
        assert (view.head, view.events()) == (Head(), [])


def test_record_is_read_back_as_it_was_written(log: EventLog):
    with log.write() as tx:
        first = append(tx, "こんにちは\u2028\0😀", run="R-1", key="k", command="d")
        second = append(tx, cause=1)
    assert records_of(log) == [first, second]
    assert first.document() == {"n": 1, "text": "こんにちは\u2028\0😀"}


def test_seq_counts_up_without_gaps_over_writes_that_failed(log: EventLog):
    for fails in (False, True, False):
        try_to_append(log, fails=fails)
    assert [record.seq for record in records_of(log)] == [1, 2]
    assert chain_flaws(log) == []


def try_to_append(log: EventLog, *, fails: bool) -> None:
    try:
        with log.write() as tx:
            append(tx)
            if fails:
                raise KeyError
    except KeyError:
        pass


def test_seq_is_gapless_in_commit_order_under_concurrent_writers(log: EventLog):
    committed: list[int] = []

    def write() -> None:
        for _ in range(20):
            with log.write() as tx:
                committed.append(append(tx).seq)

    in_threads(*[write] * 4)
    assert committed == [record.seq for record in records_of(log)] == list(range(1, 81))
    assert chain_flaws(log) == []


def test_write_that_raises_leaves_nothing(log: EventLog):
    put(log, Thing(name="kept", number=1), Thing(name="changed", number=2))
    record = record_of(log)
    with pytest.raises(ZeroDivisionError):
        change_everything_and_fail(log)
    assert records_of(log) == [record]
    with log.read() as view:
        assert view.head.seq == 1
        assert [thing.name for thing in view.select(Thing, order="number")] == ["kept", "changed"]


def change_everything_and_fail(log: EventLog) -> None:
    with log.write() as tx:
        append(tx)
        tx.apply([Put(Thing(name="new", number=3)), Put(Thing(name="changed", number=4)), Delete(Thing, ("kept",))])
        tx.redact([1])
        tx.clear_tables()
        raise ZeroDivisionError


def test_write_sees_its_own_changes(log: EventLog):
    with log.write() as tx:
        record = append(tx, key="k")
        tx.apply([Put(Thing(name="a", number=1))])
        assert (tx.head.seq, tx.events(), tx.event_with_key("ada", "k")) == (1, [record], record)
        assert tx.get(Thing, "a") == Thing(name="a", number=1)


def test_nobody_sees_a_write_before_it_is_done(log: EventLog):
    with log.write() as tx:
        append(tx)
        tx.apply([Put(Thing(name="a", number=1))])
        with log.read() as view:
            assert (view.head.seq, view.events(), view.get(Thing, "a")) == (0, [], None)


def test_read_keeps_its_state_while_others_write(log: EventLog):
    put(log, Thing(name="a", number=1))
    with log.read() as view:
        before = (view.head, view.events(), view.get(Thing, "a"))
        in_threads(lambda: record_of(log), lambda: put(log, Thing(name="a", number=2)))
        assert (view.head, view.events(), view.get(Thing, "a")) == before
    with log.read() as view:
        assert (view.head.seq, view.get(Thing, "a")) == (1, Thing(name="a", number=2))


def test_readers_never_see_half_a_write(log: EventLog):
    put(log, Thing(name="a", number=0), Thing(name="b", number=0))
    done = threading.Event()

    def write() -> None:
        try:
            for number in range(1, 51):
                with log.write() as tx:
                    append(tx)
                    tx.apply([Put(Thing(name="a", number=number))])
                    tx.apply([Put(Thing(name="b", number=number))])
        finally:
            done.set()

    def read() -> None:
        while not done.is_set():
            with log.read() as view:
                first, second = view.get(Thing, "a"), view.get(Thing, "b")
                assert first
                assert second
                assert first.number == second.number == view.head.seq == len(view.events())

    in_threads(write, read, read)


def test_read_within_a_read_is_allowed(log: EventLog):
    with log.read() as outer:
        record_of(log)
        with log.read() as inner:
            assert (outer.head.seq, inner.head.seq) == (0, 1)


def test_error_of_the_caller_stays_the_callers(log: EventLog):
    with pytest.raises(BrokenPipeError), log.read():
        raise BrokenPipeError
    with pytest.raises(BrokenPipeError), log.write():
        raise BrokenPipeError


def test_events_come_in_order_beyond_a_seq_and_up_to_a_limit(log: EventLog):
    records = [record_of(log) for _ in range(5)]
    with log.read() as view:
        assert view.events(after=2) == records[2:]
        assert view.events(after=1, limit=2) == records[1:3]
        assert view.events(after=-1, limit=10**30) == records
        assert view.events(limit=0) == view.events(after=5) == view.events(after=10**30) == []
        assert [len(batch) for batch in records_in_batches(view, after=1, size=3)] == [3, 1]


def test_events_are_read_by_their_places_in_one_question(log: EventLog):
    with log.write() as tx:
        records = [append(tx) for _ in range(700)]
        assert tx.events_at([3, 1]) == [records[2], records[0]]
    with log.read() as view:
        assert view.events_at([700, 2, 0, 701, -1]) == [records[699], records[1]]
        assert view.events_at(range(1, 701)) == records
        assert view.events_at([]) == []


def test_event_is_found_by_actor_and_key(log: EventLog):
    with log.write() as tx:
        record = append(tx, key="k")
    with log.read() as view:
        assert view.event_with_key("ada", "k") == record
        assert view.event_with_key("bob", "k") is None
        assert view.event_with_key("ada", "other") is None


def test_subscribers_get_every_record_once_and_in_order_while_others_write(log: EventLog):
    heard: list[list[int]] = []

    def listen(after: int) -> Callable[[], None]:
        return lambda: heard.append([record.seq for record in islice(subscribe(log, after=after), 60 - after)])

    def write() -> None:
        for _ in range(20):
            record_of(log)

    in_threads(listen(0), write, write, listen(7), write)
    assert sorted(heard) == [list(range(1, 61)), list(range(8, 61))]


def test_subscription_ends_when_it_is_told_to(log: EventLog):
    record = record_of(log)
    heard = list(subscribe(log, poll=0, stop=iter([False, False, True]).__next__))
    assert heard == [record]


def test_wait_is_over_as_soon_as_the_log_has_moved(log: EventLog):
    started = threading.Barrier(2)

    def write() -> None:
        started.wait(timeout=30)
        record_of(log)

    def wait() -> None:
        started.wait(timeout=30)
        assert log.wait_for_events(0, timeout=30)

    in_threads(write, wait)
    assert log.wait_for_events(0, timeout=0)


def test_wait_gives_up_when_its_time_is_over(log: EventLog):
    record_of(log)
    assert not log.wait_for_events(1, timeout=0.02)


def test_redaction_forgets_bodies_and_keeps_the_chain(log: EventLog):
    kept, other = record_of(log, "kept"), record_of(log, "forgotten")
    with log.write() as tx:
        tx.redact([2])
    assert records_of(log) == [kept, other.without_body()]
    assert records_of(log)[1].document() == {"n": 1, "redacted": True}
    record_of(log)
    assert chain_flaws(log) == []


def test_restored_records_are_the_same_and_the_log_goes_on_after_them(make_log: MakeLog):
    source, target = things_log(make_log), things_log(make_log)
    records = [record_of(source) for _ in range(3)]
    with target.write() as tx:
        tx.restore(records[:2])
        tx.restore(records[2:])
        assert tx.head == Head(seq=3, hash=records[2].hash, at=records[2].at)
    assert records_of(target) == records
    assert record_of(target).seq == 4
    assert chain_flaws(target) == []


def test_cleared_tables_are_empty_and_the_log_stays(log: EventLog):
    put(log, Thing(name="a", number=1))
    record = record_of(log)
    with log.write() as tx:
        tx.clear_tables()
    with log.read() as view:
        assert (view.select(Thing, order="number"), view.events()) == ([], [record])


def test_times_never_run_backwards_though_the_clock_does(make_log: MakeLog):
    times = [f"2026-01-01T00:00:0{second}.000000Z" for second in (5, 3, 5, 7, 1)]
    log = things_log(make_log, iter(times).__next__)
    with log.write() as tx:
        for _ in range(3):
            append(tx)
    record_of(log)
    record_of(log)
    assert [record.at[18] for record in records_of(log)] == ["5", "5", "5", "7", "7"]
    assert chain_flaws(log) == []
