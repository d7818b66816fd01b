"""What binds is not changed by a commit that came while an agent was at work in a client (DEC-52): whoever made it, a
person has to accept it. Standard library only while nothing has moved: hooks look at every tool call.
"""

import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from renkei.binding.texts import CONFIG, FILES, PYPROJECT, binding_part
from renkei.files import read_regular
from renkei.lazy import lazy
from renkei.setup.hook_settings import HOOK_SETTINGS, OFF

if TYPE_CHECKING:
    from renkei.binding import commits
    from renkei.binding.disowned import disown, read_disowned
    from renkei.git import call_git, find_place
else:
    commits = lazy("renkei.binding.commits")
    disown, read_disowned = lazy("renkei.binding.disowned:disown"), lazy("renkei.binding.disowned:read_disowned")
    call_git, find_place = lazy("renkei.git:call_git"), lazy("renkei.git:find_place")

_AGENTS: Final = ".claude/agents"
_PATHS: Final = (*FILES.values(), PYPROJECT, CONFIG, HOOK_SETTINGS, OFF, _AGENTS)
_LONGEST: Final = 8 * 1024 * 1024


def read_head(project: Path) -> str:
    """The commit that is checked out; empty where there is none. From git's own files: git would cost a process."""
    own, common = _git_folders(project)
    if own is None:
        return ""
    try:
        head = _read(own / "HEAD")
        if not head.startswith("ref: "):
            return head
        return _read_ref(common, head.removeprefix("ref: "))
    except (OSError, ValueError):
        return _ask_head(project)


def stamp_refs(project: Path) -> str:
    """Another one after a branch, a tag or a remote's branch was made, moved or removed. A folder has another time
    then, for git writes a ref beside its place first."""
    own, common = _git_folders(project)
    if own is None:
        return ""
    places = [common / "packed-refs", common / "reftable"]
    for kind in ("heads", "remotes", "tags"):
        places += [Path(folder) for folder, _, _ in os.walk(common / "refs" / kind)]
    return f"{zlib.crc32(' '.join(map(_time_of, places)).encode()):08x}"


def _time_of(place: Path) -> str:
    try:
        return str(place.stat().st_mtime_ns)
    except OSError:
        return "-"


def _git_folders(project: Path) -> tuple[Path | None, Path]:
    """Git's folder for the work tree around a project, and the one that all its work trees share."""
    git = next((place / ".git" for place in (project, *project.parents) if (place / ".git").exists()), None)
    if git is None or git.is_dir():
        return git, git or project
    try:
        own = git.parent / _read(git).removeprefix("gitdir:").strip()
        shared = own / "commondir"
        return own, own / _read(shared) if shared.exists() else own
    except (OSError, ValueError):
        return git, git


def _read(path: Path) -> str:
    return read_regular(path, _LONGEST).decode().strip()


def _read_ref(git: Path, name: str) -> str:
    try:
        return _read(git / name)
    except FileNotFoundError:
        if (git / "reftable").exists():
            raise
    try:
        lines = _read(git / "packed-refs").splitlines()
    except FileNotFoundError:
        return ""
    return next((line.partition(" ")[0] for line in lines if line.endswith(f" {name}")), "")


def _ask_head(project: Path) -> str:
    """Where refs are in another form."""
    if find_place(project) is None:
        return ""
    done = call_git(project, "rev-parse", "--verify", "--quiet", "HEAD")
    return done.stdout.decode().strip() if done.returncode == 0 else ""


def list_tips(project: Path) -> list[str]:
    """What every branch and tag names now. Raises: OSError, GitFailed."""
    done = call_git(project, "for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes", "refs/tags")
    return list(dict.fromkeys(done.stdout.decode().split())) if done.returncode == 0 else []


def disown_commits(project: Path, known: Sequence[str]) -> bool:
    """Keeps that what is checked out now, or what a branch names, says other of what binds than what counted when the
    work began, and that no person said so; whether something was found. What was there before, by the tips that are
    known, no agent has made.

    Args:
        known: the commit that was checked out first, then all that branches and tags named; all empty without a commit.

    Raises: OSError, GitFailed.
    """
    first, found = known[0] if known else "", list[str]()
    for tip in dict.fromkeys(["HEAD", *list_tips(project)]):
        if tip not in known:
            found += _foreign_commits(project, tip, first, known)
    if found:
        disown(project, dict.fromkeys(found))
    return bool(found)


def _foreign_commits(project: Path, tip: str, first: str, known: Iterable[str]) -> Iterator[str]:
    """The commits of a branch that say other of what binds than what counted first."""
    paths = list(_changed_paths(project, first, tip))
    made = _commits_since(project, tip, known) if paths else ()
    disowned = read_disowned(project) if made else frozenset[str]()
    for path in paths if made else ():
        trusted = _counted_part(project, path, first)
        for commit in commits.list_commits(project, path, tip, disowned):
            if commit not in made or binding_part(path, commits.data_at(project, commit, path)) == trusted:
                break
            yield commit


def _commits_since(project: Path, tip: str, known: Iterable[str]) -> frozenset[str]:
    wanted = "".join(f"^{each}\n" for each in known if each)
    done = call_git(project, "rev-list", "--ignore-missing", "--stdin", input=f"{tip}\n{wanted}".encode())
    return frozenset(done.stdout.decode().split())


def _counted_part(project: Path, path: str, before: str) -> object:
    """What bound there by a person's word."""
    commit = commits.find_commit(project, path, before) if before else None
    return binding_part(path, commits.data_at(project, commit, path) if commit else None)


class ChangedFile(NamedTuple):
    """A file that says other of what binds than before, and the newest commit of it."""

    path: str
    commit: str


def find_arrived(project: Path, before: str) -> list[ChangedFile]:
    """What is checked out now and says other of what binds than a commit before; of a commit that is gone, nothing."""
    return [
        ChangedFile(path, commit[:_SHORT])
        for path in find_changed(project, before)
        if (commit := commits.find_commit(project, path))
    ]


_SHORT: Final = 10


def find_changed(project: Path, commit: str) -> list[str]:
    """The files of which another commit says other of what binds than the one that is checked out."""
    if commit in ("HEAD", "@") or commit.startswith("-"):
        return []
    return [
        path
        for path in _changed_paths(project, commit)
        if binding_part(path, commits.data_at(project, commit, path))
        != binding_part(path, commits.data_at(project, "HEAD", path))
    ]


def _changed_paths(project: Path, before: str, after: str = "HEAD") -> Iterator[str]:
    """The files that hold what binds, and differ."""
    words = ("diff-tree", "-r", "-z", "--name-only", "--relative", before, after) if before else (
        "ls-tree", "-r", "-z", "--name-only", after)  # fmt: skip
    done = call_git(project, *words, "--", *_PATHS)
    return (path for path in done.stdout.decode(errors="surrogateescape").split("\0") if path)
