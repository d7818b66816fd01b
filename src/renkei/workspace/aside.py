"""What is kept aside: a patch that was tried, or, where none could be made, the files themselves."""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from renkei.git import Place
from renkei.values import value
from renkei.workspace.repository import Repository


@value
class PatchPart:
    """A part of a patch, and what it has to apply to."""

    patch: str
    place: Place
    base: str | None
    """None: to nothing, for it makes files only."""
    strip: int = 1


def keep_aside(
    repository: Repository, parts: Sequence[PatchPart], tree: Path, paths: Iterable[str], aside: Path
) -> Path:
    """Writes a patch, if each part of it applies; else copies of the files. `aside` is then a folder."""
    aside.parent.mkdir(parents=True, exist_ok=True)
    if all(is_applicable(repository, part, aside.with_suffix(".index")) for part in parts):
        aside.write_bytes("".join(f"{part.patch}\n" for part in parts).encode(errors="surrogateescape"))
        return aside
    aside.mkdir(exist_ok=True)
    for path in paths:
        _copy_path(tree / path, aside / path)
    return aside


def is_applicable(repository: Repository, part: PatchPart, index: Path) -> bool:
    """Whether git takes it, tried in an index of its own that is there meanwhile."""
    own = {"GIT_INDEX_FILE": str(index)}
    try:
        if part.base:
            repository.run("read-tree", part.base, at=part.place, variables=own)
        words = ("apply", "--check", "--cached", f"-p{part.strip}", "-")
        return repository.ask(*words, at=part.place, variables=own, text=f"{part.patch}\n").code == 0
    finally:
        index.unlink(missing_ok=True)


def _copy_path(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir() and not source.is_symlink():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    elif source.is_symlink() or source.exists():
        shutil.copy2(source, target, follow_symlinks=False)
