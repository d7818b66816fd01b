"""What clients send, read without trust: whatever is not of the form that it should have is empty."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

Event = Mapping[str, Any]


def as_object(found: Any) -> Event:
    """The object, or an empty one for whatever else a client sends."""
    return cast(Event, found) if isinstance(found, dict) else {}


def as_objects(found: Any) -> list[Event]:
    return [cast(Event, each) for each in as_list(found) if isinstance(each, dict)]


def as_list(found: Any) -> Sequence[Any]:
    return cast(list[Any], found) if isinstance(found, list) else ()


def relative_path(folder: Path, written: str) -> str:
    """The path within a folder, which is resolved; else where it really is."""
    try:
        full = (folder / written).resolve()
    except (OSError, RuntimeError, ValueError):
        return written
    return full.relative_to(folder).as_posix() if full.is_relative_to(folder) else str(full)


def is_inside(folder: Path, written: str) -> bool:
    """Whether a file is in a work tree, and no part of git's own."""
    path = relative_path(folder, written)
    return not Path(path).is_absolute() and path.casefold() != ".git"
