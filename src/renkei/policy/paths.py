"""Paths as a policy names them: where a word leads to, and which patterns hold for it. Pure; on the path of a hook."""

import posixpath
from collections.abc import Iterable
from functools import cache
from typing import Final


def locate(path: str, folder: str, root: str) -> str:
    """A path that stands in a call, from the project's folder on; one outside it is absolute, or begins with `~`.

    Only the text is looked at: what links lead to, the caller has to have found out.
    """
    if path.startswith("~"):
        return posixpath.normpath(path)
    found = "/" + posixpath.normpath(posixpath.join("/", root, folder, path)).lstrip("/")
    base = "/" + posixpath.normpath(posixpath.join("/", root)).lstrip("/")
    if found == base:
        return "."
    return found.removeprefix(base if base == "/" else f"{base}/")


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern of the policy holds for a path, in whatever case: some file systems make no difference."""
    return matches_any((pattern,), path)


def matches_any(patterns: Iterable[str], path: str) -> bool:
    parts = path.casefold().strip("/").split("/")
    return any(_match_pattern(pattern, parts) for pattern in patterns)


def _match_pattern(pattern: str, parts: list[str]) -> bool:
    first, forms = _pattern_forms(pattern)
    return (first == "" or first in parts) and any(_match_parts(wanted, parts) for wanted in forms)


def is_around(pattern: str, path: str) -> bool:
    """Whether what a pattern names can stand in the folder at this path: who removes the folder removes that, too."""
    parts = [part for part in path.casefold().strip("/").split("/") if part not in ("", ".")]
    first = pattern.startswith("/")
    wanted = pattern.casefold().strip("/").split("/")
    if not parts:
        return True
    return any(
        _match_parts(wanted[:length], parts[-length:])
        for length in range(1, min(len(wanted), len(parts) + 1))
        if not first or length == len(parts)
    )


def could_be(glob: str, pattern: str) -> bool:
    """Whether a word with wildcards of the shell can stand for a path that a pattern names, or for a folder of it."""
    wanted = pattern.casefold().strip("/").split("/")
    parts = [_without_classes(part) for part in glob.casefold().strip("/").split("/") if part not in ("", ".")]
    starts = range(len(parts)) if not pattern.startswith("/") else range(min(1, len(parts)))
    return any(_overlap(parts[start:], wanted) for start in starts)


def _without_classes(name: str) -> str:
    """`[a-z]` as `?`."""
    begin, end = name.find("["), name.rfind("]")
    return f"{name[:begin]}?{name[end + 1 :]}" if 0 <= begin < end else name


def _overlap(parts: list[str], wanted: list[str]) -> bool:
    """Compared name by name as far as both go. Between two wildcards the answer is yes."""
    return all(
        _match_name(part, name) or _match_name(name, part) or (_is_wild(part) and _is_wild(name))
        for part, name in zip(parts, wanted, strict=False)
    ) and any(_is_wild(part) for part in parts[: len(wanted)])


_WILD: Final = "*?["


def _is_wild(name: str) -> bool:
    return any(each in name for each in _WILD)


@cache
def _pattern_forms(pattern: str) -> tuple[str, list[list[str]]]:
    """A name that has to be in the path, if there is one; then the pattern name by name: a folder with all that is in
    it, and the folder itself."""
    parts = pattern.casefold().strip("/").split("/")
    first = next((part for part in parts if not _is_wild(part)), "")
    if not pattern.startswith("/"):
        parts = ["**", *parts]
    return first, [parts, [*parts, "**"]] if pattern.endswith("/") else [parts]


def _match_parts(wanted: list[str], parts: list[str]) -> bool:
    if not wanted:
        return not parts
    if wanted[0] == "**":
        return any(_match_parts(wanted[1:], parts[skipped:]) for skipped in range(len(parts) + 1))
    return bool(parts) and _match_name(wanted[0], parts[0]) and _match_parts(wanted[1:], parts[1:])


def _match_name(pattern: str, name: str) -> bool:
    """`*` for any characters and `?` for one, within a name; without `re`, which would compile each at every call."""
    at, star, resumed, in_pattern = 0, -1, 0, 0
    while at < len(name):
        if in_pattern < len(pattern) and pattern[in_pattern] == "*":
            star, resumed = in_pattern, at
            in_pattern += 1
        elif in_pattern < len(pattern) and pattern[in_pattern] in ("?", name[at]):
            at, in_pattern = at + 1, in_pattern + 1
        elif star >= 0:
            resumed += 1
            at, in_pattern = resumed, star + 1
        else:
            return False
    return all(each == "*" for each in pattern[in_pattern:])
