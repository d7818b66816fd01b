"""Where a written path lies: inside the tree, as its plain relative path, or why it may not be looked at."""

from typing import Final

from renkei import lazy_re as re
from renkei.reports.tree.content import BAD_NAME, INTERNAL, LEAVES, NO_FILE, Missing

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
