"""The seam: what the checker needs of a tree."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from renkei.reports.tree.around import Around, FixedSurroundings
from renkei.reports.tree.content import DIRECTORY, NO_FILE, Content, Missing, parse_content
from renkei.reports.tree.paths import PathIndex, locate


class Tree(Protocol):
    """Files by their path relative to the root, with `/` between the parts."""

    def load(self, paths: Iterable[str], /) -> None:
        """Get ready to read these, where many at once are cheaper than one by one."""
        ...

    def read(self, path: str, /) -> Content:
        """What is there: its lines, or why there are none. Each file is read once."""
        ...

    def has(self, path: str, /) -> bool:
        """Whether it is a file of this tree."""
        ...

    def names(self) -> PathIndex:
        """The names of its files, to say which one may have been meant by a path that is not there."""
        ...

    @property
    def around(self) -> Around:
        """What is no part of it, and tells something of a path that is not there."""
        ...


# A tree in memory: the twin of the others, for tests.


class MemoryTree:
    """Files given as path and bytes."""

    def __init__(self, files: Mapping[str, bytes], around: Around | None = None) -> None:
        self.around: Around = around or FixedSurroundings()
        self._files = {path: parse_content(data) for path, data in files.items()}
        self._names = PathIndex(files)
        self._folders = frozenset(path.rsplit("/", n)[0] for path in files for n in range(1, path.count("/") + 1))

    def load(self, paths: Iterable[str], /) -> None:
        pass

    def read(self, path: str, /) -> Content:
        place = locate(path, ())
        if isinstance(place, Missing):
            return place
        return self._files.get(place) or (DIRECTORY if place in self._folders else NO_FILE)

    def has(self, path: str, /) -> bool:
        return not isinstance(self.read(path), Missing)

    def names(self) -> PathIndex:
        return self._names
