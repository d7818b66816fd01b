"""The names of all files of a tree, to say which one may have been meant."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

MAX_SIMILAR: Final = 3


class Names:
    """An index by last part, blind to case."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        for path in paths:
            self._by_name.setdefault(path.rpartition("/")[2].casefold(), []).append(path)

    def similar(self, path: str) -> tuple[str, ...]:
        """Files of the same name, those first that share more of the path."""
        wanted = path.casefold()
        same = [each for each in self._by_name.get(wanted.rpartition("/")[2], []) if each.isprintable()]
        ranked = sorted(same, key=lambda each: (-_common_parts(each.casefold(), wanted), len(each), each))
        return tuple(ranked[:MAX_SIMILAR])


def _common_parts(left: str, right: str) -> int:
    """How many parts two paths share, counted from the end."""
    pairs = zip(reversed(left.split("/")), reversed(right.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
