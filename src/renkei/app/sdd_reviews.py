"""What came of a review: the files of inspectors and auditor, read one by one; a verdict; an entry in verdicts.md."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.app.sdd_runs import StepRuns
from renkei.app.sdd_verdict_log import VerdictLog
from renkei.board.run_tables import RunRow, RunTaskRow
from renkei.errors import BadInput
from renkei.protocol.documents import decode_text
from renkei.reports.cpf.batches import Batch, Disposition
from renkei.reports.cpf.codec import write_cpf
from renkei.reports.cpf.consensus import consensus_threshold, find_consensus
from renkei.reports.cpf.document import Document, Steering, Verdict, Verified
from renkei.reports.cpf.inspectors import VERDICT_FILE, short_name
from renkei.reports.cpf.review import NO_FILE, UNAVAILABLE, judge_review
from renkei.reports.cpf.rules import read_valid
from renkei.reports.tree import WorkingTree
from renkei.sdd.pipeline import DEPARTURE, mark_regressions, resolved_since, weigh_audit
from renkei.sdd.playbooks import ReviewScope, inspector_task, inspectors_of, review_file
from renkei.sentence import Sentence
from renkei.values import value

NO_OUTPUT: Final = "[SDD-24]"
"""The rule that a report breaks whose file is not there."""
_LONGEST: Final = 300
"""Characters of a reason in a log of reviews."""


@value
class ReviewOutcome:
    """One verdict on what was looked at, and on what not."""

    verdict: Verdict
    documents: Sequence[Document]
    """One for each pipeline that came to a verdict."""
    found: tuple[Verified, ...]
    noise: tuple[Verified, ...]
    runs: int
    threshold: int
    partial: dict[str, str]
    """Inspectors without a file that can be read, and why."""

    @property
    def steering(self) -> list[Steering]:
        return list(dict.fromkeys(each for document in self.documents for each in document.steering))

    @property
    def departures(self) -> list[str]:
        """Where an auditor came to another verdict than the rules."""
        notes = (note for document in self.documents for note in document.notes)
        return list(dict.fromkeys(note.removeprefix(DEPARTURE).strip() for note in notes if note.startswith(DEPARTURE)))

    @property
    def feedback(self) -> str:
        """What the one who mends it is told."""
        specs = [
            f"SPEC_FEEDBACK {each.phase}|{each.spec}|{each.description}"
            for document in self.documents
            for each in document.spec_feedback
        ]
        return "\n".join([*specs, *(describe_finding(each) for each in self.found)])


def describe_finding(found: Verified) -> str:
    return f"{found.severity}|{found.category}|{found.location}|{found.description}"


def read_review(
    steps: StepRuns, row: RunRow, scope: ReviewScope, *, resolved: Sequence[str] = ()
) -> ReviewOutcome | None:
    """The verdict of a review whose run has ended; None where no inspector has a file that can be read.

    Args:
        resolved: findings of reviews before that were resolved: one that is back is a regression.
    """
    audits: list[Document | None] = []
    partial: dict[str, str] = {}
    for folder in scope.folders:
        inspected, missing = _read_inspectors(steps, row, scope, folder)
        partial |= missing
        audits.append(_read_audit(steps, row, scope, folder, inspected, missing) if inspected else None)
    given = [each for each in audits if each]
    if not given:
        return None
    if len(scope.folders) == 1:
        found = mark_regressions(given[0].verified, resolved)
        document = given[0]
        if found != document.verified:
            document = weigh_audit(scope.kind, replace(document, verified=found), {})
        assert document.verdict != "ERROR"
        return ReviewOutcome(
            verdict=document.verdict, documents=(document,), found=found, noise=(), runs=1, threshold=1, partial=partial
        )
    agreed = find_consensus(audits)
    return ReviewOutcome(
        verdict=agreed.verdict,
        documents=given,
        found=mark_regressions(agreed.consensus, resolved),
        noise=agreed.noise,
        runs=agreed.runs,
        threshold=consensus_threshold(agreed.runs),
        partial=partial,
    )


def _read_inspectors(
    steps: StepRuns, row: RunRow, scope: ReviewScope, folder: str
) -> tuple[dict[str, Document], dict[str, str]]:
    """By short name what each wrote; a file that is missing, unreadable or says ERROR is that inspector's failure."""
    found: dict[str, Document] = {}
    missing: dict[str, str] = {}
    ended = {each.task: each for each in steps.tasks_of(row.id)}
    for name in inspectors_of(scope):
        path = review_file(folder, name)
        data = steps.read_at(row, path)
        if data is None:
            missing[name] = _explain_missing(ended.get(inspector_task(scope, folder, name)), path)
            continue
        try:
            document = read_valid(decode_text(data, path), path)
        except BadInput as error:
            wrong = "; ".join(each.said for each in error.problems) or str(error)
            missing[name] = Sentence("unreadable: {why}", why=wrong)
            continue
        if document.verdict == "ERROR":
            missing[name] = UNAVAILABLE
        else:
            found[short_name(name)] = document
    return found, missing


