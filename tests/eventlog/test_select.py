"""Tables behave like a dictionary of rows, in every store."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.eventlog.base import EventLog
from renkei.eventlog.tables import Delete, Put
from tests.support.examples import examples
from tests.support.store_things import Thing, put

SETTINGS = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(60))

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=3)
"""Text as it passes the edge, which refuses NUL."""
names = st.sampled_from(["a", "B", "é", "エ", "ｱ", "😀", "", "a b"])
labels = st.none() | words
colours = st.none() | st.sampled_from(["red", "blue"])
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
extras = st.none() | st.lists(json_values, max_size=3) | st.dictionaries(words, json_values, max_size=3)
rows = st.builds(
    Thing, name=names, number=st.integers(-5, 5), label=labels, done=st.booleans(), word=colours, extra=extras
)
changes = st.lists(st.builds(Put, rows) | st.builds(Delete, st.just(Thing), st.tuples(names)), max_size=12)
wheres = st.fixed_dictionaries({}, optional={"label": labels, "done": st.booleans(), "word": colours})


def folded(steps: list[Put | Delete]) -> dict[str, Thing]:
    model: dict[str, Thing] = {}
    for step in steps:
        match step:
            case Put(row):
                assert isinstance(row, Thing)
                model[row.name] = row
            case Delete(_, (name,)):
                model.pop(str(name), None)
            case Delete():
                raise AssertionError
    return model


@SETTINGS
@given(steps=changes)
def test_rows_are_those_put_last_and_not_deleted(log: EventLog, steps: list[Put | Delete]):
    with log.write() as tx:
        tx.clear_tables()
        tx.apply(steps)
    model = folded(steps)
    with log.read() as view:
        assert view.select(Thing, order="name") == sorted(model.values(), key=lambda row: row.name)
        assert {name: view.get(Thing, name) for name in model} == model
        assert view.get(Thing, "nobody") is None


@SETTINGS
@given(
    steps=changes,
    where=wheres,
    after=st.none() | names,
    before=st.none() | names,
    descending=st.booleans(),
    limit=st.none() | st.integers(0, 4) | st.just(10**30),
)
def test_select_filters_orders_and_limits(
    log: EventLog,
    steps: list[Put | Delete],
    where: dict[str, Any],
    after: str | None,
    before: str | None,
    descending: bool,
    limit: int | None,
):
    with log.write() as tx:
        tx.clear_tables()
        tx.apply(steps)
    chosen = [
        row
        for row in folded(steps).values()
        if all(getattr(row, name) == value for name, value in where.items())
        and (after is None or row.name > after)
        and (before is None or row.name < before)
    ]
    chosen.sort(key=lambda row: row.name, reverse=descending)
    with log.read() as view:
        found = view.select(
            Thing, order="name", after=after, before=before, descending=descending, limit=limit, **where
        )
        counted = view.count(Thing, order="name", after=after, before=before, **where)
    assert found == chosen[:limit]
    assert counted == len(chosen)


def test_numbers_are_ordered_as_numbers(log: EventLog):
    put(log, *(Thing(name=str(number), number=number) for number in (10, 9, -1)))
    with log.read() as view:
        assert [row.number for row in view.select(Thing, order="number")] == [-1, 9, 10]
        assert [row.number for row in view.select(Thing, order="number", after=-1, before=10)] == [9]


def test_none_equals_none_only(log: EventLog):
    put(log, Thing(name="a", number=1), Thing(name="b", number=2, label=""))
    with log.read() as view:
        assert [row.name for row in view.select(Thing, order="name", label=None)] == ["a"]
        assert [row.name for row in view.select(Thing, order="name", label="")] == ["b"]
