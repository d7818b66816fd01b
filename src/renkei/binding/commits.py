"""What a commit holds that neither a run nor an agent in a client made counts as a person's (DEC-52)."""

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


BY_AGENTS: Final = "refs/renkei/agents/"
"""Commits that came while an agent was at work in a client, and change what binds."""


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
    listed = _ask(project, "log", "-z", f"--max-count={_MOST}", "--format=%H%n%B", at, "--", path)
    if not listed:
        return None
    others = _others_commits(project)
    for entry in listed.decode(errors="replace").split("\0"):
        commit, _, message = entry.partition("\n")
        if commit and commit not in others and not _RUN_COMMIT.search(message):
            return commit
    return None


def _others_commits(project: Path) -> frozenset[str]:
    """The commits by which runs were brought in, and those of agents: git remembers them, whatever became of the
    store."""
    listed = _ask(project, "for-each-ref", "--format=%(objectname)", MARKS, BY_AGENTS)
    return frozenset((listed or b"").decode().split())


def _ask(project: Path, *words: str) -> bytes | None:
    try:
        done = call_git(project, *words)
    except (OSError, GitFailed):
        return None
    return done.stdout if done.returncode == 0 else None
