"""Puts what tasks said on the blackboard: a file of the work tree that only a reduce writes (TEAM-2)."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from renkei.kit.words import Say
from renkei.playbooks.paths import normalize_path
from renkei.protocol.documents import decode_text, parse_document
from renkei.protocol.yaml import write_yaml
from renkei.runs.reduce import Reduction, reduce_outputs
from renkei.runs.results import AttemptFailed
from renkei.runs.work import Work
from renkei.runs.workspaces import AttemptWorkspace, restore_file


def reduce_after_agent(work: Work, place: AttemptWorkspace, said: dict[str, Any], say: Say) -> dict[str, Any]:
    """The reduce that is a step of completing a task: what its agent itself wrote there does not count (TEAM-2)."""
    path = normalize_path(work.playbook.blackboard)
    folder = (place.folder / path).parent
    if not folder.resolve().is_relative_to(place.folder.resolve()):
        raise AttemptFailed("ownership", say("{path} is a link that leads out of the repository", path=path))
    touched = restore_file(place, path)
    reduced = reduce_reports(work, place, [*work.before, (work.task.id, said["outputs"])], say)
    notes = describe_unresolved(reduced, say)
    if touched:
        notes.append(say("only a reduce step writes the blackboard {path}", path=path))
    return {**said, "conflicts": reduced.conflicts, "notes": notes, "unchecked": describe_unresolved(reduced, say)}


def reduce_reports(
    work: Work, place: AttemptWorkspace, reports: Iterable[tuple[str, Mapping[str, Any]]], say: Say
) -> Reduction:
    file = place.folder / normalize_path(work.playbook.blackboard)
    there: Any = parse_document(decode_text(file.read_bytes(), file.name), file.name) if file.is_file() else {}
    there = {} if there is None else there
    if not isinstance(there, dict):
        raise AttemptFailed("input", say("{path} is no mapping: nothing can be put into it", path=file.name))
    reduced = reduce_outputs(cast(dict[str, Any], there), reports, work.chosen)
    if place.worktree and reduced.document != there:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(write_yaml(reduced.document, sort_keys=True), encoding="utf-8")
    return reduced


def describe_unresolved(reduced: Reduction, say: Say) -> list[str]:
    """What counts for nothing, since nobody could tell whether it is so."""
    by_kind: dict[str | None, list[str]] = {}
    for each in reduced.unchecked:
        by_kind.setdefault(each.kind, []).append(each.key)
    return [_describe_unresolved_kind(kind, ", ".join(keys), say) for kind, keys in by_kind.items()]


def _describe_unresolved_kind(kind: str | None, keys: str, say: Say) -> str:
    if kind is None:
        return say("not looked up, for they are no pairs of ids under a name such as fr_to_ent: {keys}", keys=keys)
    return say("not looked up, for the blackboard lists no {kind}: {keys}", kind=kind.upper(), keys=keys)
