"""A review directory: the files of the inspectors that are expected, merged, and the verdict on them."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from renkei.errors import BadInput, NotFound
from renkei.kit.words import Say, english
from renkei.protocol.documents import MOST_PROBLEMS, decode_text
from renkei.protocol.terms import MAX_BYTES
from renkei.reports.cpf.document import Document, Verdict
from renkei.reports.cpf.inspectors import TEAMS, VERDICT_FILE, ReviewType, full_name, review_type, short_name
from renkei.reports.cpf.merge import MergedFindings, make_refuter, merge_documents
from renkei.reports.cpf.rules import read_valid
from renkei.reports.cpf.verdict import ReviewFindings, derive_feedback, judge_findings
from renkei.reports.tree import Tree
from renkei.sentence import Sentence
from renkei.values import value

NO_FILE: Final = Sentence("file not found")
AUDITOR_UNAVAILABLE: Final = "AUDITOR_UNAVAILABLE"
"""What a note of a verdict begins with that no auditor gave."""
UNAVAILABLE: Final = Sentence("the inspector was unavailable")


@value
class Review:
    """The verdict on a review directory. `partial` is which inspectors are missing, and why."""

    kind: ReviewType
    verdict: Verdict
    reason: Sentence
    merged: MergedFindings
    partial: Mapping[str, Sentence]
    unknown: tuple[str, ...] = ()
    scope: str = ""

    def to_json(self, say: Say = english) -> dict[str, Any]:
        """The document of `renkei cpf verdict --json`, its sentences in the language of `say`."""
        merged = self.merged
        return {
            "verdict": self.verdict,
            "reason": say(self.reason),
            "verified": [
                {
                    "agents": list(each.agents),
                    "severity": each.severity,
                    "category": each.category,
                    "location": each.location,
                    "description": each.description,
                }
                for each in merged.verified
            ],
            "removed": [
                {"agent": each.agent, "reason": _say_text(each.reason, say), "issue": each.issue}
                for each in merged.removed
            ],
            "resolved": [
                {
                    "agents": list(each.agents),
                    "resolution": _say_text(each.resolution, say),
                    "findings": _say_text(each.findings, say),
                }
                for each in merged.resolved
            ],
            "partial": [{"inspector": name, "reason": say(reason)} for name, reason in self.partial.items()],
        }

    def to_document(self) -> Document:
        """The same as the file of an auditor; its notes say that none was there."""
        found = ReviewFindings(self.merged.verified, self.merged.resolved)
        notes = [f"PARTIAL:{name}|{reason}" for name, reason in self.partial.items()]
        return Document(
            verdict=self.verdict,
            scope=self.scope,
            verified=self.merged.verified,
            removed=self.merged.removed,
            resolved=self.merged.resolved,
            spec_feedback=derive_feedback(self.kind, found),
            notes=(*notes, f"{AUDITOR_UNAVAILABLE}|lead-derived verdict"),
        )


def judge_review(folder: Path, kind: ReviewType | None = None, tree: Tree | None = None, base: str = "") -> Review:
    """The verdict on what lies in a folder; without a `kind` the names of the inspectors tell it.

    With a `tree`, findings at places that it does not have are removed; a path may also start from `base` in it.

    Raises:
        NotFound: there is no such folder.
        BadInput: there is nothing to judge, or a file that cannot be read.
    """
    files = _inspector_files(folder)
    kind = kind or review_type(list(files), str(folder))
    team = TEAMS[kind]
    documents = _read_documents({name: files[name] for name in (*team.expected, *team.optional) if name in files})
    there = {name: document for name, document in documents.items() if document.verdict != "ERROR"}
    if not there:
        raise BadInput(
            "{place} holds no findings of the inspectors of a {kind} review ({names}); start them again.",
            place=str(folder),
            kind=kind,
            names=", ".join(team.expected),
        )
    merged = merge_documents(there, make_refuter(tree, base) if tree else None)
    judged = judge_findings(kind, ReviewFindings(merged.verified, merged.resolved))
    partial = {
        full_name(name): UNAVAILABLE if name in documents else NO_FILE
        for name in (*team.expected, *team.optional)
        if name not in there and (name in documents or name in team.expected)
    }
    names = ", ".join(short_name(name) for name in partial)
    return Review(
        kind=kind,
        verdict=judged.verdict,
        reason=Sentence("{reason}; without {names}", reason=judged.reason, names=names) if partial else judged.reason,
        merged=merged,
        partial=partial,
        unknown=tuple(path.name for name, path in files.items() if name not in team),
        scope=next((document.scope for document in there.values() if document.scope), ""),
    )


def _inspector_files(folder: Path) -> dict[str, Path]:
    """The files of inspectors in the folder itself, by short name; the auditor's is none."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith(".cpf"))
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound("There is no folder {path}.", path=str(folder)) from None
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(folder), error=error.strerror) from None
    found: dict[str, Path] = {}
    for name in names:
        if name == VERDICT_FILE:
            continue
        short = short_name(name.removesuffix(".cpf"))
        if short in found:
            raise BadInput(
                "{first} and {second} are both the file of one inspector; remove one.",
                first=str(found[short]),
                second=str(folder / name),
            )
        found[short] = folder / name
    if not found:
        raise BadInput("{path} holds no file of an inspector (*.cpf).", path=str(folder))
    return found


def _read_documents(files: Mapping[str, Path]) -> dict[str, Document]:
    """Every file, read; what is wrong with any of them is said at once."""
    documents: dict[str, Document] = {}
    errors: list[tuple[Path, BadInput]] = []
    for name, path in files.items():
        try:
            documents[name] = read_file(path)
        except BadInput as error:
            errors.append((path, error))
    if not errors:
        return documents
    whole = next((error for _, error in errors if not error.problems), None)
    if whole or len(errors) == 1:
        raise whole or errors[0][1]
    problems = [replace(each, path=f"{path.name}: {each.path}") for path, error in errors for each in error.problems]
    names = ", ".join(str(path) for path, _ in errors)
    raise BadInput("{name} is not valid CPF.", problems=problems[:MOST_PROBLEMS], name=names)


def read_file(path: Path) -> Document:
    """The document in a file.

    Raises:
        BadInput: it cannot be read, or is not valid; each wrong line is named.
    """
    try:
        if not path.is_file():
            raise BadInput("{path} is not a regular file.", path=str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=str(path), error=error.strerror) from None
    return read_valid(decode_text(data, str(path)), str(path))


def _say_text(text: str, say: Say) -> str:
    return say(text) if isinstance(text, Sentence) else text
