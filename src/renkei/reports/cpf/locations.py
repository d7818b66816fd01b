"""Whether the place that a finding names is there; one that says that something is missing cannot be refuted so."""

from collections.abc import Callable
from functools import cache
from typing import Final

from renkei.reports.cpf.document import Issue
from renkei.reports.naming import tells_of_absence
from renkei.reports.references import Claim, Reference, check_claims, find_references
from renkei.reports.tree import Tree
from renkei.sentence import Sentence

_FALSE: Final = ("missing_file", "missing_line")


def make_refuter(tree: Tree, base: str = "") -> Callable[[Issue], Sentence | None]:
    """Says why no place is there that a finding names as `file:line`, or None; paths start from the root or `base`.

    A location without a line is taken as it is: it may be a section of a document, or a file that is still to come.
    """

    @cache
    def refute_location(location: str) -> Sentence | None:
        reasons = [_why_absent(place, tree, base) for place in find_references(location, tree.has)]
        return reasons[0] if reasons and all(reasons) else None

    return lambda issue: None if tells_of_absence(issue.category) else refute_location(issue.location)


def _why_absent(place: Reference, tree: Tree, base: str) -> Sentence | None:
    """Why the place is not there."""
    found = check_claims([Claim(reference=place)], tree, base)[0]
    if found.state not in _FALSE:
        return None
    return Sentence(
        "false positive, {place} is not there: {reason}", place=place.text, reason=found.reason or found.state
    )
