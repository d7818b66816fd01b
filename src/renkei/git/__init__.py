"""Git, as Renkei calls it: nothing that a repository's settings name is run, and nothing they say changes the answer.

Every call goes through `call_git`, but for three whose reasons are in docs/why/dependencies.md. The programs that a
person's own settings name (filters such as Git LFS, merge drivers) are used only by who was given the ones that were
recorded when that person started a run.
"""

from renkei.git.call import Git, call_git, find_repository, start_git
from renkei.git.names import one_line
from renkei.git.pins import PATCH
from renkei.git.places import Place, find_place
from renkei.git.programs import NO_PROGRAMS, Recorded, find_changed_programs, has_filters, read_recorded
from renkei.git.running import GitFailed, GitStuck

__all__ = [
    "NO_PROGRAMS",
    "PATCH",
    "Git",
    "GitFailed",
    "GitStuck",
    "Place",
    "Recorded",
    "call_git",
    "find_changed_programs",
    "find_place",
    "find_repository",
    "has_filters",
    "one_line",
    "read_recorded",
    "start_git",
]
