"""Whether the place that a finding names is there; one that says that something is missing cannot be refuted so."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from renkei.reports.cpf.document import Issue
from renkei.reports.references import Claim, Reference, check, find_references
from renkei.reports.tree import Tree
from renkei.sentence import Sentence

_OF_ABSENCE: Final = re.compile(r"missing|unimplemented|incomplete|not-found|absent", re.IGNORECASE)
_FALSE: Final = ("missing_file", "missing_line")


def refuter(tree: Tree, base: str = "") -> Callable[[Issue], Sentence | None]:
    """Says why no place is there that a finding names as `file:line`, or None; paths start from the root or `base`.

    A location without a line is taken as it is: it may be a section of a document, or a file that is still to come.
    """

    @cache
    def refuted(location: str) -> Sentence | None:
        reasons = [_absent(place, tree, base) for place in find_references(location, tree.has)]
        return reasons[0] if reasons and all(reasons) else None

    return lambda issue: None if _OF_ABSENCE.search(issue.category) else refuted(issue.location)


def _absent(place: Reference, tree: Tree, base: str) -> Sentence | None:
    """Why the place is not there."""
    places = [place, *([replace(place, path=f"{base}/{place.path}")] if base else [])]
    checked = check([Claim(reference=each) for each in places], tree)
    if any(each.state not in _FALSE for each in checked):
        return None
    reason = next((each.reason for each in checked if each.state == "missing_line"), checked[0].reason)
    return Sentence(
        "false positive, {place} is not there: {reason}", place=place.text, reason=reason or checked[0].state
    )
