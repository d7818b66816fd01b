"""Whatever is done in whatever order, a store holds what a plain dictionary would."""

from collections.abc import Iterable
from contextlib import closing
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.eventlog.base import EventLog, Transaction, View
from renkei.eventlog.records import utc_now
from renkei.eventlog.sqlite import SqliteLog
from renkei.eventlog.tables import Delete, Put
from tests.support.examples import examples
from tests.support.opened import OPENED
from tests.support.store_things import THINGS, Thing, append, put

NAMES = ("ant", "bee", "cat")
Model = dict[str, int]

changes = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(NAMES), st.integers(0, 9)),
    st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just(0)),
    st.tuples(st.sampled_from(["get", "select", "append", "events"]), st.sampled_from(NAMES), st.just(0)),
)
attempts = st.tuples(st.lists(changes, max_size=6), st.sampled_from(["stays", "fails", "outside"]))
writes = st.tuples(st.lists(attempts, max_size=5), st.sampled_from(["stays", "stays", "fails"]))


class Fails(Exception):
    """The caller changed its mind."""


def carry_out(tx: Transaction, model: Model, steps: Iterable[tuple[str, str, int]]) -> None:
    for kind, name, number in steps:
        match kind:
            case "put":
                model[name] = number
                tx.apply([Put(Thing(name=name, number=number))])
            case "delete":
                model.pop(name, None)
                tx.apply([Delete(Thing, (name,))])
            case "append":
                append(tx)
            case "events":
                assert [record.seq for record in tx.events()] == list(range(1, tx.head.seq + 1))
            case "get":
                row = tx.get(Thing, name)
                assert (row.number if row else None) == model.get(name)
            case _:
                assert seen(tx) == model


def seen(view: View) -> Model:
    return {thing.name: thing.number for thing in view.select(Thing, order="name")}


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=st.lists(writes, max_size=5))
def test_transactions_and_attempts(log: EventLog, history: list[tuple[list[Any], str]]):
    with log.write() as tx:
        tx.clear_tables()
    model: Model = {}
    for parts, end in history:
        model = write(log, model, parts, fails=end == "fails")
        with log.read() as view:
            assert seen(view) == model
            assert len(view.events()) == view.head.seq


def write(log: EventLog, before: Model, parts: list[tuple[list[Any], str]], *, fails: bool) -> Model:
    """A transaction of several parts; what the tables hold after it."""
    model = dict(before)
    try:
        with log.write() as tx:
            for steps, end in parts:
                model = part(tx, model, steps, end)
            if fails:
                raise Fails
    except Fails:
        return before
    return model


def part(tx: Transaction, model: Model, steps: list[Any], end: str) -> Model:
    if end == "outside":
        carry_out(tx, model, steps)
        return model
    tried, head = dict(model), tx.head
    try:
        with tx.begin_nested():
            carry_out(tx, tried, steps)
            if end == "fails":
                raise Fails
    except Fails:
        assert tx.head == head
        return model
    return tried


def test_more_than_is_kept_in_memory_is_written_all_the_same(log: EventLog):
    with log.write() as tx:
        for number in range(25_000):
            tx.apply([Put(Thing(name=f"t{number}", number=number))])
        assert tx.get(Thing, "t0") == Thing(name="t0", number=0)
    with log.read() as view:
        assert len(view.select(Thing, order="number")) == 25_000


@pytest.mark.parametrize("again", [1, 2])
def test_what_another_process_has_written_is_seen(tmp_path: Any, again: int):
    logs = (SqliteLog(tmp_path / "shared.db", THINGS, clock=utc_now) for _ in range(2))
    one, other = (OPENED.enter_context(closing(log)) for log in logs)
    with one.write() as tx:
        tx.clear_tables()
    for number in range(again):
        put(one, Thing(name="ant", number=number))
        put(other, Thing(name="ant", number=number + 10))
        with one.write() as tx:
            assert tx.get(Thing, "ant") == Thing(name="ant", number=number + 10)
            assert seen(tx) == {"ant": number + 10}
