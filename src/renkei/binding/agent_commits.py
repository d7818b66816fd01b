"""What binds is not changed by a commit that came while an agent was at work in a client (DEC-52): whoever made it, a
person has to accept it. Standard library only while nothing has moved: hooks look at every tool call.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from renkei.binding.texts import CONFIG, FILES, PYPROJECT, binding_part
from renkei.files import read_regular
from renkei.lazy import lazy
from renkei.setup.hook_settings import HOOK_SETTINGS, OFF

if TYPE_CHECKING:
    from renkei.binding import commits
    from renkei.git import call_git, find_place
else:
    commits = lazy("renkei.binding.commits")
    call_git, find_place = lazy("renkei.git:call_git"), lazy("renkei.git:find_place")

_AGENTS: Final = ".claude/agents"
_PATHS: Final = (*FILES.values(), PYPROJECT, CONFIG, HOOK_SETTINGS, OFF, _AGENTS)
_LONGEST: Final = 8 * 1024 * 1024


def read_head(project: Path) -> str:
    """The commit that is checked out; empty where there is none. From git's own files: git would cost a process."""
    git = project / ".git"
    try:
        head = _read(git / "HEAD")
    except (OSError, ValueError):
        return _ask_head(project)
    if not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ")
    try:
        return _read(git / name)
    except (OSError, ValueError):
        return _packed_head(git, name) or (_ask_head(project) if (git / "reftable").exists() else "")


def _read(path: Path) -> str:
    return read_regular(path, _LONGEST).decode().strip()


def _packed_head(git: Path, name: str) -> str:
    try:
        lines = _read(git / "packed-refs").splitlines()
    except (OSError, ValueError):
        return ""
    return next((line.partition(" ")[0] for line in lines if line.endswith(f" {name}")), "")


def _ask_head(project: Path) -> str:
    """A linked work tree, a folder within a repository, or refs in another form."""
    if find_place(project) is None:
        return ""
    done = call_git(project, "rev-parse", "--verify", "--quiet", "HEAD")
    return done.stdout.decode().strip() if done.returncode == 0 else ""


def list_tips(project: Path) -> list[str]:
    """What every branch and tag names now: commits that were there before. Raises: OSError, GitFailed."""
    done = call_git(project, "for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes", "refs/tags")
    return done.stdout.decode().split() if done.returncode == 0 else []


def disown_commits(project: Path, before: str, known: Iterable[str]) -> None:
    """Keeps that what is checked out now says other of what binds than what counted at the commit before, and that no
    person said so. What was there before, by the tips that are known, no agent has made.

    Raises: OSError, GitFailed.
    """
    made = _commits_since(project, known)
    for path in _paths_that_bind(project) if made else ():
        trusted = _counted_part(project, path, before)
        while (commit := commits.find_commit(project, path)) and commit in made:
            if binding_part(path, commits.data_at(project, commit, path)) == trusted:
                break
            call_git(project, "update-ref", f"{commits.BY_AGENTS}{commit}", commit)


def _commits_since(project: Path, known: Iterable[str]) -> frozenset[str]:
    wanted = "".join(f"^{each}\n" for each in known)
    done = call_git(project, "rev-list", "--ignore-missing", "--stdin", input=f"HEAD\n{wanted}".encode())
    return frozenset(done.stdout.decode().split())


def _counted_part(project: Path, path: str, before: str) -> object:
    """What bound there by a person's word."""
    commit = commits.find_commit(project, path, before) if before else None
    return binding_part(path, commits.data_at(project, commit, path) if commit else None)


def _paths_that_bind(project: Path) -> Iterator[str]:
    done = call_git(project, "ls-tree", "-r", "-z", "--name-only", "HEAD", "--", *_PATHS)
    listed = [path for path in done.stdout.decode(errors="surrogateescape").split("\0") if path]
    yield from dict.fromkeys([*listed, *FILES.values(), PYPROJECT, CONFIG, HOOK_SETTINGS, OFF])


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


def _changed_paths(project: Path, before: str) -> Iterator[str]:
    """The files that hold what binds, and differ."""
    words = ("diff-tree", "-r", "-z", "--name-only", "--relative", before, "HEAD") if before else (
        "ls-tree", "-r", "-z", "--name-only", "HEAD")  # fmt: skip
    done = call_git(project, *words, "--", *_PATHS)
    return (path for path in done.stdout.decode(errors="surrogateescape").split("\0") if path)
