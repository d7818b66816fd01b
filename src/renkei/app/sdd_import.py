"""Specs of other tools taken over as features: what they say goes into design.md word for word, and what has no place
is listed."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, cast

from renkei.app.project import Project
from renkei.app.spec_files import SpecFiles, now
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput, NotFound
from renkei.files import read_regular
from renkei.sdd import places
from renkei.sdd.spec import VersionRefs, new_spec
from renkei.sentence import Sentence
from renkei.values import value

Tool = Literal["cc-sdd", "spec-kit"]

_PARTS: Final[dict[Tool, tuple[str, ...]]] = {
    "cc-sdd": ("requirements.md", "design.md"),
    "spec-kit": ("spec.md", "plan.md", "data-model.md"),
}
_RESEARCH: Final = "research.md"
_STATE: Final = "spec.json"
_DOCUMENTS: Final = (
    "requirements", "requirements document", "design", "design document", "technical design", "implementation plan",
    "data model", "要件定義書", "技術設計書",
)  # fmt: skip
"""Titles that say what a document is, and not what of."""
_MOST_BYTES: Final = 1_000_000
_TAKEN_FIELDS: Final = frozenset({"feature_name", "created_at", "updated_at", "language"})
"""Of spec.json: what spec.yaml says itself."""


@value
class Imported:
    """What was taken over, and what could not be."""

    kind: Tool
    features: Sequence[str]
    left_out: Sequence[Sentence]


def import_specs(project: Project, folder: str, *, dry_run: bool = False) -> Imported:
    """Each spec of a folder of cc-sdd or spec-kit as a feature, or the one that the folder is. Tasks are not taken
    over, for they name no files and no groups: the TaskGenerator makes them anew.

    Raises:
        NotFound, BadInput: there is no such folder, or nothing in it is of either tool.
    """
    root = (project.cwd / folder).resolve()
    if not root.is_dir():
        raise NotFound("There is no folder {path}.", path=folder)
    if not dry_run:
        project.authorize_act(DirectSpecs())
    files = SpecFiles(project)
    there = [root] if _tool_of(root) else sorted(root.iterdir())
    found = [each for each in there if each.is_dir() and _lies_in(each, root) and _tool_of(each)]
    if not found:
        raise BadInput("{path} holds no spec of cc-sdd (spec.json) and none of spec-kit (spec.md).", path=folder)
    taken: list[str] = []
    left = list(_list_others(there, found, files))
    with files.lock():
        for place in found:
            name, why = _choose_name(files, place, taken)
            if why:
                left.append(_left(place.name, why))
                continue
            left += _take_over(project, files, place, name, dry_run=dry_run)
            taken.append(name)
        if taken and not dry_run:
            files.save_roadmap()
    return Imported(kind=_tool_of(found[0]) or "cc-sdd", features=taken, left_out=left)


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether what it leads to is inside: specs of others may hold links to anywhere."""
    return path.resolve().is_relative_to(folder.resolve())


def _tool_of(folder: Path) -> Tool | None:
    if (folder / _STATE).is_file():
        return "cc-sdd"
    return "spec-kit" if (folder / "spec.md").is_file() else None


def _list_others(there: Sequence[Path], found: Sequence[Path], files: SpecFiles) -> Iterator[Sentence]:
    """What lies beside the specs; the folders of our own features are no business of an import."""
    own = (files.root / places.SPECS).resolve()
    for each in there:
        is_ours = each.resolve().parent == own and not (each.is_dir() and not (each / "spec.yaml").exists())
        if each not in found and not is_ours and each.name != "handover":
            yield _left(
                f"{each.name}/" if each.is_dir() else each.name,
                Sentence("it is a link that leads out of the folder")
                if not _lies_in(each, each.parent)
                else Sentence("it is no spec: it has neither spec.json nor spec.md")
                if each.is_dir()
                else Sentence("there is no place for it"),
            )


