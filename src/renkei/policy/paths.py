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


def has_tool(tools: tuple[str, ...], name: str) -> bool:
    """Whether a tool is among these, which may be beginnings that end with `*`."""
    return any(name == each or (each.endswith("*") and name.startswith(each[:-1])) for each in tools)


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern of the policy holds for a path, in whatever case: some file systems make no difference."""
    return matches_any((pattern,), path)


def matches_any(patterns: Iterable[str], path: str) -> bool:
    parts = path.casefold().strip("/").split("/")
    return any(_match_pattern(pattern, parts) for pattern in patterns if _is_at_home(pattern) <= is_outside(path))


def is_outside(path: str) -> bool:
    return path.startswith(("/", "~"))


def _is_at_home(pattern: str) -> bool:
    """`~/` at the beginning: in whoever's home folder, and not in the project."""
    return pattern.startswith("~/")


def _match_pattern(pattern: str, parts: list[str]) -> bool:
    first, forms = _pattern_forms(pattern)
    return (first == "" or first in parts) and any(_match_parts(wanted, parts) for wanted in forms)


def is_around(pattern: str, path: str) -> bool:
    """Whether what a pattern names can stand in the folder at this path: who removes the folder removes that, too."""
    parts = [part for part in path.casefold().strip("/").split("/") if part not in ("", ".")]
    first = pattern.startswith("/")
    wanted = pattern.removeprefix("~/").casefold().strip("/").split("/")
    if _is_at_home(pattern) and not is_outside(path):
        return False
    if not parts:
        return True
    return any(
        _match_parts(wanted[:length], parts[-length:])
        for length in range(1, min(len(wanted), len(parts) + 1))
        if not first or length == len(parts)
    )


def could_be(glob: str, pattern: str, *, as_folder: bool = True) -> bool:
    """Whether a word with wildcards of the shell can stand for a path that a pattern names, or for a folder of it."""
    if _is_at_home(pattern) and not is_outside(glob):
        return False
    wanted = pattern.removeprefix("~/").casefold().strip("/").split("/")
    forms = expand_braces(glob.casefold())
    return any(_could_be(each, pattern, wanted, as_folder=as_folder) for each in forms)


def _could_be(glob: str, pattern: str, wanted: list[str], *, as_folder: bool) -> bool:
    parts = [without_classes(part) for part in glob.strip("/").split("/") if part not in ("", ".")]
    starts = range(len(parts)) if not pattern.startswith("/") else range(min(1, len(parts)))
    return any(_overlap(parts[start:], wanted) for start in starts if as_folder or len(parts) - start >= len(wanted))


MOST_FORMS: Final = 64


def expand_braces(glob: str) -> list[str]:
    """What `{a,b}` stands for; of too many, or of a range, a wildcard."""
    done, waiting = list[str](), [glob]
    while waiting and len(done) + len(waiting) < MOST_FORMS:
        each = waiting.pop()
        end = each.find("}")
        begin = each.rfind("{", 0, max(end, 0))
        if begin < 0:
            done.append(each)
            continue
        inner = each[begin + 1 : end].split(",")
        waiting += [f"{each[:begin]}{one}{each[end + 1 :]}" for one in (inner if len(inner) > 1 else ["*"])]
    return [*done, *(f"{each.partition('{')[0]}*" for each in waiting)]


def without_classes(name: str) -> str:
    """`[a-z]` as `?`."""
    begin, end = name.find("["), name.rfind("]")
    return f"{name[:begin]}?{name[end + 1 :]}" if 0 <= begin < end else name


def _overlap(parts: list[str], wanted: list[str]) -> bool:
    """Compared name by name as far as both go."""
    return all(_finds_name(part, name) for part, name in zip(parts, wanted, strict=False))


def _finds_name(part: str, name: str) -> bool:
    """Between two wildcards the answer is yes; a name that begins with a dot is found by what begins with one."""
    if name[:1] == "." and part[:1] != ".":
        return False
    return _match_name(part, name) or _match_name(name, part) or (_is_wild(part) and _is_wild(name))


_WILD: Final = "*?["


def _is_wild(name: str) -> bool:
    return any(each in name for each in _WILD)


@cache
def _pattern_forms(pattern: str) -> tuple[str, list[list[str]]]:
    """A name that has to be in the path, if there is one; then the pattern name by name: a folder with all that is in
    it, and the folder itself."""
    parts = pattern.removeprefix("~/").casefold().strip("/").split("/")
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
