"""Watches what the attempts of a run share with the person, and tells what came about there while they were at work."""

import re
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.board.run_tables import RunRow
from renkei.errors import RenkeiError
from renkei.eventlog.base import View
from renkei.playbooks.states import ENDED
from renkei.sentence import Sentence
from renkei.workspace.repository import Repository
from renkei.workspace.surroundings import (
    Surroundings,
    find_differences,
    find_hidden_files,
    put_back_pipes,
    put_back_programs,
    put_back_settings,
    read_surroundings,
)

ChangeListener = Callable[[list[str], list[Sentence]], None]
"""Takes the tasks that were at work, and what changed."""
Explain = Callable[[str, str | None], bool]
"""Whether it was Renkei that moved a ref to a commit, or took it away."""


def is_moved_by_renkei(view: View, repository: Repository, ref: str, new: str | None) -> bool:
    """Another run's branch is where the log has that run, or was on the way there; or its merge was made or undone."""
    if found := _OF_A_RUN.fullmatch(ref):
        row = view.get(RunRow, found[1])
        if row is None or new is None:
            return row is not None and row.state in ENDED  # tidied up
        return row.head is not None and repository.contains(row.head, new)
    newest = view.select(RunRow, order="seq", descending=True, limit=_NEWEST) if new else ()
    return any(new in (row.merged, row.undone) for row in newest)


_OF_A_RUN: Final = re.compile(r"refs/heads/renkei/(R-\d+)")
_NEWEST: Final = 100


class OutsideWatch:
    """One for a run. What happens while none of its attempts is at work is the person's own business."""

    def __init__(self, repository: Repository, branch: str, aside: Path) -> None:
        self._repository = repository
        self._branch = branch
        self._aside = aside
        self._lock = threading.Lock()
        self._at_work: dict[Path, str] = {}
        self._known: Surroundings | None = None
        self.report: ChangeListener = lambda tasks, changes: None
        self.explain: Explain = lambda ref, new: False

    def begin_attempt(self, folder: Path, task: str) -> None:
        with self._lock:
            if not self._at_work:
                self._known = read_surroundings(self._repository, self._branch)
            self._at_work[folder] = task

    def report_changes(self) -> None:
        """Tells what changed since it was last looked."""
        with self._lock:
            tasks = sorted(set(self._at_work.values()))
            changes = self._find_changes() if tasks else []
        if changes:
            self.report(tasks, changes)

    @contextmanager
    def unwatched(self) -> Generator[None]:
        """For something of Renkei's own, such as the merge: what it changes is nobody else's doing."""
        with self._lock:
            tasks = sorted(set(self._at_work.values()))
            changes = self._find_changes() if tasks else []
            try:
                yield
            finally:
                if tasks:
                    self._known = read_surroundings(self._repository, self._branch)
        if changes:
            self.report(tasks, changes)

    def end_attempt(self, folder: Path) -> None:
        self.report_changes()
        with self._lock:
            self._at_work.pop(folder, None)

    def _find_changes(self) -> list[Sentence]:
        """What git would wait for, and settings that it cannot work with, are put back first: they must not blind
        whoever looks."""
        assert self._known is not None
        changes: list[Sentence] = []
        try:
            changes += put_back_pipes(self._repository, self._known)
            try:
                now = read_surroundings(self._repository, self._branch)
            except RenkeiError:
                changes += put_back_settings(self._repository, self._known, self._aside)
                now = read_surroundings(self._repository, self._branch)
            found, restored = now, list(put_back_programs(self._repository, self._known, now, self._aside))
            if restored:  # only now git shows what they hid
                now = read_surroundings(self._repository, self._branch)
            seen = replace(found, tree=now.tree)
            changes += find_differences(self._known, seen, self._repository.root, self.explain)
            changes += [*find_hidden_files(self._repository, self._known, now), *restored]
        except (RenkeiError, OSError) as error:
            return [*changes, Sentence("what changed outside could not be looked at: {error}", error=str(error))]
        self._known = now
        return changes
