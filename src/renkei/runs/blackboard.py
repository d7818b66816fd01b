"""Puts what tasks said on the blackboard: a file of the work tree that only a reduce writes (TEAM-2)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

from renkei.files import write_whole
from renkei.kit.words import Say
from renkei.playbooks.paths import normalize_path, output_patterns
from renkei.protocol.documents import decode_text, parse_document
from renkei.protocol.yaml import write_yaml
from renkei.runs.project_context import Stamp, find_misshapen, shape_context, was_edited
from renkei.runs.reduce import Reduction, reduce_outputs
from renkei.runs.results import AttemptFailed
from renkei.runs.work import Work
from renkei.runs.workspaces import AttemptWorkspace, restore_file


def reduce_after_agent(
    work: Work, place: AttemptWorkspace, said: dict[str, Any], say: Say, name: str
) -> dict[str, Any]:
    """The reduce that is a step of completing a task: what its agent itself wrote there does not count (TEAM-2)."""
    path = normalize_path(work.playbook.blackboard)
    require_inside(place.folder, path, say)
    touched = restore_file(place, path)
    reduced = reduce_reports(work, place, [*work.before, (work.task.id, said["outputs"])], say, name)
    notes = [*describe_edit(reduced, path, say), *describe_unresolved(reduced, say)]
    if touched:
        notes.append(say("only a reduce step writes the blackboard {path}", path=path))
    numbered = reduced.document["traceability"]["us_to_fr"]
    if numbered:  # what the aggregator allocated is for those who come after, as what an agent decided is
        said["outputs"] = {**said["outputs"], "traceability.us_to_fr": numbered}
    return {**said, "conflicts": reduced.conflicts, "notes": notes, "unchecked": describe_unresolved(reduced, say)}


def reduce_reports(
    work: Work, place: AttemptWorkspace, reports: Iterable[tuple[str, Mapping[str, Any]]], say: Say, name: str
) -> Reduction:
    """`name` is the project's."""
    file = require_inside(place.folder, normalize_path(work.playbook.blackboard), say)
    there: Any = parse_document(decode_text(file.read_bytes(), file.name), file.name) if file.is_file() else {}
    there = {} if there is None else there
    if not isinstance(there, dict):
        raise AttemptFailed("input", say("{path} is no mapping: nothing can be put into it", path=file.name))
    found = cast(dict[str, Any], there)
    _require_shape(found, file.name, say)
    reduced = reduce_outputs(found, reports, work.chosen)
    _require_shape(reduced.document, say("what was reported"), say)
    document = shape_context(
        reduced.document, found, name=name, texts=_read_requirements(work, place), stamp=_stamp(work)
    )
    if place.worktree and document != there:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, write_yaml(document, sort_keys=True).encode(), is_durable=False)
    return replace(reduced, document=document, edited=was_edited(found))


def require_inside(folder: Path, path: str, say: Say) -> Path:
    """The file that Renkei itself writes there.

    Raises:
        AttemptFailed: a folder on the way to it is a link that leads elsewhere.
    """
    if not (folder / path).parent.resolve().is_relative_to(folder.resolve()):
        raise AttemptFailed("ownership", say("{path} is a link that leads out of the repository", path=path))
    return folder / path


def _require_shape(document: Mapping[str, Any], place: str, say: Say) -> None:
    """
    Raises:
        AttemptFailed: something stands where the aggregator keeps a mapping or a list.
    """
    if key := find_misshapen(document):
        said = say("{place}: {key} has another form than it needs: nothing can be put into it", place=place, key=key)
        raise AttemptFailed("input", said)


def _stamp(work: Work) -> Stamp:
    """The event that the attempt began with, and its time: whoever reads the log again comes to the same."""
    row = work.row
    return Stamp(run=row.run, task=row.task, seq=row.token, at=row.started or "")


def _read_requirements(work: Work, place: AttemptWorkspace) -> list[str]:
    """The stories of a task that wrote them, which get their FR ids when it completes."""
    if not work.task.reduce or work.task.kind == "reduce":
        return []
    paths = (place.folder / path for path in output_patterns(work.task) if path.endswith(_STORIES))
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths if path.is_file()]


_STORIES: Final = "user-stories.md"


def describe_edit(reduced: Reduction, path: str, say: Say) -> list[str]:
    """What somebody wrote into the file behind the aggregator's back is built on, and told."""
    if not reduced.edited:
        return []
    return [say("{path} was changed by somebody else since it was last brought together: that is built on", path=path)]


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
