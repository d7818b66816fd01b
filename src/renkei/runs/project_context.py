"""The document that the aggregator keeps, `docs/project-context.yaml`: its form, and what follows from what it says.

Version 3.0: `project`, `blackboard.decisions`, `id_registry`, `traceability`, `glossary`, `metadata`. What tasks say
comes from the reduce; the rest is worked out here: which ids are allocated and which is next, FR ids for user stories
that have none, and from which event of the log it is (`metadata.seq`). Pure.
"""

import hashlib
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Final, cast

from renkei.values import value

Document = dict[str, Any]

SCHEMA: Final = "3.0"
_NUMBERED: Final = ("fr", "nfr", "sc", "api", "adr")
_KINDS: Final = (*_NUMBERED, "ent")
_MAPS: Final = ("us_to_fr", "fr_to_sc", "fr_to_api", "fr_to_ent", "api_to_ent", "api_to_sc")
_DIGITS: Final = {"adr": 4}
_RETIRED: Final = "retired"
_SYSTEM_SCREENS: Final = 900
"""From here on screens of the system are counted, which say nothing of the next screen."""

_STORY: Final = re.compile(r"^#{1,6}\s+\W*(US-\d+)(?![A-Za-z0-9_])", re.MULTILINE)
_ID: Final = re.compile(r"(?<![A-Za-z0-9_])(FR|NFR|SC|API|ADR|ENT)((?:-[A-Za-z0-9_]+)+)")


@value
class Stamp:
    """From where a document is."""

    run: str
    task: str
    seq: int
    at: str


def shape_context(
    document: Mapping[str, Any], before: Mapping[str, Any], *, name: str, texts: Iterable[str], stamp: Stamp
) -> Document:
    """The document in its form; `before` is what stood there. `texts` are requirements: their stories get FR ids, and
    the ids that they name are known."""
    found = _copy(document)
    project = _mapping(found, "project")
    for field, usual in _project_fields(name, stamp).items():
        project.setdefault(field, usual)
    board = _mapping(found, "blackboard")
    decisions = _mapping(board, "decisions")
    registry, traces = _mapping(found, "id_registry"), _mapping(found, "traceability")
    _keep_allocated(registry, _copy(_value_at(before, "id_registry") or {}))
    for each in _MAPS:
        if traces.get(each) is None:
            traces[each] = {}
    _register_ids(registry, _list_ids(decisions))
    for text in texts:
        _register_ids(registry, ["".join(parts) for parts in _ID.findall(text)])
        _allocate_stories(registry, traces, _STORY.findall(text))
    found.setdefault("glossary", [])
    return _stamp(found, before, stamp)


def retire_ids(document: Mapping[str, Any], before: Mapping[str, Any], reported: Container[str]) -> None:
    """Marks the ids of things that were decided and are no more: they are not given again, and nothing leads to them.
    `reported` are the kinds of which a task has listed the ids itself."""
    there = set(_list_ids(_value_at(document, "blackboard.decisions")))
    gone = set(_list_ids(_value_at(before, "blackboard.decisions"))) - there
    registry: Document = _value_at(document, "id_registry") or {}
    for kind, entry in registry.items():
        if kind not in reported and isinstance(entry, dict):
            _retire(cast(Document, entry), gone, there)


def list_retired(entry: Any) -> list[Any]:
    """Of a kind's entry, the ids that stand for nothing any more."""
    listed = cast(Document, entry).get(_RETIRED) if isinstance(entry, dict) else None
    return cast(list[Any], listed) if isinstance(listed, list) else []


def _retire(entry: Document, gone: Iterable[str], there: Container[str]) -> None:
    """`gone` stand for nothing any more, `there` for something again."""
    retired = [name for name in dict.fromkeys([*list_retired(entry), *sorted(gone)]) if name not in there]
    listed = entry.get("allocated")
    known = [name for name in retired if isinstance(listed, list) and name in listed]
    if known:
        entry[_RETIRED] = known
    else:
        entry.pop(_RETIRED, None)


def find_misshapen(document: Mapping[str, Any]) -> str | None:
    """A key that has to be a mapping and is something else: nothing can be put there, and nothing that stands there
    may be lost."""
    for key in ("project", "blackboard", "blackboard.decisions", "traceability", "id_registry", "metadata"):
        if not isinstance(_value_at(document, key), dict | None):
            return key
    registry: Document = _value_at(document, "id_registry") or {}
    for kind in _KINDS:
        entry = registry.get(kind)
        listed = cast(Document, entry).get("allocated") if isinstance(entry, dict) else entry
        if not isinstance(listed, list | None):
            return f"id_registry.{kind}"
    return None


def _value_at(document: Mapping[str, Any], key: str) -> Any:
    found: Any = document
    for part in key.split("."):
        found = cast(Document, found).get(part) if isinstance(found, Mapping) else None
    return found


