"""Paths in a tree: where a written one lies, and which file may have been meant."""

from collections.abc import Iterable
from functools import cached_property
from itertools import islice, pairwise, takewhile
from typing import Final

from renkei import lazy_re as re
from renkei.reports.tree.content import BAD_NAME, INTERNAL, LEAVES, NO_FILE, Missing

MAX_SIMILAR: Final = 3
MAX_NAMES: Final = 100_000
"""Files that are looked at: a repository of a million is not walked for a hint."""

MAX_COMPARED: Final = 300
"""Files of one name that are compared: some repositories have a hundred thousand `index.ts`."""


class PathIndex:
    """An index by last part, blind to case. `limit` is how many files were looked at, if there are more."""

    def __init__(self, paths: Iterable[str], most: int = MAX_NAMES) -> None:
        self._by_name: dict[str, list[str]] = {}
        rest = iter(paths)
        for path in islice(rest, most):
            self._by_name.setdefault(path.rpartition("/")[2].casefold(), []).append(path)
        self.limit: Final = None if next(rest, None) is None else most

    def find_by_tail(self, path: str) -> tuple[str, ...]:
        """Files whose whole tail this is, in the same case."""
        named = self._by_name.get(path.rpartition("/")[2].casefold(), [])[:MAX_COMPARED]
        return tuple(each for each in named if each.endswith(f"/{path}"))

    def holds_folders(self, outer: str, inner: str) -> bool:
        """Whether a folder of the one name holds one of the other, anywhere."""
        return (outer, inner) in self._folder_pairs

    def has_folder(self, name: str) -> bool:
        """Whether a folder of this name is there, anywhere, in whatever case."""
        return name.casefold() in self._folders

    @cached_property
    def _folders(self) -> frozenset[str]:
        folders = {path.rpartition("/")[0] for paths in self._by_name.values() for path in paths}
        return frozenset(part.casefold() for folder in folders for part in folder.split("/"))

    @cached_property
    def _folder_pairs(self) -> frozenset[tuple[str, str]]:
        folders = {path.rpartition("/")[0] for paths in self._by_name.values() for path in paths}
        return frozenset(pair for folder in folders for pair in pairwise(folder.split("/")))

    def matches_glob(self, pattern: str) -> bool:
        """Whether some file is meant by a pattern such as `src/**/*.py`."""
        wanted = re.compile(_as_expression(pattern))
        return any(wanted.fullmatch(path) for paths in self._by_name.values() for path in paths)

    def find_similar(self, path: str) -> tuple[str, ...]:
        """Files of the same name, those first that share more of the path."""
        wanted = path.casefold()
        named = self._by_name.get(wanted.rpartition("/")[2], [])[:MAX_COMPARED]
        same = [each for each in named if each.isprintable()]
        ranked = sorted(same, key=lambda each: (-_common_parts(each.casefold(), wanted), len(each), each))
        return tuple(ranked[:MAX_SIMILAR])


def _as_expression(pattern: str) -> str:
    """A glob as a regular expression: `*` stays in its folder, `**` does not."""
    pieces = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return "".join(pieces.get(part, re.escape(part)) for part in parts)


def _common_parts(left: str, right: str) -> int:
    """How many parts two paths share, counted from the end."""
    pairs = zip(reversed(left.split("/")), reversed(right.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


# Where a written path lies: inside the tree, as its plain relative path, or why it may not be looked at.


_PLAIN: Final = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*", re.ASCII)
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_DRIVE: Final = re.compile(r"[A-Za-z]:[/\\]")


def locate(path: str, roots: tuple[str, ...]) -> str | Missing:
    """The path relative to the tree. An absolute path under one of the `roots` is taken as relative to it."""
    if _PLAIN.fullmatch(path):
        return path
    if _CONTROL.search(path):
        return BAD_NAME
    return _normalize_path(path, roots)


def is_internal(relative: str) -> bool:
    """Whether it is in git's own folder, also of a repository inside of this one."""
    return any(part.casefold() == ".git" for part in relative.split("/"))


def _normalize_path(path: str, roots: tuple[str, ...]) -> str | Missing:
    if path.startswith("/"):
        inside = next((path.removeprefix(root) for root in roots if path.startswith(f"{root.rstrip('/')}/")), None)
        if inside is None:
            return LEAVES
        path = inside
    elif _DRIVE.match(path):
        return LEAVES
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return LEAVES
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    relative = "/".join(parts)
    if not relative:
        return NO_FILE
    return INTERNAL if is_internal(relative) else relative