def _explain_missing(task: RunTaskRow | None, path: str) -> str:
    """Why there is no file of an inspector: none was written, or what was written is not of its form and was not taken.
    Where the rest of it is kept is a matter of this machine, and the log of reviews is not."""
    said = " ".join(task.note.split()) if task else ""
    if task and f"/aside/{task.run}/" in said:
        said = said.rpartition("; ")[0]
    if not said or NO_OUTPUT in said:
        return NO_FILE
    is_there = said.startswith(path)
    return said[:_LONGEST] if is_there else Sentence("{what}: {why}", what=NO_FILE, why=said[:_LONGEST])


def _read_audit(
    steps: StepRuns,
    row: RunRow,
    scope: ReviewScope,
    folder: str,
    inspected: dict[str, Document],
    missing: dict[str, str],
) -> Document:
    """The auditor's file, weighed; without one that can be read, what the rules make of the inspectors' (SDD-10). Who
    had no part in it, and why, is in its notes."""
    path = f"{folder}/{VERDICT_FILE}"
    data = steps.read_at(row, path)
    audit: Document | None = None
    if data is not None:
        try:
            audit = read_valid(decode_text(data, path), path)
        except BadInput:
            audit = None
    if audit is None or audit.verdict == "ERROR":
        audit = _derive_audit(steps, scope, inspected)
    weighed = weigh_audit(scope.kind, audit, inspected)
    told = {note.partition("|")[0] for note in weighed.notes}
    notes = [f"PARTIAL:{name}|{why}" for name, why in missing.items() if f"PARTIAL:{name}" not in told]
    return replace(weighed, notes=(*weighed.notes, *notes))


def _derive_audit(steps: StepRuns, scope: ReviewScope, inspected: dict[str, Document]) -> Document:
    folder = Path(tempfile.mkdtemp(prefix="renkei-review-"))
    try:
        for name, document in inspected.items():
            (folder / f"{name}.cpf").write_text(write_cpf(document), encoding="utf-8")
        derived = judge_review(folder, scope.kind, WorkingTree(steps.files.root)).to_document()
        return replace(derived, notes=tuple(each for each in derived.notes if not each.startswith("PARTIAL:")))
    finally:
        shutil.rmtree(folder)


def keep_batch(
    log: VerdictLog, path: str, row: RunRow, scope: ReviewScope, outcome: ReviewOutcome, disposition: Disposition, *,
    version: str, place: str = "",
) -> Batch:  # fmt: skip
    """Appends the review to its log, once for each run."""
    batches = [each for each in log.read(path) if each.kind == scope.kind and each.place == place]
    known = next((each for each in batches if each.at == row.at), None)
    if known:
        return known
    missing = [short_name(name) for name in outcome.partial]
    is_accepted = disposition in ("GO-ACCEPTED", "CONDITIONAL-TRACKED")
    batch = Batch(
        kind=scope.kind,
        at=row.at,
        version=version,
        runs=outcome.runs,
        threshold=outcome.threshold,
        raw=tuple(write_cpf(document) for document in outcome.documents),
        consensus=outcome.found,
        noise=outcome.noise,
        tracked=outcome.found if is_accepted else (),
        resolved=resolved_since(batches[-1] if batches else None, outcome.found, missing),
        disposition=disposition,
        place=place,
    )
    return log.append(path, batch)


def remove_review_folders(root: Path, folders: Sequence[str]) -> None:
    """The directories of a review that is in its log (SDD-7)."""
    for folder in folders:
        shutil.rmtree(root / folder, ignore_errors=True)
