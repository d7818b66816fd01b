"""What is reviewed: a folder and its files, as git knows them. No link is followed, and nothing outside is read."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Final, TypeVar, cast

from renkei.errors import NotFound, RenkeiError
from renkei.files import WITHOUT_WAITING
from renkei.git import Git
from renkei.reports.tree import Lines, Tree, WorkingTree
from renkei.review.file_kinds import INSTALLED, SKIPPED_FOLDERS, Kind, kind_of, language_by_name
from renkei.values import value

MAX_FILES: Final = 100_000

_MOST_REMEMBERED: Final = 64
_REMEMBERING: Final = RLock()
_UNREADABLE: Final = "unreadable"
_FIRST_LINE: Final = 256

T = TypeVar("T")


@value
class File:
    """A regular file: its path from the root with `/` between the parts, and what it is."""

    path: str
    size: int
    kind: Kind


@value
class Target:
    """A folder to review. `scope` is the part of it that is asked about: a path from the root, empty for all."""

    root: Path
    files: tuple[File, ...]
    scope: str = ""
    environment: Path | None = None
    """Where the project's own virtual environment may lie: the root, or for another state of it the root of today."""
    gone: frozenset[str] = frozenset()
    """Files of Python that the project had, in its last commit or before the change, and has no more."""

    @cached_property
    def tree(self) -> Tree:
        return WorkingTree(self.root)

    @cached_property
    def by_path(self) -> dict[str, File]:
        return {file.path: file for file in self.files}

    @cached_property
    def folders(self) -> frozenset[str]:
        return frozenset(str(parent) for file in self.files for parent in Path(file.path).parents if str(parent) != ".")

    def has(self, path: str) -> bool:
        """Whether there is a file or folder of that path."""
        return path in self.by_path or path.rstrip("/") in self.folders or path in ("", ".")

    def in_scope(self, path: str) -> bool:
        return not self.scope or path == self.scope or path.startswith(f"{self.scope}/")

    def lines(self, path: str) -> Lines | None:
        """The lines of a text file; None of what is none, or cannot be read."""
        content = self.tree.read(path)
        return content if isinstance(content, Lines) else None

    def text(self, path: str) -> str | None:
        lines = self.lines(path)
        return lines.data.decode(errors="replace") if lines else None

    def line_count(self, path: str) -> int:
        lines = self.lines(path)
        return lines.data.count(b"\n") + (not lines.data.endswith(b"\n") and bool(lines.data)) if lines else 0

    def can_read(self, path: str) -> bool:
        return self.digest(path) != _UNREADABLE

    def digest(self, path: str) -> str:
        """A name for what stands in a file: equal when the bytes are."""
        return self.fingerprint(path).rpartition("\0")[2]

    def fingerprint(self, path: str) -> str:
        """A file's path and a name for what stands in it."""
        known = self._fingerprints.get(path)
        if known is None:
            known = self._fingerprints[path] = f"{path}\0{_digest_file(self.root / path)}"
        return known

    @cached_property
    def _fingerprints(self) -> dict[str, str]:
        return {}

    def remember(self, what: str, path: str, make: Callable[[], T]) -> T:
        """Something that follows from the files and takes its time, made once; that of the last few paths is kept."""
        with _REMEMBERING:
            if (what, path) not in self._remembered:
                self._remembered[what, path] = make()
                while len(self._remembered) > _MOST_REMEMBERED:
                    del self._remembered[next(iter(self._remembered))]
            return cast(T, self._remembered[what, path])

    @cached_property
    def _remembered(self) -> dict[tuple[str, str], object]:
        return {}


def open_target(folder: Path, *, scope: str = "", exclude: Iterable[str] = ()) -> Target:
    """The files of a folder: those that git has or would take, or outside git all but what tools leave behind.

    Raises:
        NotFound: there is no such folder.
    """
    if not folder.is_dir():
        raise NotFound("There is no folder {path}.", path=str(folder))
    root = folder.resolve()
    excluded = tuple(exclude)
    names = (name for name in _own_names(_list_names(root)) if not _is_excluded(name, excluded))
    files = (file for name in names if (file := _file_at(root, name)))
    in_order = tuple(sorted(files, key=lambda file: file.path))
    return Target(root=root, files=in_order, scope=scope, environment=root, gone=_gone_files(root))


def _own_names(names: Iterable[str]) -> list[str]:
    """Without what was installed: folders that are called so, and virtual environments of any name."""
    listed = list(names)
    environments = tuple(name.removesuffix("pyvenv.cfg") for name in listed if name.endswith("/pyvenv.cfg"))
    return [name for name in listed if not is_installed(name) and not name.startswith(environments or "\0")]


def is_installed(name: str) -> bool:
    return not INSTALLED.isdisjoint(name.split("/")[:-1])


def _list_names(root: Path) -> Iterable[str]:
    try:
        listed = Git(root).read_output("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    except RenkeiError:
        return _walk_files(root)
    return {name for name in listed.decode(errors="surrogateescape").split("\0") if name}


def _gone_files(root: Path) -> frozenset[str]:
    try:
        listed = Git(root).read_output("ls-tree", "-r", "-z", "--name-only", "HEAD")
    except RenkeiError:
        return frozenset()
    names = (name for name in listed.decode(errors="ignore").split("\0") if name.endswith(".py"))
    return frozenset(name for name in names if not os.path.lexists(root / name))


def _walk_files(root: Path) -> Iterator[str]:
    for count, (folder, folders, names) in enumerate(os.walk(root, followlinks=False)):
        if count > MAX_FILES:
            return
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS and not name.endswith(".egg-info")]
        prefix = Path(folder).relative_to(root).as_posix()
        yield from (name if prefix == "." else f"{prefix}/{name}" for name in names)


def _is_excluded(name: str, patterns: tuple[str, ...]) -> bool:
    return any(matches_pattern(name, pattern) for pattern in patterns)


def matches_pattern(path: str, pattern: str) -> bool:
    """Whether a path is the pattern, lies below it, or fits it; `*` stays in one folder and `**` does not."""
    pattern = pattern.rstrip("/").removesuffix("/**")
    parts, wanted = path.split("/"), pattern.split("/")
    return _fits_parts(parts, wanted)


def _fits_parts(parts: list[str], wanted: list[str]) -> bool:
    if not wanted:
        return True
    if wanted[0] == "**":
        return any(_fits_parts(parts[skipped:], wanted[1:]) for skipped in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], wanted[0]) and _fits_parts(parts[1:], wanted[1:])


def _file_at(root: Path, name: str) -> File | None:
    """A regular file that can be named in UTF-8, and is reached without a link."""
    try:
        name.encode()
        status = os.lstat(root / name)
    except (OSError, UnicodeEncodeError):
        return None
    if not stat.S_ISREG(status.st_mode) or _is_behind_a_link(root, name):
        return None
    beginning = b"" if language_by_name(name) else _read_beginning(root / name)
    return File(path=name, size=status.st_size, kind=kind_of(name, beginning))


def _read_beginning(path: Path) -> bytes:
    """Enough for a line that names an interpreter."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | WITHOUT_WAITING), "rb", buffering=0) as file:
            return file.read(_FIRST_LINE)
    except OSError:
        return b""


def _is_behind_a_link(root: Path, name: str) -> bool:
    parents = Path(name).parents
    return any((root / parent).is_symlink() for parent in parents if str(parent) != ".")


def _digest_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return _UNREADABLE
