"""What the text says of its places changes what became of them: removed, absent, planned, not looked at."""

from collections.abc import Sequence
from typing import Final

from renkei.reports.formats.claims import ReportClaim
from renkei.reports.formats.page import Page
from renkei.reports.formats.speech import said_of
from renkei.reports.references import FALSE, Checked, Found
from renkei.reports.report import Dialect, Report
from renkei.reports.tree import Tree
from renkei.reports.tree.content import LEAVES
from renkei.sentence import Sentence

_PLACES: Final = ("missing_file", "missing_line", "missing_name")
_LINED: Final[frozenset[Dialect]] = frozenset(("cpf", "task-result", "completion-yaml", "sdd-report"))
"""The dialects in which a line is about one thing."""
_REMOVED: Final = Sentence("it is gone, and stands in the history of this branch")
_ABSENT: Final = Sentence("it is said not to be there, and is not")
_PLANNED: Final = Sentence("it is still to be made")
_THERE: Final = Sentence("it is said not to be there, and it is")
_NOT_LOOKED: Final = Sentence("it was not found; the agent says itself that it did not look")
_PRINTED: Final = Sentence("it is outside of the tree, in what a command printed")


def heed_speech(report: Report, references: Sequence[Checked], tree: Tree) -> list[Checked]:
    """The references with what is said of them heeded: who says that something is gone does not lie about it."""
    page = Page.of(report)
    return [_heeded(page, checked, tree) for checked in references]


def _is_bare_frame(checked: Checked) -> bool:
    """Whether a command printed a file name without a folder, as stack frames do, and no file is called so."""
    claim = checked.claim
    printed = isinstance(claim, ReportClaim) and claim.printed
    return printed and checked.state == "missing_file" and "/" not in claim.reference.path


def _heeded(page: Page, checked: Checked, tree: Tree) -> Checked:
    place = checked.claim.reference
    if not isinstance(place, Found) or (checked.state not in FALSE and checked.state != "verified"):
        return checked
    if checked.reason == LEAVES.reason and isinstance(checked.claim, ReportClaim) and checked.claim.printed:
        return checked._replace(state="outside", reason=_PRINTED)
    if _is_bare_frame(checked):
        return checked._replace(state="outside", reason=_PRINTED)
    said = said_of(page.text, place.offset, place.end, page.above(place.report_line), by_line=page.dialect in _LINED)
    if checked.state == "verified":
        return checked._replace(state="absent", reason=_THERE) if said.absent and not checked.quote else checked
    if said.not_looked:
        return checked._replace(state="unverified", reason=_NOT_LOOKED)
    if checked.state not in _PLACES:
        return checked
    if said.removed and checked.state == "missing_file" and tree.around.was_there(place.path):
        return checked._replace(state="removed", reason=_REMOVED)
    if said.absent or said.planned:
        return checked._replace(state="absent", reason=_ABSENT if said.absent else _PLANNED)
    return checked
