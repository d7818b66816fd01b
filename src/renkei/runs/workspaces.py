"""Where a run's work is done: work trees and the run's branch in git; outside git, the project's folder to read in."""

import shutil
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from renkei.board.run_tables import RunRow
from renkei.errors import Refused
from renkei.git import one_line
from renkei.processes.supervised import NotCarriedOut
from renkei.runs.outside import ChangeListener, Explain, OutsideWatch
from renkei.runs.retries import GIT_OR_DISK, with_retries
from renkei.runs.view import BRANCHES, branch_of
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace import merging, worktrees
from renkei.workspace.landing import ChangeJudge, Landing, check_landing, commit_work, keep_unfinished, rebase_onto
from renkei.workspace.locks import LockHeld, ProcessLock
from renkei.workspace.merging import MergeRequest, MergeResult
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree
from renkei.workspace.worktrees import Preparation

FoundT = TypeVar("FoundT")

KEPT: Final = "refs/renkei/runs/"
"""Where a run's work is kept while its branch is checked out somewhere: a branch is not moved under a work tree."""


@contextmanager
def lock_run(records: Path, run: RunRow) -> Generator[None]:
    """Held by the one process that works on a run: two that revert its merge would take each other's revert back.

    Raises:
        Refused: another process holds it.
    """
    try:
        with ProcessLock(records / f"{run.id}.lock"):
            yield
    except LockHeld:
        raise Refused(
            "The run {run} is carried out by another process ({holder}).",
            rule="RUN-1",
            run=run.id,
            holder=run.holder or "-",
        ) from None


def list_run_branches(repository: Repository) -> list[str]:
    """By the names of the runs, of this store or another."""
    return [name.removeprefix(BRANCHES) for name in repository.list_branches(BRANCHES)]


def newest_work_ref(repository: Repository, run: RunRow) -> str:
    """What a run's newest work is called in git."""
    is_there = repository.commit_of(f"refs/heads/{branch_of(run.id)}") == run.head
    return branch_of(run.id) if is_there else f"{KEPT}{run.id}"


@value
class AttemptWorkspace:
    """An attempt's folder, and its work tree if it has one of its own."""

    folder: Path
    worktree: Worktree | None = None


def restore_file(place: AttemptWorkspace, path: str) -> bool:
    """Puts one file back as it was when the place was opened; whether it had been changed."""
    tree, file = place.worktree, place.folder / path
    if tree is None:
        return False
    worktrees.take_back_index(tree)
    is_known = tree.ask("cat-file", "-e", f"{tree.base}:{path}").code == 0
    was_there = file.is_symlink() or file.exists()
    changed = _is_changed(tree, path) if is_known else was_there
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)
    else:
        file.unlink(missing_ok=True)
    if is_known:
        tree.git("checkout", "--quiet", tree.base, "--", path)
    return changed


def _is_changed(tree: Worktree, path: str) -> bool:
    """Added first, for its filter says what would be committed of it."""
    tree.git("add", "--all", "--", f":(literal){path}")
    return tree.ask("diff", "--cached", "--quiet", tree.base, "--", f":(literal){path}").code != 0


