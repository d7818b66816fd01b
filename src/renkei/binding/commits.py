"""What a commit holds that neither a run nor an agent in a client made counts as a person's (DEC-52)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from renkei.binding.disowned import read_disowned
from renkei.binding.texts import read_bytes
from renkei.git import GitFailed, call_git
from renkei.git.places import MERGED_REFS
from renkei.tracked import is_tracked

_MOST: Final = 200
"""How many commits of a file are looked through for one that no run made."""
_RUN_COMMIT: Final = re.compile(r"^Run: \S+\nTask: \S", re.MULTILINE)
"""How a run's own commits end."""


class Committed(NamedTuple):
    data: bytes | None
    """None: that commit took the file away."""


def is_committed(project: Path, path: str) -> bool:
    """Whether a file is as a person committed it."""
    return is_tracked(project, path) and find_committed(project, path) == Committed(read_bytes(project / path))


def find_committed(project: Path, path: str) -> Committed | None:
    """A file as the newest commit of it holds it that a person made; None where there is none."""
    commit = find_commit(project, path)
    return None if commit is None else Committed(data_at(project, commit, path))


def data_at(project: Path, commit: str, path: str) -> bytes | None:
    """A file as a commit holds it; None where it does not."""
    return _ask(project, "cat-file", "blob", f"{commit}:./{path}")


def find_commit(project: Path, path: str, at: str = "HEAD") -> str | None:
    """The newest commit of a file that a person made."""
    try:
        disowned = read_disowned(project)
    except (OSError, ValueError):  # somebody has broken the list: then no commit is known to be a person's
        return None
    return next(list_commits(project, path, at, disowned), None)


def list_commits(project: Path, path: str, at: str, left_out: frozenset[str]) -> Iterator[str]:
    """The commits of a file that no run made, the newest first."""
    listed = _ask(project, "log", "-z", f"--max-count={_MOST}", "--format=%H%n%B", at, "--", path)
    merges = _merges_of_runs(project) if listed else frozenset[str]()
    for entry in (listed or b"").decode(errors="replace").split("\0"):
        commit, _, message = entry.partition("\n")
        if commit and commit not in merges and commit not in left_out and not _RUN_COMMIT.search(message):
            yield commit


def _merges_of_runs(project: Path) -> frozenset[str]:
    """The commits by which runs were brought in: git remembers them, whatever became of the store."""
    listed = _ask(project, "for-each-ref", "--format=%(objectname)", MERGED_REFS)
    return frozenset((listed or b"").decode().split())


def _ask(project: Path, *words: str) -> bytes | None:
    try:
        done = call_git(project, *words)
    except (OSError, GitFailed):
        return None
    return done.stdout if done.returncode == 0 else None
