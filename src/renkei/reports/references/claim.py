"""What a report says about code, and what became of it."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from renkei.sentence import Sentence
from renkei.values import value

State = Literal[
    "verified", "moved", "removed", "absent", "outside", "unverified", "missing_file", "missing_line", "missing_name",
    "mismatch",
]  # fmt: skip
Quote = Literal["verified", "mismatch", "unchecked"]

How = Literal["quoted", "told", "valued", "called", "words", "shown"]
"""How code is put: `quoted`, which has to stand there; `told` in a sentence, where it may be shortened; `valued`: told
of a moment of a run, where it may be what a name holds; `called`: a call, of which arguments are seldom told to the
letter; the `words` of a comment, whose line ends and marks do not count; `shown` and not said to stand there: it is
never called false.
"""

STATES: Final[Mapping[State, str]] = {
    "verified": "the place is there, and what is quoted stands there",
    "moved": "what is quoted stands at another line of the file",
    "removed": "it is gone, its line stands in the history of this branch, and it is spoken of as removed or renamed; "
    "or it stands at the commit that is named for it",
    "absent": "it is itself said not to exist, or to be created; or it only shows how a place is written",
    "outside": "a file of the standard library, of an installed package or, where the text says so, of another project "
    "that cannot be looked up here",
    "unverified": "it could not be checked: several files end so, it is ignored or generated, binary, too large, "
    "the quote says too little, the agent says itself that it did not look, or the text does not say that it is there",
    "missing_file": "there is no such file",
    "missing_line": "the file has no such line",
    "missing_name": "the file does not define this name",
    "mismatch": "what is quoted stands nowhere in the file",
}
"""Every state of a reference, the better ones first; the last four are false."""

FALSE: Final[frozenset[State]] = frozenset(("missing_file", "missing_line", "missing_name", "mismatch"))
THERE: Final[frozenset[State]] = frozenset(("verified", "moved"))
NO_EVIDENCE: Final[frozenset[State]] = frozenset(("absent", "outside", "unverified"))
"""What is not there, and what was not looked up: not false, and it shows nothing either."""


@value
class Reference:
    """A place in a file, or without a line the file. `text` is as written; `path` has `/` between its parts and no
    leading `./`; `name` is what is said to be defined there.
    """

    text: str
    path: str
    line: int | None = None
    end_line: int | None = None
    column: int | None = None
    name: str = ""


@value
class FoundReference(Reference):
    """A reference, and where in the report it stands: offset of its first character, and line from 1.

    `weak`: it may be no file at all (`word/word:3`), so that it is never called false. `line_offset` is where its line
    stands, if that is a field of its own.
    """

    offset: int
    report_line: int
    weak: bool = False
    line_offset: int = -1

    @property
    def end(self) -> int:
        return self.offset + len(self.text)


@value
class Claim:
    """A reference and, if the report quotes it, the code that is said to stand there.

    `others` are cited beside it: the quote may as well be theirs. `called` is what is said to be called there, by its
    name. `how` says what becomes of a quote that does not stand there.
    """

    reference: Reference
    snippet: str | None = None
    others: tuple[Reference, ...] = ()
    called: str = ""
    how: How = "quoted"


# Made ten thousand at a time, and a frozen dataclass takes three times as long to make.
class CheckedClaim(NamedTuple):
    """A claim with its verdict.

    `found_line` is where the quote really starts, when that is not where the claim says. `source` is the line of the
    file to show beside the claim, as it stands there: a terminal or page has to escape it. `quote` is what became of
    the quote itself, None if nothing is quoted; a claim that quotes nothing can be verified without.
    """

    claim: Claim
    state: State
    found_line: int | None = None
    reason: Sentence | None = None
    source: str | None = None
    quote: Quote | None = None
