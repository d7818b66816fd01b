"""References to code in a report: finding them in text, and checking them and what they quote against a tree.

`find_references` reads text and knows no files; `check` asks a `renkei.reports.tree.Tree`.
"""

from renkei.reports.references.checker import check_claims
from renkei.reports.references.claim import (
    FALSE,
    NO_EVIDENCE,
    STATES,
    THERE,
    CheckedClaim,
    Claim,
    FoundReference,
    How,
    Quote,
    Reference,
    State,
)
from renkei.reports.references.finder import find_references, names_place

__all__ = [
    "FALSE",
    "NO_EVIDENCE",
    "STATES",
    "THERE",
    "CheckedClaim",
    "Claim",
    "FoundReference",
    "How",
    "Quote",
    "Reference",
    "State",
    "check_claims",
    "find_references",
    "names_place",
]
