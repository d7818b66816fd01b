"""Which guarded files a command reaches without naming them: in folders that it copies, or found by a search."""

import os
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from renkei.app.guard_state import read_text
from renkei.policy.paths import could_be, matches_any
from renkei.policy.tables import Policy
from renkei.policy.touches import Change, Found, Sweep, Touched


def brought_by(tree: Path, change: Change, policy: Policy) -> Iterable[str]:
    """The guarded files in folders that are copied. Of very many the first are looked at: what gets past is told, and
    binds nobody before a person accepts it."""
    for source, target in change.brings:
        if target.startswith(("/", "~")):  # a copy elsewhere binds nobody here
            continue
        for folder, _, files in islice(os.walk(tree / source), _MOST_FOLDERS):
            for name in files:
                place = os.path.normpath(f"{target}/{os.path.relpath(folder, tree / source)}/{name}")
                if matches_any(policy.guarded, place) or _brings_table(Path(folder, name), place, policy):
                    yield place


_MOST_FOLDERS = 200
_MOST_FILES = 500


def guarded_files(tree: Path, policy: Policy, more: Iterable[str] = ()) -> Iterable[str]:
    """Those that are there, a few hundred of each folder at most; those outside of the tree by their whole path."""
    for pattern in policy.guarded:
        base = Path.home() if pattern.startswith("~/") else tree
        for found in islice(base.glob(pattern.removeprefix("~/").strip("/")), _MOST_FILES):
            yield from (_named_from(tree, path) for path in _files_in(found))
    for folder in more:
        yield from (_named_from(tree, path) for path in _files_in(Path(folder)))


def _files_in(place: Path) -> Iterable[Path]:
    inner = islice(place.rglob("*"), _MOST_FILES) if place.is_dir() else [place]
    return (path for path in inner if path.is_file())


def _named_from(tree: Path, path: Path) -> str:
    return path.relative_to(tree).as_posix() if path.is_relative_to(tree) else str(path)


def is_found(tree: Path, found: Found, path: str) -> bool:
    """Whether a search comes upon a file."""
    below = f"{os.path.normpath(tree / os.path.expanduser(found.path)).rstrip('/')}/"  # noqa: PTH111 - as it is written
    if not f"{tree / path}".startswith(below) or any(_is_found_as(path, each) for each in found.left_out):
        return False
    folders = [each.as_posix() for each in Path(path).parents if each.name]  # one that is found takes it along
    if found.names and not any(_is_found_as(place, each) for place in (path, *folders) for each in found.names):
        return False
    if not all(re.search(each, path, re.IGNORECASE) for each in found.kept):
        return False
    return found.text.replace("\\", "") in (read_text(tree / path) or "")


def is_reached(tree: Path, touched: Touched, path: str) -> bool:
    """Whether a call writes a file that it does not name: by a search, by git, by a pattern, in a folder."""
    return (
        any(_is_within(each, path) for each in touched.writes)
        or any(is_found(tree, each, path) for each in touched.finds)
        or any(_is_swept(each, path) for each in touched.sweeps)
        or any(_is_brought(tree, each, path) for change in touched.writes for each in change.brings)
    )


def _is_within(change: Change, path: str) -> bool:
    """In a folder that is removed, or among what a pattern stands for."""
    below = change.path == "." or path.startswith(f"{change.path}/")
    return (change.act == "remove" and below) or (change.has_wildcards and could_be(change.path, f"/{path}"))


def _is_swept(sweep: Sweep, path: str) -> bool:
    below = not sweep.paths or any(each == "." or f"{path}/".startswith(f"{each}/") for each in sweep.paths)
    return below and path not in sweep.left_out


def _is_brought(tree: Path, brought: tuple[str, str], path: str) -> bool:
    source, target = brought
    inner = path if target == "." else path.removeprefix(f"{target}/")
    return (target == "." or inner != path) and (tree / source / inner).exists()


def _is_found_as(path: str, name: str) -> bool:
    """By `-name`, or by `-path` as it is written from the place on; in whatever case, for there is `-iname`."""
    path, name = path.casefold(), name.casefold()
    return fnmatchcase(path.rpartition("/")[2], name) or fnmatchcase(f"./{path}", name) or fnmatchcase(path, name)


def _brings_table(file: Path, place: str, policy: Policy) -> bool:
    table = policy.guarded_tables.get(place.casefold())
    return table is not None and table.rpartition(".")[2] in (read_text(file) or "")
