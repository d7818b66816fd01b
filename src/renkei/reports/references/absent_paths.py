"""What is said of a path that is no file of the tree: another one is meant, it need not be there, or it is false."""

from collections.abc import Collection
from typing import Final

from renkei import lazy_re as re
from renkei.reports.references.claim import CheckedClaim, FoundReference, Reference
from renkei.reports.tree import NO_FILE, Lines, Tree
from renkei.reports.tree.content import LEAVES
from renkei.sentence import Sentence

_GLOB: Final = re.compile(r"[*?]")
_MADE: Final = Sentence("it is ignored or generated, and not there")
_LIBRARY: Final = Sentence("a file of the standard library or of an installed package")
_NOT_HERE: Final = Sentence("a file of the standard library or of an installed package that is not here")
_NO_SUFFIX: Final = Sentence("there is no such file; it may be none at all")


def judge_absent_path(checked: CheckedClaim, tree: Tree, made: Collection[str]) -> CheckedClaim | str:
    """The verdict, or the path of the one file that is meant; those `made` by tools need not be there."""
    reference, around = checked.claim.reference, tree.around
    path = reference.path
    if _GLOB.search(path) and reference.line is None and tree.names().matches_glob(path):
        return checked._replace(state="verified", reason=None)
    before, _, inside = path.partition("/")
    if before in ("a", "b", *around.called) and isinstance(tree.read(inside), Lines):
        return inside
    if checked.reason == NO_FILE.reason and (found := _find_by_tail(checked, tree)):
        return found
    if (count := around.library_lines(path)) is not None and (reference.line or 0) <= count:
        return checked._replace(state="verified", reason=_LIBRARY)
    if count is not None or around.is_library(path):
        return checked._replace(state="outside", reason=_NOT_HERE)
    if checked.reason == LEAVES.reason:
        return checked
    if path in made:
        return checked._replace(state="unverified", reason=_MADE)
    if isinstance(reference, FoundReference) and reference.weak:
        return checked._replace(state="unverified", reason=_NO_SUFFIX)
    return checked._replace(reason=_suggest_similar(reference, tree)) if checked.reason == NO_FILE.reason else checked


def _find_by_tail(checked: CheckedClaim, tree: Tree) -> CheckedClaim | str | None:
    """The file whose whole tail the path is; of several, which they are."""
    names = tree.names()
    ending = names.find_by_tail(checked.claim.reference.path)
    if len(ending) == 1 and not names.limit:
        return ending[0]
    if not ending:
        return None
    candidates = ", ".join(ending[:5]) + (", …" if len(ending) > 5 else "")
    if len(ending) == 1:
        reason = Sentence("it may be {candidates}; not all files were looked at", candidates=candidates)
    else:
        reason = Sentence("{count} files end so: {candidates}", count=len(ending), candidates=candidates)
    return checked._replace(state="unverified", reason=reason)


def _suggest_similar(reference: Reference, tree: Tree) -> Sentence:
    """Why it is not there; a path that only resembles one is not accepted, but said."""
    names = tree.names()
    meant = names.find_similar(reference.path)
    if meant:
        said = "there is no file {path!r}; did you mean {meant}?"
        return Sentence(said, path=reference.path, meant=", ".join(meant))
    if names.limit:
        said = "there is no such file; the first {count} files were searched for one of that name"
        return Sentence(said, count=f"{names.limit:,}")
    return NO_FILE.reason
