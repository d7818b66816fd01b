"""Reduce: what the tasks before it decided, brought together on the blackboard in two steps (TEAM-4, TEAM-5). Pure.

Normalise: every key gets its one place. Adjudicate: equal values agree, mappings are merged, lists of things with ids
are merged by id, and sets (`traceability`, `id_registry`) are united; an id stands for one thing, whatever keys it
stands at. What no rule brings together is a conflict with an id: until a person decides, what was said first stands.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from renkei.playbooks.blackboard import blackboard_path, is_same_value
from renkei.protocol.run_events import Conflict, ConflictSide
from renkei.protocol.terms import ConflictKind
from renkei.runs.project_context import retire_ids
from renkei.runs.referents import UnknownReferent, find_missing_referents
from renkei.runs.shared_ids import PlacedThing, find_repeated_ids, find_shared_ids, has_thing
from renkei.values import value

Blackboard = dict[str, Any]
Path = tuple[str, ...]
Side = tuple[str, Any]
"""A task, and what it says."""
Said = tuple[str, Sequence[str], Any]
"""A task, the place on the blackboard, and what it says there."""

_SETS: Final = ("traceability", "id_registry")
"""Where a list is a set: what two tasks say holds together."""


@value
class Reduction:
    document: Blackboard
    conflicts: list[Conflict]
    unchecked: list[UnknownReferent]
    """References whose referents nobody has listed: whether they lead anywhere is not known."""
    edited: bool = False
    """Whether somebody changed the blackboard since the reduce before."""


def reduce_outputs(
    blackboard: Mapping[str, Any],
    reports: Iterable[tuple[str, Mapping[str, Any]]],
    chosen: Mapping[str, str] | None = None,
) -> Reduction:
    """The blackboard with what each task said, in their order. `chosen` has by conflict the side that a person took."""
    said = [
        (task, blackboard_path(key).split("."), value) for task, outputs in reports for key, value in outputs.items()
    ]
    adjudication = _Adjudication(chosen or {})
    merged: Any = adjudication.merge((), [(task, _nest_value(path, value)) for task, path, value in said])
    document = cast(Blackboard, _copy_value(blackboard))
    for _, path, _ in said:
        _put_merged(document, merged, path)
    retire_ids(document, blackboard, {path[1] for _, path, _ in said if path[0] == "id_registry"})
    missing, unchecked = find_missing_referents(document, {".".join(path[:2]) for _, path, _ in said})
    found = [_build_conflict("missing-referent", each.key, _find_sayers(said, each.key, each.ids)) for each in missing]
    found += [_conflict_of_keys(said, name, placed) for name, placed in find_shared_ids(document).items()]
    found += [_conflict_in_list(said, *each) for each in find_repeated_ids(document)]
    return Reduction(document=document, conflicts=[*adjudication.conflicts, *found], unchecked=unchecked)


def label_sides(conflict: Conflict) -> list[str]:
    """What each side is called when a person is asked: its task; with a number where one task says both."""
    tasks = [side.task for side in conflict.sides]
    if len(set(tasks)) == len(tasks):
        return tasks
    return [f"{task}-{number}" for number, task in enumerate(tasks, 1)]


def is_choice(conflict: Conflict) -> bool:
    """Whether one of its sides can be taken. A missing referent, or an id that stands for things at several keys, can
    only be accepted, or mended by its task."""
    is_at_one_place = all(side.key is None for side in conflict.sides)
    return len(conflict.sides) > 1 and conflict.kind != "missing-referent" and is_at_one_place


@dataclass(slots=True)
class _Adjudication:
    chosen: Mapping[str, str]
    conflicts: list[Conflict] = field(default_factory=list[Conflict])

    def merge(self, path: Path, sides: Sequence[Side]) -> Any:
        """All that was said for one place as one value."""
        sides = _drop_repeated(sides)
        values = [value for _, value in sides]
        if all(isinstance(value, dict) for value in values):
            return self._merge_mappings(path, cast(list[tuple[str, dict[str, Any]]], sides))
        if all(isinstance(value, list) for value in values):
            return self._merge_lists(path, cast(list[tuple[str, list[Any]]], sides))
        if len(sides) == 1:
            return values[0]
        return self._take_side("value" if _list_shapes(values) == {"scalar"} else "type", path, sides)

    def _merge_mappings(self, path: Path, sides: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
        keys = dict.fromkeys(key for _, value in sides for key in value)
        return {
            key: self.merge((*path, str(key)), [(task, value[key]) for task, value in sides if key in value])
            for key in keys
        }

    def _merge_lists(self, path: Path, sides: list[tuple[str, list[Any]]]) -> list[Any]:
        if all(_is_thing(each) for _, value in sides for each in value):
            return self._merge_things(path, sides)
        if path[0] in _SETS:
            things = [(task, [each for each in value if _is_thing(each)]) for task, value in sides]
            others = _unite_values(each for _, value in sides for each in value if not _is_thing(each))
            return self._merge_things(path, things) + others
        if len(sides) == 1:
            return sides[0][1]
        return self._take_side("value", path, sides)

    def _merge_things(self, path: Path, sides: list[tuple[str, list[Any]]]) -> list[Any]:
        """Things with ids. Two that contradict each other have one id too few."""
        by_id: dict[str, list[Side]] = {}
        for task, things in sides:
            for thing in things:
                by_id.setdefault(str(thing["id"]), []).append((task, thing))
        return [self._merge_thing((*path[:-1], f"{path[-1]}[{name}]"), same) for name, same in by_id.items()]

    def _merge_thing(self, path: Path, sides: list[Side]) -> Any:
        tried = _Adjudication(self.chosen)
        merged = tried.merge(path, sides)
        return self._take_side("duplicate-id", path, _drop_repeated(sides)) if tried.conflicts else merged

    def _take_side(self, kind: ConflictKind, path: Path, sides: Sequence[Side]) -> Any:
        """What a person chose; until then what was said first, and the conflict is put up."""
        conflict = _build_conflict(kind, ".".join(path), sides)
        by_label = dict(zip(label_sides(conflict), (value for _, value in sides), strict=True))
        if self.chosen.get(conflict.id) in by_label:
            return by_label[self.chosen[conflict.id]]
        self.conflicts.append(conflict)
        return sides[0][1]


def _build_conflict(kind: ConflictKind, key: str, sides: Sequence[Side]) -> Conflict:
    """Its id follows from what it is: the same one again has the same, and what a person said of it holds."""
    digest = _digest_conflict(kind, key, sides)
    found = [ConflictSide(task=task, value=value) for task, value in sides]
    return Conflict(id=f"C-{digest}", kind=kind, key=key, sides=found)


def _digest_conflict(kind: ConflictKind, key: str, sides: Sequence[Side]) -> str:
    return hashlib.sha256(repr((kind, key, sides)).encode()).hexdigest()[:8]


def _conflict_of_keys(said: Sequence[Said], name: str, placed: Sequence[PlacedThing]) -> Conflict:
    """One id for different things at several keys."""
    sides = [ConflictSide(task=_find_sayer(said, key, name), value=thing, key=key) for key, thing in placed]
    key = ", ".join(f"{side.key}[{name}]" for side in sides)
    digest = _digest_conflict("duplicate-id", key, [(side.task, side.value) for side in sides])
    return Conflict(id=f"C-{digest}", kind="duplicate-id", key=key, sides=sides)


def _conflict_in_list(said: Sequence[Said], key: str, name: str, placed: Sequence[PlacedThing]) -> Conflict:
    """One id for different things in a list that is not merged by id."""
    [(task, _), *_] = _find_sayers(said, key.partition("[")[0], [name])
    sides = [ConflictSide(task=task, value=thing, key=place) for place, thing in placed]
    digest = _digest_conflict("duplicate-id", f"{key}[{name}]", [(task, side.value) for side in sides])
    return Conflict(id=f"C-{digest}", kind="duplicate-id", key=f"{key}[{name}]", sides=sides)


def _find_sayer(said: Sequence[Said], key: str, name: str) -> str:
    """The first task that put a thing of this id there."""
    path = key.split(".")
    above = ((task, _value_at(value, path[len(at) :])) for task, at, value in said if path[: len(at)] == list(at))
    return next((task for task, things in above if has_thing(things, name)), "-")


def _value_at(value: Any, path: Sequence[str]) -> Any:
    for part in path:
        value = cast(Blackboard, value).get(part) if isinstance(value, dict) else None
    return value


def _drop_repeated(sides: Sequence[Side]) -> list[Side]:
    """Each value with the first task that says it."""
    found: list[Side] = []
    for task, said in sides:
        if not any(is_same_value(said, other) for _, other in found):
            found.append((task, said))
    return found


def _list_shapes(values: Iterable[Any]) -> set[str]:
    return {"mapping" if isinstance(each, dict) else "list" if isinstance(each, list) else "scalar" for each in values}


def _is_thing(value: Any) -> bool:
    return isinstance(value, dict) and "id" in value


def _unite_values(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for each in values:
        if each not in found:
            found.append(each)
    return found


def _find_sayers(said: Sequence[Said], key: str, ids: Sequence[str]) -> list[Side]:
    """Which tasks said something at or above a place."""
    path = key.split(".")
    tasks = dict.fromkeys(task for task, other, _ in said if other[: len(path)] == path or path[: len(other)] == other)
    return [(task, list(ids)) for task in tasks] or [("-", list(ids))]


def _nest_value(path: Sequence[str], value: Any) -> Any:
    for part in reversed(path):
        value = {part: value}
    return value


def _put_merged(document: Blackboard, merged: Any, path: Sequence[str]) -> None:
    """Puts what was merged for a place there; where a value stands above it, that one."""
    for number, part in enumerate(path, 1):
        merged = cast(Blackboard, merged)[part]
        if number == len(path) or not isinstance(merged, dict):
            document[part] = _copy_value(merged)
            return
        inner = document.get(part)
        if not isinstance(inner, dict):
            inner = document[part] = {}
        document = cast(Blackboard, inner)


def _copy_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy_value(each) for key, each in cast(Mapping[str, Any], value).items()}
    return [_copy_value(each) for each in cast(list[Any], value)] if isinstance(value, list) else value
