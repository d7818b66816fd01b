"""Git LFS: files that the repository keeps as pointers to contents that lie elsewhere.

A work tree gets the contents that are here already, and nothing is fetched. Without git-lfs a change of such a file
would be stored whole, in place of its pointer, and break the repository for everybody who has it.
"""

import hashlib
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from renkei.workspace.worktree import Worktree

_POINTER: Final = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\n(?:.+\n)*?oid sha256:([0-9a-f]{64})\n")
_LONGEST_POINTER: Final = 1024


def parse_pointer(pointer: bytes) -> str | None:
    """The content that a pointer points to, by its hash; None for what is no pointer."""
    found = _POINTER.match(pointer) if len(pointer) <= _LONGEST_POINTER else None
    return found[1].decode() if found else None


def list_files(worktree: Worktree) -> tuple[str, ...]:
    """The files of a fresh work tree that LFS keeps."""
    found = worktree.git("ls-files", "-z", "--", ":(attr:filter=lfs)")
    return tuple(name for name in found.split("\0") if name)


def fill_pointers(worktree: Worktree) -> None:
    """Puts contents in place of pointers, where the repository's store or the main work tree has them."""
    for name in worktree.large:
        path = worktree.path / name
        wanted = parse_pointer(_read_start(path)) if path.is_file() else None
        if wanted and (source := _find_content(worktree, name, wanted)):
            mode = path.stat().st_mode
            path.unlink()
            shutil.copyfile(source, path)
            path.chmod(mode)


def list_untouched(worktree: Worktree) -> list[str]:
    """Files whose contents are still what their pointers point to: git must not take those in."""
    return [name for name in worktree.large if (worktree.path / name).is_file() and _is_same(worktree, name)]


def find_unfiltered(worktree: Worktree, names: Iterable[str]) -> Iterator[str]:
    """Of staged files, those that LFS should keep and that would be stored otherwise than as a pointer that holds."""
    answer = worktree.git("check-attr", "--cached", "-z", "--stdin", "filter", text="\0".join(names))
    fields = answer.split("\0")
    for name, value in zip(fields[::3], fields[2::3], strict=False):
        if value == "lfs" and not _is_storable(worktree, name):
            yield name


def _is_storable(worktree: Worktree, name: str) -> bool:
    """Without git-lfs only a pointer that the repository has already, under whatever name."""
    staged = worktree.git("ls-files", "--stage", "-z", "--", f":(literal){name}").split()
    if not staged:
        return True  # it was deleted
    if _read_pointer(worktree, staged[1]) is None:
        return False
    return worktree.repository.lfs or staged[1] in worktree.git("ls-tree", "-r", worktree.base)


def _read_pointer(worktree: Worktree, blob: str) -> str | None:
    size = worktree.ask("cat-file", "-s", blob)
    if size.code or int(size.out) > _LONGEST_POINTER:
        return None
    return parse_pointer(worktree.git("cat-file", "blob", blob).encode(errors="surrogateescape"))


def _is_same(worktree: Worktree, name: str) -> bool:
    wanted = _read_pointer(worktree, f"{worktree.base}:{name}")
    return wanted is not None and _hash_file(worktree.path / name) == wanted


def _find_content(worktree: Worktree, name: str, wanted: str) -> Path | None:
    repository = worktree.repository
    stored = repository.common / "lfs" / "objects" / wanted[:2] / wanted[2:4] / wanted
    places = (stored, repository.root / name)
    return next((path for path in places if path.is_file() and _hash_file(path) == wanted), None)


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LONGEST_POINTER + 1)