def was_edited(document: Mapping[str, Any]) -> bool:
    """Whether somebody changed it since the aggregator wrote it."""
    digest = cast(dict[str, Any], document.get("metadata") or {}).get("digest")
    return digest is not None and digest != _digest(document)


def _project_fields(name: str, stamp: Stamp) -> dict[str, Any]:
    return {
        "name": name,
        "type": None,
        "description": None,
        "mode": None,
        "created_at": stamp.at,
        "updated_at": stamp.at,
    }


def _stamp(found: Document, before: Mapping[str, Any], stamp: Stamp) -> Document:
    """A new version only where something else is said."""
    if _digest(found) == _digest(before) and before.get("metadata"):
        return found
    board, project = _mapping(found, "blackboard"), _mapping(found, "project")
    version = board.get("version")
    board["version"] = version + 1 if isinstance(version, int) else 1
    board["last_updated"] = project["updated_at"] = stamp.at
    metadata = _mapping(found, "metadata")
    metadata.update(
        {"version": board["version"], "schema_version": SCHEMA, "run": stamp.run, "task": stamp.task, "seq": stamp.seq}
    )
    metadata["digest"] = _digest(found)
    return found


def _digest(document: Mapping[str, Any]) -> str:
    """Of what it says, whoever wrote it down and when."""
    said = {name: each for name, each in document.items() if name != "metadata"}
    for name, dropped in (("blackboard", ("version", "last_updated")), ("project", ("updated_at",))):
        if isinstance(said.get(name), dict):
            inner = cast(dict[str, Any], said[name])
            said[name] = {key: each for key, each in inner.items() if key not in dropped}
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _keep_allocated(registry: Document, before: Document) -> None:
    """What was allocated once stays so, whatever tasks list now."""
    for kind in _KINDS:
        old, entry = _entry(before, kind), _entry(registry, kind)
        dropped = [name for name in old["allocated"] if name not in entry["allocated"]]
        entry["allocated"] += dropped
        _retire(entry, dropped, ())
        if kind in _NUMBERED:
            entry["next"] = max(entry["next"], old["next"])


def _register_ids(registry: Document, ids: Iterable[str]) -> None:
    by_kind: dict[str, list[str]] = {}
    for name in ids:
        by_kind.setdefault(name.partition("-")[0].lower(), []).append(name)
    for kind in _KINDS:
        entry = _entry(registry, kind)
        known: list[str] = entry["allocated"]
        known += [name for name in dict.fromkeys(by_kind.get(kind, ())) if name not in known]
        _retire(entry, (), by_kind.get(kind, ()))
        if kind in _NUMBERED:
            entry["next"] = max([entry["next"], *(number + 1 for number in _numbers(kind, known))])


def _numbers(kind: str, ids: Iterable[str]) -> Iterator[int]:
    for name in ids:
        last = name.rpartition("-")[2]
        if last.isdecimal() and not (kind == "sc" and int(last) >= _SYSTEM_SCREENS):
            yield int(last)


def _allocate_stories(registry: Document, traces: Document, stories: Iterable[str]) -> None:
    """Each story that has no FR gets the next one; what was allocated once stays."""
    known: Document = _mapping(traces, "us_to_fr")
    entry = _entry(registry, "fr")
    for story in dict.fromkeys(stories):
        if not known.get(story):
            name = f"FR-{entry['next']:0{_DIGITS.get('fr', 3)}}"
            entry["allocated"].append(name)
            entry["next"] += 1
            known[story] = [name]


def _entry(registry: Document, kind: str) -> Document:
    """A kind's entry, whatever form a task reported it in."""
    found = registry.get(kind)
    entry = cast(Document, found) if isinstance(found, dict) else {"allocated": found}
    entry["allocated"] = [name for each in entry.get("allocated") or () if (name := _name_of(each))]
    if kind in _NUMBERED:
        following = str(entry.get("next"))
        entry["next"] = int(following) if following.isdecimal() else 1
    registry[kind] = entry
    return entry


def _name_of(listed: Any) -> str:
    """The id of a thing that is listed, or which it is itself."""
    name = cast(Document, listed).get("id") if isinstance(listed, dict) else listed
    return "" if name is None else str(name)


def _list_ids(value: Any) -> Iterator[str]:
    """The ids of things in the decisions."""
    if isinstance(value, dict):
        inner = cast(dict[str, Any], value)
        if isinstance(inner.get("id"), str):
            yield inner["id"]
        for each in inner.values():
            yield from _list_ids(each)
    elif isinstance(value, list):
        for each in cast(list[Any], value):
            yield from _list_ids(each)


def _mapping(document: Document, name: str) -> Document:
    found = document.get(name)
    if not isinstance(found, dict):
        found = document[name] = {}
    return cast(Document, found)


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))
