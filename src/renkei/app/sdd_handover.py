"""What one session hands to the next, what builders learned, and specs that another tool left."""

from typing import Any

from renkei.app.project import Project
from renkei.app.spec_files import SpecFiles, now
from renkei.commands.external_acts import DirectSpecs
from renkei.errors import BadInput
from renkei.sdd import handover, places


def read_handover(project: Project) -> dict[str, Any]:
    """In the order in which a session is taken up again: session, what was let pass, decisions, buffer, phases."""
    files = SpecFiles(project)
    specs, wrong = files.load_readable()
    if wrong:
        project.caller.note("These specs cannot be read: {names}. See: renkei sdd status", names=", ".join(wrong))
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
