"""Reduce: what the tasks before it decided, brought together on the blackboard (TEAM-4).

Keys are put in their place, equal values agree, lists of things with ids are merged by id, and of two different values
for one key the one that was there first stands: the other is reported.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

Blackboard = dict[str, Any]


def place(key: str) -> str:
    """Where a key of a report stands on the blackboard."""
    return f"blackboard.{key}" if key.startswith("decisions.") else key


def reduce(
    blackboard: Mapping[str, Any], reports: Iterable[tuple[str, Mapping[str, Any]]]
) -> tuple[Blackboard, list[str]]:
    """The blackboard with what each task said, in their order; and the keys at which two disagree, with their names."""
    found = cast(Blackboard, _copy(blackboard))
    said: dict[str, tuple[str, Any]] = {}
    conflicts: list[str] = []
    for task, outputs in reports:
        for key, value in outputs.items():
            path = place(key)
            first = said.setdefault(path, (task, value))
            merged = _merged(first[1], value)
            if merged is None:
                conflicts.append(f"{path}: {first[0]} / {task}")
                continue
            said[path] = (first[0], merged)
            _set(found, path.split("."), merged)
    return found, conflicts


def _merged(one: Any, other: Any) -> Any | None:
    """Both values as one, or None when they contradict each other."""
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        return _merged_objects(cast(dict[str, Any], one), cast(dict[str, Any], other))
    if (mine := _by_id(one)) is not None and (theirs := _by_id(other)) is not None:
        by_id = _merged_objects(mine, theirs)
        return None if by_id is None else list(by_id.values())
    return None


def _merged_objects(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    shared = {key: _merged(value, other[key]) for key, value in one.items() if key in other}
    contradict = any(value is None and one[key] is not None for key, value in shared.items())
    return None if contradict else {**one, **other, **shared}


def _by_id(value: Any) -> dict[str, Any] | None:
    """A list of things with ids, by their ids."""
    if not isinstance(value, list):
        return None
    things = cast(list[Any], value)
    if not all(isinstance(each, dict) and "id" in each for each in things):
        return None
    return {str(each["id"]): each for each in things}


def _set(document: Blackboard, path: list[str], value: Any) -> None:
    for part in path[:-1]:
        inner = document.setdefault(part, {})
        if not isinstance(inner, dict):
            inner = document[part] = {}
        document = cast(Blackboard, inner)
    document[path[-1]] = value


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(each) for key, each in cast(Mapping[str, Any], value).items()}
    return [_copy(each) for each in cast(list[Any], value)] if isinstance(value, list) else value
