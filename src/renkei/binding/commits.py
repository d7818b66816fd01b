"""What a commit that no run made holds counts as a person's (DEC-52)."""

import re
from pathlib import Path
from typing import Final, NamedTuple

from renkei.binding.texts import read_bytes
from renkei.git import GitFailed, call_git
from renkei.tracked import is_tracked
from renkei.workspace.merging import MARKS

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
    """A file as the newest commit of it holds it that no run made; None where there is none."""
    commit = _find_commit(project, path)
    if commit is None:
        return None
    shown = _ask(project, "cat-file", "blob", f"{commit}:./{path}")
    return Committed(shown)


def _find_commit(project: Path, path: str) -> str | None:
    listed = _ask(project, "log", "-z", f"--max-count={_MOST}", "--format=%H%n%B", "HEAD", "--", path)
    if not listed:
        return None
    merges = _merges_of_runs(project)
    for entry in listed.decode(errors="replace").split("\0"):
        commit, _, message = entry.partition("\n")
        if commit and commit not in merges and not _RUN_COMMIT.search(message):
            return commit
    return None


def _merges_of_runs(project: Path) -> frozenset[str]:
    """The commits by which runs were brought in: git remembers them, whatever became of the store."""
    return frozenset((_ask(project, "for-each-ref", "--format=%(objectname)", MARKS) or b"").decode().split())


def _ask(project: Path, *words: str) -> bytes | None:
    try:
        done = call_git(project, *words)
    except (OSError, GitFailed):
        return None
    return done.stdout if done.returncode == 0 else None
