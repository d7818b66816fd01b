"""A change: the lines that it touched, and the state before it, in a folder where it can be reviewed as well."""

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from renkei.errors import BadInput, NotFound
from renkei.git import PATCH, Git
from renkei.review.file_kinds import kind_of
from renkei.review.finding import Finding, RawFinding
from renkei.review.target import File, Target, is_installed, matches_pattern
from renkei.sentence import Parameter
from renkei.values import value

_FILE: Final = re.compile(rb"^\+\+\+ (?:b/(.*?)\t?|/dev/null)$")
_HUNK: Final = re.compile(rb"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_DIFF: Final = (*PATCH, "--unified=0", "--relative")


@value
class Change:
    """From a commit to what is in the folder now."""

    base: str
    touched: dict[str, frozenset[int] | None]
    """Lines by file; None is all of a file that git does not have yet."""
    takes_away: bool = False
    """Whether a file is gone: what used it may be anywhere."""

    def touches(self, finding: Finding | RawFinding) -> bool:
        if finding.path not in self.touched:
            return False
        lines = self.touched[finding.path]
        if lines is None or finding.line is None:
            return True
        return any(number in lines for number in range(finding.line, (finding.end_line or finding.line) + 1))


def change_since(root: Path, rev: str) -> Change:
    """What has changed since the commit at which this branch left the revision.

    Raises:
        NotFound: there is no such revision. BadInput: the folder is in no git repository.
    """
    try:
        git = Git(root)
    except NotFound:
        raise BadInput(
            "{option} needs git, and {path} is in no repository. Leave it out to review everything.",
            option=Parameter("base"),
            path=str(root),
        ) from None
    if not rev.strip():
        raise BadInput(
            "{option}: expected a branch, a tag or a commit, not {rev!r}.", option=Parameter("base"), rev=rev
        )
    commit = git.read_line("rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}")
    if not commit and not git.read_line("rev-parse", "--verify", "--quiet", "HEAD"):
        raise NotFound(
            "{option} {rev}: {path} has no commit yet. Leave it out to review everything.",
            option=Parameter("base"),
            rev=rev,
            path=str(root),
        )
    if not commit:
        raise NotFound(
            "{option} {rev}: there is no such commit in {path}. `git branch --all` lists them, `git fetch` gets more.",
            option=Parameter("base"),
            rev=rev,
            path=str(root),
        )
    base = git.read_line("merge-base", commit, "HEAD") or commit
    diff = git.read_output(*_DIFF, base, "--")
    others = git.read_output("ls-files", "-z", "--others", "--exclude-standard").decode(errors="surrogateescape")
    new = {name: None for name in others.split("\0") if name}
    return Change(base=base, touched={**_diff_lines(diff), **new}, takes_away=b"\n+++ /dev/null\n" in diff)


@contextmanager
def files_before(root: Path, change: Change, names: Iterable[str]) -> Generator[Path]:
    """A folder with these files as they were before a change, as far as they were there."""
    git = Git(root)
    with TemporaryDirectory(prefix="renkei-review-") as name:
        folder = Path(name)
        for path in names:
            if git.read_line("ls-tree", "--name-only", change.base, "--", path):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(git.read_output("show", f"{change.base}:./{path}"))
        yield folder


def _diff_lines(diff: bytes) -> dict[str, frozenset[int] | None]:
    found: dict[str, set[int]] = {}
    path: str | None = None
    for line in diff.split(b"\n"):
        if name := _FILE.match(line):
            path = name[1].decode(errors="surrogateescape") if name[1] else None
        elif path is not None and (hunk := _HUNK.match(line)):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(path, set()).update(range(first, first + count))
    return {name: frozenset(lines) for name, lines in found.items()}


@contextmanager
def state_at(target: Target, commit: str, exclude: tuple[str, ...]) -> Generator[Target]:
    """The files of a commit in a folder of their own for a while: regular files alone, no links, nothing run."""
    git = Git(target.root)
    listed = git.read_output("ls-tree", "-r", "-z", "--long", commit)
    with TemporaryDirectory(prefix="renkei-review-") as name:
        folder = Path(name).resolve()
        entries = [entry for entry in map(_parse_entry, listed.split(b"\0")) if entry]
        own = [(path, blob) for path, blob in entries if not is_installed(path)]
        kept = [(path, blob) for path, blob in own if not any(matches_pattern(path, each) for each in exclude)]
        files = tuple(sorted(_write_files(git, folder, kept), key=lambda file: file.path))
        yield Target(root=folder, files=files, scope=target.scope, environment=target.environment)


def _parse_entry(line: bytes) -> tuple[str, str] | None:
    """The path and the blob of a regular file whose name could be one of a file here."""
    head, _, name = line.partition(b"\t")
    words = head.split()
    try:
        path = name.decode()
    except UnicodeDecodeError:
        return None
    is_regular = len(words) == 4 and words[0] in (b"100644", b"100755")
    is_inside = path and not path.startswith("/") and not {"..", ".git"} & set(path.lower().split("/"))
    return (path, words[2].decode()) if is_regular and is_inside else None


def _write_files(git: Git, folder: Path, entries: list[tuple[str, str]]) -> Iterator[File]:
    blobs = git.read_output("cat-file", "--batch", input="".join(f"{blob}\n" for _, blob in entries).encode())
    position = 0
    for path, _ in entries:
        end = blobs.index(b"\n", position)
        words = blobs[position:end].split()
        if len(words) != 3:  # a clone that does not have all of it
            position = end + 1
            continue
        size = int(words[2])
        data = blobs[end + 1 : end + 1 + size]
        position = end + 2 + size
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        yield File(path=path, size=size, kind=kind_of(path, data))
