"""Which files of clients a command of git would take away, or bring in other than they are: who takes the hooks out of
a client's settings ends every guard (DEC-52)."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from renkei.files import read_regular
from renkei.git import GitFailed, call_git
from renkei.policy.paths import matches_any
from renkei.policy.tables import Policy
from renkei.policy.touches import Arrival, Sweep

_FOLDERS: Final = (".claude", ".codex", ".gemini", ".mcp.json", ".renkei")
"""Where clients and hooks have what they go by."""
_LONGEST: Final = 1024 * 1024
_MOST_TOLD: Final = 500


def find_swept(tree: Path, sweeps: Iterable[Sweep], policy: Policy) -> Iterator[str]:
    for sweep in sweeps:
        for path in _list_files(tree, sweep):
            if _is_within(path, sweep.paths) and _is_of_client(path, policy):
                yield path


def _list_files(tree: Path, sweep: Sweep) -> list[str]:
    """What git would take, of what is in these folders."""
    if sweep.kind == "tracked" or (sweep.kind == "changed" and not _has_commit(tree)):
        return _names(tree, "ls-files", "-z", "--cached", "--", *_FOLDERS)
    if sweep.kind == "changed":
        return _names(tree, "diff", "--name-only", "--relative", "-z", "HEAD", "--", *_FOLDERS)
    standard = () if sweep.kind == "ignored" else ("--exclude-standard",)
    left_out = [f"--exclude={each}" for each in sweep.left_out]
    return _names(tree, "ls-files", "-z", "--others", *standard, *left_out, "--", *_FOLDERS)


def _has_commit(tree: Path) -> bool:
    try:
        return call_git(tree, "rev-parse", "--verify", "--quiet", "HEAD").returncode == 0
    except (OSError, GitFailed):
        return True


def _names(tree: Path, *words: str) -> list[str]:
    try:
        done = call_git(tree, *words)
    except (OSError, GitFailed):
        return []
    printed = done.stdout.decode(errors="surrogateescape") if done.returncode == 0 else ""
    return [each for each in printed.split("\0") if each][:_MOST_TOLD]


def _is_within(path: str, places: tuple[str, ...]) -> bool:
    """Where nothing is named, everything is; a pattern may be anything."""
    return not places or any(
        each == "." or path == each or path.startswith(f"{each}/") or any(sign in each for sign in "*?[:")
        for each in places
    )


def _is_of_client(path: str, policy: Policy) -> bool:
    return matches_any(policy.guarded, path) and not path.startswith(".claude/agents/")


def find_arriving(tree: Path, arrivals: Iterable[Arrival], policy: Policy) -> Iterator[str]:
    """The files that say other of hooks, or of us, in another commit than on disk."""
    for each in arrivals:
        if each.commit.startswith("-"):
            continue
        listing = ("ls-tree", "-r", "-z", "--name-only", each.commit) if each.is_added else (
            "diff-tree", "-r", "-z", "--name-only", "--relative", "HEAD", each.commit)  # fmt: skip
        for path in _names(tree, *listing, "--", *_FOLDERS):
            if (
                _is_within(path, each.paths)
                and _is_of_client(path, policy)
                and _lines_that_bind(_data_on_disk(tree / path)) != _lines_that_bind(_data_at(tree, each.commit, path))
            ):
                yield path


def _data_at(tree: Path, commit: str, path: str) -> bytes:
    try:
        done = call_git(tree, "cat-file", "blob", f"{commit}:./{path}")
    except (OSError, GitFailed):
        return b""
    return done.stdout if done.returncode == 0 else b""


def _data_on_disk(path: Path) -> bytes:
    try:
        return read_regular(path, _LONGEST) if os.path.lexists(path) else b""
    except (OSError, ValueError):
        return b""


def _lines_that_bind(data: bytes) -> list[bytes]:
    """What a client's file says of hooks and of us; a line with characters that are spelled out may say it, too."""
    lines = (line.strip().rstrip(b",") for line in data.lower().splitlines())
    return sorted(line for line in lines if any(word in line for word in (b"hook", b"renkei", b"\\u", b"\\x")))
