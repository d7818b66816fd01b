"""Which project a hook is about, what it was set up with, and which work tree an agent in a folder works on.

Found by files alone: git itself would cost a process at every call of a tool. Standard library only.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.binding import effective_settings, has_record
from renkei.entrypoints.hook_clients import Client
from renkei.entrypoints.hook_input import HookInput, Input
from renkei.files import has_git, read_regular
from renkei.lazy import lazy
from renkei.sentence import Sentence
from renkei.setup.hook_settings import HOOK_SETTINGS

if TYPE_CHECKING:
    from renkei.tracked import is_tracked
else:
    is_tracked = lazy("renkei.tracked:is_tracked")


def find_project(event: Input, named: str | None) -> tuple[Path, Input | None]:
    """The project, and what it was set up with: the one that the client names, else the one that it calls us in.

    The folder of an event comes last: an agent chooses where it works, and makes repositories there.
    """
    if named:
        project = project_of(Path(named))
        settings = find_settings(project)
        if settings is not None or Path(named).is_dir():
            return project, settings
    own = project_of(Path())
    for project in (own, *_projects_above(Path()), *_projects_above(Path(event.get("cwd") or "."))):
        if (settings := find_settings(project)) is not None:
            return project, settings
    return own, None


def _projects_above(folder: Path) -> list[Path]:
    """The projects around a folder that were set up, the outermost first: a repository inside of one, a submodule say,
    is part of it."""
    try:
        folder = folder.resolve()
        places = [each for each in (folder, *folder.parents) if (each / ".git").exists() or _is_set_up(each)]
    except (OSError, RuntimeError):
        return []
    return [project for each in reversed(places) if _is_set_up(project := project_of(each))]


def find_settings(project: Path) -> Input | None:
    """What holds for a project's hooks, with what the person is told of files that say otherwise (DEC-52)."""
    found = effective_settings(project, os.environ)
    return None if found is None else {**found[0], "notices": found[1]}


def check_store(project: Path, store: Path) -> None:
    """Settings that came with the repository lead to no store outside of it."""
    if not store.resolve().is_relative_to(project) and is_tracked(project, HOOK_SETTINGS):
        raise PermissionError(f"{HOOK_SETTINGS} is committed and names a store outside the project: {store}")


def leave_out_unreachable(client: Client, given: HookInput, named: str | None) -> tuple[HookInput, str | None]:
    """Without the folders that cannot be looked at: of what is there nothing can be said."""
    event, problems = given
    folders = {"cwd": event.get("cwd"), client.project_variable: named}
    reasons = {name: reason for name, folder in folders.items() if folder and (reason := _why_unreachable(folder))}
    if not reasons:
        return given, named
    rest = {name: value for name, value in event.items() if name not in reasons}
    found = [_unreachable(name, reason) for name, reason in reasons.items()]
    return HookInput(rest, [*problems, *found]), None if client.project_variable in reasons else named


def _unreachable(name: str, reason: str) -> Sentence:
    return Sentence("{name} cannot be looked at: {reason}; go to a folder of the project", name=name, reason=reason)


def _why_unreachable(folder: str) -> str | None:
    """A name that is too long, links in a circle, a folder that may not be searched; one that is gone is none of it."""
    try:
        (Path(folder).resolve() / HOOK_SETTINGS).stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return error.strerror
    except (RuntimeError, ValueError) as error:
        return str(error)
    return None


def project_of(folder: Path) -> Path:
    """The folder that was set up: this one, else the main work tree, which all linked ones share."""
    folder = folder.resolve()
    return folder if _is_set_up(folder) else main_work_tree_of(folder)


def _is_set_up(folder: Path) -> bool:
    return (folder / HOOK_SETTINGS).exists() or has_record(folder, os.environ)


def main_work_tree_of(folder: Path) -> Path:
    """A linked work tree's `.git` leads to the common folder."""
    tree = work_tree_of(folder)
    common = common_folder_of(tree) if (tree / ".git").is_file() else None
    return common.parent if common and common.name == ".git" else tree


def work_tree_of(folder: Path) -> Path:
    """The work tree around a folder, found by its `.git` (git itself would cost a process per tool call)."""
    folder = folder.resolve()
    return next((place for place in (folder, *folder.parents) if has_git(place)), folder)


def tree_of(folder: str | None, project: Path) -> Path:
    """The code that an agent in this folder works on (DEC-43): the project, or a linked work tree of it.

    Any other repository that its folder happens to be in, or one that cannot be looked at, is not what its result is
    about.
    """
    try:
        own, tree = work_tree_of(project), work_tree_of(Path(folder or "."))
    except (OSError, RuntimeError, ValueError):
        return project
    common = common_folder_of(own)
    if tree == own or common is None or common_folder_of(tree) != common:
        return project
    part = tree / project.relative_to(own)
    return part if part.is_dir() else project


def common_folder_of(tree: Path) -> Path | None:
    """The git folder that the linked work trees of a repository share; None for what only says that it is one."""
    git = tree / ".git"
    if git.is_dir():
        return git.resolve()
    try:
        own = (tree / _read_text(git).removeprefix("gitdir:").strip()).resolve()
        if not (own / "commondir").is_file():
            return own  # a submodule: a repository of its own
        points_back = (own / _read_text(own / "gitdir").strip()).resolve() == git.resolve()
        return (own / _read_text(own / "commondir").strip()).resolve() if points_back else None
    except (OSError, ValueError):
        return None


def _read_text(path: Path) -> str:
    return read_regular(path, _LONGEST_POINTER).decode()


_LONGEST_POINTER = 100_000
"""A `.git` that is a file names a folder."""
