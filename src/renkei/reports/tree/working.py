"""A folder as a tree, with nothing read from outside of it: no link out, no device, no inside of `.git`."""

import errno
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from renkei import lazy_re as re
from renkei.errors import NotFound
from renkei.files import WITHOUT_WAITING, open_flags
from renkei.reports.tree.around import Around, Surroundings
from renkei.reports.tree.content import (
    BAD_NAME,
    DIRECTORY,
    INTERNAL,
    LEAVES,
    MAX_BYTES,
    NO_FILE,
    NOT_A_FILE,
    UNREADABLE,
    Content,
    Missing,
    inside_submodule,
    parse_content,
    too_large,
)
from renkei.reports.tree.paths import PathIndex, is_internal, locate

_FLAGS: Final = os.O_RDONLY | WITHOUT_WAITING | open_flags("O_NOFOLLOW", "O_CLOEXEC")
_SKIPPED: Final = frozenset({".git", "node_modules", ".venv", "__pycache__", ".tox", ".mypy_cache", ".ruff_cache"})
_SUBMODULE: Final = re.compile(r"^\s*path\s*=\s*(.+?)\s*$", re.MULTILINE)
_LONGEST: Final = 4096
"""Characters of a path; no system opens a file by a longer one."""
_ABSENT: Final = frozenset({errno.ENOENT, errno.ENOTDIR})


class WorkingTree:
    """The files under `root` as they are now; `is_there` says that the caller has just made or seen it.

    Raises: NotFound, if there is no such folder.
    """

    def __init__(self, root: Path | str, *, is_there: bool = False) -> None:
        if not is_there and not Path(root).is_dir():
            raise NotFound("there is no folder {path!r}; name the root of the code to check", path=str(root))
        self._root = root
        self._written: dict[str, Content] = {}
        self._files: dict[str, Content] = {}
        self._folders: dict[str, Missing | None] = {"": None}

    @cached_property
    def _real_root(self) -> str:
        return os.path.realpath(self._root)

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self._real_root, str(Path(self._root).absolute()))))

    @cached_property
    def _prefix(self) -> str:
        return self._real_root.rstrip("/") + "/"

    def load(self, paths: Iterable[str], /) -> None:
        pass

    def read(self, path: str, /) -> Content:
        found = self._written.get(path)
        if found is None:
            found = self._written[path] = self._find_content(path)
        return found

    def has(self, path: str, /) -> bool:
        return not isinstance(self.read(path), Missing)

    def names(self) -> PathIndex:
        return self._names

    def _find_content(self, path: str) -> Content:
        place = locate(path, self._roots)
        if isinstance(place, Missing):
            return place
        if len(place) > _LONGEST:
            return BAD_NAME
        found = self._files.get(place)
        if found is None:
            found = self._read_place(place)
            if found is NO_FILE and not place.isascii():
                found = self._try_spellings(place)
            self._files[place] = found
        return found

    def _try_spellings(self, place: str) -> Content:
        """The file by another spelling of its name: some systems keep accents as characters of their own."""
        spellings = (unicodedata.normalize(form, place) for form in ("NFC", "NFD"))
        return next((other for each in spellings if (other := self._read_place(each)) is not NO_FILE), NO_FILE)

    def _read_place(self, place: str) -> Content:
        folder = place.rpartition("/")[0]
        refused = self._folders[folder] if folder in self._folders else self._check_folder(folder)
        if refused:
            return refused
        try:
            return _read_file(self._prefix + place)
        except OSError as error:
            if error.errno == errno.ELOOP:
                return self._follow_link(place)
            return self._explain_error(place, error)

    def _check_folder(self, folder: str) -> Missing | None:
        """Why nothing in this folder may be read, if so: each folder is looked at once, links only inside the tree."""
        unknown: list[str] = []
        while folder not in self._folders:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        refused = self._folders[folder]
        for each in reversed(unknown):
            full = self._prefix + each
            if not refused and _is_link(full):
                refused = self._why_refused(os.path.realpath(full))
            self._folders[each] = refused
        return refused

    def _follow_link(self, place: str) -> Content:
        target = os.path.realpath(self._prefix + place)
        if refused := self._why_refused(target):
            return refused
        try:
            return _read_file(target)
        except OSError as error:
            return self._explain_error(place, error)

    def _why_refused(self, target: str) -> Missing | None:
        if not f"{target}/".startswith(self._prefix):
            return LEAVES
        return INTERNAL if is_internal(target.removeprefix(self._prefix)) else None

    def _explain_error(self, place: str, error: OSError) -> Content:
        if error.errno in _ABSENT:
            return next(
                (inside_submodule(name) for name in self._absent_submodules if place.startswith(f"{name}/")), NO_FILE
            )
        if error.errno == errno.ENAMETOOLONG:
            return BAD_NAME
        return NOT_A_FILE if error.errno in (errno.ENXIO, errno.ELOOP) else UNREADABLE

    @property
    def around(self) -> Around:
        return self._around

    @cached_property
    def _around(self) -> Around:
        return Surroundings(self._root)

    @cached_property
    def _absent_submodules(self) -> list[str]:
        try:
            listed = _SUBMODULE.findall(Path(self._prefix, ".gitmodules").read_text("utf-8", errors="replace"))
        except OSError:
            return []
        return [name for name in listed if not os.path.lexists(f"{self._prefix}{name}/.git")]

    @cached_property
    def _names(self) -> PathIndex:
        return PathIndex(_walk_files(self._prefix))


def _is_link(full: str) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(full).st_mode)
    except OSError:
        return False


def _read_file(full: str) -> Content:
    """Raises: OSError, with ELOOP if it is a link."""
    handle = os.open(full, _FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return DIRECTORY if stat.S_ISDIR(status.st_mode) else NOT_A_FILE
        if status.st_size > MAX_BYTES:
            return too_large(status.st_size)
        return parse_content(_read_bytes(handle, status.st_size))
    finally:
        os.close(handle)


def _read_bytes(handle: int, size: int) -> bytes:
    """All of the file, of which `size` bytes are expected; some systems say 0 for files that they make up."""
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data
    parts = [data]
    while len(data) and sum(map(len, parts)) <= MAX_BYTES:
        data = os.read(handle, 1024 * 1024)
        parts.append(data)
    return b"".join(parts)


def _walk_files(prefix: str) -> Iterator[str]:
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.scandir(prefix + folder))
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED:
                    folders.append(f"{folder}{entry.name}/")
            elif entry.is_file(follow_symlinks=False):
                yield folder + entry.name
