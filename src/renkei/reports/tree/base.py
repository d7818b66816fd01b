"""The seam: what the checker needs of a tree."""

from collections.abc import Iterable
from typing import Protocol

from renkei.reports.tree.around import Around
from renkei.reports.tree.content import Content
from renkei.reports.tree.names import PathIndex


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
