"""What a report says about code, and what became of it."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from renkei.sentence import Sentence

State = Literal["verified", "moved", "missing_file", "missing_line", "mismatch", "unverified"]
"""`verified`: the place exists, and what is quoted stands there. `moved`: what is quoted stands elsewhere in the file.
`missing_file`, `missing_line`: there is no such place. `mismatch`: what is quoted stands nowhere in the file.
`unverified`: it could not be checked (binary, too large, not fetched, quote too short)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """A place in a file. `text` is as written; `path` has `/` between its parts and no leading `./`."""

    text: str
    path: str
    line: int
    end_line: int | None = None
    column: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Found(Reference):
    """A reference, and where in the report it stands: offset of its first character, and line from 1."""

    offset: int
    report_line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """A reference and, if the report quotes it, the code that is said to stand there."""

    reference: Reference
    snippet: str | None = None


# Made ten thousand at a time, and a frozen dataclass takes three times as long to make.
class Checked(NamedTuple):
    """A claim with its verdict.

    `found_line` is where the quote really starts, when that is not where the claim says. `source` is the line of the
    file to show beside the claim, as it stands there: a terminal or page has to escape it. `quoted` is whether the
    quote itself was found at the place; a claim that quotes nothing can be verified without.
    """

    claim: Claim
    state: State
    found_line: int | None = None
    reason: Sentence | None = None
    source: str | None = None
    quoted: bool = False
