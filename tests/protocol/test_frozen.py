"""What a word of the protocol holds is not changed by anybody: neither its fields nor what stands in them."""

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, Union, cast, get_args, get_origin

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from renkei.commands import load_commands, parse_command
from renkei.protocol.base import FrozenDict, FrozenList, freeze
from renkei.protocol.events import EVENTS, MessageBody
from tests.hub.test_registry import EXAMPLES

CHANGES_OF_A_LIST: Final[dict[str, Callable[[Any], object]]] = {
    "append": lambda items: items.append(1),
    "extend": lambda items: items.extend([1]),
    "insert": lambda items: items.insert(0, 1),
    "assign": lambda items: items.__setitem__(slice(None), [1]),
    "delete": lambda items: items.__delitem__(slice(None)),
    "remove": lambda items: items.remove(1),
    "pop": lambda items: items.pop(),
    "clear": lambda items: items.clear(),
    "sort": lambda items: items.sort(),
    "reverse": lambda items: items.reverse(),
    "+=": lambda items: items.__iadd__([1]),
    "*=": lambda items: items.__imul__(2),
}
CHANGES_OF_A_DICT: Final[dict[str, Callable[[Any], object]]] = {
    "assign": lambda pairs: pairs.__setitem__("a", 1),
    "delete": lambda pairs: pairs.__delitem__("a"),
    "pop": lambda pairs: pairs.pop("a", None),
    "popitem": lambda pairs: pairs.popitem(),
    "clear": lambda pairs: pairs.clear(),
    "update": lambda pairs: pairs.update(a=1),
    "setdefault": lambda pairs: pairs.setdefault("a", 1),
    "|=": lambda pairs: pairs.__ior__({"a": 1}),
}


def make_sample(form: Any) -> Any:
    """Something of a form, with everything in it that it can hold; of a choice, what can hold the most."""
    if isinstance(form, type) and issubclass(form, BaseModel):
        return form.model_construct(**{name: make_sample(each.annotation) for name, each in form.model_fields.items()})
    origin, parts = get_origin(form), get_args(form)
    if origin is Annotated:
        return make_sample(parts[0])
    if origin is list:
        return [make_sample(parts[0])]
    if origin is dict:
        return {make_sample(parts[0]): make_sample(parts[1])}
    if origin is Literal:
        return parts[0]
    if origin in (Union, UnionType):
        return max((make_sample(part) for part in parts), key=lambda made: isinstance(made, list | dict | BaseModel))
    if form is Any:
        return {"any": [{"form": [1]}]}
    assert form in (str, int, float, bool, NoneType) or isinstance(form, NewType), form
    return None if form is NoneType else "1"


def changeable_parts(value: Any, path: str) -> Iterator[str]:
    """Where something stands that can be changed in place."""
    if isinstance(value, BaseModel):
        if not value.model_config.get("frozen"):
            yield path
        for name, part in value:
            yield from changeable_parts(part, f"{path}.{name}")
    elif isinstance(value, list | tuple):
        if not isinstance(value, FrozenList | tuple):
            yield path
        for number, part in enumerate(cast(list[Any], value)):
            yield from changeable_parts(part, f"{path}[{number}]")
    elif isinstance(value, dict):
        if not isinstance(value, FrozenDict):
            yield path
        for key, part in cast(dict[Any, Any], value).items():
            yield from changeable_parts(part, f"{path}[{key!r}]")
    elif not isinstance(value, str | int | float | bool | None | frozenset):
        yield f"{path} ({type(value).__name__})"


@pytest.mark.parametrize("kind", [*load_commands().values(), *EVENTS.values()], ids=lambda kind: kind.__name__)
def test_nothing_of_a_command_or_an_event_can_be_changed_in_place(kind: type[BaseModel]):
    """One of each, made of every field that it can have."""
    made = make_sample(kind)
    assert made.model_fields_set == set(kind.model_fields)
    assert list(changeable_parts(made, kind.__name__)) == []
    assert list(changeable_parts(made.model_copy(update={}, deep=True), kind.__name__)) == []
    assert isinstance(hash(made), int)


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["type"] for example in EXAMPLES])
def test_nothing_of_a_command_from_a_wire_can_be_changed_in_place(example: dict[str, Any]):
    assert list(changeable_parts(parse_command(example), example["type"])) == []


def test_what_the_fields_are_by_default_is_frozen_and_nobody_elses():
    one, other = (MessageBody(context_summary="", related_state_refs=[], payload={"a": {"b": [1]}}) for _ in range(2))
    with pytest.raises(TypeError, match="is not changed"):
        one.payload["a"]["b"].append(2)
    assert one == other


@pytest.mark.parametrize("change", CHANGES_OF_A_LIST.values(), ids=CHANGES_OF_A_LIST)
def test_no_way_to_change_a_list(change: Callable[[Any], object]):
    items = freeze([3, 1, 2])
    with pytest.raises(TypeError):
        change(items)
    assert items == [3, 1, 2]


@pytest.mark.parametrize("change", CHANGES_OF_A_DICT.values(), ids=CHANGES_OF_A_DICT)
def test_no_way_to_change_a_mapping(change: Callable[[Any], object]):
    pairs = freeze({"a": 3})
    with pytest.raises(TypeError):
        change(pairs)
    assert pairs == {"a": 3}


@pytest.mark.parametrize(("plain", "frozen", "like"), [(list, FrozenList, tuple), (dict, FrozenDict, MappingProxyType)])
def test_no_method_that_changes_it_was_forgotten(plain: type, frozen: type, like: type):
    """What a list or a dict has beyond what Python's own frozen form of it has."""
    kept = {name for name in dir(plain) if getattr(frozen, name) is getattr(plain, name)}
    assert kept - set(dir(like)) <= {"copy", "fromkeys", "__init__", "__reversed__"}


def test_what_is_read_from_it_is_what_a_list_and_a_dict_would_give():
    document: dict[str, Any] = {"a": [1, {"b": [2]}], "c": {"d": "e"}}
    frozen = freeze(document)
    assert frozen == document
    assert json.dumps(frozen) == json.dumps(document)
    assert TypeAdapter(Any).dump_json(frozen) == TypeAdapter(Any).dump_json(document)
    assert type(list(frozen["a"])) is type(frozen["a"] + [1]) is type(frozen["a"].copy()) is list
    assert type({**frozen}) is type(frozen | {}) is dict
    sent = pickle.loads(pickle.dumps(frozen))  # noqa: S301 - our own
    assert copy.deepcopy(frozen) == sent == document
    assert list(changeable_parts(sent, "sent")) == []


def test_a_copy_with_other_parts_is_frozen_too():
    body = MessageBody(context_summary="", related_state_refs=[], payload={})
    copied = body.model_copy(update={"payload": {"a": [1]}})
    trusted = MessageBody.make_trusted(context_summary="", related_state_refs=[], payload={"a": [1]})
    assert list(changeable_parts(copied, "copy")) == list(changeable_parts(trusted, "trusted")) == []


def test_what_is_too_deep_to_be_frozen_is_refused():
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValidationError, match="deep"):
        MessageBody(context_summary="", related_state_refs=[], payload={"deep": deep})
