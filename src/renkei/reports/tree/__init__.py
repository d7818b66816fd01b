"""The files that claims are checked against: a folder, a commit, or a dictionary in a test.

A tree is read only, reads each file once and never gives anything from outside of itself.
"""

from renkei.reports.tree.around import Around, FixedSurroundings
from renkei.reports.tree.base import MemoryTree, Tree
from renkei.reports.tree.commit import CommitTree
from renkei.reports.tree.content import DIRECTORY, MAX_BYTES, NO_FILE, Content, Lines, Missing, Opaque
from renkei.reports.tree.working import WorkingTree

__all__ = [
    "DIRECTORY",
    "MAX_BYTES",
    "NO_FILE",
    "Around",
    "CommitTree",
    "Content",
    "FixedSurroundings",
    "Lines",
    "MemoryTree",
    "Missing",
    "Opaque",
    "Tree",
    "WorkingTree",
]
