"""Work trees of agents: one for each attempt, at its base commit, under the git folder, gone when it is over."""

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renkei.errors import BadInput
from renkei.workspace import commands
from renkei.workspace.repository import GitFailed, Repository

FOLDER: Final = "worktrees"


@dataclass(frozen=True, kw_only=True, slots=True)
class Preparation:
    """What the project's `[workspace]` says about a fresh work tree."""

    setup: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    check: str | None = None
    timeout: float = 600


@dataclass(frozen=True, kw_only=True, slots=True)
class Worktree:
    """One attempt's work tree. Its git folder is remembered: what the agent does to `.git` in it leads nowhere."""

    repository: Repository
    path: Path
    admin: Path
    base: str
    links: tuple[str, ...] = ()

    def git(self, *words: str) -> str:
        return self.repository.run(*self._placed, *words, folder=self.path)

    def ask(self, *words: str) -> tuple[int, str]:
        answer = self.repository.ask(*self._placed, *words, folder=self.path)
        return answer.code, answer.out

    @property
    def _placed(self) -> tuple[str, ...]:
        return (f"--git-dir={self.admin}", f"--work-tree={self.path}")


def add(repository: Repository, name: str, base: str, preparation: Preparation) -> Worktree:
    """A work tree of its own at a commit, prepared as the project asks.

    Raises:
        GitFailed: git cannot make it, or a set-up command fails.
    """
    path = repository.place / FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    repository.run("worktree", "add", "--quiet", "--detach", "--force", str(path), base)
    admin = Path(repository.run("rev-parse", "--path-format=absolute", "--git-dir", folder=path))
    worktree = Worktree(repository=repository, path=path, admin=admin, base=base, links=preparation.links)
    for link in preparation.links:
        _link(repository.root / link, path / link)
    for command in preparation.setup:
        done = commands.run(command, path, timeout=preparation.timeout)
        if done.exit_code != 0:
            raise GitFailed("the set-up command {command!r} failed: {said}", command=command, said=done.output[-500:])
    return worktree


def remove(worktree: Worktree) -> None:
    """Takes a work tree away, whatever was left in it."""
    repository = worktree.repository
    if repository.ask("worktree", "remove", "--force", "--force", str(worktree.path)).code:
        shutil.rmtree(worktree.path, ignore_errors=True)
        repository.ask("worktree", "prune")
    with suppress(OSError):
        worktree.path.parent.rmdir()  # the run's folder, when this was the last one in it


def left_over(repository: Repository, alive: frozenset[str] = frozenset()) -> list[Path]:
    """Work trees of runs that nobody carries out any more."""
    folder = repository.place / FOLDER
    runs = [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return sorted(path for run in runs if run.name not in alive for path in run.iterdir())


def sweep(repository: Repository, paths: list[Path]) -> None:
    """Removes work trees that are left over."""
    for path in paths:
        repository.ask("worktree", "remove", "--force", "--force", str(path))
        shutil.rmtree(path, ignore_errors=True)
        if path.parent.is_dir() and not any(path.parent.iterdir()):
            path.parent.rmdir()
    repository.ask("worktree", "prune")


def check_links(root: Path, links: tuple[str, ...]) -> None:
    """Refuses links that lead out of the project."""
    for link in links:
        if Path(link).is_absolute() or ".." in Path(link).parts:
            raise BadInput("[workspace] link: {path!r} is no place inside the project.", path=link)


def _link(source: Path, target: Path) -> None:
    if source.exists() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(source)
