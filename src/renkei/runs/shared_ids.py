"""Ids that stand for different things at different keys of the blackboard (TEAM-5). Pure.

One thing may be spoken of at several keys: the entry that says less has to be a part of the one that says more, as
`{id: ENT-1}` is of `{id: ENT-1, name: User}`. Within one key such entries are merged, and contradict each other or not.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

Thing = Mapping[str, Any]
PlacedThing = tuple[str, Thing]
"""A thing, and the key of the list that it stands in."""


def find_shared_ids(blackboard: Mapping[str, Any]) -> dict[str, list[PlacedThing]]:
    """By id, the different things that have it, where they stand at more than one key."""
    decisions = _decisions_of(blackboard)
    by_id: dict[str, list[PlacedThing]] = {}
    for key, thing in _list_things("blackboard.decisions", decisions):
        by_id.setdefault(str(thing["id"]), []).append((key, thing))
    different = {name: _drop_parts(placed) for name, placed in by_id.items() if len(placed) > 1}
    return {name: placed for name, placed in different.items() if len({key for key, _ in placed}) > 1}


def find_repeated_ids(blackboard: Mapping[str, Any]) -> list[tuple[str, str, list[PlacedThing]]]:
    """Key, id and the different things that have it in one list which is not merged by id: where something in it has
    no id, or where it stands inside of a thing."""
    decisions = _decisions_of(blackboard)
    return [
        found
        for key, things in _find_unmerged("blackboard.decisions", decisions)
        for found in _find_repeated(key, things)
    ]


def _decisions_of(blackboard: Mapping[str, Any]) -> Any:
    found = blackboard.get("blackboard")
    return cast(dict[str, Any], found).get("decisions") if isinstance(found, dict) else None


def _find_unmerged(key: str, value: Any, *, is_inside: bool = False) -> Iterator[tuple[str, list[Any]]]:
    if isinstance(value, dict):
        for name, inner in cast(dict[Any, Any], value).items():
            yield from _find_unmerged(f"{key}.{name}", inner, is_inside=is_inside)
    elif isinstance(value, list):
        listed = cast(list[Any], value)
        if is_inside or not all(map(_is_thing, listed)):
            yield key, listed
        for number, each in enumerate(listed, 1):
            yield from _find_unmerged(f"{key}[{number}]", each, is_inside=True)


def _find_repeated(key: str, listed: list[Any]) -> Iterator[tuple[str, str, list[PlacedThing]]]:
    by_id: dict[str, list[PlacedThing]] = {}
    for number, thing in enumerate(listed, 1):
        if _is_thing(thing):
            by_id.setdefault(str(thing["id"]), []).append((f"{key}[{number}]", thing))
    for name, placed in by_id.items():
        if len(different := _drop_parts(placed)) > 1:
            yield key, name, different


def has_thing(value: Any, name: str) -> bool:
    """Whether a list names a thing by its id."""
    things = cast(list[Any], value) if isinstance(value, list) else []
    return any(_is_thing(each) and str(each["id"]) == name for each in things)


def _list_things(key: str, value: Any) -> Iterator[PlacedThing]:
    if isinstance(value, dict):
        for name, inner in cast(dict[Any, Any], value).items():
            yield from _list_things(f"{key}.{name}", inner)
    elif isinstance(value, list):
        for number, each in enumerate(cast(list[Any], value), 1):
            if _is_thing(each):
                yield key, each
            yield from _list_things(f"{key}[{number}]", each)


def _drop_parts(placed: list[PlacedThing]) -> list[PlacedThing]:
    """Without those that only repeat a part of another."""
    found: list[PlacedThing] = []
    for key, thing in placed:
        if any(_is_part(thing, other) for _, other in found):
            continue
        found = [each for each in found if not _is_part(each[1], thing)]
        found.append((key, thing))
    return found


def _is_part(one: Thing, other: Thing) -> bool:
    return all(name in other and other[name] == value for name, value in one.items())


def _is_thing(value: Any) -> bool:
    return isinstance(value, dict) and "id" in value