class RunWorkspace:
    """The place of one run. Landings come one after the other, each on top of the one before."""

    def __init__(
        self,
        project: Path,
        records: Path,
        repository: Repository | None,
        preparation: Preparation | None = None,
        started_in: str | None = None,
    ) -> None:
        self.project = project
        self.records = records
        self.repository = repository
        self.preparation = preparation or Preparation()
        self._started_in = started_in
        self.head: str | None = None
        """The newest landing, also when the log does not tell of it yet."""
        self._moved_to: str | None = None
        """Where the run's branch was put last: from there on it is the run's own."""
        self._landing = threading.Lock()
        self._opening = threading.Lock()
        """What is known of the surroundings is not read while Renkei itself changes them."""
        self._watch: OutsideWatch | None = None
        self._told_of: str | None = None
        """The folder in which somebody has the run's branch checked out."""
        self.tell_outside: ChangeListener = lambda tasks, changes: None
        """Told of what came about outside of the work trees while agents were at work."""
        self.explain: Explain = lambda ref, new: False

    def trace_file(self, run: str, lease: int) -> Path:
        """What the agents showed that one process has started."""
        return self.records / run / f"{lease}.jsonl"

    def move_branch(self, run: RunRow) -> None:
        """Puts the run's branch where the log says it is: the log is the truth, git follows."""
        self.head = self.head or run.head
        if self.repository is None or run.head is None:
            return
        name, kept = branch_of(run.id), f"{KEPT}{run.id}"
        refs = self.repository.find_refs(f"refs/heads/{name}", kept)
        branch = refs.get(f"refs/heads/{name}")
        there = branch.commit if branch else None
        if branch and branch.folder and there != run.head:
            self._keep_beside(run.id, run.head, branch.folder)
            return
        if there in (None, self._moved_to) or self.repository.contains(run.head, there):
            self._set_branch(name, run.head, there)
        else:
            self._move_foreign_branch(name, there, run.head)
        self._moved_to = run.head
        if kept in refs:
            self.repository.run("update-ref", "-d", kept)

    def _keep_beside(self, run: str, head: str, folder: str) -> None:
        assert self.repository is not None
        self.repository.run("update-ref", f"{KEPT}{run}", head)
        if self._told_of != folder:
            self._told_of = folder
            said = Sentence(
                "{name} is checked out in {folder} and stays where it is; the newest work of the run is {kept} (there: "
                "git merge --ff-only {kept})",
                name=branch_of(run),
                folder=one_line(folder),
                kept=f"{KEPT}{run}",
            )
            self.tell_outside([], [said])

    def _set_branch(self, name: str, head: str, there: str | None) -> None:
        if self.repository and there != head:
            self.repository.set_branch(name, head, there)

    def _move_foreign_branch(self, name: str, there: str, head: str) -> None:
        """What is not this run's own (an older store's run of the same number, a person's branch) is kept, and told."""
        assert self.repository is not None
        kept = f"{name}-{there[:12]}"
        if self.repository.commit_of(f"refs/heads/{kept}") is None:
            self.repository.set_branch(kept, there, None)
        self._set_branch(name, head, there)
        self.tell_outside([], [Sentence("{name} had work of another; it is kept as {kept}", name=name, kept=kept)])

    def reset_head(self, run: RunRow) -> None:
        """A landing was given up: the next one goes on top of what the log knows."""
        with self._landing:
            self.head = run.head

    def open_attempt(
        self, run: str, task: str, token: int, base: str | None, stop: threading.Event
    ) -> AttemptWorkspace:
        """A fresh place for an attempt. Named by its token, so that nothing older can write into it."""
        if self.repository is None or base is None:
            return AttemptWorkspace(folder=self.project)
        name = f"{run}/{task}-{token}"
        try:
            tree = worktrees.add(self.repository, name, base, self.preparation, stop)
        except BaseException:
            worktrees.sweep(self.repository, [self.repository.own_folder / worktrees.FOLDER / name])
            raise
        with self._opening:
            self._start_watching(run).begin_attempt(tree.path, task)
        return AttemptWorkspace(folder=tree.path, worktree=tree)

    def _start_watching(self, run: str) -> OutsideWatch:
        assert self.repository is not None
        with self._landing:
            if self._watch is None:
                self._watch = OutsideWatch(self.repository, branch_of(run), self.repository.own_folder / "aside" / run)
                self._watch.report = self.tell_outside
                self._watch.explain = self.explain
        return self._watch

    def notice_outside(self) -> None:
        """Tells what an attempt has changed that is not in its work tree."""
        if self._watch:
            self._watch.report_changes()

    def remove_pipes(self, place: AttemptWorkspace) -> list[Sentence]:
        """Of what an agent wrote, what git would wait for; told."""
        names = worktrees.remove_pipes(place.worktree) if place.worktree else []
        return [
            Sentence("{path} was a named pipe, for which git would wait for ever: it was removed", path=one_line(name))
            for name in names
        ]

    def keep_unfinished(self, place: AttemptWorkspace, aside: str) -> Path | None:
        """What an attempt that failed has written, for the next one to look at (LEAD-5)."""
        if place.worktree is None or self.repository is None:
            return None
        return keep_unfinished(place.worktree, self._aside_path(f"{aside}-unfinished"))

    def _aside_path(self, name: str) -> Path:
        assert self.repository is not None
        return self.repository.own_folder / "aside" / f"{name}.patch"

    def close_attempt(self, place: AttemptWorkspace) -> None:
        if place.worktree:
            if self._watch:
                self._watch.end_attempt(place.worktree.path)
            worktrees.remove(place.worktree)

    def land(
        self,
        place: AttemptWorkspace,
        judge: ChangeJudge,
        *,
        aside: str,
        message: str,
        declared: list[str],
        check: str | None,
        inspect: Callable[[Landing], FoundT],
        landed: Callable[[Landing, str, FoundT], None],
        stop: threading.Event,
    ) -> None:
        """Commits an attempt's work on top of all that landed before; `landed` is told that before the next one may.

        Only the head is shared, and only while it is read and moved the lock is held. So checks of several attempts
        run at once, `inspect` too, and one is run again only if another attempt has landed meanwhile; where nothing
        is to land the head does not matter.
        """
        tree = place.worktree
        assert tree is not None
        take_work = partial(commit_work, tree, judge, message=message, aside=self._aside_path(aside), declared=declared)
        taken = with_retries(take_work, on=GIT_OR_DISK, stop=stop)
        while True:
            onto = self._head_for(tree)
            placed = with_retries(partial(rebase_onto, tree, taken, onto), on=GIT_OR_DISK, stop=stop)
            checked = partial(check_landing, tree, placed, check, timeout=self.preparation.timeout, stop=stop)
            landing = with_retries(checked, on=(NotCarriedOut,), stop=stop)
            found = inspect(landing)
            with self._landing:
                if taken.own is None or onto == (self.head or tree.base):
                    self.head = landing.commit or self.head
                    landed(landing, onto, found)
                    return

    def list_files(self, place: AttemptWorkspace, landing: Landing) -> list[str]:
        """All that is in the commit that a landing comes to; where it comes to none, in the one that it began with."""
        assert place.worktree
        commit = landing.commit or place.worktree.base
        return place.worktree.git("ls-tree", "-r", "-z", "--name-only", commit).split("\0")

    def _head_for(self, tree: Worktree) -> str:
        with self._landing:
            return self.head or tree.base

    def merge(self, run: RunRow, message: str, *, squash: bool) -> MergeResult:
        assert self.repository is not None
        assert run.head is not None
        assert run.base is not None
        assert run.branch is not None
        wanted = MergeRequest(
            run=run.id,
            branch=newest_work_ref(self.repository, run),
            head=run.head,
            base=run.base,
            into=run.branch,
            started_in=self._started_in,
            message=message,
            squash=squash,
        )
        again = partial(with_retries, on=GIT_OR_DISK, stop=threading.Event())
        with self.unwatched():
            return merging.merge(self.repository, wanted, again=again)

    @contextmanager
    def unwatched(self) -> Generator[None]:
        """For something of Renkei's own in the person's work tree: it is not told as an agent's doing."""
        with self._opening, self._watch.unwatched() if self._watch else nullcontext():
            yield

    def sweep(self, run: str) -> None:
        """Removes what attempts of a process that died have left, also where only git still knows of their folders."""
        if self.repository:
            left = worktrees.find_leftovers(self.repository)
            worktrees.sweep(self.repository, [path for path in left if path.parent.name == run])
