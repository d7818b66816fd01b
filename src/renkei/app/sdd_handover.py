"""What one session hands to the next, what builders learned, and specs that another tool left."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from renkei.app.project import Project
from renkei.app.spec_files import SpecFiles, now
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput, NotFound
from renkei.sdd import handover, places
from renkei.sdd.spec import VersionRefs, new_spec
from renkei.sentence import Sentence
from renkei.values import value


def read_handover(project: Project) -> dict[str, Any]:
    """In the order in which a session is taken up again: session, what was let pass, decisions, buffer, phases."""
    files = SpecFiles(project)
    specs = files.load_all()
    decisions = handover.read_decisions(files.read_text(places.DECISIONS))
    return {
        "session": files.read_text(places.SESSION),
        "tracked": [f"{name}: {each}" for name, spec in specs.items() for each in spec.tracked],
        "decisions": [
            {"seq": each.seq, "type": each.type, "summary": each.summary, "at": each.at} for each in decisions[-10:]
        ],
        "buffer": [f"[{each.tag}] {each.text}" for each in handover.read_buffer(files.read_text(places.BUFFER))],
        "phases": {name: spec.phase for name, spec in specs.items()},
    }


def write_handover(project: Project, note: str) -> None:
    """session.md becomes a person's: what was there goes into sessions/, and no draft replaces its sections."""
    project.authorize_act(DirectSpecs())
    files = SpecFiles(project)
    with files.lock():
        before = files.read_text(places.SESSION)
        if before:
            files.write(_archive_path(files), before.encode())
        text = before.replace("**Mode**: auto-draft\n", "") or "# Session\n"
        if note.strip():
            line = f"- {' '.join(note.split())}"
            context = handover.read_section(text, "Session Context")
            text = (
                text.replace("## Session Context\n\n- none", f"## Session Context\n\n{line}")
                if context == "- none"
                else f"{text.rstrip()}\n{line}\n"
                if not context
                else text.replace(context, f"{context}\n{line}")
            )
        files.write(places.SESSION, text.encode())
        files.record_decision("SESSION_END", note or "handover")


def _archive_path(files: SpecFiles) -> str:
    day = now()[:10]
    for number in range(1, 1000):
        path = f"{places.HANDOVER}/sessions/{day}{'' if number == 1 else f'-{number}'}.md"
        if files.read_bytes(path) is None:
            return path
    raise BadInput("{folder} is full. Move old sessions away.", folder=f"{places.HANDOVER}/sessions")


def read_knowledge(project: Project) -> dict[str, list[str]]:
    files = SpecFiles(project)
    folder = files.root / places.KNOWLEDGE
    known = sorted(path.name for path in folder.glob("*.md")) if folder.is_dir() else []
    buffered = handover.read_buffer(files.read_text(places.BUFFER))
    return {"files": known, "buffer": [f"[{each.tag}] {each.text} ({each.spec})" for each in buffered]}


@value
class Imported:
    kind: Literal["cc-sdd", "spec-kit"]
    features: Sequence[str]
    left_out: Sequence[Sentence]
    """What could not be taken over, each with why."""


def import_specs(project: Project, folder: str, *, dry_run: bool = False) -> Imported:
    """Each spec of a folder of cc-sdd or spec-kit as a feature: what it says goes into design.md word for word. Tasks
    are not taken over, for they name no files and no groups: the TaskGenerator makes them anew.

    Raises:
        NotFound, BadInput: there is no such folder, or nothing in it is of either tool.
    """
    root = project.cwd / folder
    if not root.is_dir():
        raise NotFound("There is no folder {path}.", path=folder)
    if not dry_run:
        project.authorize_act(DirectSpecs())
    files = SpecFiles(project)
    found = [each for each in sorted(root.iterdir()) if each.is_dir() and _kind_of(each)]
    if not found:
        raise BadInput("{path} holds no spec of cc-sdd (spec.json) and none of spec-kit (spec.md).", path=folder)
    kind = _kind_of(found[0]) or "cc-sdd"
    taken: list[str] = []
    left: list[Sentence] = []
    with files.lock():
        for place in found:
            name = _feature_name(place.name)
            if name in files.list_features():
                left.append(
                    Sentence(
                        "{path}: {why}", path=place.name, why=Sentence("there is a feature {name} already", name=name)
                    )
                )
                continue
            left += _take_over(project, files, place, name, dry_run=dry_run)
            taken.append(name)
        if taken and not dry_run:
            files.save_roadmap()
    return Imported(kind=kind, features=taken, left_out=left)


_PARTS = {"cc-sdd": ("requirements.md", "design.md"), "spec-kit": ("spec.md", "plan.md", "data-model.md")}
_RESEARCH = "research.md"


def _kind_of(folder: Path) -> Literal["cc-sdd", "spec-kit"] | None:
    if (folder / "spec.json").is_file():
        return "cc-sdd"
    return "spec-kit" if (folder / "spec.md").is_file() else None


def _feature_name(name: str) -> str:
    lower = "".join(each if each.isalnum() and each.isascii() else "-" for each in name.lower()).strip("-")
    return places.check_feature("-".join(filter(None, lower.split("-")))[:60])


def _take_over(project: Project, files: SpecFiles, place: Path, name: str, *, dry_run: bool) -> list[Sentence]:
    kind = _kind_of(place)
    assert kind is not None
    there = {each.name: each for each in sorted(place.iterdir()) if each.is_file()}
    parts = [(part, there[part].read_text("utf-8", errors="replace")) for part in _PARTS[kind] if part in there]
    known = {*(part for part, _ in parts), _RESEARCH, "spec.json"}
    left = [
        Sentence("{path}: {why}", path=f"{place.name}/{each}", why=_why_left(each))
        for each in there
        if each not in known
    ]
    left += [
        Sentence("{path}: {why}", path=f"{place.name}/{each.name}/", why=Sentence("folders are not taken over"))
        for each in sorted(place.iterdir())
        if each.is_dir()
    ]
    left += _approvals_left(place)
    if dry_run:
        return left
    spec = new_spec(name, at=now(), language=project.settings.lang, description=_title(parts))
    if parts:
        text = "\n\n".join(f"<!-- from {place.name}/{part} -->\n{body.strip()}" for part, body in parts)
        files.write(places.design_file(name), f"{text}\n".encode())
        research = (
            there[_RESEARCH].read_bytes() if _RESEARCH in there else b"# Research\n\nTaken over; none was there.\n"
        )
        files.write(places.research_file(name), research)
        spec = spec.model_copy(
            update={"phase": "design-generated", "version_refs": VersionRefs(design=spec.version, implementation=None)}
        )
    files.save(spec)
    return left


def _why_left(name: str) -> Sentence:
    if name == "tasks.md":
        return Sentence("tasks have no files and no groups there: renkei sdd impl makes them anew")
    return Sentence("there is no place for it")


def _approvals_left(place: Path) -> list[Sentence]:
    try:
        document = json.loads((place / "spec.json").read_bytes())
    except (OSError, ValueError):
        return []
    if "approvals" not in document:
        return []
    why = Sentence("approvals are not taken over, the reviews give them")
    return [Sentence("{path}: {why}", path=f"{place.name}/spec.json", why=why)]


def _title(parts: Sequence[tuple[str, str]]) -> str:
    for _, text in parts:
        for line in text.splitlines():
            if line.startswith("# "):
                return line[2:].strip()
    return ""
