"""Every proof checked against the commit that is checked out; for what is false now, since which commit it is.

A file whose content has the same id is not read. What no commit holds is looked up in the folder: it may not have been
committed yet, be ignored, or belong to a submodule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from renkei.protocol.claims import CodeProof, RunProof
from renkei.reports.proofs.repository import Change, Repository
from renkei.reports.proofs.standing import HOLDS, Standing, code_standing, run_standing
from renkei.reports.tree import Lines

REACHES: Final = (200, 5_000, None)
"""How many commits back is looked, until all are found; None is all of them."""
MOST_RENAMES: Final = 5
_NOT_HERE: Final = Standing(state="unknown")


def recheck(proofs: Sequence[CodeProof | RunProof], repository: Repository) -> list[Standing]:
    """What became of each claim, in their order."""
    found: list[Standing] = [HOLDS] * len(proofs)
    by_path: dict[str, list[int]] = {}
    for index, proof in enumerate(proofs):
        if isinstance(proof, RunProof):
            found[index] = run_standing(proof, repository.tree)
        else:
            by_path.setdefault(proof.path, []).append(index)
    now = repository.blobs_at(repository.commit, by_path)
    failed: dict[int, CodeProof] = {}
    for path, indices in by_path.items():
        for index in indices:
            proof = proofs[index]
            if isinstance(proof, RunProof) or proof.blob == now.get(path):
                continue
            found[index] = _current_standing(proof, now.get(path), repository)
            if found[index].state == "false" and repository.commit:
                failed[index] = proof
    for index, told in _explain_false(failed, now, repository).items():
        found[index] = told if told.state == "moved" else replace(found[index], since=told.since)
    return found


def find_changed_paths(proofs: Iterable[CodeProof | RunProof], rev: str, repository: Repository) -> set[str]:
    """The paths whose files are not the same as at a commit."""
    paths = {proof.path for proof in proofs if isinstance(proof, CodeProof)}
    then = repository.blobs_at(repository.resolve_commit(rev), paths)
    now = repository.blobs_at(repository.commit, paths)
    return {path for path in paths if _current_blob(path, now, repository) != then.get(path)}


def _current_blob(path: str, now: dict[str, str], repository: Repository) -> str | None:
    if path in now:
        return now[path]
    found = repository.working.read(path)
    return found.blob if isinstance(found, Lines) else None


def _current_standing(proof: CodeProof, blob: str | None, repository: Repository) -> Standing:
    """In the commit; else in the folder, if the file is another one there."""
    before = partial(repository.read_blob, proof.blob)
    committed = repository.read_blob(blob) if blob else None
    told = code_standing(proof, committed, before) if committed else None
    if told and told.state != "false":
        return told
    content = repository.working.read(proof.path)
    if told and isinstance(content, Lines) and content.blob == blob:
        return told
    is_same = isinstance(content, Lines) and content.blob == proof.blob
    here = HOLDS if is_same else code_standing(proof, content, before)
    return here if told is None or here.state in ("holds", "moved") else told


def _explain_false(failed: dict[int, CodeProof], now: dict[str, str], repository: Repository) -> dict[int, Standing]:
    """Where those that are false have gone, or since which commit they are."""
    told: dict[int, Standing] = {}
    waiting = dict(failed)
    for reach in REACHES:
        history = repository.changes({proof.path for proof in waiting.values()}, within=reach) if waiting else {}
        for index, proof in list(waiting.items()):
            moved = _follow_renames(proof, history, repository) if proof.path not in now else None
            found = moved or _find_breaking_commit(
                proof, history.get(proof.path, []), repository, to_the_end=reach is None
            )
            if found:
                told[index] = found
                del waiting[index]
    return told


def _find_breaking_commit(
    proof: CodeProof, changes: Sequence[Change], repository: Repository, *, to_the_end: bool
) -> Standing | None:
    """The change after the last one that left it standing; None when that lies further back."""
    newer: Change | None = None
    for change in changes:
        if change.blob == proof.blob or _stands_in_blob(proof, change.blob, repository):
            return Standing(state="false", since=newer.commit if newer else None)
        newer = change
    return Standing(state="false") if to_the_end else None


def _stands_in_blob(proof: CodeProof, blob: str | None, repository: Repository) -> bool:
    return blob is not None and _blob_standing(proof, blob, repository).state in ("holds", "moved")


def _blob_standing(proof: CodeProof, blob: str, repository: Repository) -> Standing:
    content = repository.read_blob(blob)
    return code_standing(proof, content, partial(repository.read_blob, proof.blob)) if content else _NOT_HERE


def _follow_renames(proof: CodeProof, history: dict[str, list[Change]], repository: Repository) -> Standing | None:
    """The file under the name that a commit gave to it, if what was claimed stands there."""
    path, changes = proof.path, history.get(proof.path, [])
    for _ in range(MOST_RENAMES):
        gone = next((change.commit for change in changes if change.blob is None), None)
        new = repository.find_new_name(path, gone) if gone else None
        if new is None:
            return None
        if blob := repository.blobs_at(repository.commit, [new]).get(new):
            told = _blob_standing(proof, blob, repository)
            stands = told.state in ("holds", "moved")
            return Standing(state="moved", path=new, line=told.line or proof.line) if stands else None
        path, changes = new, repository.changes([new]).get(new, [])
    return None
