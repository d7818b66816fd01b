"""A JSON file with comments is changed in place: what it says afterwards is right, and all else stays."""

import json
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.setup.json_text import parse, patch

texts = st.text(st.characters(codec="utf-8"), max_size=5)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
between = st.sampled_from(["", " ", "\n  ", "// c,{\n", '/* [," */', "\n"])


def spelled(draw: st.DrawFn, value: Any) -> str:
    """A value as somebody might write it, with comments anywhere."""

    def gap() -> str:
        return draw(between)

    if isinstance(value, dict):
        members = cast("dict[str, Any]", value).items()
        parts = [f"{gap()}{json.dumps(name)}{gap()}:{gap()}{spelled(draw, each)}{gap()}" for name, each in members]
        return f"{{{gap()}{','.join(parts)}}}"
    if isinstance(value, list):
        parts = [f"{gap()}{spelled(draw, each)}{gap()}" for each in cast("list[Any]", value)]
        return f"[{gap()}{','.join(parts)}]"
    return json.dumps(value)


def altered(draw: st.DrawFn, value: Any) -> Any:
    """A value that is somewhat like it."""
    if draw(st.integers(0, 5)) == 0:
        return draw(values)
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value).items()
        found = {name: altered(draw, each) for name, each in members if draw(st.integers(0, 4))}
        return {**found, **draw(st.dictionaries(texts, values, max_size=1))}
    if isinstance(value, list):
        kept = [altered(draw, each) for each in cast("list[Any]", value) if draw(st.integers(0, 4))]
        place = draw(st.integers(0, len(kept)))
        return [*kept[:place], *draw(st.lists(values, max_size=1)), *kept[place:]]
    return value


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, Any, Any]:
    before = draw(st.dictionaries(texts, values, max_size=4))
    return spelled(draw, before), before, altered(draw, before)


@given(changes())
def test_any_change_says_what_it_should_and_no_change_changes_nothing(change: tuple[str, Any, Any]):
    text, before, after = change
    assert json.dumps(parse(text).value) == json.dumps(before)
    assert patch(text, before) == text
    assert json.dumps(parse(patch(text, after)).value, sort_keys=True) == json.dumps(after, sort_keys=True)


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ('{"a": 1}', {"a": 1, "b": 2}, '{\n  "a": 1,\n  "b": 2\n}'),
        ('{\n "a": {"b": 1}}', {"a": {"b": 1, "c": 2}}, '{\n "a": {"b": 1, "c": 2}}'),
        ('{\n  "a": 1 // one\n}\n', {"a": 1, "b": [2]}, '{\n  "a": 1, // one\n  "b": [\n    2\n  ]\n}\n'),
        ('{\n\t"a": 1,\n\t"b": 2\n}', {"b": 2}, '{\n\t"b": 2\n}'),
        ('{\n  "a": 1, // one\n  // two\n  "b": 2\n}', {"a": 1}, '{\n  "a": 1 // one\n  // two\n}'),
        ("{\r\n}", {"a": {}}, '{\r\n  "a": {}\r\n}'),
        ('{"a": [1, /* x */ 2, 3]}', {"a": [1, 3]}, '{"a": [1, /* x */ 3]}'),
        ('{"a": 1, "a": 2}', {"a": 2}, '{"a": 1, "a": 2}'),
    ],
)
def test_what_is_not_changed_stays_as_it_was_written(before: str, value: Any, after: str):
    assert patch(before, value) == after


@pytest.mark.parametrize(
    ("text", "column"), [("", 1), ("{", 2), ('{"a" 1}', 6), ("{} x", 4), ("[1 2]", 4), ("{a: 1}", 2), ("[1,]", 4)]
)
def test_mistakes_are_placed(text: str, column: int):
    with pytest.raises(json.JSONDecodeError) as caught:
        parse(text)
    assert caught.value.colno == column
