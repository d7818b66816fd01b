"""A copy of a target for a while: code that is run there leaves nothing behind in the original."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from renkei.git import call_git
from renkei.review.target import Target


@contextmanager
def work_copy(target: Target) -> Generator[Path]:
    """A folder with the files of the target, as a git repository of the same history if it is one."""
    with TemporaryDirectory(prefix="renkei-review-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve() / (target.root.name or "project")
        if not _clone_repository(target.root, folder):
            folder.mkdir()
        for file in target.files:
            place = folder / file.path
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(target.root / file.path, place, follow_symlinks=False)
        yield folder


def _clone_repository(root: Path, folder: Path) -> bool:
    """Git's own files only: what lies in them is shared with the original, which is not written to."""
    words = ("clone", "--quiet", "--shared", "--no-checkout", "--template=", str(root), str(folder))
    try:
        is_cloned = call_git(root, *words, variables={"GIT_ALLOW_PROTOCOL": "file"}).returncode == 0
        return is_cloned and _read_index(folder)
    except OSError:
        return False


def _read_index(folder: Path) -> bool:
    call_git(folder, "read-tree", "HEAD")
    return True
