"""Work trees of agents: one for each attempt, at its base commit, under the git folder, gone when it is over."""

import hashlib
import os
import shutil
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from renkei.errors import BadInput, Unreachable
from renkei.git import find_place
from renkei.values import value
from renkei.workspace import lfs, shell, submodules
from renkei.workspace.locks import ProcessLock
from renkei.workspace.repository import Repository
from renkei.workspace.worktree import Worktree

FOLDER: Final = "worktrees"
_READ_IN_EVERY_FOLDER: Final = (".gitattributes", ".gitignore", ".gitmodules")


@value
class Preparation:
    """What the project's `[workspace]` says about a fresh work tree."""

    setup: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    check: str | None = None
    timeout: float = 600


class SetupFailed(Unreachable):
    """The project's own set-up command did not succeed: to try it again would not help."""


def add(
    repository: Repository, name: str, base: str, preparation: Preparation, stop: threading.Event | None = None
) -> Worktree:
    """A work tree of its own at a commit, prepared as the project asks; `stop` ends a command that does so.

    Raises:
        GitFailed: git cannot make it.
        SetupFailed: a set-up command fails.
    """
    made = _check_out(repository, name, base)
    path = made.path
    worktree = replace(
        made,
        links=preparation.links,
        submodules=tuple(submodules.fill(repository, made.place, made.admin / "modules")),
        large=lfs.list_files(made),
    )
    lfs.fill_pointers(worktree)
    for link in preparation.links:
        _make_link([repository.root / link, repository.main_tree / link], path / link)
    for command in preparation.setup:
        done = shell.run(command, path, timeout=preparation.timeout, stop=stop)
        if done.exit_code != 0:
            raise SetupFailed("the set-up command {command!r} failed: {said}", command=command, said=done.output[-500:])
    return worktree


@contextmanager
def temporary_worktree(repository: Repository, name: str, base: str) -> Generator[Worktree]:
    """A work tree that is not prepared for anybody, for a moment."""
    made = _check_out(repository, name, base)
    try:
        yield made
    finally:
        remove(made)


def restore(worktree: Worktree) -> None:
    """Puts back what git does not look after itself: contents of LFS, submodules as they were."""
    lfs.fill_pointers(worktree)
    for each in worktree.submodules:
        submodules.restore(worktree.repository, each)


def remove_pipes(worktree: Worktree) -> list[str]:
    """Takes away what git would open in any folder, and wait for. No commit can hold a pipe anyway."""
    found = list(_find_pipes(worktree.path))
    for path in found:
        path.unlink(missing_ok=True)
    return [str(path.relative_to(worktree.path)) for path in found]


def _find_pipes(folder: Path) -> Iterator[Path]:
    for here, _, names in os.walk(folder):
        paths = (Path(here, name) for name in _READ_IN_EVERY_FOLDER if name in names)
        yield from (path for path in paths if path.is_fifo() and not path.is_symlink())


def remove(worktree: Worktree) -> None:
    """Takes a work tree away, whatever was left in it."""
    sweep(worktree.repository, [worktree.path])


def find_leftovers(repository: Repository, at_work: frozenset[str] = frozenset()) -> list[Path]:
    """Work trees of runs that nobody carries out: folders, and what git still knows of folders that are gone."""
    folder = repository.own_folder / FOLDER
    runs = [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    there = {path for run in runs for path in run.iterdir()} | set(_list_known(repository))
    return sorted(path for path in there if path.parent.name not in at_work)


def sweep(repository: Repository, paths: list[Path]) -> None:
    """Removes work trees. Those of the person stay known to git, also when their folder is not there just now."""
    for path in paths:
        submodules.remove_path(path, ignore_errors=True)
    with _worktrees_lock(repository):
        known = _list_known(repository) if paths else {}
        for path in paths:
            if admin := known.get(path):
                shutil.rmtree(admin, ignore_errors=True)
        for folder in (
            *{path.parent for path in paths},
            repository.own_folder / FOLDER,
            repository.common / "worktrees",
        ):
            with suppress(OSError):
                folder.rmdir()  # when nothing is left in it


def _list_known(repository: Repository) -> dict[Path, Path]:
    """Renkei's work trees that git knows of, with their git folders."""
    found: dict[Path, Path] = {}
    for file in (repository.common / "worktrees").glob("*/gitdir"):
        try:
            path = Path(file.read_text(encoding="utf-8", errors="surrogateescape").removesuffix("\n")).parent
        except OSError:
            continue  # removed by somebody meanwhile
        if path.is_relative_to(repository.own_folder / FOLDER):
            found[path] = file.parent
    return found


def check_links(root: Path, links: tuple[str, ...]) -> None:
    """Refuses links that lead out of the project."""
    for link in links:
        if Path(link).is_absolute() or ".." in Path(link).parts:
            raise BadInput("[workspace] link: {path!r} is no place inside the project.", path=link)


def _check_out(repository: Repository, name: str, base: str) -> Worktree:
    path = repository.own_folder / FOLDER / name
    words = ("worktree", "add", "--quiet", "--detach", "--force", "--no-checkout", str(path), base)
    with _worktrees_lock(repository):
        repository.run(*words)
        made = find_place(path)
    assert made is not None
    worktree = Worktree(repository=repository, path=path, admin=made.git_dir, base=base)
    worktree.git("reset", "--quiet", "--hard", base)
    hand_over_index(worktree)
    return replace(worktree, digest=_digest_file(worktree.index))


def hand_over_index(worktree: Worktree) -> None:
    """What git in the work tree says is then about what was checked out."""
    (worktree.admin / "index").unlink(missing_ok=True)  # it may be a link to anywhere
    shutil.copy2(worktree.index, worktree.admin / "index")


def take_back_index(worktree: Worktree) -> None:
    """Our index as it was at the beginning. An agent can write there, too; then it is made anew."""
    if not worktree.index.is_file() or _digest_file(worktree.index) != worktree.digest:
        worktree.index.unlink(missing_ok=True)
        worktree.git("read-tree", worktree.base)


def _digest_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _worktrees_lock(repository: Repository) -> ProcessLock:
    """Held while git's list of work trees, or a folder around them, is changed: two `git worktree add` at once read
    each other's half-made entries, and a folder that is tidied away is one that somebody is about to use."""
    return ProcessLock(repository.own_folder / "worktrees.lock", wait=True)


def _make_link(sources: list[Path], target: Path) -> None:
    found = next((source for source in sources if source.exists()), None)
    if found and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(found)
