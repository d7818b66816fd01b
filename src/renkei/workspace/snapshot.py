"""A work tree as a commit that agents begin with, and what they made brought back into it, file by file.

Nothing is committed on a branch by either: the person's index stays as it is. A file is written only where the person's
is still one that the agents knew: their base, or anything that came of it on the way.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from renkei.errors import Refused, Unreachable
from renkei.files import remove_drafts, write_whole
from renkei.git import GitFailed, call_git
from renkei.values import value
from renkei.workspace.repository import Repository

_NOTHING: Final = "0" * 40
_EXECUTABLE: Final = "100755"
_LINK: Final = "120000"
_MODULE: Final = "160000"


def snapshot_work_tree(repository: Repository, message: str, *, without: Callable[[str], bool]) -> str:
    """A commit on top of what is checked out that holds the work tree as it is; that one itself where nothing differs.

    Args:
        without: paths that are left out.
    """
    head = repository.head_commit()
    with _own_index(repository) as variables:
        repository.run("add", "--all", "--", ".", variables=variables)
        names = repository.run("ls-files", "-z", variables=variables).split("\0")
        if left := [name for name in names if name and without(name)]:
            text = "\0".join(left)
            repository.run("update-index", "--force-remove", "-z", "--stdin", variables=variables, text=text)
        tree = repository.run("write-tree", variables=variables)
    if tree == repository.run("rev-parse", f"{head}^{{tree}}"):
        return head
    return repository.run("commit-tree", tree, "-p", head, text=message)


@contextmanager
def _own_index(repository: Repository) -> Generator[dict[str, str]]:
    """A copy of the index, so that what the person has staged stays staged."""
    with tempfile.TemporaryDirectory(prefix="renkei-index-") as folder:
        own = Path(folder, "index")
        index = repository.here.git_dir / "index"
        if index.is_file():
            shutil.copyfile(index, own)
        yield {"GIT_INDEX_FILE": str(own)}


@value
class Brought:
    """A file that came of the work: its mode and content, None where it was deleted."""

    path: str
    mode: str
    blob: str | None
    known: frozenset[str]
    """What the person's file may be: any version of it that the work has seen."""


def bring_in(repository: Repository, base: str, head: str, *, without: Callable[[str], bool]) -> list[str]:
    """Puts the changes between two commits into the work tree; the paths. Doing it again changes nothing.

    Raises:
        Refused: the person has changed a file meanwhile that the work changed too; nothing is written.
    """
    changes = [each for each in _list_changes(repository, base, head) if not without(each.path)]
    wanted = [each for each in changes if _blob_on_disk(repository, each.path) != each.blob]
    clashes = [each.path for each in wanted if (_blob_on_disk(repository, each.path) or _NOTHING) not in each.known]
    if clashes:
        raise Refused(
            "These files were changed here while agents changed them, too: {files}. Nothing was written. The agents' "
            "work is {head}: bring both together by hand (git diff {head} -- FILE), then go on.",
            rule="RUN-4",
            files=", ".join(clashes[:5]),
            head=head[:12],
        )
    for each in wanted:
        _write(repository, each)
    return [each.path for each in changes]


def _list_changes(repository: Repository, base: str, head: str) -> list[Brought]:
    final = _raw_entries(repository.run("diff", "--raw", "-z", "--no-renames", "--no-abbrev", base, head))
    seen: dict[str, set[str]] = {}
    history = repository.run(
        "log", "--raw", "-z", "--no-renames", "--no-abbrev", "--format=", "-m", "--first-parent", f"{base}..{head}"
    )
    for _, old, new, path in _raw_entries(history):
        seen.setdefault(path, set()).update((old, new))
    return [
        Brought(
            path=path,
            mode=mode,
            blob=None if new == _NOTHING else new,
            known=frozenset({old, new} | seen.get(path, set())),
        )
        for mode, old, new, path in final
    ]


def _raw_entries(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Mode, old and new content, and path of each line of git's raw form."""
    fields = text.split("\0")
    for meta, path in zip(fields[::2], fields[1::2], strict=False):
        words = meta.lstrip("\n").lstrip(":").split()
        if len(words) >= 5:
            yield words[1], words[2], words[3], path


def _blob_on_disk(repository: Repository, path: str) -> str | None:
    full = repository.root / path
    if full.is_symlink():
        return repository.run("hash-object", "--stdin", text=os.readlink(full))  # noqa: PTH115 - as git keeps it
    if not full.is_file():
        return None
    return repository.run("hash-object", f"--path={path}", "--", str(full))


def _write(repository: Repository, change: Brought) -> None:
    full = repository.root / change.path
    if not full.parent.resolve().is_relative_to(repository.root.resolve()):
        raise Refused("{path} leads out of the repository. Nothing is written there.", rule="RUN-4", path=change.path)
    try:
        if change.blob is None:
            full.unlink(missing_ok=True)
            return
        full.parent.mkdir(parents=True, exist_ok=True)
        data = _content(repository, change.path, change.blob)
        if change.mode == _LINK:
            full.unlink(missing_ok=True)
            full.symlink_to(data.decode(errors="surrogateescape"))
        elif change.mode != _MODULE:
            remove_drafts(full)
            write_whole(full, data, mode=0o777 if change.mode == _EXECUTABLE else 0o666)
    except OSError as error:
        raise Unreachable("{path} cannot be written ({error}).", path=str(full), error=error.strerror) from None


def _content(repository: Repository, path: str, blob: str) -> bytes:
    """As it lies in a work tree: with the filters that a person agreed to."""
    done = call_git(
        repository.root, "cat-file", "--filters", f"--path={path}", blob, place=repository.here,
        recorded=repository.recorded,
    )  # fmt: skip
    if done.returncode:
        raise GitFailed("git {words} failed: {said}", words="cat-file", said=done.stderr.decode(errors="replace"))
    return done.stdout


def read_file_at(repository: Repository, commit: str, path: str) -> bytes | None:
    """A file of a commit; None where it has none."""
    done = call_git(repository.root, "cat-file", "blob", f"{commit}:{path}", place=repository.here)
    return done.stdout if done.returncode == 0 else None


def read_work_file_at(repository: Repository, commit: str, path: str) -> bytes | None:
    """The same as it would lie in a work tree, with the line ends that git writes here."""
    found = repository.ask("rev-parse", "--verify", "-q", f"{commit}:{path}")
    return _content(repository, path, found.out) if found.code == 0 else None


def commit_paths(repository: Repository, paths: list[str], message: str) -> str | None:
    """Commits these paths as they lie there, without those that git ignores, and nothing else that a person has staged;
    None where none differs."""
    ignored = repository.find_ignore_rules(paths)
    wanted = {path for path in paths if path not in ignored}
    there = sorted(path for path in wanted if (repository.root / path).exists() or _is_tracked(repository, path))
    if not there:
        return None
    listed = "\0".join(f":(literal){path}" for path in there)
    given = ("--pathspec-from-file=-", "--pathspec-file-nul")
    repository.run("add", "--all", *given, text=listed)
    if repository.ask("diff", "--cached", "--quiet", "HEAD", "--", *(f":(literal){path}" for path in there)).code == 0:
        return None
    repository.run("commit", "--quiet", "--only", "-m", message, *given, text=listed)
    return repository.head_commit()


def _is_tracked(repository: Repository, path: str) -> bool:
    return repository.ask("ls-files", "--error-unmatch", "--", f":(literal){path}").code == 0
