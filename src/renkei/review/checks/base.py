"""A check of our own as an analyser: a function over files, always there, with the version of Renkei."""

from collections.abc import Callable, Iterable, Sequence

from renkei._version import __version__
from renkei.review.analyser_process import Limits
from renkei.review.analysers.base import Absent, Scope
from renkei.review.finding import RawFinding
from renkei.review.target import File, Target
from renkei.values import value


@value
class Check:
    """`wants` says which files it looks at, `look` what is wrong in them."""

    name: str
    scope: Scope
    wants: Callable[[File], bool]
    look: Callable[[Target, Sequence[File]], Iterable[RawFinding]]
    knows: frozenset[str] | None = None
    """The languages that it reads as such; None for one that looks at the text of any file."""

    def languages(self, target: Target) -> frozenset[str] | None:
        return self.knows

    def version(self, target: Target) -> str | Absent:
        return __version__

    def cache_basis(self, target: Target) -> str:
        return ""

    def input_files(self, target: Target) -> Sequence[File]:
        return [file for file in target.files if self.wants(file)]

    def run(self, target: Target, files: Sequence[File], limits: Limits) -> Iterable[RawFinding]:
        return self.look(target, files)


def number_lines(target: Target, file: File) -> Iterable[tuple[int, str]]:
    """The lines of a text file, counted from 1; none of a file that has no lines."""
    lines = target.lines(file.path)
    return enumerate((raw.decode(errors="replace") for raw in lines.raw), start=1) if lines else ()
