"""What `traceability` refers to: `traceability.X_to_Y` maps ids of X to ids of Y, which have to be there (TEAM-5). It
is a mapping, or a list of pairs: two ids each, or a mapping with a field for each side, named like its kind.

The ids of a kind `ent` are those of the things in lists whose key begins with it (`decisions.entities`), every id that
begins with it (`ENT-1`), and what `id_registry` has under such a key; user stories are those that the aggregator has
read and numbered. Where a kind has none at all nobody has listed it on the blackboard: what refers to it cannot be
looked up, and that is said. So is what is neither such a map nor pairs.

An id that is retired is none. A map of which nobody speaks now may still lead to one: what it says is of a task that is
to be done again, or of a run before.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Final, cast

from renkei.runs.project_context import list_retired
from renkei.values import value

_MAP: Final = re.compile(r"(\w+?)_to_(\w+)")


@value
class MissingReferent:
    """Ids that a map of `traceability` names and that are nowhere."""

    key: str
    ids: tuple[str, ...]


@value
class UnknownReferent:
    """What could not be looked up."""

    key: str
    kind: str | None
    """Of which the blackboard has no list; None where nothing says which ids it relates."""


def find_missing_referents(
    blackboard: Mapping[str, Any], spoken: Container[str] = ()
) -> tuple[list[MissingReferent], list[UnknownReferent]]:
    """`spoken`: the keys that reports speak of now."""
    missing: list[MissingReferent] = []
    unknown: list[UnknownReferent] = []
    known, retired = list(_list_known_ids(blackboard)), list(_list_retired_ids(blackboard))
    for key, kinds, pairs in _read_maps(blackboard):
        if kinds is None or pairs is None:
            unknown.append(UnknownReferent(key=key, kind=None))
            continue
        gone: list[str] = []
        for kind, ids in zip(kinds, zip(*pairs, strict=True), strict=True) if pairs else ():
            counted = known if key in spoken else [*known, *retired]
            there = {name for owner, name in counted if owner.startswith(kind) or _id_prefix(name) == kind}
            if there:
                gone += [name for name in dict.fromkeys(each for group in ids for each in group) if name not in there]
            else:
                unknown.append(UnknownReferent(key=key, kind=kind))
        if gone:
            missing.append(MissingReferent(key=key, ids=tuple(gone)))
    return missing, unknown


Pair = tuple[list[str], list[str]]


def _read_maps(blackboard: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str] | None, list[Pair] | None]]:
    """Each map with the kinds that it leads from and to, and its pairs of ids, as far as they can be told."""
    for name, listed in _list_items(blackboard.get("traceability")):
        found = _MAP.fullmatch(name)
        kinds = (found[1].lower(), found[2].lower()) if found else None
        yield f"traceability.{name}", kinds, _read_pairs(listed, kinds) if kinds else None


def _read_pairs(value: Any, kinds: tuple[str, str]) -> list[Pair] | None:
    """None where it is not made of pairs."""
    if value is None:
        return []
    if isinstance(value, dict):
        return [([str(one)], _list_ids(others)) for one, others in cast(dict[Any, Any], value).items()]
    listed = [_read_pair(each, kinds) for each in cast(list[Any], value)] if isinstance(value, list) else [None]
    pairs = [each for each in listed if each is not None]
    return pairs if len(pairs) == len(listed) else None


def _read_pair(value: Any, kinds: tuple[str, str]) -> Pair | None:
    if isinstance(value, dict):
        sides = [_read_side(value, kind) for kind in kinds]
    else:
        sides = [_list_ids(each) for each in cast(list[Any], value)] if isinstance(value, list) else []
    return (sides[0], sides[1]) if len(sides) == 2 and all(sides) else None


def _read_side(fields: Any, kind: str) -> list[str]:
    """The ids in the one field that is named like their kind, or whose ids begin with it."""
    by_name = [ids for name, each in _list_items(fields) if _is_of(name.lower(), kind) and (ids := _list_ids(each))]
    by_ids = [
        ids
        for _, each in _list_items(fields)
        if (ids := _list_ids(each)) and all(_id_prefix(one) == kind for one in ids)
    ]
    found = by_name or by_ids
    return found[0] if len(found) == 1 else []


def _is_of(name: str, kind: str) -> bool:
    return name.startswith(kind) or kind.startswith(name)


def _list_known_ids(blackboard: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every id with the last part of the key that it stands under."""
    registered = [
        (name.lower(), each)
        for name, listed in _list_items(blackboard.get("id_registry"))
        for each in _list_ids(dict(_list_items(listed)).get("allocated", listed))
        if each not in list_retired(listed)
    ]
    yield from registered
    decisions = dict(_list_items(blackboard.get("blackboard"))).get("decisions")
    yield from _list_things(decisions)
    for story, numbers in _list_items(dict(_list_items(blackboard.get("traceability"))).get("us_to_fr")):
        if (ids := _list_ids(numbers)) and all(("fr", each) in registered for each in ids):
            yield "us", story


def _list_retired_ids(blackboard: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, entry in _list_items(blackboard.get("id_registry")):
        yield from ((name.lower(), str(each)) for each in list_retired(entry))


def _list_things(value: Any) -> Iterator[tuple[str, str]]:
    for name, inner in _list_items(value):
        if isinstance(inner, list):
            yield from ((name.lower(), each) for thing in cast(list[Any], inner) for each in _list_names(thing))
        else:
            yield from _list_things(inner)


def _list_names(thing: Any) -> list[str]:
    """The id of a thing, else its name."""
    fields = dict(_list_items(thing))
    name = fields.get("id", fields.get("name"))
    return [] if name is None else [str(name)]


def _list_ids(value: Any) -> list[str]:
    """The ids that a value names: itself, those in a list, or the keys of a mapping."""
    if isinstance(value, dict):
        return [str(each) for each in cast(dict[Any, Any], value)]
    if isinstance(value, list):
        things = cast(list[Any], value)
        return [name for each in things for name in (_list_names(each) if isinstance(each, dict) else _list_ids(each))]
    return [] if value is None else [str(value)]


def _id_prefix(name: str) -> str:
    return name.partition("-")[0].lower()


def _list_items(value: Any) -> Iterable[tuple[str, Any]]:
    return [(str(key), each) for key, each in cast(dict[Any, Any], value).items()] if isinstance(value, dict) else []
