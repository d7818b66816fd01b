"""Which files a read or a search of the lead goes over, as they are on disk now (LEAD-2, LEAD-11). What cannot be
counted is none, never nothing: the ruling takes it for too many."""

import os
from collections.abc import Iterable, Iterator
from glob import iglob
from itertools import islice
from pathlib import Path
from typing import Final

from renkei.policy.paths import expand_braces, matches_any, without_classes
from renkei.policy.shell_parts import UNKNOWN_FOLDER
from renkei.policy.touches import Search, Span

_MOST_NAMED: Final = 50
"""Files that a pattern is followed up to; every limit is far below."""
_LEFT_OUT: Final = (".git", "node_modules", ".renkei")
"""What git leaves out, a search of a client leaves out, too: these at least."""


def place_of(tree: Path, path: str) -> Path | None:
    """Where a path of a call is; None where only the shell knows that."""
    if path.startswith(f"{UNKNOWN_FOLDER}/"):
        return None
    full = os.path.expanduser(path)  # noqa: PTH111 - that of a Path raises where there is no such user
    return None if full.startswith("~") else tree / full


def files_named(tree: Path, reads: Iterable[Span]) -> dict[str, tuple[str, ...]]:
    """Of the reads that the shell turns into names: pattern -> the files that it stands for."""
    found: dict[str, tuple[str, ...]] = {}
    for each in reads:
        place = place_of(tree, each.path) if each.has_wildcards else None
        if place is not None:
            files = (os.path.relpath(path, tree) for path in _match_names(place) if not Path(path).is_dir())
            found[each.path] = tuple(islice(files, _MOST_NAMED))
    return found


def count_searched(tree: Path, searches: Iterable[Search], most: int | None) -> int | None:
    """How many files searches go over, counted a little further than the limit; None where that cannot be told."""
    limit, count = most or _MOST_NAMED, 0
    for search in searches:
        place = place_of(tree, search.path)
        if place is None:
            return None
        for _ in _files_of(place, search):
            count += 1
            if count > limit:
                return count
    return count


def _files_of(place: Path, search: Search) -> Iterator[Path]:
    for each in map(Path, _match_names(place)) if search.has_wildcards else (place,):
        if each.is_dir():
            yield from _files_below(each, search.glob) if search.deep else ()
        elif os.path.lexists(each):
            yield each


def _match_names(pattern: Path) -> Iterator[str]:
    """What the shell makes of a word, and rather more than less: a class of characters is any character."""
    parts = [without_classes(part) for part in str(pattern).split("/")]
    return iglob("/".join(parts), recursive=True)  # noqa: PTH207 - as a shell does, it leaves out what begins with a dot


def _files_below(place: Path, glob: str) -> Iterator[Path]:
    patterns = [without_classes(each) for each in expand_braces(glob)] if glob and glob[0] != "!" else ["**"]
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if name not in _LEFT_OUT]
        for name in files:
            path = Path(folder, name)
            if matches_any(patterns, path.relative_to(place).as_posix()):
                yield path
