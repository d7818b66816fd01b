"""What runs have left behind: of those that have ended, all that nobody needs; of those whose process died, what it was
at. A run that goes on begins its attempts anew, in work trees of their own."""

import shutil
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from renkei.board.run_tables import RunRow
from renkei.git.places import MERGED_REFS
from renkei.playbooks.states import ENDED
from renkei.runs.view import branch_of
from renkei.runs.workspaces import KEPT
from renkei.values import value
from renkei.workspace import scratch, worktrees
from renkei.workspace.locks import LockHeld, ProcessLock
from renkei.workspace.repository import Repository


@value
class Leftovers:
    worktrees: tuple[Path, ...] = ()
    branches: tuple[str, ...] = ()
    """Of runs whose work is in the branch that they started from, or that had none."""
    refs: tuple[str, ...] = ()
    locks: tuple[Path, ...] = ()
    folders: tuple[Path, ...] = ()


class Cleaner:
    """Looks for what is left, and takes it away. Runs that nobody carries out are kept from starting meanwhile."""

    def __init__(self, repository: Repository | None, records: Path, runs: Mapping[str, RunRow]) -> None:
        self._repository = repository
        self._records = records
        self._runs = runs
        self._ended = frozenset(name for name, row in runs.items() if row.state in ENDED)

    def find_leftovers(self, *, remove: bool) -> Leftovers:
        with ExitStack() as held:
            # A lock may be that of another store's run.
            names = {*self._runs, *(path.stem for path in self._records.glob("*.lock"))}
            at_work = frozenset(name for name in names if not self._lock_run(name, held))
            found = Leftovers(
                worktrees=tuple(worktrees.find_leftovers(self._repository, at_work)) if self._repository else (),
                branches=tuple(filter(None, map(self._find_old_branch, sorted(self._ended - at_work)))),
                refs=tuple(self._find_old_refs(at_work)),
                locks=tuple(path for path in sorted(self._records.glob("*.lock")) if self._is_old(path.stem, at_work)),
                folders=tuple(scratch.find_leftovers()),
            )
            if remove:
                self._remove_leftovers(found)
        return found

    def _lock_run(self, name: str, held: ExitStack) -> bool:
        """Whether no process carries the run out; then none can until this is over."""
        path = self._records / f"{name}.lock"
        if not path.exists():
            return True
        try:
            held.enter_context(ProcessLock(path))
        except LockHeld:
            return False
        return True

    def _is_old(self, name: str, at_work: frozenset[str]) -> bool:
        return name not in at_work and (name in self._ended or name not in self._runs)

    def _find_old_branch(self, name: str) -> str | None:
        row, branch = self._runs[name], branch_of(name)
        if self._repository is None or row.undone:
            return None
        form = "--format=%(objectname) %(worktreepath)"
        commit, _, elsewhere = self._repository.run("for-each-ref", form, f"refs/heads/{branch}").partition(" ")
        if not commit or elsewhere:
            return None  # gone already, or checked out by somebody
        is_in = row.branch is not None and self._repository.contains(f"refs/heads/{row.branch}", commit)
        return branch if row.merged or commit == row.base or is_in else None

    def _find_old_refs(self, at_work: frozenset[str]) -> list[str]:
        if self._repository is None:
            return []
        marks = self._repository.run("for-each-ref", "--format=%(refname)", MERGED_REFS).splitlines()
        old = [mark for mark in marks if self._is_old(mark.removeprefix(MERGED_REFS).rpartition("-")[0], at_work)]
        return [*old, *(f"{KEPT}{name}" for name in sorted(self._ended - at_work) if self._is_elsewhere(name))]

    def _is_elsewhere(self, name: str) -> bool:
        """Whether what was kept beside a run's branch is on a branch by now."""
        assert self._repository is not None
        kept, row = self._repository.commit_of(f"{KEPT}{name}"), self._runs[name]
        branches = (f"refs/heads/{each}" for each in (branch_of(name), row.branch) if each)
        return kept is not None and (
            row.merged is not None or any(self._repository.contains(branch, kept) for branch in branches)
        )

    def _remove_leftovers(self, found: Leftovers) -> None:
        if self._repository:
            worktrees.sweep(self._repository, list(found.worktrees))
            for branch in found.branches:
                self._repository.run("branch", "--quiet", "-D", branch)
            for ref in found.refs:
                self._repository.run("update-ref", "-d", ref)
        for path in found.locks:
            path.unlink(missing_ok=True)
        for path in found.folders:
            shutil.rmtree(path, ignore_errors=True)
