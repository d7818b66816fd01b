"""After a TRIVIAL edit of the lead (LEAD-3): does `git diff` show these lines only? What the file was before is kept
until that is known, so that a wider change can be taken back."""

from pathlib import Path
from typing import NamedTuple

from renkei.app.guard_state import GuardState
from renkei.git.call import call_git
from renkei.policy.tables import load_shipped
from renkei.policy.trivial import classify_change

_MOST_LINES = 2


class WideEdit(NamedTuple):
    """An edit that is more than it was allowed as."""

    path: str
    added: int
    removed: int
    kept: Path
    """The file as it was."""


def check_edit(state: GuardState, tree: Path, path: str) -> WideEdit | None:
    """None where the edit is TRIVIAL, and then nothing is kept of it."""
    kept = state.kept_before(path)
    if kept is None:
        return None
    added, removed = _count_changed(kept, tree / path)
    if max(added, removed) <= _MOST_LINES and _is_trivial(kept, tree / path):
        kept.unlink(missing_ok=True)
        return None
    return WideEdit(path, added, removed, kept)


def _count_changed(before: Path, after: Path) -> tuple[int, int]:
    """Lines added and removed, as git counts them; a file that is no text any more counts as wide."""
    told = call_git(after.parent, "diff", "--no-index", "--numstat", "--", str(before), str(after)).stdout
    numbers = told.split()[:2]
    if not numbers:
        return 0, 0
    if not all(number.isdigit() for number in numbers):
        return _MOST_LINES + 1, _MOST_LINES + 1
    return int(numbers[0]), int(numbers[1])


def _is_trivial(before: Path, after: Path) -> bool:
    try:
        old, new = before.read_text("utf-8"), after.read_text("utf-8")
    except (OSError, ValueError):
        return False
    return old == new or bool(classify_change(old, new, load_shipped().misspellings))