def _choose_name(files: SpecFiles, place: Path, taken: Sequence[str]) -> tuple[str, Sentence | None]:
    """What the feature is called; and why it cannot be taken over, if so."""
    lower = "".join(each if each.isalnum() and each.isascii() else "-" for each in place.name.lower())
    name = "-".join(filter(None, lower.split("-")))[:60].strip("-")
    try:
        places.check_feature(name)
    except BadInput as error:
        return name, Sentence(error.text, **error.params)
    if name in taken or name in files.list_features():
        return name, Sentence("there is a feature {name} already", name=name)
    design = places.design_file(name)
    if files.read_bytes(design) is not None:
        return name, Sentence("{path} is there already, and is not written over", path=design)
    return name, None


def _take_over(project: Project, files: SpecFiles, place: Path, name: str, *, dry_run: bool) -> list[Sentence]:
    tool = _tool_of(place)
    assert tool is not None
    parts: list[tuple[str, str]] = []
    left: list[Sentence] = []
    for each in sorted(place.iterdir()):
        if not _lies_in(each, place):
            left.append(_left(f"{place.name}/{each.name}", Sentence("it is a link that leads out of the folder")))
        elif each.is_dir():
            left.append(_left(f"{place.name}/{each.name}/", Sentence("folders are not taken over")))
        elif each.name not in (*_PARTS[tool], _RESEARCH, _STATE):
            left.append(_left(f"{place.name}/{each.name}", _why_left(each.name)))
        elif each.name == _STATE:
            continue
        elif (text := _read_text(each)) is None:
            left.append(_left(f"{place.name}/{each.name}", Sentence("it cannot be read as UTF-8 text of at most 1 MB")))
        else:
            parts.append((each.name, text))
    state = _read_state(place)
    left += [_left(f"{place.name}/{_STATE}", why) for why in _list_lost(place, state)]
    written = dict(parts)
    listed = [(part, written[part]) for part in _PARTS[tool] if part in written]
    text = "\n\n".join(f"<!-- from {place.name}/{part} -->\n{body.strip()}" for part, body in listed)
    if dry_run:
        return left
    language = state.get("language")
    spec = new_spec(
        name,
        at=now(),
        language=language if isinstance(language, str) and language else project.settings.lang,
        description=_find_title(listed),
    )
    if listed:
        files.write(places.design_file(name), f"{text}\n".encode())
        research = written.get(_RESEARCH, "# Research\n\nTaken over; none was there.\n")
        files.write(places.research_file(name), research.encode())
        spec = spec.model_copy(
            update={"phase": "design-generated", "version_refs": VersionRefs(design=spec.version, implementation=None)}
        )
    files.save(spec)
    return left


def _read_text(path: Path) -> str | None:
    try:
        return read_regular(path, _MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None


def _read_state(place: Path) -> dict[str, Any]:
    """spec.json of cc-sdd; nothing where it is no JSON object."""
    try:
        found: object = json.loads(read_regular(place / _STATE, _MOST_BYTES)) if _lies_in(place / _STATE, place) else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


def _list_lost(place: Path, state: dict[str, Any]) -> Iterator[Sentence]:
    if (place / _STATE).exists() and not state:
        yield Sentence("it is no JSON object: nothing of it was taken over")
    if "approvals" in state:
        yield Sentence("approvals are not taken over, the reviews give them")
    if others := sorted(state.keys() - _TAKEN_FIELDS - {"approvals"}):
        yield Sentence("there is no place for {names}", names=", ".join(others))


def _left(path: str, why: Sentence) -> Sentence:
    return Sentence("{path}: {why}", path=path, why=why)


def _why_left(name: str) -> Sentence:
    if name == "tasks.md":
        return Sentence("tasks have no files and no groups there: renkei sdd impl makes them anew")
    return Sentence("there is no place for it")


def _find_title(parts: Sequence[tuple[str, str]]) -> str:
    """What it is called, behind what kind of document it is; cc-sdd says the latter alone."""
    lines = (line[2:].strip() for _, text in parts for line in text.splitlines() if line.startswith("# "))
    named = (line.removeprefix("Feature Specification:").removeprefix("Implementation Plan:").strip() for line in lines)
    return next((line for line in named if line.lower() not in _DOCUMENTS), "")
