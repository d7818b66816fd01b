"""What rechecking asks of a repository: only about the paths that are claimed, never about all of its files."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, Self

from renkei.errors import BadInput, NotFound
from renkei.git import Git
from renkei.reports.tree import Content, WorkingTree
from renkei.reports.tree.git_objects import Blobs, look_up_objects

MOST_PATHS: Final = 1_000
"""Paths in one command line."""

_LINK: Final = b"120000"
_ENTRY: Final = re.compile(rb"(\d+) blob ([0-9a-f]+)\t([^\0]*)\0")
"""A file in a tree: its mode, its id, its path."""

_LOGGED: Final = re.compile(
    rb"\x01([0-9a-f]+)|:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) (?:[RC]\d*\0([^\0]*)\0([^\0]*)|[A-Z]\d*\0([^\0]*))\0"
)
"""A commit; a file that a commit renamed; a file that it changed."""


class Change(NamedTuple):
    """A commit that changed a file, and the file's content from then on; None when it was deleted."""

    commit: str
    blob: str | None


class Repository:
    """A folder with or without git, with or without commits. `commit` is what is checked out there."""

    def __init__(self, root: Path) -> None:
        self.working: Final = WorkingTree(root)
        self._root = str(root)
        self._git = _open_git(root)
        self._prefix = (self._git.read_line("rev-parse", "--show-prefix") or "") if self._git else ""
        self.commit: Final = self._resolve_object("HEAD^{commit}")
        self.tree: Final = self.tree_of(self.commit) if self.commit else None
        self._blobs = Blobs(self._git) if self._git else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._blobs:
            self._blobs.close()

    def resolve_commit(self, rev: str) -> str:
        """The commit that a name stands for.

        Raises: NotFound, if there is none; BadInput, if it cannot name one.
        """
        if not rev.isprintable() or not rev.strip() or rev.startswith("-"):
            raise BadInput("{rev!r} cannot name a commit; give a branch, a tag or a commit id", rev=rev)
        if self._git is None:
            raise NotFound("{path!r} is in no git repository, so there is no commit {rev!r}", path=self._root, rev=rev)
        found = self._resolve_object(f"{rev}^{{commit}}")
        if found is None:
            raise NotFound(
                "there is no commit {rev!r} in {path!r}; `git log --all` lists them", rev=rev, path=self._root
            )
        return found

    def blobs_at(self, commit: str | None, paths: Iterable[str]) -> dict[str, str]:
        """The ids of these files in a commit; those that are not in it are left out."""
        wanted = list(paths)
        if not self._git or commit is None:
            return {}
        found: dict[str, str] = {}
        for start in range(0, len(wanted), MOST_PATHS):
            names = [f"{self._prefix}{path}" for path in wanted[start : start + MOST_PATHS]]
            output = self._git.read_output("ls-tree", "-z", "--full-tree", commit, "--", *names)
            found |= {
                self._relative_path(path): blob.decode() for mode, blob, path in _ENTRY.findall(output) if mode != _LINK
            }
        return found | self._behind_links(commit, [path for path in wanted if path not in found])

    def _behind_links(self, commit: str, paths: list[str]) -> dict[str, str]:
        """The same for files that a link leads to, which costs more to find out."""
        if not self._git or not paths:
            return {}
        answers = look_up_objects(self._git, [f"{commit}:{self._prefix}{path}" for path in paths])
        pairs = zip(paths, answers, strict=True)
        return {path: words[0].decode() for path, words in pairs if len(words) == 3 and words[1] == b"blob"}

    def tree_of(self, commit: str) -> str | None:
        """The id of all that a commit holds."""
        return self._resolve_object(f"{commit}^{{tree}}")

    def read_blob(self, blob: str) -> Content | None:
        """A content by its id; None when git does not have it."""
        return self._blobs.read(blob) if self._blobs else None

    def changes(self, paths: Iterable[str], *, within: int | None = None) -> dict[str, list[Change]]:
        """By path the commits of this branch that changed it, the newest first, of the newest so many."""
        found: dict[str, list[Change]] = {}
        wanted = sorted(paths)
        reach = self._revision_range(within)
        for start in range(0, len(wanted), MOST_PATHS):
            some = wanted[start : start + MOST_PATHS]
            for commit, blob, path, _ in self._read_log("--no-renames", reach, "--", *some):
                found.setdefault(path, []).append(Change(commit, blob if blob.strip("0") else None))
        return found

    def find_new_name(self, path: str, commit: str) -> str | None:
        """The new name that a commit gave to a file."""
        entries = self._read_log("-1", "-M", "--diff-filter=R", commit)
        return next((new for _, _, old, new in entries if old == path and new), None)

    def titles(self, commits: Iterable[str]) -> dict[str, str]:
        """The subjects of some commits."""
        wanted = sorted(set(commits))
        if not self._git or not wanted:
            return {}
        output = self._git.read_output("log", "--no-walk=unsorted", "--format=%H %s", "--end-of-options", *wanted)
        pairs = (line.partition(" ") for line in output.decode(errors="replace").splitlines())
        return {commit: subject for commit, _, subject in pairs}

    def _revision_range(self, within: int | None) -> str:
        older = self._resolve_object(f"HEAD~{within}") if within else None
        return f"{older}..HEAD" if older else "HEAD"

    def _read_log(self, *words: str) -> Iterable[tuple[str, str, str, str]]:
        """Commit, new id, path and new path of each change; a merge as what it brings in."""
        assert self._git
        fixed = ("--literal-pathspecs", "log", "--first-parent", "-m", "--raw", "--no-abbrev", "-z", "--format=%x01%H")
        output = self._git.read_output(*fixed, *words)
        commit = ""
        for found in _LOGGED.finditer(output):
            if found[1]:
                commit = found[1].decode()
                continue
            path, new = (self._relative_path(part) for part in (found[3] or found[5], found[4] or b""))
            yield commit, found[2].decode(), path, new

    def _relative_path(self, path: bytes) -> str:
        return path.decode(errors="surrogateescape").removeprefix(self._prefix)

    def _resolve_object(self, name: str) -> str | None:
        return self._git.read_line("rev-parse", "--verify", "--quiet", "--end-of-options", name) if self._git else None


def _open_git(root: Path) -> Git | None:
    try:
        return Git(root)
    except NotFound:
        return None
